import json

import numpy as np
import pytest

pytest.importorskip("torch")

import onnx
import onnxruntime
import torch

from recognizers.ner.model import SHIPPED, Model, sha256
from recognizers.training.encoder import Sizes, Tagger
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


def test_constants_of_some_size_stand_beside_the_graph(tagger, tmp_path):
    write_onnx(tagger, tmp_path / "whole.onnx")
    for _ in range(2):
        quantize(tmp_path / "whole.onnx", tmp_path / "small.onnx")
    constants = onnx.load(tmp_path / "small.onnx", load_external_data=False).graph.initializer
    outside = [one for one in constants if one.data_location == onnx.TensorProto.EXTERNAL]
    assert {"layers.1.up.weight_quantized", "layers.0.up.weight_scale"} <= {one.name for one in outside}
    assert all(len(one.SerializeToString()) < 400 for one in constants)
    told = [{entry.key: entry.value for entry in one.external_data} for one in outside]
    assert {one["location"] for one in told} == {"small.onnx.data"}
    end = max(int(one["offset"]) + int(one["length"]) for one in told)
    assert end == (tmp_path / "small.onnx.data").stat().st_size


def test_the_shipped_graph_is_what_the_recipe_writes(tmp_path):
    write_onnx(Tagger(Sizes()).eval(), tmp_path / "whole.onnx")
    quantize(tmp_path / "whole.onnx", tmp_path / "small.onnx")
    made, shipped = (
        onnx.load(path, load_external_data=False).graph
        for path in (tmp_path / "small.onnx", SHIPPED / "model.onnx")
    )
    assert [one.op_type for one in made.node] == [one.op_type for one in shipped.node]
    forms = [sorted((one.data_type, *one.dims) for one in graph.initializer) for graph in (made, shipped)]
    assert forms[0] == forms[1]


def test_a_written_model_loads_and_reads(tagger, vocabulary, tmp_path):
    write_model(tagger, vocabulary, tmp_path / "model")
    settings = json.loads((tmp_path / "model" / "config.json").read_text(encoding="utf-8"))
    names = ("model.onnx", "model.onnx.data", "vocab.txt")
    assert settings["sha256"] == {name: sha256(tmp_path / "model" / name) for name in names}
    reading = Model(tmp_path / "model").read("dr ode saw a. " * 100)
    assert reading.tags.shape == (600, 17)
    assert np.allclose(np.exp(reading.tags).sum(axis=1), 1, atol=1e-4)
