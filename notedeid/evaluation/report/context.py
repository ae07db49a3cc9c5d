"""The error browser: every miss and every false span with the text around it.

It shows note text, so it is written only when asked for, with mode 0600, apart from the report.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from annotation.gold import GoldNote
from annotation.scoring import score_note
from annotation.spans import Span
from notedeid.evaluation.report.page import render

NAME = "errors.html"
_AROUND = 70


@dataclass(frozen=True, slots=True)
class Fault:
    """One miss or false span, with its surroundings.

    Attributes:
        kind: ``missed``, ``partly visible`` or ``false``.
        label: type, of the gold for misses and of the find for false spans.
        note_id: the note.
        start: first code point.
        before: text before it.
        text: the span.
        after: text after it.
    """

    kind: str
    label: str
    note_id: str
    start: int
    before: str = field(repr=False)
    text: str = field(repr=False)
    after: str = field(repr=False)


def faults(golds: Iterable[GoldNote], found: Mapping[str, Sequence[Span]]) -> tuple[Fault, ...]:
    """Every miss and false span, by kind and type."""
    rows = []
    for gold in golds:
        score = score_note(gold, found.get(gold.note.note_id, ()))
        for outcome in score.outcomes:
            if not outcome.covered:
                kind = "partly visible" if outcome.overlap else "missed"
                rows.append(_fault(gold, kind, outcome.gold.name, outcome.gold.start, outcome.gold.end))
        rows += [_fault(gold, "false", str(span.label), span.start, span.end) for span in score.false_spans]
    return tuple(sorted(rows, key=_place))


def write(folder: Path, rows: Sequence[Fault]) -> Path:
    """Write the error browser, readable by its owner only."""
    path = folder / NAME
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(render("errors.html.j2", faults=rows))
    return path


def _place(fault: Fault) -> tuple[str, str, str, int]:
    return fault.kind, fault.label, fault.note_id, fault.start


def _fault(gold: GoldNote, kind: str, label: str, start: int, end: int) -> Fault:
    text = gold.note.text
    return Fault(
        kind,
        label,
        gold.note.note_id,
        start,
        text[max(0, start - _AROUND) : start],
        text[start:end],
        text[end : end + _AROUND],
    )
