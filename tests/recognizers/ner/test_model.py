import json
import re
import shutil

import numpy as np
import onnxruntime
import pytest

from annotation import IntegrityError
from recognizers.ner.judge import Judge
from recognizers.ner.model import FOLDERS, SHIPPED, SLOWER, Model, read_settings, sha256
from recognizers.ner.scheme import LEAVES, TAGS

NOTE = (
    "Ward round.\nMr. Tobias Ekwueme, MRN 77-4410-2, seen by Dr. Halloran-Pike on 3 June 2021. BP 120/80.\n"
)


CHECKED = dict.fromkeys(("accurate", "fast"), ("model.onnx", "model.onnx.data", "vocab.txt"))
TELLING = ("README.md", "config.json")


@pytest.fixture(scope="module", params=FOLDERS.values(), ids=FOLDERS)
def folder(request):
    return request.param


@pytest.fixture(scope="module")
def model(folder) -> Model:
    return Model(folder)


@pytest.fixture
def copy(folder, tmp_path):
    for path in folder.iterdir():
        if path.is_file():
            shutil.copyfile(path, tmp_path / path.name)
    return tmp_path


@pytest.fixture(params=[(engine, name) for engine, names in CHECKED.items() for name in sorted(names)])
def part(request, tmp_path):
    engine, name = request.param
    shutil.copytree(FOLDERS[engine], tmp_path / "model")
    return tmp_path / "model" / name


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


def test_a_damaged_file_is_refused(part):
    damaged = bytearray(part.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    part.write_bytes(damaged)
    with pytest.raises(IntegrityError, match=re.escape(f"{part.name} is not the file")):
        Model(part.parent)


def test_another_vocabulary_is_refused(copy):
    (copy / "vocab.txt").write_text("[UNK]\n", encoding="utf-8")
    with pytest.raises(IntegrityError, match=r"vocab\.txt"):
        Model(copy)


def test_a_missing_file_is_named(part):
    part.unlink()
    with pytest.raises(IntegrityError, match=re.escape(f"lacks {part.name};")):
        Model(part.parent)


def test_a_model_reads_the_same_from_another_folder(copy, model):
    moved = Model(copy)
    assert moved.read(NOTE).tags.tobytes() == model.read(NOTE).tags.tobytes()


@pytest.mark.parametrize("left_out", [(), SLOWER])
def test_sums_and_normalizations_are_fused_unless_that_is_left_out(tmp_path, left_out):
    options = onnxruntime.SessionOptions()
    options.optimized_model_filepath, options.log_severity_level = str(tmp_path / "run.onnx"), 3
    onnxruntime.InferenceSession(
        str(SHIPPED / "model.onnx"),
        options,
        providers=["CPUExecutionProvider"],
        disabled_optimizers=list(left_out),
    )
    assert (b"SkipLayerNormalization" in (tmp_path / "run.onnx").read_bytes()) == (not left_out)


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
    for high, balanced in zip(settings.thresholds["high"], settings.thresholds["balanced"], strict=True):
        assert 0 < high < balanced < 1


def test_shipped_files_are_small_and_no_pickles():
    shipped = {path for path in SHIPPED.rglob("*") if path.is_file()}
    assert shipped == {
        FOLDERS[engine] / name for engine, names in CHECKED.items() for name in (*names, *TELLING)
    }
    assert sum(path.stat().st_size for path in shipped) <= 30e6


@pytest.mark.parametrize("engine", FOLDERS)
def test_settings_name_every_file_and_the_card_every_graph_file(engine):
    folder = FOLDERS[engine]
    hashes = {name: sha256(folder / name) for name in CHECKED[engine]}
    assert json.loads((folder / "config.json").read_text(encoding="utf-8"))["sha256"] == hashes
    card = (folder / "README.md").read_text(encoding="utf-8")
    assert all(f"`{name}`\n`{digest}`" in card for name, digest in hashes.items() if name != "vocab.txt")
