import pytest

from annotation.adjudication import compare
from annotation.errors import InputError
from annotation.notes import Note
from annotation.passes import Mark, Pass
from annotation.store.decisions import Verdict, cases, gold, rule

NOTE = Note("n", "Orla Tamsin saw Idris on May 3 in Brackwater, room 9.")
ORLA, ORLA_T, IDRIS = Mark(0, 4, "PATIENT"), Mark(0, 11, "PATIENT"), Mark(16, 21, "DOCTOR")
MAY, TOWN, ROOM = Mark(25, 30, "DATE"), Mark(34, 44, "CITY"), Mark(51, 52, "ROOM")
FOUND = (ORLA_T, TOWN)
COMPARED = compare(
    [Pass("anna", NOTE, (ORLA, IDRIS, MAY)), Pass("ben", NOTE, (ORLA_T, MAY), preannotated=True)]
)


def _decide(places, rulings, place, choice, own=()):
    verdict = Verdict("n", *place, choice, "chief", "2031-05-04T09:30:00+00:00", own)
    rulings.append(rule(verdict, places, COMPARED))
    return cases(COMPARED, FOUND, rulings)


def test_places_are_conflicts_first_then_what_only_the_machine_marked():
    places = cases(COMPARED, FOUND, [])
    assert [(case.start, case.end, case.kind) for case in places] == [
        (0, 11, "bounds"),
        (16, 21, "missed"),
        (34, 44, "machine"),
    ]
    assert places[0].versions == {"anna": (ORLA,), "ben": (ORLA_T,)}
    assert [case.found for case in places] == [(ORLA_T,), (), (TOWN,)]


def test_gold_is_what_was_agreed_chosen_taken_from_the_machine_and_added():
    rulings = []
    places = _decide(cases(COMPARED, FOUND, []), rulings, (0, 11), "ben")
    places = _decide(places, rulings, (16, 21), "none")
    places = _decide(places, rulings, (34, 44), "machine")
    places = _decide(places, rulings, (51, 52), "own", (ROOM,))
    made = gold(COMPARED, places, origin="surrogate")
    assert [(span.start, span.end, str(span.label)) for span in made.spans] == [
        tuple(mark) for mark in (ORLA_T, MAY, TOWN, ROOM)
    ]
    assert {span.source for span in made.spans} == {"gold"}
    provenance = made.note.extra["provenance"]
    assert made.note.extra["origin"] == "surrogate"
    assert [one["preannotated"] for one in provenance["annotators"]] == [False, True]
    assert len(provenance["annotators"][0]["spans"]) == 3
    assert [len(one["spans"]) for one in provenance["decisions"]] == [1, 0]
    assert [one["start"] for one in provenance["beyond_conflicts"]] == [34, 51]


def test_gold_waits_for_every_conflict_but_not_for_the_machine():
    rulings = []
    places = _decide(cases(COMPARED, FOUND, []), rulings, (0, 11), "anna")
    with pytest.raises(InputError, match="1 undecided"):
        gold(COMPARED, places, origin="")
    places = _decide(places, rulings, (16, 21), "anna")
    assert len(gold(COMPARED, places, origin="").spans) == 3


def test_the_last_ruling_counts_and_a_withdrawn_one_is_none():
    rulings = []
    places = _decide(cases(COMPARED, FOUND, []), rulings, (0, 11), "anna")
    places = _decide(places, rulings, (0, 11), "ben")
    assert places[0].ruling.decision.marks == (ORLA_T,)
    places = _decide(places, rulings, (0, 11), "withdrawn")
    assert places[0].ruling is None
    assert len(rulings) == 3


def test_a_ruling_lapses_when_an_original_changes():
    rulings = []
    _decide(cases(COMPARED, FOUND, []), rulings, (0, 11), "anna")
    later = compare([Pass("anna", NOTE, (Mark(0, 4, "DOCTOR"), IDRIS, MAY)), COMPARED.passes[1]])
    assert cases(later, FOUND, rulings)[0].ruling is None
    assert cases(COMPARED, FOUND, rulings)[0].ruling is not None


def test_a_ruling_keeps_the_originals_it_was_taken_on():
    rulings = []
    _decide(cases(COMPARED, FOUND, []), rulings, (0, 11), "own", (Mark(5, 11, "PATIENT"),))
    assert rulings[0].versions == {"anna": (ORLA,), "ben": (ORLA_T,)}
    assert rulings[0].found == (ORLA_T,)
    assert (rulings[0].decision.adjudicator, rulings[0].decision.at[:10]) == ("chief", "2031-05-04")


def test_an_added_place_can_be_taken_back():
    rulings = []
    places = _decide(cases(COMPARED, FOUND, []), rulings, (51, 52), "own", (ROOM,))
    assert places[-1].kind == "added"
    places = _decide(places, rulings, (51, 52), "withdrawn")
    assert all(case.kind != "added" for case in places)


@pytest.mark.parametrize(
    ("place", "choice", "own"),
    [
        ((0, 11), "nobody", ()),
        ((0, 11), "own", ()),
        ((0, 11), "own", (Mark(0, 4, "PATIENT"), Mark(3, 11, "PATIENT"))),
        ((0, 11), "own", (Mark(0, 18, "PATIENT"),)),
        ((26, 28), "own", (Mark(26, 28, "DATE"),)),
        ((50, 99), "own", (Mark(50, 99, "ROOM"),)),
    ],
)
def test_what_cannot_become_gold_is_refused(place, choice, own):
    with pytest.raises(InputError, match="note n"):
        _decide(cases(COMPARED, FOUND, []), [], place, choice, own)
