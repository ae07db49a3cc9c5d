import logging
import re
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from starlette.testclient import TestClient

from annotation.desk.access import seats
from annotation.desk.app import build
from annotation.store import Store

HOST = "127.0.0.1:8765"
AT = datetime(2031, 5, 4, 9, 30, tzinfo=UTC)


@pytest.fixture
def store(store_path):
    with Store.open(store_path) as opened:
        yield opened


@pytest.fixture
def outsider(store):
    app = build(store, hosts={HOST, "localhost:8765"}, clock=lambda: AT)
    return TestClient(app, base_url=f"http://{HOST}", follow_redirects=False)


@pytest.fixture
def enter(store, outsider):
    """Enter as one person; gives a function that posts as that person's page does."""

    def entered(person):
        seat = next(seat for seat in seats(store) if seat.person == person)
        assert outsider.get("/enter", params={"token": seat.token}).status_code == 303
        headers = {"origin": f"http://{HOST}", "x-csrf-token": seat.csrf}

        def post(path, *, drop_header=None, **body):
            sent = {name: value for name, value in headers.items() if name != drop_header}
            body = {"note_id": "clinic", "entry": str(uuid4()), **body}
            return outsider.post(seat.path + path, json=body, headers=sent)

        return seat, post

    return entered


PUT = {"put": [{"start": 4, "end": 18, "label": "PATIENT"}]}


@pytest.mark.parametrize(
    "path", ["/", "/desk/0/", "/desk/0/note", "/desk/9/note", "/enter", "/enter?token=x"]
)
def test_without_a_token_nothing_opens(outsider, path):
    assert outsider.get(path).status_code == 401


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:8765"])
def test_a_foreign_host_is_refused(outsider, host):
    assert outsider.get("/enter", headers={"host": host}).status_code == 421


def test_localhost_is_no_foreign_host(outsider):
    assert outsider.get("/", headers={"host": "localhost:8765"}).status_code == 401


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:8765", "http://127.0.0.1:1"]
)
def test_a_cross_origin_post_is_refused(store, outsider, enter, origin):
    seat, _ = enter("anna")
    headers = {"origin": origin, "x-csrf-token": seat.csrf}
    answer = outsider.post(seat.path + "change", json={"note_id": "clinic", **PUT}, headers=headers)
    assert answer.status_code == 403
    assert store.task("anna", "clinic").spans == ()


@pytest.mark.parametrize("header", ["origin", "x-csrf-token"])
def test_a_deed_without_origin_or_page_token_is_refused(store, enter, header):
    _, post = enter("anna")
    assert post("change", drop_header=header, **PUT).status_code == 403
    assert store.task("anna", "clinic").spans == ()


def test_the_cookie_of_one_seat_opens_no_other(outsider, enter):
    seat, _ = enter("anna")
    cookie = f"notedeid_desk={seat.token}"
    assert outsider.get(seat.path + "note", headers={"cookie": cookie}).status_code == 200
    assert outsider.get("/desk/1/note", headers={"cookie": cookie}).status_code == 401


def test_the_cookie_is_for_http_and_this_seat_only(store, outsider):
    seat = seats(store)[1]
    cookie = outsider.get("/enter", params={"token": seat.token}).headers["set-cookie"].lower()
    assert {"httponly", "samesite=lax", "path=/desk/1/"} <= set(re.split(r";\s*", cookie))


def test_roles_do_not_mix(outsider, enter):
    annotator, post = enter("anna")
    assert outsider.get(annotator.path + "docket").status_code == 403
    assert post("rule", start=0, end=1, choice="none").status_code == 403
    adjudicator, post = enter("adjudicator")
    assert outsider.get(adjudicator.path + "note").status_code == 403
    assert post("change", **PUT).status_code == 403


@pytest.mark.parametrize("path", ["/desk/0/", "/desk/0/note", "/static/tasks.js", "/", "/absent"])
def test_every_answer_is_guarded(outsider, enter, path):
    enter("anna")
    headers = outsider.get(path, headers={"origin": f"http://{HOST}"}).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert not any(name.startswith("access-control") for name in headers)


def test_pages_hold_no_inline_code_and_no_note_text(outsider, enter):
    for person in ("anna", "adjudicator"):
        seat, _ = enter(person)
        page = outsider.get(seat.path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=|javascript:", page)
        assert "Abernale" not in page


def test_marks_come_back_as_code_points(outsider, enter):
    seat, post = enter("anna")
    text = outsider.get(seat.path + "note", params={"id": "letter"}).json()["text"]
    start = text.index("20-4471")
    answer = post("change", note_id="letter", put=[{"start": start, "end": start + 7, "label": "MRN"}])
    assert answer.json()["marks"] == [{"start": start, "end": start + 7, "label": "MRN", "doubtful": False}]


def test_the_desk_stamps_marks_with_the_clock_it_is_given(store, enter):
    _, post = enter("anna")
    post("change", **PUT)
    assert store._db.execute("SELECT at FROM journal").fetchone()["at"] == AT.isoformat()


def test_a_repeated_request_is_one_deed(store, enter):
    _, post = enter("anna")
    entry = str(uuid4())
    post("change", put=[{"start": 22, "end": 32, "label": "CITY"}])
    post("change", entry=entry, **PUT)
    post("change", entry=entry, **PUT)
    post("undo")
    assert [str(span.label) for span in store.task("anna", "clinic").spans] == ["CITY"]


@pytest.mark.parametrize(
    "body",
    [
        {"put": [{"start": 4, "end": 18, "label": "NICKNAME"}]},
        {"put": [{"start": 4, "end": 4, "label": "PATIENT"}]},
        {"put": [{"start": 4, "end": 9999, "label": "PATIENT"}]},
        {"put": [], "more": 1},
        {"note_id": "absent", "put": []},
        {"entry": "not a uuid", "put": []},
    ],
)
def test_a_request_that_cannot_be_done_says_so_without_note_text(store, enter, body):
    _, post = enter("anna")
    answer = post("change", **body)
    assert answer.status_code == 400
    assert "Ashgrove" not in answer.text
    assert store.task("anna", "clinic").spans == ()


def test_an_internal_error_shows_and_logs_no_note_text(outsider, enter, monkeypatch, caplog):
    seat, _ = enter("anna")

    def fail(*_):
        raise RuntimeError("planted Ashgrove")

    monkeypatch.setattr(Store, "task", fail)
    with caplog.at_level(logging.DEBUG):
        answer = outsider.get(seat.path + "note")
    assert answer.status_code == 500
    assert "Ashgrove" not in answer.text + caplog.text
    assert "RuntimeError" in caplog.text


def test_no_identifiers_is_refused_for_a_note_with_marks(enter):
    _, post = enter("ben")
    answer = post("status", status="no identifiers")
    assert (answer.status_code, "has marks" in answer.json()["error"]) == (400, True)
