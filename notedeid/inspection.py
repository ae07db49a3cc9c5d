"""A second look at a release, as someone who has it would take: what gives an original away?

Two questions. Which names in it can be no surrogate, because no pool holds them? Those are
either missed originals or words taken for names, and an attacker who knows the pools finds them
as easily (Carrell et al. 2019, JAMIA 26:1536, on such attacks). And at a given miss rate, in how
many notes would the way surrogates repeat show a missed name (Osborne et al. 2025)?
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from annotation import InputError, MarkedNote, NotedeidError, Span
from notedeid import manifest
from notedeid.readers import Source
from notedeid.residual import outsiders
from surrogates.exposure import Exposure, exposure, mentions
from surrogates.policy import Consistency

if TYPE_CHECKING:
    from recognizers.detector import Detector


@dataclass(frozen=True, slots=True)
class Inspection:
    """What a second look found.

    Attributes:
        notes: notes that were read.
        names: words of names found in them.
        candidates: ``(note_id, span)`` of the words that no pool holds.
        exposures: for each policy of consistency, the share of notes that would show an original.
        miss_rate: the miss rate they hold at.
    """

    notes: int
    names: int
    candidates: tuple[tuple[str, Span], ...] = field(repr=False)
    exposures: Mapping[Consistency, Exposure]
    miss_rate: float

    def as_dict(self) -> dict[str, Any]:
        """Counts and shares for a manifest, without ids or places."""
        return {
            "notes": self.notes,
            "names": self.names,
            "words_in_no_pool": len(self.candidates),
            "miss_rate": self.miss_rate,
            "notes_exposed": {str(policy): share._asdict() for policy, share in self.exposures.items()},
        }


def release_source(folder: Path) -> Path:
    """The notes of a release: ``notes.jsonl``, ``notes.csv`` …, or the folder ``notes``.

    Raises:
        InputError: no release, or one without notes.
    """
    if not (folder / manifest.NAME).is_file():
        raise InputError(f"{folder}: no release (no {manifest.NAME} in it); name the output folder of a run")
    found = sorted(folder.glob("notes*"))
    if not found:
        raise InputError(f"{folder}: a release without notes; there is nothing to look at")
    return found[0]


def inspect(
    source: Source,
    detector: "Detector",
    *,
    miss_rate: float,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Inspection:
    """Look for names outside the pools and simulate exposure.

    Args:
        source: released notes.
        detector: finds the names in them.
        miss_rate: share of mentions that detection misses, as measured on your notes.
        progress: called with notes finished since the last call, and all notes.
    """
    candidates: list[tuple[str, Span]] = []
    counts: list[list[int]] = []
    names = 0
    for ref in source.refs:
        note = source.load(ref)
        (spans,) = detector.detect_many([note])
        if isinstance(spans, NotedeidError):
            raise spans
        marked = MarkedNote(note, spans)
        candidates += [(ref.note_id, span) for span in outsiders(marked)]
        counts.append(mentions(marked))
        names += sum(span.label.presidio == "PERSON" for span in spans)
        progress(1, len(source.refs))
    exposures = {policy: exposure(counts, miss_rate=miss_rate, policy=policy) for policy in Consistency}
    return Inspection(len(source.refs), names, tuple(candidates), exposures, miss_rate)
