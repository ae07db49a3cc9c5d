"""The main job in memory: notes in, identifiers found, surrogates put in their place, notes out.

A note is released whole and examined, or quarantined with a reason; nothing in between.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, TypedDict

from annotation import KeyFileError, MarkedNote, Note, NotedeidError, PatientRecord, Span
from notedeid import profile as profiles
from notedeid import residual
from surrogates import World
from surrogates.keys import Key
from surrogates.replace import Replacement
from surrogates.style import fold

if TYPE_CHECKING:
    from recognizers.catalogue import Engine
    from recognizers.detector import Detector


@dataclass(frozen=True, slots=True)
class Released:
    """A de-identified note.

    Attributes:
        note: the note with surrogates in place.
        spans: what was found, in offsets of the original.
        replacement: the two-way offset map between original and released text.
    """

    note: Note
    spans: tuple[Span, ...]
    replacement: Replacement = field(repr=False)

    @property
    def text(self) -> str:
        """Released text."""
        return self.note.text


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A note that is not released, and why; never shows its text."""

    note_id: str
    reason: str


Outcome = Released | Quarantined


class Options(TypedDict, total=False):
    """Keyword arguments of Deidentifier."""

    profile: str | profiles.Profile
    key: Key | None
    roster: Iterable[PatientRecord]
    dataset: str
    codebook: Key | None
    denied: Iterable[str]
    engine: "Engine"
    detector: "Detector | None"


class Deidentifier:
    """Finds and replaces identifiers, consistently for each patient.

    Args:
        profile: what leaves and what stays: ``"expert-determination"``, ``"safe-harbor"`` or
            ``"limited-data-set"``, or a Profile made with options.
        key: secret that surrogates are drawn with; the same key gives the same surrogates.
        roster: what is known of the patients beforehand.
        dataset: two datasets under one key share no surrogates.
        codebook: the random codebook to draw from, for profiles with random ids; a fresh one,
            which is never written down, where None.
        denied: names that no surrogate may be, e.g. those of the whole cohort.
        engine: which of the catalogue's detectors finds identifiers.
        detector: what finds them in its place.

    Raises:
        KeyFileError: the profile needs a key and none is given.
    """

    def __init__(  # noqa: PLR0913 - all but the key have a default that fits
        self,
        *,
        profile: str | profiles.Profile = profiles.DEFAULT,
        key: Key | None = None,
        roster: Iterable[PatientRecord] = (),
        dataset: str = "notes",
        codebook: Key | None = None,
        denied: Iterable[str] = (),
        engine: "Engine" = "accurate",
        detector: "Detector | None" = None,
    ) -> None:
        if key is None:
            raise KeyFileError("no key: make one with Key.generate() or 'notedeid key new'")
        self.profile = profiles.get(profile) if isinstance(profile, str) else profile
        self.key = (codebook or self.profile.scoped(key)).scope(dataset, "surrogates")
        self.roster: Mapping[str, PatientRecord] = {record.patient_id: record for record in roster}
        self._denied = frozenset(fold(word) for name in denied for word in name.split())
        self._engine: Engine = engine
        self._detector = detector

    @property
    def detector(self) -> "Detector":
        """The detector, loaded when first needed."""
        if self._detector is None:
            from recognizers import catalogue  # noqa: PLC0415 - loads the model

            self._detector = catalogue.default(engine=self._engine)
        return self._detector

    def deidentify(self, note: Note) -> Outcome:
        """De-identify one note by itself."""
        return self.deidentify_many([note])[0]

    def deidentify_many(self, notes: Sequence[Note]) -> list[Outcome]:
        """De-identify notes, reading all notes of a patient together.

        Returns:
            One outcome a note, in the order given.
        """
        order = sorted(range(len(notes)), key=lambda i: _patient(notes[i]))
        outcomes: dict[int, Outcome] = {}
        for patient, places in groupby(order, key=lambda i: _patient(notes[i])):
            mine = list(places)
            outcomes |= zip(mine, self._patient([notes[i] for i in mine], patient), strict=True)
        return [outcomes[i] for i in range(len(notes))]

    def _patient(self, notes: Sequence[Note], patient: str) -> Iterator[Outcome]:
        record = self.roster.get(patient)
        found = self.detector.detect_many(notes, self.roster)
        marked = {
            i: MarkedNote(note, spans)
            for i, (note, spans) in enumerate(zip(notes, found, strict=True))
            if not isinstance(spans, NotedeidError)
        }
        world = World(self.key, patient, self.profile.policy, record, denied=self._denied)
        world.study(marked.values())
        for i, note in enumerate(notes):
            if i in marked:
                yield self._release(marked[i], world)
            else:
                yield _held(note, str(found[i]))

    def _release(self, marked: MarkedNote, world: World) -> Outcome:
        try:
            replacement = residual.seal(marked, world)
        except NotedeidError as error:
            return _held(marked.note, str(error))
        except Exception as error:  # noqa: BLE001 - fail closed: whatever happened, the note stays in
            return _held(marked.note, f"replacing failed ({type(error).__name__})")
        note = marked.note
        released = Note(note.note_id, replacement.text, note.patient_id, note.note_type, note.extra)
        return Released(released, marked.spans, replacement)


def _held(note: Note, reason: str) -> Quarantined:
    return Quarantined(note.note_id, reason.removeprefix(f"note {note.note_id}: "))


def _patient(note: Note) -> str:
    return note.patient_id if note.patient_id is not None else f"note:{note.note_id}"
