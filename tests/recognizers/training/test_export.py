import json

import numpy as np
import pytest

pytest.importorskip("torch")

import onnxruntime
import torch

from recognizers.ner.model import Model, sha256
from recognizers.training.export import quantize, write_onnx
from recognizers.training.package import write_model


def inputs(rows: int = 3, width: int = 40) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    return {
        "ids": rng.integers(0, 14, (rows, width), dtype=np.int32),
        "shapes": rng.integers(0, 40, (rows, width), dtype=np.int32),
        "lengths": np.array([width, 7, 23], dtype=np.int32),
    }


def outputs_of_torch(tagger, given):
    with torch.no_grad():
        return [o.numpy() for o in tagger(*(torch.from_numpy(rows).long() for rows in given.values()))]


@pytest.mark.parametrize("small", [False, True])
def test_the_graph_says_what_the_tagger_says(tagger, tmp_path, small):
    path = tmp_path / "whole.onnx"
    write_onnx(tagger, path)
    if small:
        quantize(path, tmp_path / "small.onnx")
        path = tmp_path / "small.onnx"
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    given = inputs()
    for ours, theirs in zip(
        outputs_of_torch(tagger, given), session.run(["tags", "leaves"], given), strict=True
    ):
        for row, length in enumerate(given["lengths"]):
            tolerance = 0.6 if small else 0.05
            assert np.abs(ours[row, :length] - theirs[row, :length]).max() < tolerance


def test_a_written_model_loads_and_reads(tagger, vocabulary, tmp_path):
    write_model(tagger, vocabulary, tmp_path / "model")
    settings = json.loads((tmp_path / "model" / "config.json").read_text(encoding="utf-8"))
    assert settings["sha256"]["model.onnx"] == sha256(tmp_path / "model" / "model.onnx")
    reading = Model(tmp_path / "model").read("dr ode saw a. " * 100)
    assert reading.tags.shape == (600, 17)
    assert np.allclose(np.exp(reading.tags).sum(axis=1), 1, atol=1e-4)
