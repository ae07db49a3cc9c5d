"""One patient's world: every identifier of the patient's notes and its surrogate.

A world is a pure function of key, patient, policy, record and the set of the patient's notes.
Without a study a note is replaced from what it says itself: parts of names, dates and numbers
come out as they would with one.

>>> from annotation import Note
>>> from annotation.formats.inline import parse
>>> text, spans = parse("[[PATIENT|LEE, JOHN]] seen [[DATE|3/14/2019]]. Mr. [[PATIENT|Lee]] is well.")
>>> world = World(Key(bytes(32)), "P1", Policy())
>>> world.replace(MarkedNote(Note("n1", text), spans)).text
'GALO, MARIO seen 3/11/2020. Mr. Galo is well.'
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from annotation import Label, MarkedNote, Note, PatientRecord, Span
from surrogates import age, gs1
from surrogates.calendar import Calendar, Reference
from surrogates.calendar.reference import full_dates
from surrogates.contact import Contacts
from surrogates.facility import Facilities
from surrogates.identity import PATIENT, STAFF
from surrogates.keys import Key
from surrogates.number import Numbers
from surrogates.occupation import Occupations
from surrogates.person import Names
from surrogates.place import Gazetteer, zip3
from surrogates.policy import Ages, Consistency, Look, Places, Policy, Staff, Zip
from surrogates.replace import Replacement, splice
from surrogates.study import Facts, is_birth, named, study

__all__ = ["World"]

_PEOPLE = frozenset({Label.PATIENT, Label.DOCTOR})


@dataclass(frozen=True, slots=True)
class _Found:
    """One span to be replaced: its text, the note, the epoch of its surrogate."""

    text: str = field(repr=False)
    marked: MarkedNote = field(repr=False)
    start: int
    label: Label
    epoch: str


class World:
    """Surrogates of one patient.

    Args:
        key: scoped to the data set; for random ids, a key that is thrown away after the run.
        patient_id: whose notes they are.
        policy: what happens to each kind of identifier.
        record: what is known of the patient beforehand.
        denied: folded words that no surrogate name may be, e.g. names of a whole cohort.

    Attributes:
        kept: labels whose text the policy keeps.
    """

    def __init__(
        self,
        key: Key,
        patient_id: str,
        policy: Policy,
        record: PatientRecord | None = None,
        *,
        denied: AbstractSet[str] = frozenset(),
    ) -> None:
        self._key, self._patient_id, self._policy = key, patient_id, policy
        self._record, self._denied = record, denied
        treatments = policy.treatments()
        self.kept = frozenset(label for label in Label if treatments[label] is Places.KEEP)
        self._rooms: _Rooms | None = None

    def study(self, marked: Iterable[MarkedNote]) -> None:
        """Take all notes of the patient: who is who, what belongs together, how old, when."""
        self._rooms = self._furnish(marked)

    def originals(self, marked: MarkedNote) -> AbstractSet[tuple[Label, str]]:
        """Label and text of everything known of the patient that the policy does not keep."""
        rooms = self._rooms or self._furnish([marked])
        own = {(span.label, marked.note.text[span.start : span.end]) for span in marked.spans}
        new = {one for one in own if one[0] not in self.kept} - rooms.originals
        return rooms.originals | new if new else rooms.originals

    def replace(self, marked: MarkedNote) -> Replacement:
        """The note with every span replaced and all other text as it was."""
        rooms = self._rooms or self._furnish([marked])
        return splice(marked.note.text, self._changes(marked, rooms))

    def value(self, text: str, label: Label) -> str:
        """The surrogate of one value alone, e.g. of a table's cell: the same as in the notes."""
        spans = (Span(0, len(text), label),) if text else ()
        alone = MarkedNote(Note("", text), spans)
        return self.replace(alone).text

    def _furnish(self, marked: Iterable[MarkedNote]) -> "_Rooms":
        facts = study(marked, self._record, self._policy)
        return _Rooms(self._key, self._patient_id, self._policy, facts, self._denied)

    def _changes(self, marked: MarkedNote, rooms: "_Rooms") -> Iterator[tuple[int, int, Label, str]]:
        epochs = _Epochs(self._key, self._policy, marked.note.note_id)
        reached = 0
        for span in marked.spans:
            start = max(span.start, reached)
            if start < span.end:
                text = marked.note.text[start : span.end]
                found = _Found(text, marked, start, span.label, epochs.next(span))
                yield start, span.end, span.label, rooms.replace(found)
                reached = span.end


class _Epochs:
    """When a surrogate is renewed within a note, by the policy of consistency."""

    def __init__(self, key: Key, policy: Policy, note_id: str) -> None:
        self._key, self._policy, self._note_id = key, policy, note_id
        self._current: dict[Label, str] = {}

    def next(self, span: Span) -> str:
        """The epoch of the next span; empty for the one surrogate of a patient."""
        if self._policy.consistency is Consistency.CONSISTENT:
            return ""
        here = f"{self._note_id}:{span.start}"
        stays = self._policy.consistency is Consistency.MARKOV and self._stays(here)
        if not stays or span.label not in self._current:
            self._current[span.label] = here
        return self._current[span.label]

    def _stays(self, here: str) -> bool:
        return self._key.draw("markov", here).unit() < self._policy.markov_stay


