import json

import pytest

pytest.importorskip("torch")

from annotation import Label, MarkedNote, Note, Span
from recognizers.fold import fold
from recognizers.ner import NerRecognizer
from recognizers.training.course import kept_apart
from recognizers.training.fast import __main__ as command
from recognizers.training.package import write_model


def notes(_part: str) -> list[MarkedNote]:
    apart = next(number for number in range(200) if kept_apart(f"n-{number}"))
    names = [f"n-{number}" for number in range(14) if not kept_apart(f"n-{number}")]
    texts = [MarkedNote(Note(name, "dr ode saw a. a saw"), (Span(3, 6, Label.DOCTOR),)) for name in names]
    return [MarkedNote(Note(f"n-{apart}", texts[0].note.text), texts[0].spans), *texts]


@pytest.fixture
def run(encoder, tagger, vocabulary, tmp_path, monkeypatch):
    write_model(tagger, vocabulary, tmp_path / "teacher")
    carrier = {"text": "a saw Dr. Ode. " * 3, "spans": []}
    (tmp_path / "mtsamples_raw_dev.jsonl").write_text(json.dumps(carrier) + "\n", encoding="utf-8")
    monkeypatch.setattr(command, "load", notes)

    def start(out: str, *more: str) -> int:
        places = {"--base": encoder, "--teacher": tmp_path / "teacher", "--carriers": tmp_path}
        options = [str(part) for place in places.items() for part in place]
        return command.main([*options, "--out", str(tmp_path / out), "--rounds", "12", *more])

    return start


def test_one_command_makes_a_fast_model_that_finds_what_it_was_taught(run, tmp_path):
    assert run("first") == 0
    folder = tmp_path / "first" / "model"
    found = NerRecognizer(sensitivity="high", folder=folder).find(fold("dr ode saw a. a saw"))
    assert (3, 6) in {(span.start, span.end) for span in found}
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert "clinical_ner, fast" in card
    assert "12 rounds, seed 7" in card
    settings = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    assert settings["lists"] is True
    assert run("again") == 0
    again = json.loads((tmp_path / "again" / "model" / "config.json").read_text(encoding="utf-8"))
    assert again["sha256"] == settings["sha256"]


def test_a_missing_teacher_is_one_line_and_exit_1(run, tmp_path, caplog):
    assert run("out", "--teacher", str(tmp_path / "nowhere")) == 1
    assert "no usable model" in caplog.text
