"""What all notes of a patient say together, before any of them is replaced.

A study gathers who is who, which places belong together, what the notes' own dates are and
whether the patient is 90 or more, and chooses surrogates for all that was seen in sorted order:
the outcome depends on the set of notes, not on their order.
"""

import re
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date

from annotation import Group, Label, MarkedNote, PatientRecord
from surrogates import age
from surrogates.calendar import Reference
from surrogates.calendar.reference import anchor_of, day_first_votes, full_dates, padded_votes
from surrogates.cells import read as read_number
from surrogates.identity import Evidence, Identities, Named
from surrogates.place import Links
from surrogates.policy import Policy
from surrogates.style import fold, words_of

_TITLES = frozenset("mr mrs ms miss mister dr doctor nurse prof sister father".split())  # noqa: SIM905 - shorter
_BORN = re.compile(
    r"(?:\bd\.?\s?o\.?\s?b\b\.?|\bborn\b|\bbirth(?:\s?date|day)?\b|\bb\.)[\s:=(|]*(?:on|is|in)?[\s:=(|]*$",
    re.IGNORECASE,
)
_TITLE_LENGTH = 12
_BEFORE, _NEAR = 28, 4
_NUMBERED = (Group.ID, Group.CONTACT)
_OLD_MARGIN = 5
_DATED = ("note_date", "date", "charttime", "chartdate", "note_datetime", "effective", "time")


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything that a patient's notes and record say.

    Attributes:
        people: which names are whose.
        links: which places belong together.
        references: for each note id, how its dates are read.
        patient: how dates of a note without any of its own are read.
        latest: the last known day.
        ninety: some note or the birth date shows an age of 90 or more.
        born: the birth date of the record.
        youngest: greatest birth year that a patient of 90 or more can have.
        words: folded words of all spans and the record.
        numbers: canonical numbers of all spans and the record.
        cities: folded cities of all spans and the record.
        phones: telephone and fax numbers as written.
        facilities: long names of facilities and organizations.
        originals: label and text of every span and every entry of the record.
    """

    people: Identities
    links: Links = field(repr=False)
    references: Mapping[str, Reference] = field(repr=False)
    patient: Reference = field(repr=False)
    latest: date | None = field(repr=False)
    ninety: bool
    born: date | None = field(repr=False)
    youngest: int = field(repr=False)
    words: AbstractSet[str] = field(repr=False)
    numbers: AbstractSet[str] = field(repr=False)
    cities: AbstractSet[str] = field(repr=False)
    phones: AbstractSet[str] = field(repr=False)
    facilities: AbstractSet[str] = field(repr=False)
    originals: AbstractSet[tuple[Label, str]] = field(repr=False)


def named(marked: MarkedNote, start: int, end: int, label: Label) -> Named:
    """A name with the title that stands before it."""
    text = marked.note.text
    before = text[max(0, start - _TITLE_LENGTH) : start]
    last = before.split()[-1].rstrip(".").casefold() if before[-1:].isspace() and before.strip() else ""
    return Named(text[start:end], label, last if last in _TITLES else "")


def is_birth(marked: MarkedNote, start: int) -> bool:
    """True when the words before a date say that it is a birth date."""
    return bool(_BORN.search(marked.note.text[max(0, start - _BEFORE) : start]))


def study(notes: Iterable[MarkedNote], record: PatientRecord | None, policy: Policy) -> Facts:
    """Gather the facts of one patient's notes."""
    listed = sorted(notes, key=lambda marked: marked.note.note_id)
    references, patient, latest = _times(listed, record, policy)
    originals = _originals(listed, record)
    born = _birth_date(record, patient)
    ages = [n for text in _texts(listed, Label.AGE) if (n := age.years(text)) is not None]
    spoken = [n for n in ages if n >= age.LIMIT]
    by_date = bool(
        born
        and latest
        and latest.year - born.year - ((latest.month, latest.day) < (born.month, born.day)) >= age.LIMIT
    )
    return Facts(
        people=_people(listed, record),
        links=_places(listed, record),
        references=references,
        patient=patient,
        latest=latest,
        ninety=bool(spoken) or by_date or _born_long_ago(listed, references, latest),
        born=born,
        youngest=(latest.year if latest else patient.around.year) - age.LIMIT + _OLD_MARGIN,
        words=frozenset(word for _, text in originals for word in words_of(text)),
        numbers=_numbers(originals),
        cities=frozenset(fold(" ".join(text.split())) for label, text in originals if label is Label.CITY),
        phones=_of(originals, Label.PHONE, Label.FAX),
        facilities=_of(originals, Label.HOSPITAL, Label.ORGANIZATION, Label.DEPARTMENT),
        originals=originals,
    )


def _of(originals: AbstractSet[tuple[Label, str]], *labels: Label) -> frozenset[str]:
    return frozenset(text for label, text in originals if label in labels)


def _texts(notes: Iterable[MarkedNote], *labels: Label) -> list[str]:
    return [m.note.text[s.start : s.end] for m in notes for s in m.spans if s.label in labels]


