"""XML of the 2014 i2b2/UTHealth corpus: ``<deIdi2b2><TEXT>`` beside ``<TAGS>``, one file a note.

A tag is ``<NAME id start end text TYPE comment/>``. The corpus has no county, so COUNTY is written
as LOCATION-OTHER with the exact label in the comment, beside score and source. XML turns CRLF into
LF unless it is escaped, so a text with carriage returns is written escaped instead of as CDATA.
Characters that XML 1.0 cannot hold (most control characters) are refused.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from lxml import etree

from annotation.errors import InputError, SpanError
from annotation.formats.common import (
    checked_span,
    decoded,
    details,
    fields,
    file_name,
    files,
    note_from,
    with_details,
)
from annotation.labels import Label
from annotation.notes import MarkedNote, Note
from annotation.spans import Span

_OF_I2B2 = {label.i2b2: label for label in Label if label is not Label.COUNTY}
_FIELDS = "notedeid"


def read(folder: Path) -> Iterator[MarkedNote]:
    """Read every ``.xml`` file of a folder.

    Raises:
        InputError: not such a file.
        SpanError: unknown TYPE, or a tag that does not fit its text.
    """
    for path in files(folder, ".xml"):
        yield _read_file(path)


def write(folder: Path, notes: Iterable[MarkedNote]) -> None:
    """Write one file a note.

    Raises:
        InputError: a note with characters that XML cannot hold.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for marked in notes:
        note = marked.note
        root = etree.Element("deIdi2b2", {_FIELDS: json.dumps(fields(note))})
        text, tags = etree.SubElement(root, "TEXT"), etree.SubElement(root, "TAGS")
        try:
            plain = "\r" in note.text or "]]>" in note.text
            text.text = note.text if plain else etree.CDATA(note.text)
            for number, span in enumerate(marked.spans):
                etree.SubElement(tags, span.label.group, _attributes(number, span, note))
        except ValueError:
            raise InputError(f"note {note.note_id}: holds control characters, which XML cannot") from None
        path = folder / f"{file_name(note.note_id)}.xml"
        path.write_bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8"))


def _attributes(number: int, span: Span, note: Note) -> dict[str, str]:
    said: dict[str, Any] = details(span)
    if _OF_I2B2[span.label.i2b2] is not span.label:
        said["label"] = str(span.label)
    return {
        "id": f"P{number}",
        "start": str(span.start),
        "end": str(span.end),
        "text": note.text[span.start : span.end],
        "TYPE": span.label.i2b2,
        "comment": json.dumps(said) if said else "",
    }


def _read_file(path: Path) -> MarkedNote:
    try:
        root = etree.fromstring(path.read_bytes(), etree.XMLParser(resolve_entities=False, huge_tree=True))
    except etree.XMLSyntaxError:
        raise InputError(f"{path}: not well-formed XML") from None
    text = root.find("TEXT")
    if text is None:
        raise InputError(f"{path}: no TEXT element")
    given = decoded(root.get(_FIELDS, "{}"), str(path))
    note = note_from(given, text.text or "", note_id=path.stem)
    return MarkedNote(note, tuple(_span(tag, note) for tag in root.iterfind("TAGS/*")))


def _span(tag: etree._Element, note: Note) -> Span:
    where = f"note {note.note_id}: tag {tag.get('id')}"
    try:
        start, end = int(tag.get("start", "")), int(tag.get("end", ""))
    except ValueError:
        raise SpanError(f"{where} has no usable start and end") from None
    comment = tag.get("comment") or ""
    said = decoded(comment, where) if comment.startswith("{") else {}
    kind = tag.get("TYPE", "")
    label = said.get("label") or _OF_I2B2.get(kind, kind)
    return with_details(checked_span(note, start, end, str(label), claimed=tag.get("text")), said)
