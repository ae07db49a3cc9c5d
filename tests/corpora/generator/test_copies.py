from random import Random

import pytest

from annotation import Label, MarkedNote
from annotation.formats import inline
from annotation.notes import Note
from corpora import load
from corpora.generator import Strength, copies, multiply
from corpora.generator.casing import key

NOTES = load("training")[::9]
PLAIN = Strength(redraw=1.0, form=0.0, quiet=0.0)


def marked(text):
    return MarkedNote(Note("n-1", *(parsed := inline.parse(text))[:1]), parsed[1])


def texts(note, label=None):
    return [note.note.text[s.start : s.end] for s in note.spans if label in (None, s.label)]


def outside(note):
    last, parts = 0, []
    for span in note.spans:
        parts.append(note.note.text[last : span.start])
        last = span.end
    return [*parts, note.note.text[last:]]


@pytest.mark.parametrize("seed", range(3))
def test_redrawing_changes_nothing_but_the_marked_text(seed):
    for note in NOTES:
        new = multiply(note, Random(seed), strength=PLAIN)
        assert outside(new) == outside(note)
        assert [s.label for s in new.spans] == [s.label for s in note.spans]


@pytest.mark.parametrize("form", [0.4, 1.0])
def test_every_copy_has_fitting_spans_in_order(form):
    for note in copies(NOTES, seed=7, count=1, strength=Strength(form=form)):
        assert all(text.strip() for text in texts(note))
        assert all(a.end <= b.start for a, b in zip(note.spans, note.spans[1:], strict=False))


def test_perturbed_labels_stay_in_order():
    for note in NOTES:
        new = multiply(note, Random(3), strength=Strength(form=1.0, quiet=0.0))
        assert [s.label for s in new.spans] == [s.label for s in note.spans]


def test_the_same_seed_gives_the_same_copies_in_any_order():
    first = {n.note.note_id: n for n in copies(NOTES, seed=5, count=2)}
    again = {n.note.note_id: n for n in copies(NOTES[::-1], seed=5, count=2)}
    assert first == again


def test_another_seed_gives_other_names():
    def names(seed):
        return [texts(n, Label.PATIENT) for n in copies(NOTES, seed=seed, count=1, strength=PLAIN)]

    assert names(1) != names(2)


ONE_MAN = marked(
    "[[PATIENT|Oluwaseun B. Tarkovsky]] ([[PATIENT|TARKOVSKY, OLUWASEUN]]), Mr. [[PATIENT|Tarkovsky]], "
    "[[PATIENT|Oluwaseun]]'s wife [[PATIENT|Perpetua Tarkovsky]]. Spelled [[PATIENT|T-A-R-K-O-V-S-K-Y]]. "
    "[[PATIENT|O. Tarkovsky]], signed [[PATIENT|O.B.T.]]"
)


@pytest.mark.parametrize("seed", range(40))
def test_one_person_stays_one_person(seed):
    new = texts(multiply(ONE_MAN, Random(seed), strength=PLAIN))
    full, reverse, family, given, wife, spelled, short, initials = new
    assert full.endswith(family)
    assert full.startswith(given)
    assert reverse == f"{family}, {given}".upper()
    assert wife.endswith(family)
    assert key(spelled) == key(family)
    assert short == f"{key(given)[0].upper()}. {family}"
    assert initials[0] == key(given)[0].upper()
    assert initials[4] == key(family)[0].upper()


def test_form_of_numbers_and_dates_is_kept():
    note = marked("[[DATE|3/14/19]] [[DATE|March 14]] [[DATE|2019-03-14]] [[MRN|H-00431]] [[ZIP|97201]]")
    for seed in range(30):
        short, long, iso, mrn, code = texts(multiply(note, Random(seed), strength=PLAIN))
        month, day, year = short.split("/")
        assert iso == f"20{year}-{int(month):02d}-{int(day):02d}"
        assert long.split()[1] == day
        assert len(mrn) == len("H-00431")
        assert mrn[1] == "-"
        assert code.isdigit()
        assert len(code) == 5


def test_article_before_a_profession_fits():
    note = marked("He is an [[PROFESSION|engraver]] and she a [[PROFESSION|tanner]].")
    for seed in range(30):
        one, other = texts(multiply(note, Random(seed), strength=PLAIN))
        assert one[0] in "aeiou"
        assert other[0] not in "aeiou"


def test_quiet_copies_hold_only_unmarked_lines():
    silent = [
        n for n in copies(NOTES, seed=2, count=1, strength=Strength(form=0.0, quiet=1.0)) if not n.spans
    ]
    lines = {line.strip() for note in NOTES for part in outside(note) for line in part.splitlines()}
    assert len(silent) > len(NOTES) // 4
    assert all({line.strip() for line in note.note.text.splitlines()} <= lines for note in silent)


def test_names_come_from_many_origins():
    drawn = {texts(multiply(ONE_MAN, Random(seed), strength=PLAIN))[2] for seed in range(300)}
    assert len(drawn) > 230
