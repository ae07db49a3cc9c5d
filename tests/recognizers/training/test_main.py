import json

import pytest

pytest.importorskip("torch")

from annotation import Label, MarkedNote, Note, Span
from recognizers.fold import fold
from recognizers.ner import NerRecognizer
from recognizers.training import __main__ as command
from recognizers.training.course import kept_apart


def marked(number: int) -> MarkedNote:
    return MarkedNote(Note(f"note-{number}", "dr ode saw a. a saw"), (Span(3, 6, Label.DOCTOR),))


def notes(size: int) -> list[MarkedNote]:
    numbers = [number for number in range(200) if not kept_apart(f"note-{number}")][:size]
    apart = next(number for number in range(200) if kept_apart(f"note-{number}"))
    return [marked(number) for number in (apart, *numbers)]


@pytest.fixture
def encoder(encoder, monkeypatch):
    monkeypatch.setattr(command, "load", lambda _part: notes(12))
    return encoder


def run(encoder, out, *more: str) -> int:
    options = ["--base", str(encoder), "--out", str(out), "--rounds", "8", "--layers", "1", "--threads", "1"]
    return command.main([*options, *more])


def test_one_command_makes_a_model_that_finds_what_it_was_taught(encoder, tmp_path):
    assert run(encoder, tmp_path / "run") == 0
    folder = tmp_path / "run" / "model"
    found = NerRecognizer(sensitivity="high", folder=folder).find(fold("a saw dr ode. dr ode saw a"))
    assert (9, 12) in {(span.start, span.end) for span in found}
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "12 learned from, 1 kept apart" in card
    assert "8 rounds, seed 7, 1 layers" in card


def test_the_same_seed_makes_the_same_model(encoder, tmp_path):
    hashes = []
    for name in ("first", "again"):
        assert run(encoder, tmp_path / name) == 0
        settings = json.loads((tmp_path / name / "model" / "config.json").read_text(encoding="utf-8"))
        hashes.append(settings["sha256"])
    assert hashes[0] == hashes[1]


def test_a_wrong_base_is_one_line_and_exit_1(tmp_path, caplog):
    assert run(tmp_path, tmp_path / "run") == 1
    assert "model.safetensors" in caplog.text
    assert "Traceback" not in caplog.text
