"""UIMA CAS XMI, as INCEpTION reads and writes it: one ``.xmi`` a note and a ``TypeSystem.xml``.

Spans are DKPro NamedEntity annotations, whose ``value`` is the label and whose ``identifier`` holds
score and source as JSON. UIMA counts UTF-16 units; dkpro-cassis converts. XML cannot hold most control
characters, so a note with them is refused. Needs the extra ``[uima]``.
"""

import io
import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from annotation.errors import InputError
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
from annotation.notes import MarkedNote, Note
from annotation.spans import Span

_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
_FIELDS = "webanno.custom.NoteFields"
_SENTENCE = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence"
_TOKEN = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"  # noqa: S105 - a type of annotation
_SYSTEM = "TypeSystem.xml"


def read(folder: Path) -> Iterator[MarkedNote]:
    """Read every ``.xmi`` file of a folder, by the type system that lies in it.

    Raises:
        InputError: no file, or one that is no CAS; or dkpro-cassis is missing.
        SpanError: an entity does not fit its text.
    """
    cassis = _cassis()
    system = folder / _SYSTEM
    types = _types(system.read_bytes() if system.is_file() else None)
    for path in files(folder, ".xmi"):
        try:
            with path.open("rb") as content:
                cas = cassis.load_cas_from_xmi(content, typesystem=types, lenient=True)
        except Exception:  # noqa: BLE001 - cassis raises what its parser raises
            raise InputError(f"{path}: not a UIMA CAS in XMI of this type system") from None
        yield _read_cas(cas, path)


def write(folder: Path, notes: Iterable[MarkedNote]) -> None:
    """Write one file a note, and the type system.

    Raises:
        InputError: a note with characters that XML cannot hold, or dkpro-cassis is missing.
    """
    cassis, types = _cassis(), _types(None)
    folder.mkdir(parents=True, exist_ok=True)
    types.to_xml(folder / _SYSTEM)
    for marked in notes:
        try:
            content = _cas(cassis, types, marked).to_xmi()
        except ValueError:
            raise InputError(
                f"note {marked.note.note_id}: holds control characters, which XML cannot"
            ) from None
        (folder / f"{file_name(marked.note.note_id)}.xmi").write_text(content, encoding="utf-8", newline="")


def _cassis() -> Any:  # noqa: ANN401 - a module without types
    try:
        import cassis  # noqa: PLC0415 - an extra
    except ImportError:
        raise InputError("UIMA needs dkpro-cassis: pip install 'notedeid[uima]'") from None
    return cassis


@cache
def _types(content: bytes | None) -> Any:  # noqa: ANN401 - no types
    """A type system from XML, or the one of DKPro with a place for a note's fields."""
    if content is not None:
        return _cassis().load_typesystem(io.BytesIO(content))
    types = _cassis().load_dkpro_core_typesystem()
    own = types.create_type(_FIELDS)
    types.create_feature(own, "content", "uima.cas.String")
    return types


def _cas(cassis: Any, types: Any, marked: MarkedNote) -> Any:  # noqa: ANN401 - no types
    text = marked.note.text
    cas = cassis.Cas(typesystem=types)
    cas.sofa_string = text
    cas.sofa_mime = "text/plain"
    cas.add(types.get_type(_FIELDS)(begin=0, end=len(text), content=json.dumps(fields(marked.note))))
    if text:
        cas.add(types.get_type(_SENTENCE)(begin=0, end=len(text)))
        cas.add(types.get_type(_TOKEN)(begin=0, end=len(text)))
    entity = types.get_type(_ENTITY)
    for span in marked.spans:
        said = json.dumps(details(span)) if details(span) else None
        cas.add(entity(begin=span.start, end=span.end, value=str(span.label), identifier=said))
    return cas


def _read_cas(cas: Any, path: Path) -> MarkedNote:  # noqa: ANN401 - no types
    known = cas.typesystem.contains_type(_FIELDS)
    said = next((str(one.content) for one in cas.select(_FIELDS)), "{}") if known else "{}"
    note = note_from(decoded(said, str(path)), cas.sofa_string or "", note_id=path.stem)
    return MarkedNote(note, tuple(_span(entity, note) for entity in cas.select(_ENTITY)))


def _span(entity: Any, note: Note) -> Span:  # noqa: ANN401 - no types
    said = str(entity.identifier or "")
    extra = decoded(said, f"note {note.note_id}") if said.startswith("{") else {}
    return with_details(checked_span(note, int(entity.begin), int(entity.end), str(entity.value)), extra)
