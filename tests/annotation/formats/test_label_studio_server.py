"""Tasks against a real Label Studio: imported, exported, read back.

The server is started from ``label-studio`` on the path, or from the file that the environment
variable LABEL_STUDIO names; without one the test skips.
"""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request

import pytest

from annotation import Label, MarkedNote, Note, Span
from annotation.formats import label_studio

PROGRAM = os.environ.get("LABEL_STUDIO") or shutil.which("label-studio")
TOKEN = "0123456789abcdef0123456789abcdef01234567"
PATIENCE = 240

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="needs Label Studio (pip install label-studio)")

NOTES = [
    MarkedNote(
        Note("n1", "Ida Olsen\r\nsaw Bo\u00a0Lund 🙂 on 4 May", "p1", "letter"),
        (Span(0, 9, Label.PATIENT), Span(15, 22, Label.DOCTOR), Span(28, 33, Label.DATE)),
    ),
    MarkedNote(Note("n2", "👩🏽‍⚕️ rang Ribe"), (Span(11, 15, Label.CITY),)),
    MarkedNote(Note("n3", "Nothing here.")),
]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    """A function that calls the API of a fresh server."""
    port, home = free_port(), tmp_path_factory.mktemp("label_studio")
    options = ["--no-browser", "--port", str(port), "--data-dir", str(home)]
    user = ["--username", "a@example.org", "--password", "not-a-secret", "--user-token", TOKEN]
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("PYTHON")},
        "LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN": "true",
        "COLLECT_ANALYTICS": "false",
        "LATEST_VERSION_CHECK": "false",
        "SENTRY_DSN": "",
    }
    with (home / "log").open("w") as log:
        server = subprocess.Popen(
            [PROGRAM, "start", *options, *user], stdout=log, stderr=log, env=environment
        )

    def call(path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Token {TOKEN}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())

    try:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                call("projects")
                break
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                if time.monotonic() > until or server.poll() is not None:
                    pytest.fail(f"Label Studio did not start: {(home / 'log').read_text()[-600:]}")
                time.sleep(2)
        yield call
    finally:
        server.terminate()
        server.wait(timeout=60)


def test_marks_survive_label_studio(ask, tmp_path):
    sent, returned = tmp_path / "sent.json", tmp_path / "returned.json"
    label_studio.write(sent, NOTES)
    project = ask("projects", {"title": "round trip", "label_config": label_studio.config()})["id"]
    ask(f"projects/{project}/import", json.loads(sent.read_text(encoding="utf-8")))
    returned.write_text(json.dumps(ask(f"projects/{project}/export?exportType=JSON&download_all_tasks=true")))
    back = {one.note.note_id: one for one in label_studio.read(returned)}
    assert len(back) == len(NOTES)
    for marked in NOTES:
        assert back[marked.note.note_id].note.text == marked.note.text
        assert back[marked.note.note_id].spans == marked.spans
