"""Draw every identifier of a note anew, each in its old form, by its label."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from annotation import Label, MarkedNote, Span
from corpora.generator import contacts, figures
from corpora.generator.casing import damage, is_damaged, like
from corpora.generator.dates import Calendar, draw_calendar
from corpora.generator.numbers import redrawn_age, reshape
from corpora.generator.people import People, draw_people
from corpora.generator.places import Places, draw_places
from corpora.generator.splice import Edit
from corpora.generator.wording import Wording

_KEEP_KNOWN: Final = 0.3
_NAMES: Final = frozenset({Label.PATIENT, Label.DOCTOR})


@dataclass(frozen=True, slots=True)
class Redrawing:
    """The new identifiers of one note, the same old text the same new text."""

    people: People
    calendar: Calendar
    places: Places
    wording: Wording
    rng: Random
    done: dict[tuple[Label, str], str] = field(default_factory=dict)

    def text(self, label: Label, old: str, before: str) -> str:
        """The new text of a span that is no person's name."""
        if (label, old) not in self.done:
            self.done[label, old] = _BY_LABEL.get(label, _number)(self, old, before)
        return self.done[label, old]


def _number(drawing: Redrawing, old: str, _: str) -> str:
    return reshape(old, drawing.rng)


def _phone(drawing: Redrawing, old: str, _: str) -> str:
    return contacts.redrawn_phone(old, drawing.rng)


def _address(drawing: Redrawing, old: str, _: str) -> str:
    return contacts.redrawn_words(old, drawing.people, drawing.rng)


def _profession(drawing: Redrawing, old: str, before: str) -> str:
    """A profession that fits the article before it."""
    words = figures.words("professions")
    article = re.search(r"\b(an?)\s$", before, re.IGNORECASE)
    fitting = [word for word in words if not article or (word[0] in "aeiou") == (article[1].lower() == "an")]
    new = like(old, drawing.rng.choice(fitting))
    new = new[0].upper() + new[1:] if old[0].isupper() else new
    return damage(new, drawing.rng) if is_damaged(old) else new


def _worded(drawing: Redrawing, old: str, _: str) -> str:
    return drawing.wording.rewritten(old, keep=_KEEP_KNOWN)


_BY_LABEL: Final[dict[Label, Callable[[Redrawing, str, str], str]]] = {
    Label.AGE: lambda drawing, old, _: redrawn_age(old, drawing.rng),
    Label.DATE: lambda drawing, old, _: drawing.calendar.moved(old),
    Label.PHONE: _phone,
    Label.FAX: _phone,
    Label.EMAIL: _address,
    Label.URL: _address,
    Label.USERNAME: _address,
    Label.IP: lambda drawing, old, _: contacts.redrawn_ip(old, drawing.rng),
    Label.PROFESSION: _profession,
    Label.CITY: lambda drawing, old, _: drawing.places.city(old),
    Label.STATE: lambda drawing, old, _: drawing.places.state(old),
    Label.ZIP: lambda drawing, old, _: drawing.places.zip_code(old),
    Label.COUNTY: lambda drawing, old, _: drawing.places.county(old),
    Label.COUNTRY: lambda drawing, old, _: drawing.places.country(old),
    Label.HOSPITAL: lambda drawing, old, _: drawing.wording.rewritten(old),
    Label.DEPARTMENT: lambda drawing, old, _: drawing.wording.rewritten(old),
    Label.STREET: lambda drawing, old, _: drawing.wording.rewritten(old),
    Label.ORGANIZATION: _worded,
    Label.LOCATION_OTHER: _worded,
}


def draw_redrawing(marked: MarkedNote, rng: Random) -> Redrawing:
    """Draw who, when and where for one note."""
    return Redrawing(draw_people(marked, rng), draw_calendar(rng), draw_places(rng), Wording(rng), rng)


def redrawn(marked: MarkedNote, rng: Random) -> Iterator[Edit]:
    """Edits that give every identifier of a note a new text."""
    drawing = draw_redrawing(marked, rng)
    yield from drawing.people.edits(rng)
    for span in marked.spans:
        if span.label not in _NAMES:
            yield _edit(drawing, marked.note.text, span)


def _edit(drawing: Redrawing, text: str, span: Span) -> Edit:
    before = text[max(0, span.start - 4) : span.start]
    return Edit(span.start, span.end, drawing.text(span.label, text[span.start : span.end], before))
