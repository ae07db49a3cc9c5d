"""spaCy DocBin, the form in which spaCy trains.

Tokens are those of spaCy's English tokenizer, cut where a span begins or ends, so every span is
made of whole tokens. Spans stand in ``doc.spans["identifiers"]``, and in ``doc.ents`` as well when
none overlap. Fields of the note, scores and sources travel in ``doc.user_data``.
"""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.util import filter_spans

from annotation.errors import InputError
from annotation.formats.common import checked_span, decoded, details, fields, note_from, pieces, with_details
from annotation.notes import MarkedNote

KEY = "identifiers"
_FIELDS, _DETAILS = "notedeid_note", "notedeid_spans"


def read(path: Path) -> Iterator[MarkedNote]:
    """Read a DocBin file.

    Raises:
        InputError: not a DocBin file.
        SpanError: a span with a label that is none of the project's.
    """
    language = _english()
    try:
        docs = DocBin().from_disk(path).get_docs(language.vocab)
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except Exception:  # noqa: BLE001 - spaCy raises what its decoder raises
        raise InputError(f"{path}: not a spaCy DocBin file") from None
    return (_read_doc(doc, number) for number, doc in enumerate(docs, start=1))


def write(path: Path, notes: Iterable[MarkedNote]) -> None:
    """Write a DocBin file."""
    language = _english()
    store = DocBin(store_user_data=True)
    for marked in notes:
        store.add(_doc(marked, language))
    store.to_disk(path)


@cache
def _english() -> Language:
    return spacy.blank("en")


def _doc(marked: MarkedNote, language: Language) -> Doc:
    text = marked.note.text
    tokens = language.tokenizer(text)
    bounds = {token.idx for token in tokens} | {token.idx + len(token) for token in tokens}
    words: list[str] = []
    spaces: list[bool] = []
    first, last = {span.start for span in marked.spans}, {span.end for span in marked.spans}
    for start, end in pieces(text, marked.spans, bounds):
        if text[start:end] == " " and words and not spaces[-1] and start not in first and end not in last:
            spaces[-1] = True
        else:
            words.append(text[start:end])
            spaces.append(False)
    doc = Doc(language.vocab, words=words, spaces=spaces)
    found = [
        whole
        for span in marked.spans
        if (whole := doc.char_span(span.start, span.end, label=str(span.label))) is not None
    ]
    doc.spans[KEY] = found
    if len(filter_spans(found)) == len(found):
        doc.ents = found
    doc.user_data[_FIELDS] = json.dumps(fields(marked.note))
    doc.user_data[_DETAILS] = json.dumps([details(span) for span in marked.spans])
    return doc


def _read_doc(doc: Doc, number: int) -> MarkedNote:
    given = decoded(doc.user_data.get(_FIELDS, "{}"), f"doc {number}")
    note = note_from(given, doc.text, note_id=str(number))
    found = list(doc.spans.get(KEY, doc.ents))
    said = json.loads(doc.user_data.get(_DETAILS, "[]")) or [{}] * len(found)
    spans = [
        with_details(checked_span(note, span.start_char, span.end_char, span.label_), extra)
        for span, extra in zip(found, said, strict=True)
    ]
    return MarkedNote(note, tuple(spans))
