"""A trained tagger as an int8 ONNX graph.

The graph is written node by node, with those fused operators of onnxruntime (its ``com.microsoft``
set) that are quicker than their parts, so that neither an exporter nor an optimizer decides its
form. A sum and its normalization stay two nodes: the fused one takes five times as long in
onnxruntime 1.32. Word vectors become int8 by row, matrices of the layers int8 by channel, and
activations are quantized as they come (dynamic); the heads stay float32. Constants are external
data in ``model.onnx.data`` beside the small graph (ONNX IR, "External Tensor Data").
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from recognizers.training.encoder import Tagger
from recognizers.training.graph import OPSET, Graph, word_rows

_FUSED: Final = "com.microsoft"
_LARGE: Final = 256
"""Bytes from which on a constant stands outside the graph."""


class _Graph(Graph):
    def norm(self, states: str, added: str, name: str) -> str:
        both = self.add("Add", [states, added], f"{name}.both")
        inputs = [both, self.weight(f"{name}.weight"), self.weight(f"{name}.bias")]
        return self.add("LayerNormalization", inputs, f"{name}.out", axis=-1, epsilon=1e-12)


def write_onnx(tagger: Tagger, path: Path) -> None:
    """Write the graph in float32.

    Inputs are ``ids`` and ``shapes`` (int32 ``[batch, pieces]``) and ``lengths`` (int32
    ``[batch]``); outputs are the logits ``tags`` and ``leaves``.
    """
    graph = _Graph(tagger.state_dict())
    states = _embedded(graph)
    for index in range(tagger.sizes.layers):
        states = _layer(graph, states, f"layers.{index}", tagger.sizes.heads)
    heads = {name: graph.linear(states, name) for name in ("tags", "leaves")}
    for name, output in heads.items():
        graph.add("Identity", [output], name)
    onnx.save(_model(graph, heads), path)


def _embedded(graph: _Graph) -> str:
    words = word_rows(graph)
    shapes = graph.add("Gather", [graph.weight("shapes.weight"), "shapes"], "shapes.rows")
    graph.constants["zero"] = numpy_helper.from_array(np.array([0]), "zero")
    graph.add("Shape", ["ids"], "size", start=1, end=2)
    places = graph.add("Slice", [graph.weight("positions.weight"), "zero", "size", "zero"], "positions.rows")
    known = graph.add("Add", [words, shapes], "known")
    placed = graph.add("Add", [known, places], "placed")
    inputs = [placed, graph.weight("norm.weight"), graph.weight("norm.bias")]
    return graph.add("LayerNormalization", inputs, "norm.out", axis=-1, epsilon=1e-12)


def _layer(graph: _Graph, states: str, name: str, heads: int) -> str:
    qkv = [graph.weight(f"{name}.qkv.weight", transposed=True), graph.weight(f"{name}.qkv.bias")]
    seen = graph.add("Attention", [states, *qkv, "lengths"], f"{name}.seen", _FUSED, num_heads=heads)
    states = graph.norm(states, graph.linear(seen, f"{name}.mix"), f"{name}.mix_norm")
    wide = graph.add("Gelu", [graph.linear(states, f"{name}.up")], f"{name}.wide", _FUSED)
    return graph.norm(states, graph.linear(wide, f"{name}.down"), f"{name}.down_norm")


def _model(graph: _Graph, outputs: Iterable[str]) -> onnx.ModelProto:
    rows = ["batch", "pieces"]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT32, rows) for name in ("ids", "shapes")]
    inputs.append(helper.make_tensor_value_info("lengths", TensorProto.INT32, ["batch"]))
    found = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [*rows, None]) for name in outputs]
    body = helper.make_graph(graph.nodes, "clinical_ner", inputs, found, list(graph.constants.values()))
    return helper.make_model(body, opset_imports=OPSET, ir_version=9, producer_name="notedeid")


def quantize(whole: Path, small: Path, *, keep: Sequence[str] = ("tags", "leaves")) -> None:
    """Quantize a float32 graph to int8, weights by channel, but for some linear layers.

    Args:
        whole: the float32 graph.
        small: where the int8 graph goes; its constants go beside it, ``.data`` added to the name.
        keep: linear layers that stay float32.
    """
    quantize_dynamic(
        whole,
        small,
        op_types_to_quantize=["MatMul", "Attention"],
        nodes_to_exclude=[f"{name}.product" for name in keep],
        per_channel=True,
        weight_type=QuantType.QInt8,
        extra_options={"DefaultTensorType": TensorProto.FLOAT},
    )
    _set_apart(small)


def _set_apart(path: Path) -> None:
    model = onnx.load(path)
    for tensor in model.graph.initializer:
        tensor.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(tensor), tensor.name))
    beside = path.with_name(f"{path.name}.data")
    beside.unlink(missing_ok=True)
    onnx.save(model, path, save_as_external_data=True, location=beside.name, size_threshold=_LARGE)