def _people(notes: Iterable[MarkedNote], record: PatientRecord | None) -> Identities:
    evidence = Evidence()
    if record is not None:
        evidence.record(record)
    for marked in notes:
        for span in marked.spans:
            if span.label in (Label.PATIENT, Label.DOCTOR):
                evidence.mention(named(marked, span.start, span.end, span.label))
    return evidence.settle()


def _places(notes: Iterable[MarkedNote], record: PatientRecord | None) -> Links:
    links = Links()
    if record is not None and record.address.city:
        links.add(record.address.city, record.address.state, record.address.zip, weight=100)
        links.home = (
            fold(record.address.city),
            next(iter(links.states.get(fold(record.address.city), {"": 0}))),
        )
    for marked in notes:
        for city, state, code in _addresses(marked):
            links.add(city, state, code)
    return links


def _addresses(marked: MarkedNote) -> Iterable[tuple[str, str, str]]:
    spans, text = marked.spans, marked.note.text
    for at, span in enumerate(spans):
        if span.label is not Label.CITY:
            continue
        found = {Label.STATE: "", Label.ZIP: ""}
        end = span.end
        for follower in spans[at + 1 : at + 3]:
            if follower.label not in found or follower.start - end > _NEAR:
                break
            found[follower.label] = text[follower.start : follower.end]
            end = follower.end
        yield text[span.start : span.end], found[Label.STATE], found[Label.ZIP]


def _times(
    notes: list[MarkedNote], record: PatientRecord | None, policy: Policy
) -> tuple[dict[str, Reference], Reference, date | None]:
    votes = {m.note.note_id: sum(day_first_votes(text) for text in _texts([m], Label.DATE)) for m in notes}
    overall = sum(votes.values()) or (0 if policy.month_first else 1)
    order = {note_id: (n or overall) > 0 for note_id, n in votes.items()}
    padded = {m.note.note_id: sum(padded_votes(text) for text in _texts([m], Label.DATE)) for m in notes}
    zeros = sum(padded.values()) >= 0
    known = {m.note.note_id: _own_dates(m, record, day_first=order[m.note.note_id]) for m in notes}
    anchors = {note_id: anchor_of(days) for note_id, days in known.items()}
    middle = anchor_of(day for day in anchors.values() if day)
    patient = Reference(middle, overall > 0, zeros)
    latest = max((day for days in known.values() for day in days), default=None)
    read = {n: Reference(anchors[n] or middle, order[n], (padded[n] or zeros - 0.5) > 0) for n in order}
    return read, patient, latest


def _own_dates(marked: MarkedNote, record: PatientRecord | None, *, day_first: bool) -> list[date]:
    reference = Reference(None, day_first)
    born = record.dob if record else ""
    days = [day for name in _DATED for day in full_dates(str(marked.note.extra.get(name) or ""), reference)]
    if days:
        return days[:1]
    births = set(full_dates(born, reference))
    for span in marked.spans:
        if span.label is Label.DATE and not is_birth(marked, span.start):
            days += full_dates(marked.note.text[span.start : span.end], reference)
    return [day for day in days if day not in births]


def _birth_date(record: PatientRecord | None, reference: Reference) -> date | None:
    return next(iter(full_dates(record.dob, reference)), None) if record and record.dob else None


def _born_long_ago(notes: list[MarkedNote], references: Mapping[str, Reference], latest: date | None) -> bool:
    for marked in notes:
        reference = references[marked.note.note_id]
        for span in marked.spans:
            if span.label is Label.DATE and is_birth(marked, span.start) and latest:
                for day in full_dates(marked.note.text[span.start : span.end], reference):
                    if (
                        latest.year - day.year - ((latest.month, latest.day) < (day.month, day.day))
                        >= age.LIMIT
                    ):
                        return True
    return False


def _originals(notes: Iterable[MarkedNote], record: PatientRecord | None) -> frozenset[tuple[Label, str]]:
    found = {(span.label, m.note.text[span.start : span.end]) for m in notes for span in m.spans}
    return frozenset(found | (_recorded(record) if record else set()))


def _recorded(record: PatientRecord) -> set[tuple[Label, str]]:
    address = record.address
    pairs = [(Label.PATIENT, form) for form in (record.name.full, *record.aliases)]
    pairs += [(Label.PATIENT, form) for one in record.relatives for form in (one.name, *one.aliases)]
    pairs += [(Label.DOCTOR, form) for one in record.providers for form in (one.name, *one.aliases)]
    pairs += [(Label.PHONE, phone) for phone in record.phones]
    pairs += [(Label.MRN, record.mrn), (Label.SSN, record.ssn), (Label.EMAIL, record.email)]
    pairs += [(Label.STREET, address.street), (Label.CITY, address.city), (Label.STATE, address.state)]
    pairs += [(Label.ZIP, address.zip), (Label.DATE, record.dob)]
    return {(label, text) for label, text in pairs if text.strip()}


def _numbers(originals: AbstractSet[tuple[Label, str]]) -> frozenset[str]:
    found = (read_number(text).canonical for label, text in originals if label.group in _NUMBERED)
    return frozenset(number for number in found if len(number) >= _NEAR)
