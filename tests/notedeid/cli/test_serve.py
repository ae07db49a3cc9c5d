import json
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from annotation.errors import InputError
from annotation.store import Store
from notedeid.cli.serve import serve

pytest.importorskip("uvicorn", reason="needs the extra [desk]")
ROOT = Path(__file__).parents[3]
SERVE = """
import sys
from pathlib import Path
from notedeid.cli.serve import serve
serve(Path(sys.argv[1]), port=0)
"""


@pytest.fixture
def notes(tmp_path):
    path = tmp_path / "notes.jsonl"
    path.write_text(json.dumps({"note_id": "n1", "text": "Seen by Idris."}) + "\n")
    return path


@pytest.fixture
def started():
    running = []

    def start(source):
        running.append(
            subprocess.Popen(
                [sys.executable, "-c", SERVE, str(source)],
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        )
        return [running[-1].stdout.readline().strip() for _ in range(3)]

    yield start
    for process in running:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)


def test_notes_become_a_store_and_links_open_it(notes, started):
    links = started(notes)
    assert [line.split(": ")[0] for line in links] == ["first", "second", "adjudicator"]
    page = urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open(links[0].split(": ")[1])
    assert page.status == 200
    with pytest.raises(urllib.error.HTTPError, match="401"):
        urllib.request.urlopen(re.search(r"http://[^/]+/", links[0])[0])
    with Store.open(notes.with_suffix(".sqlite")) as store:
        assert store.annotators() == ("first", "second")


def test_links_stay_the_same_when_served_again(notes, started):
    tokens = [
        [line.split("token=")[1] for line in started(source)]
        for source in (notes, notes.with_suffix(".sqlite"))
    ]
    assert tokens[0] == tokens[1]
    assert len(set(tokens[0])) == 3


def test_a_taken_port_is_one_clear_error(notes):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(InputError, match="--port"):
            serve(notes, port=other.getsockname()[1])


def test_a_missing_file_is_one_clear_error(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        serve(tmp_path / "absent.jsonl")


def test_without_the_extra_it_says_what_to_install(notes, monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    monkeypatch.delitem(sys.modules, "annotation.desk.server", raising=False)
    monkeypatch.delattr("annotation.desk.server", raising=False)
    with pytest.raises(InputError, match=r"notedeid\[desk\]"):
        serve(notes)