class _Rooms:
    """The surrogates of one set of facts, label by label."""

    def __init__(
        self, key: Key, patient_id: str, policy: Policy, facts: Facts, denied: AbstractSet[str]
    ) -> None:
        self._key, self._patient_id, self._policy, self.facts = key, patient_id, policy, facts
        self._forbidden = forbidden = facts.words
        self._names = Names(key, patient_id, policy, facts.people, forbidden | denied)
        self._numbers = Numbers(key, patient_id, facts.numbers)
        self._numbers.prepare(facts.numbers)
        self._gazetteer = Gazetteer(key, patient_id, policy.state, facts.links, self._numbers, forbidden)
        space = (STAFF,) if policy.staff is not Staff.PATIENT else (PATIENT, patient_id)
        self._facilities = Facilities(key, space, self._numbers, forbidden)
        self._facilities.learn(facts.facilities)
        self._gazetteer.prepare(facts.cities)
        self._contacts = Contacts(key, patient_id, self._numbers, self._gazetteer.area, self._names.run)
        self._contacts.prepare(facts.phones)
        self._calendar = Calendar(key, patient_id, policy, facts.latest)
        self._treatments = policy.treatments()
        kept = {label for label, what in self._treatments.items() if what is Places.KEEP}
        self.originals = frozenset(one for one in facts.originals if one[0] not in kept)
        self._handlers = self._by_label()

    def replace(self, found: _Found) -> str:
        """What stands in the place of a span."""
        what = self._treatments[found.label]
        if what is Places.KEEP:
            return found.text
        if self._policy.look is Look.MASK:
            return "*" * len(found.text)
        if what is Places.REMOVE or (self._policy.look is Look.TAG and found.label not in _GENERALIZED):
            return f"[{found.label}]"
        return self._handlers[found.label](found)

    def _by_label(self) -> Mapping[Label, Callable[[_Found], str]]:
        contacts, places, facilities = self._contacts, self._gazetteer, self._facilities
        occupations = Occupations(self._key, self._patient_id, self._forbidden)
        return {
            **{label: _plainly(self._numbers.replace) for label in Label},
            **dict.fromkeys(_PEOPLE, self._person),
            **{label: _plainly(facilities.replace) for label in _NAMED_PLACES},
            Label.DATE: self._date,
            Label.AGE: self._age,
            **dict.fromkeys((Label.DEVICE, Label.IDNUM), self._device),
            Label.SSN: _plainly(self._numbers.social_security),
            Label.PHONE: _plainly(contacts.phone),
            Label.FAX: _plainly(contacts.phone),
            Label.EMAIL: _plainly(contacts.email),
            Label.USERNAME: _plainly(contacts.username),
            Label.URL: _plainly(contacts.url),
            Label.IP: _plainly(contacts.ip),
            Label.STREET: _plainly(facilities.street),
            Label.CITY: _plainly(places.city),
            Label.COUNTY: _plainly(places.county),
            Label.STATE: _plainly(places.state),
            Label.ZIP: self._zip,
            Label.COUNTRY: _plainly(occupations.country),
            Label.PROFESSION: _plainly(occupations.profession),
        }

    def _person(self, found: _Found) -> str:
        end = found.start + len(found.text)
        return self._names.replace(named(found.marked, found.start, end, found.label), found.epoch)

    def _date(self, found: _Found) -> str:
        facts = self.facts
        reference = facts.references.get(found.marked.note.note_id, facts.patient)
        return self._calendar.shift(
            found.text, reference, birth=facts.ninety and self._is_birth(found, reference)
        )

    def _device(self, found: _Found) -> str:
        reference = self.facts.references.get(found.marked.note.note_id, self.facts.patient)

        def new(one: gs1.Element) -> str:
            day = gs1.iso(one.value, reference.century) if one.identifier in gs1.DATES else ""
            moved = self._calendar.shift(day, reference) if day else ""
            whole = len(moved) == len(day) > 0
            return gs1.stamp(moved, one.value) if whole else self._numbers.replace(one.value, found.epoch)

        parts = gs1.elements(found.text)
        return (
            gs1.rewrite(found.text, parts, new) if parts else self._numbers.replace(found.text, found.epoch)
        )

    def _is_birth(self, found: _Found, reference: Reference) -> bool:
        days = list(full_dates(found.text, reference))
        if is_birth(found.marked, found.start) or (self.facts.born and self.facts.born in days):
            return True
        return any(day.year <= self.facts.youngest for day in days)

    def _age(self, found: _Found) -> str:
        return age.replace(found.text) if self._policy.ages is Ages.POOL else found.text

    def _zip(self, found: _Found) -> str:
        if self._policy.zips is Zip.ZIP3:
            return zip3(found.text)
        return self._gazetteer.zip(found.text, found.epoch)


_NAMED_PLACES = (Label.HOSPITAL, Label.ORGANIZATION, Label.DEPARTMENT, Label.LOCATION_OTHER)
_GENERALIZED = (Label.AGE, Label.ZIP, Label.DATE)


def _plainly(replace: Callable[[str, str], str]) -> Callable[[_Found], str]:
    def handle(found: _Found) -> str:
        return replace(found.text, found.epoch)

    return handle
