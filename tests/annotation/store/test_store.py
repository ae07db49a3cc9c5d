import sqlite3
import stat
from datetime import UTC, datetime, timedelta

import pytest

from annotation.errors import InputError, SpanError
from annotation.formats import jsonl
from annotation.journal import DOUBTFUL, Change
from annotation.labels import Label
from annotation.notes import MarkedNote, Note
from annotation.spans import Span
from annotation.store import Assignment, Progress, Stamp, Status, Store, is_store

TEXT = "Seen: Orla 😀 Tamsin\r\nAge 93, from Brackwater.\r\n"
FOUND = Span(6, 10, Label.PATIENT, 0.9, "ner")
CITY = Span(34, 44, Label.CITY)
AT = datetime(2031, 5, 4, 9, 30, tzinfo=UTC)


@pytest.fixture
def stamps():
    return (Stamp(f"deed-{number}", AT + timedelta(seconds=number)) for number in range(100))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "desk.sqlite"


@pytest.fixture
def store(path):
    notes = [
        MarkedNote(Note("n1", TEXT, "p1", "clinic", {"stratum": "few hits", "site": 7}), (FOUND,)),
        MarkedNote(Note("n2", "Nothing here.", None, None, {"stratum": "no hit"})),
    ]
    assignments = [
        Assignment("anna", "n2"),
        Assignment("anna", "n1"),
        Assignment("ben", "n1", preannotated=True),
    ]
    with Store.create(path, notes, assignments) as made:
        yield made


def test_file_is_private_with_its_logs(store, path, stamps):
    store.change("anna", "n1", Change((CITY,)), next(stamps))
    files = list(path.parent.iterdir())
    assert len(files) > 1
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


def test_reopened_store_is_what_was_written(store, path, stamps):
    store.change("anna", "n1", Change((CITY,)), next(stamps))
    with Store.open(path) as again:
        task = again.task("anna", "n1")
        assert again.annotators() == ("anna", "ben")
    assert task.note == Note("n1", TEXT, "p1", "clinic", {"stratum": "few hits", "site": 7})
    assert task.spans == (Span(34, 44, Label.CITY, 1.0, "anna"),)
    assert TEXT[34:44] == "Brackwater"


def test_a_blind_annotator_starts_with_nothing_another_from_the_machine(store):
    assert store.task("anna", "n1").spans == ()
    assert store.task("ben", "n1").spans == (Span(6, 10, Label.PATIENT, 0.9, "ben"),)


def test_undo_takes_back_one_change_after_another(store, stamps):
    store.change("anna", "n1", Change((CITY, Span(26, 28, Label.AGE))), next(stamps))
    store.change("anna", "n1", Change(drop=((26, 28),)), next(stamps))
    assert len(store.undo("anna", "n1", next(stamps)).spans) == 2
    assert store.undo("anna", "n1", next(stamps)).spans == ()
    assert store.undo("anna", "n1", next(stamps)).spans == ()
    assert len(store.change("anna", "n1", Change((CITY,)), next(stamps)).spans) == 1


def test_the_journal_keeps_what_was_undone(store, path, stamps):
    store.change("anna", "n1", Change((CITY,)), next(stamps))
    store.undo("anna", "n1", next(stamps))
    rows = sqlite3.connect(path).execute("SELECT kind, at FROM journal ORDER BY seq").fetchall()
    assert rows == [("change", AT.isoformat()), ("undo", (AT + timedelta(seconds=1)).isoformat())]


def test_a_repeated_deed_counts_once(store, stamps):
    stamp = next(stamps)
    store.change("anna", "n1", Change((CITY,)), next(stamps))
    store.change("anna", "n1", Change((Span(26, 28, Label.AGE),)), stamp)
    store.change("anna", "n1", Change((Span(26, 28, Label.AGE),)), stamp)
    assert [span.label for span in store.undo("anna", "n1", next(stamps)).spans] == [Label.CITY]


def test_annotators_do_not_see_each_other(store, stamps):
    store.change("ben", "n1", Change((CITY,)), next(stamps))
    assert store.task("anna", "n1").spans == ()


