"""Notes, and notes with their spans. A repr never shows note text."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from annotation.spans import Span, check_fit


@dataclass(frozen=True, slots=True)
class Note:
    """One clinical note.

    Attributes:
        note_id: unique within a dataset.
        text: the note; offsets everywhere count its code points.
        patient_id: whose note it is; None when not known.
        note_type: e.g. ``"discharge summary"``.
        extra: other fields of the record, passed through untouched.
    """

    note_id: str
    text: str = field(repr=False)
    patient_id: str | None = None
    note_type: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class MarkedNote:
    """A note with the spans that a person or a machine marked in it, sorted.

    Raises:
        SpanError: a span reaches past the note's end.
    """

    note: Note
    spans: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "spans", tuple(sorted(self.spans)))
        check_fit(self.spans, self.note.text, self.note.note_id)
