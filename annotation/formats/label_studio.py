"""Label Studio tasks: a JSON list of ``{"data": {"text"}, "annotations": [{"result": [...]}]}``.

Label Studio counted UTF-16 units before it counted code points, and browsers show CRLF as one line
end; a region that says its text is found by the way of counting that fits, and refused when none
does. Written offsets count code points. The task's first annotation that was not cancelled is
read, predictions are not. Labelling configuration: ``<Labels name="label" toName="text">`` over
``<Text name="text" value="$text"/>``, see ``config``. Format: labelstud.io/guide/tasks.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from annotation.errors import InputError, SpanError
from annotation.formats.common import (
    checked_span,
    details,
    fields,
    note_from,
    read_text,
    with_details,
    write_text,
)
from annotation.labels import Label
from annotation.notes import MarkedNote, Note
from annotation.spans import Span


def config() -> str:
    """The labelling configuration that goes with the tasks."""
    labels = "".join(f'<Label value="{label}"/>' for label in Label)
    return (
        f'<View><Labels name="label" toName="text">{labels}</Labels><Text name="text" value="$text"/></View>'
    )


def read(path: Path) -> Iterator[MarkedNote]:
    """Read tasks.

    Raises:
        InputError: not a list of tasks with a text.
        SpanError: a region does not fit its text.
    """
    try:
        tasks = json.loads(read_text(path))
    except json.JSONDecodeError:
        raise InputError(f"{path}: not valid JSON") from None
    if not isinstance(tasks, list):
        raise InputError(f"{path}: not a list of tasks")
    for number, task in enumerate(tasks, start=1):
        data = task.get("data") if isinstance(task, dict) else None
        if not isinstance(data, dict) or not isinstance(data.get("text"), str):
            raise InputError(f"{path}, task {number}: no data with a text")
        yield _read_task(task, data, number)


def write(path: Path, notes: Iterable[MarkedNote]) -> None:
    """Write tasks with one finished annotation each."""
    tasks: list[dict[str, Any]] = [
        {
            "data": {"text": marked.note.text, **fields(marked.note)},
            "annotations": [
                {"result": [_region(n, span, marked.note) for n, span in enumerate(marked.spans)]}
            ],
        }
        for marked in notes
    ]
    write_text(path, json.dumps(tasks, ensure_ascii=False, indent=1))


def _region(number: int, span: Span, note: Note) -> dict[str, Any]:
    region: dict[str, Any] = {
        "id": f"r{number}",
        "from_name": "label",
        "to_name": "text",
        "type": "labels",
        "value": {
            "start": span.start,
            "end": span.end,
            "text": note.text[span.start : span.end],
            "labels": [str(span.label)],
        },
    }
    return region | {"meta": details(span)} if details(span) else region


def _read_task(task: dict[str, Any], data: dict[str, Any], number: int) -> MarkedNote:
    given = {name: value for name, value in data.items() if name != "text"}
    note = note_from(given, data["text"], note_id=str(task.get("id", number)))
    finished = [one for one in task.get("annotations") or () if not one.get("was_cancelled")]
    regions = finished[0].get("result", ()) if finished else ()
    return MarkedNote(note, tuple(_span(r, note) for r in regions if r.get("type") == "labels"))


def _span(region: dict[str, Any], note: Note) -> Span:
    value = region.get("value", {})
    try:
        start, end, labels = int(value["start"]), int(value["end"]), value["labels"]
    except (KeyError, TypeError, ValueError):
        raise SpanError(
            f"note {note.note_id}: region {region.get('id')} has no start, end and labels"
        ) from None
    if len(labels) != 1:
        raise SpanError(f"note {note.note_id}: region {region.get('id')} has {len(labels)} labels, not one")
    claimed = value.get("text")
    place = next((p for p in _readings(note.text, start, end) if _fits(note.text, p, claimed)), (start, end))
    span = checked_span(note, *place, str(labels[0]))
    if claimed is not None and not _fits(note.text, place, claimed):
        raise SpanError(f"note {note.note_id}: span [{start}, {end}) does not cover the text it claims")
    return with_details(span, region.get("meta") or {})


def _fits(text: str, place: tuple[int, int], claimed: str | None) -> bool:
    found = text[place[0] : place[1]]
    return claimed is None or found == claimed or found.replace("\r\n", "\n") == claimed.replace("\\n", "\n")


def _readings(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The place by code points, by UTF-16 units, and by either with CRLF as one."""
    yield start, end
    for width in (_utf16, _one_line_end, _both):
        starts = _offsets(text, width)
        if start in starts and end in starts:
            yield starts[start], starts[end]


def _utf16(text: str, place: int) -> int:
    return 2 if ord(text[place]) > 0xFFFF else 1  # noqa: PLR2004 - the last code point of one unit


def _one_line_end(text: str, place: int) -> int:
    return 0 if text.startswith("\r\n", place) else 1


def _both(text: str, place: int) -> int:
    return _one_line_end(text, place) and _utf16(text, place)


def _offsets(text: str, width: Callable[[str, int], int]) -> dict[int, int]:
    offsets: dict[int, int] = {}
    reached = 0
    for place in range(len(text)):
        offsets.setdefault(reached, place)
        reached += width(text, place)
    offsets[reached] = len(text)
    return offsets
