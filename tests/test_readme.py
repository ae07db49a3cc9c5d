"""The README's examples are true: every block is run, and what it shows is what comes out.

``console`` blocks hold commands after ``$`` and their output; ``…`` in a line of output stands
for anything, numbers may differ a little. ``python`` blocks run as they are. ``bash`` blocks
are the installation commands, which CI runs in fresh virtual environments; here it is checked
that what they name exists.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def blocks(kind):
    return [body for name, body in BLOCKS if name == kind]


def steps(session):
    """Commands of a console block, each with the lines it prints."""
    for step in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        command, *output = step.rstrip("\n").split("\n")
        while command.endswith("\\"):
            command = command[:-1] + output.pop(0)
        yield command, output


def fits(shown, line):
    """True for the same words and, up to a twentieth, the same numbers: processors round int8 differently."""
    number = r"\d[\d,]*(?:\.\d+)?"
    shown, line = (re.sub(r"\s*█+\s*", " █ ", text.rstrip()) for text in (shown, line))
    words = "(.*)".join(re.escape(re.sub(number, "0", part)) for part in shown.split("…"))
    if re.fullmatch(words, re.sub(number, "0", line)) is None:
        return False
    if "…" in shown:
        return True
    pairs = zip(*(re.findall(number, text.replace(",", "")) for text in (shown, line)), strict=True)
    return all(abs(float(a) - float(b)) <= max(3, float(a) / 20) for a, b in pairs)


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with the corpora, as in a fresh checkout."""
    folder = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "corpora", folder / "corpora")
    return folder


def environment():
    tools = Path(sys.executable).parent
    return {
        **os.environ,
        "PATH": f"{tools}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "100",
        "TERM": "dumb",
        "NO_COLOR": "1",
    }


@pytest.mark.parametrize("session", blocks("console"))
def test_sessions_print_what_the_readme_shows(session, desk):
    for command, shown in steps(session):
        done = subprocess.run(
            command, shell=True, cwd=desk, env=environment(), text=True, capture_output=True, check=False
        )
        printed = [line for line in (done.stdout).splitlines() if line.strip()]
        expected = [line for line in shown if line.strip()]
        assert done.returncode == 0, done.stderr
        for line in expected:
            assert any(fits(line, other) for other in printed), (command, line, printed)


@pytest.mark.parametrize("code", blocks("python"))
def test_python_examples_run(code, desk):
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=desk, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    for line in re.findall(r"# -> (.*)$", code, re.MULTILINE):
        assert any(fits(line, other) for other in done.stdout.splitlines()), done.stdout


def test_installation_commands_name_what_is_there():
    commands = "\n".join(blocks("bash"))
    assert "pip install ." in commands
    assert ".[test]" in commands
    for word in shlex.split(commands, comments=True):
        if word.startswith("corpora/"):
            assert (ROOT / word).exists(), word
