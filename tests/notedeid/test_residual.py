import pytest

from annotation import Label, MarkedNote, Note, PatientRecord, ResidualError, Span
from annotation.formats.inline import parse
from annotation.roster import Address, PersonName
from notedeid import profile, residual
from surrogates import Key, Policy, World
from surrogates.replace import splice

KEY = Key(bytes(range(32)))
RECORD = PatientRecord(
    "P1",
    PersonName("Orla", "", "Vantongeren"),
    dob="1950-02-03",
    mrn="CB-482917",
    phones=("253-472-6618",),
    address=Address("3817 Quillmere Ave", "Tacoma", "WA", "98418"),
    email="orla@mail.org",
)


def note(text, name="n1"):
    plain, spans = parse(text)
    return MarkedNote(Note(name, plain, "P1"), spans)


def world(*notes, record=RECORD, policy=None):
    one = World(KEY, "P1", policy or Policy(), record)
    one.study(notes)
    return one


@pytest.mark.parametrize("leak", [
    "Vantongeren", "VANTONGEREN", "vantongeren", "Vantongeren's", "Orla", "CB-482917", "cb 482917",
    "CB482917", "(253) 472-6618", "2534726618", "orla@mail.org", "Tacoma",
    "3817 quillmere  AVE", "1950-02-03",
])  # fmt: skip
def test_a_known_value_that_nobody_marked_is_marked_and_gone(leak):
    marked = note(f"[[PATIENT|Orla Vantongeren]] came. Later {leak} was seen; stable.")
    new = residual.seal(marked, world(marked)).text
    assert leak.removesuffix("'s") not in new
    assert new.endswith(" was seen; stable.")


def test_a_name_marked_in_another_note_is_looked_for_in_all():
    first, second = note("[[PATIENT|Dirk Oakenshaw]]", "a"), note("Son Oakenshaw visited.", "b")
    assert "Oakenshaw" not in residual.seal(second, world(first, second)).text


@pytest.mark.parametrize("text", [
    "Sputum brown. [[PATIENT|Ada Brown]] rests.",
    "Brown sputum. [[PATIENT|Ada Brown]] rests.",
    "DIET: BROWN RICE\n[[PATIENT|Ada Brown]] rests.",
    "She will rest. [[PATIENT|Will]] visits.",
    "Foley in place. [[PATIENT|Ada Foley]] rests.",
    "A handyman with advanced disease. [[PATIENT|Andy]] ok",
    "Bed [[ROOM|2]] in 2031",
])  # fmt: skip
def test_ordinary_words_eponyms_and_parts_of_words_stay(text):
    marked = note(text)
    one = world(marked, record=None)
    assert residual.extra_spans(marked, residual.watch(one.originals(marked))) == ()
    residual.seal(marked, one)


@pytest.mark.parametrize("leak", ["Mr. Brown", "seen with Ada Brown", "told Brown today", "patient Brown"])
def test_an_ordinary_word_used_as_a_name_is_no_ordinary_word(leak):
    marked = note(f"[[PATIENT|Ada Brown]] rests. {leak}")
    assert "Brown" not in residual.seal(marked, world(marked, record=None)).text


def test_a_value_that_still_stands_quarantines_the_note_without_showing_it():
    marked = note("[[PATIENT|Orla Vantongeren]] came.")
    what = residual.watch(world(marked).originals(marked))
    faulty = splice(marked.note.text, [(0, 16, Label.PATIENT, "Orla Lindgren")])
    with pytest.raises(ResidualError, match=r"note n1: .*PATIENT at 0") as error:
        residual.check(marked, faulty, what)
    assert "Orla" not in str(error.value)


def test_what_the_policy_keeps_is_no_leak():
    marked = note("[[PATIENT|Orla Tacoma]] of [[CITY|Tacoma]] on [[DATE|03/14/2019]]")
    limited = world(marked, policy=profile.get("limited-data-set").policy)
    new = residual.seal(marked, limited).text
    assert new.endswith(" of Tacoma on 03/14/2019")
    assert not new.startswith("Orla")


def test_a_shifted_date_may_be_another_original_date():
    dates = " ".join(f"[[DATE|{month:02d}/{day:02d}/2019]]" for month in range(1, 13) for day in range(1, 29))
    marked = note(dates)
    assert residual.seal(marked, world(marked, record=None)).text != marked.note.text


def test_short_values_and_years_are_not_looked_for():
    marked = note("[[PATIENT|Al Ng]] [[DATE|2019]] [[IDNUM|2019]] [[IDNUM|812]] then al ng 2019 812")
    assert residual.extra_spans(marked, residual.watch(world(marked, record=None).originals(marked))) == ()


def test_nothing_known_is_nothing_to_look_for():
    marked = note("no identifiers at all")
    assert residual.seal(marked, world(marked, record=None)).text == marked.note.text


def test_a_name_that_no_pool_holds_is_a_candidate_for_a_leak():
    marked = note(
        "[[PATIENT|Orla Vantongeren]] and son [[PATIENT|Dirk van der Holt Jr]]; Dr. [[DOCTOR|Xqzvy]]"
    )
    assert residual.seal(marked, world(marked)).text
    released = world(marked).replace(marked)
    spans = tuple(Span(e.new_start, e.new_end, e.label) for e in released.edits)
    assert residual.outsiders(MarkedNote(Note("n1", released.text), spans)) == ()
    text = marked.note.text
    missed = {text[span.start : span.end] for span in residual.outsiders(marked)}
    assert missed >= {"Vantongeren", "Xqzvy"}


def test_a_new_date_that_makes_up_a_known_value_with_its_neighbour_is_no_leak():
    text = "Serial 04-26-2010 10 and then 03-03-2009 10:00"
    marked = MarkedNote(Note("n", text), (Span(7, 20, Label.DEVICE), Span(30, 40, Label.DATE)))
    new = splice(text, [(7, 20, Label.DEVICE, "XX-11"), (30, 40, Label.DATE, "04-26-2010")])
    residual.check(marked, new, residual.watch(((Label.DEVICE, "04-26-2010 10"),)))
