import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from annotation.labels import Label
from annotation.notes import MarkedNote, Note
from annotation.spans import Span
from annotation.store import Assignment, Store

pytest.importorskip("starlette", reason="needs the extra [desk]")
pytest.importorskip("uvicorn", reason="needs the extra [desk]")

from annotation.desk.server import open_desk

ROOT = Path(__file__).parents[3]
SERVE = """
import sys
from pathlib import Path
from annotation.desk import serve
from annotation.store import Store
serve(Store.open(Path(sys.argv[1])), port=int(sys.argv[2]),
      announce=lambda who, link: print(who, link, flush=True))
"""
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LETTER = (
    "Dear Dr. Okonjo,\r\n\r\nMs. Wren Abernale 😀👩🏽‍⚕️ (MRN 20-4471) was seen on 03/14/2031.\r\n"
    "Her brother נועם לביא and JMO/rt came along. ABERNALE\r\ntakes 5 mg. Abernale's phone: 555-0117.\r\n"
)
HOSTILE = (
    '<img src=x onerror="window.harmed=1"></script><script>window.harmed=1</script>\n'
    "<svg/onload=window.harmed=1> {{7*7}} ${7*7} &lt;b&gt; Quill Mabry\n"
)
CLINIC = "Mr. Tobin Ashgrove of Brackwater was seen by Petra Oyelaran on May 3.\n"
LARGE = "".join(
    f"Line {number}: stable, seen by Dr. Oyelaran, no change in plan.\n" for number in range(3600)
)


def _notes():
    found = (Span(4, 18, Label.PATIENT), Span(22, 32, Label.CITY), Span(63, 68, Label.DATE))
    return [
        MarkedNote(Note("letter", LETTER, None, "letter", {"stratum": "some hits"})),
        MarkedNote(Note("hostile", HOSTILE, None, "portal", {"stratum": "no hit"})),
        MarkedNote(Note("large", LARGE, None, "flow", {"stratum": "no hit"})),
        MarkedNote(Note("line", LARGE.replace("\n", " "), None, "flow", {"stratum": "no hit"})),
        MarkedNote(Note("clinic", CLINIC, None, "clinic", {"stratum": "some hits"}), found),
    ]


class Desk:
    """A running desk, and the store beside it for the test to read."""

    def __init__(self, path):
        self.path = path
        self.store = Store.open(path)
        self.links = {}

    def marks(self, person, note_id):
        task = self.store.task(person, note_id)
        return [(str(span.label), task.note.text[span.start : span.end]) for span in task.spans]


class DeskProcess(Desk):
    """A desk in a process of its own, to be killed."""

    def start(self, port=0):
        command = [sys.executable, "-c", SERVE, str(self.path), str(port)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.links = dict(self.process.stdout.readline().split() for _ in range(3))

    def kill(self):
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def restart(self):
        self.process.stdout.close()
        self.start(int(self.links["anna"].split(":")[2].split("/")[0]))

    def output(self):
        self.process.terminate()
        return self.process.communicate(timeout=20)[0]


@pytest.fixture
def store_path(tmp_path):
    path = tmp_path / "desk.sqlite"
    notes = _notes()
    given = [Assignment("anna", one.note.note_id) for one in notes]
    given += [Assignment("ben", one.note.note_id, preannotated=True) for one in notes]
    Store.create(path, notes, given).close()
    return path


@pytest.fixture
def desk(store_path):
    """A desk in a thread of this process, which starts at once."""
    made = Desk(store_path)
    with Store.open(store_path) as served:
        opened = open_desk(served, port=0)
        made.links = opened.links
        thread = threading.Thread(target=opened.run, daemon=True)
        thread.start()
        yield made
        opened.server.should_exit = opened.server.force_exit = True
        thread.join(timeout=20)
        opened.listener.close()
    made.store.close()


@pytest.fixture
def desk_process(store_path):
    """A desk in a process of its own."""
    made = DeskProcess(store_path)
    made.start()
    yield made
    with contextlib.suppress(ProcessLookupError):
        made.kill()
    made.process.stdout.close()
    made.store.close()


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright (extra [test])")
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("needs Debian's chromium (apt-get install chromium)")
    with playwright.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        yield launched
        launched.close()
