import json
import shutil

import numpy as np
import pytest

from annotation import IntegrityError
from recognizers.ner.judge import Judge
from recognizers.ner.model import FOLDERS, SHIPPED, Model, read_settings, sha256
from recognizers.ner.scheme import LEAVES, TAGS

NOTE = (
    "Ward round.\nMr. Tobias Ekwueme, MRN 77-4410-2, seen by Dr. Halloran-Pike on 3 June 2021. BP 120/80.\n"
)


FILES = {"README.md", "config.json", "model.onnx", "vocab.txt"}


@pytest.fixture(scope="module", params=FOLDERS.values(), ids=FOLDERS)
def folder(request):
    return request.param


@pytest.fixture(scope="module")
def model(folder) -> Model:
    return Model(folder)


@pytest.fixture
def copy(folder, tmp_path):
    for name in FILES - {"README.md"}:
        shutil.copyfile(folder / name, tmp_path / name)
    return tmp_path


def test_every_piece_gets_scores(model):
    reading = model.read(NOTE)
    assert reading.tags.shape == (len(reading.pieces), len(TAGS))
    assert reading.leaves.shape == (len(reading.pieces), len(LEAVES))
    assert np.allclose(np.exp(reading.tags).sum(axis=1), 1, atol=1e-4)


def test_reading_twice_gives_the_same_bytes(model):
    first, again = (model.read(NOTE * 9) for _ in range(2))
    assert first.tags.tobytes() == again.tags.tobytes()


def test_an_empty_text_reads_as_nothing(model):
    reading = model.read("")
    assert len(reading.tags) == 0


def test_a_text_that_repeats_itself_is_read_once():
    model = Model()
    runs = []
    model._session = type("Session", (), {"run": lambda _self, *given: runs.append(1) or inner.run(*given)})()
    inner = Model()._session
    model.read("(" * 40_000)
    assert 0 < len(runs) < 10


def test_a_damaged_graph_is_refused(copy):
    damaged = bytearray((copy / "model.onnx").read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (copy / "model.onnx").write_bytes(damaged)
    with pytest.raises(IntegrityError, match=r"model\.onnx is not the file"):
        Model(copy)


def test_another_vocabulary_is_refused(copy):
    (copy / "vocab.txt").write_text("[UNK]\n", encoding="utf-8")
    with pytest.raises(IntegrityError, match=r"vocab\.txt"):
        Model(copy)


def test_a_missing_graph_is_named(copy):
    (copy / "model.onnx").unlink()
    with pytest.raises(IntegrityError, match=r"lacks model\.onnx"):
        Model(copy)


@pytest.mark.parametrize("text", ["", "{}", '{"size": 190}', '{"sensitivity": {"high": {}}}'])
def test_settings_that_cannot_be_read_are_refused(tmp_path, text):
    (tmp_path / "config.json").write_text(text, encoding="utf-8")
    with pytest.raises(IntegrityError, match="no usable model"):
        read_settings(tmp_path)


def test_a_folder_without_settings_is_refused(tmp_path):
    with pytest.raises(IntegrityError, match="no usable model"):
        Model(tmp_path)


def test_settings_weigh_every_sign_and_ask_less_for_high_sensitivity(folder):
    settings = read_settings(folder)
    assert Judge(settings.weights)
    assert 0 < settings.thresholds["high"] < settings.thresholds["balanced"] < 1


def test_shipped_files_are_small_and_no_pickles():
    shipped = [path for path in SHIPPED.rglob("*") if path.is_file()]
    assert {str(path.relative_to(SHIPPED)) for path in shipped} == FILES | {f"fast/{name}" for name in FILES}
    assert sum(path.stat().st_size for path in shipped) <= 30e6


def test_the_card_names_the_graph(folder):
    assert sha256(folder / "model.onnx") in (folder / "README.md").read_text(encoding="utf-8")
    settings = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    assert settings["sha256"]["model.onnx"] == sha256(folder / "model.onnx")