@pytest.mark.parametrize(("marks", "status"), [((), Status.DONE), ((CITY,), Status.NO_IDENTIFIERS)])
def test_a_status_that_the_marks_deny_is_refused(store, stamps, marks, status):
    store.change("anna", "n1", Change(marks), next(stamps))
    with pytest.raises(InputError, match="n1 has"):
        store.set_status("anna", "n1", status, next(stamps))


def test_a_mark_in_a_finished_empty_note_opens_it_again(store, stamps):
    assert store.set_status("anna", "n2", Status.NO_IDENTIFIERS, next(stamps)).status is Status.NO_IDENTIFIERS
    assert store.change("anna", "n2", Change((Span(0, 7, Label.CITY),)), next(stamps)).status is Status.OPEN


def test_marked_gives_finished_notes_with_their_provenance(store, stamps, tmp_path):
    store.change("ben", "n1", Change((Span(34, 44, Label.CITY, DOUBTFUL),)), next(stamps))
    store.set_doubtful("ben", "n1", next(stamps), doubtful=True)
    assert list(store.marked("ben")) == []
    store.set_status("ben", "n1", Status.DONE, next(stamps))
    (marked,) = store.marked("ben")
    assert [(span.label, span.score, span.source) for span in marked.spans] == [
        (Label.PATIENT, 0.9, "ben"),
        (Label.CITY, DOUBTFUL, "ben"),
    ]
    assert marked.note.extra == {
        "stratum": "few hits",
        "site": 7,
        "annotator": "ben",
        "status": "done",
        "preannotated": True,
        "doubtful": True,
    }
    jsonl.write(tmp_path / "ben.jsonl", [marked])
    assert list(jsonl.read(tmp_path / "ben.jsonl")) == [marked]


def test_progress_by_annotator_and_stratum(store, stamps):
    store.set_status("anna", "n2", Status.NO_IDENTIFIERS, next(stamps))
    assert store.progress() == (
        Progress("anna", "few hits", 0, 1),
        Progress("anna", "no hit", 1, 1),
        Progress("ben", "few hits", 0, 1),
    )


def test_queue_keeps_the_order_of_the_assignments(store):
    assert store.queue("anna") == (("n2", Status.OPEN), ("n1", Status.OPEN))


def test_a_span_past_the_end_is_refused_and_not_kept(store, stamps):
    with pytest.raises(SpanError, match="n1"):
        store.change("anna", "n1", Change((Span(0, len(TEXT) + 1, Label.CITY),)), next(stamps))
    assert store.task("anna", "n1").spans == ()


def test_a_note_of_someone_else_is_refused(store, stamps):
    with pytest.raises(InputError, match="not assigned to ben"):
        store.change("ben", "n2", Change((Span(0, 7, Label.CITY),)), next(stamps))
    with pytest.raises(InputError, match="not assigned to ben"):
        store.undo("ben", "n2", next(stamps))


def test_token_is_kept_once_made(store):
    assert store.token("anna", "first") == "first"
    assert store.token("anna", "second") == "first"
    with pytest.raises(InputError, match="nobody"):
        store.token("nobody", "x")


def _note(note_id="n", text="A text"):
    return MarkedNote(Note(note_id, text))


@pytest.mark.parametrize(
    ("notes", "assignments", "message"),
    [
        ([_note(), _note()], [Assignment("anna", "n")], "comes twice"),
        ([_note()], [Assignment("anna", "other")], "no such note"),
        ([_note()], [Assignment("anna", "n"), Assignment("anna", "n")], "given twice"),
        ([_note()], [Assignment("adjudicator", "n")], "cannot annotate and adjudicate"),
        ([_note(text="half \ud83d")], [Assignment("anna", "n")], "surrogate pair"),
    ],
)
def test_create_refuses_and_leaves_no_file(path, notes, assignments, message):
    with pytest.raises(InputError, match=message):
        Store.create(path, notes, assignments)
    assert not path.exists()


@pytest.mark.usefixtures("store")
def test_create_never_overwrites(path):
    with pytest.raises(InputError, match="cannot make"):
        Store.create(path, [_note()], [])
    assert is_store(path)


def test_open_refuses_what_is_no_store(tmp_path):
    other = tmp_path / "other.sqlite"
    sqlite3.connect(other).executescript("CREATE TABLE t (x)")
    for path in (other, tmp_path / "absent.sqlite"):
        with pytest.raises(InputError, match="not a store"):
            Store.open(path)
