"""A trained student as an ONNX graph: piece vectors and layers to be int8, the rest in float16.

Half precision halves what is kept of the file; onnxruntime widens it once, when it loads. The
layers' products stay float32 here, for ``recognizers.training.export.quantize`` to make int8.
"""

from pathlib import Path
from typing import Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from recognizers.ner.pieces import SHAPES
from recognizers.training.fast.student import Student
from recognizers.training.graph import OPSET, Graph, word_rows

_EPSILON: Final = 1e-5
_ROWS: Final[tuple[int, str]] = (1, "pieces")
_END: Final = np.iinfo(np.int64).max


class _Half(Graph):
    def weight(self, name: str, *, transposed: bool = False) -> str:
        if name.endswith("mix.weight"):
            return super().weight(name, transposed=transposed)
        values = self.weights[name].detach().float().numpy()
        array = (values.T.copy() if transposed else values).astype(np.float16)
        self.constants[name] = numpy_helper.from_array(array, name)
        return self.add("Cast", [name], f"{name}.wide", to=TensorProto.FLOAT)

    def whole(self, name: str, *values: int) -> str:
        self.constants[name] = numpy_helper.from_array(np.array(values), name)
        return name

    def normed(self, states: str, name: str) -> str:
        inputs = [states, self.weight(f"{name}.weight"), self.weight(f"{name}.bias")]
        return self.add("LayerNormalization", inputs, f"{name}.out", axis=-1, epsilon=_EPSILON)


def write_onnx(student: Student, path: Path) -> None:
    """Write the graph, not yet quantized.

    Inputs are ``ids`` and ``shapes`` (int32 ``[1, pieces]``); outputs are the logits ``tags`` and
    ``leaves``.
    """
    graph = _Half(student.state_dict())
    states = _embedded(graph)
    for index, dilation in enumerate(student.widths.dilations):
        states = _layer(graph, states, f"layers.{index}", dilation)
    states = graph.normed(states, "norm")
    for name in ("tags", "leaves"):
        graph.add("Identity", [graph.linear(states, name)], name)
    onnx.save(_model(graph), path)


def _embedded(graph: _Half) -> str:
    words = graph.linear(word_rows(graph), "widen")
    graph.constants["forms"] = numpy_helper.from_array(np.array(SHAPES, dtype=np.int32), "forms")
    form = graph.add("Mod", ["shapes", "forms"], "form")
    listing = graph.add("Div", ["shapes", "forms"], "listing")
    shape_rows = graph.add("Gather", [graph.weight("shapes.weight"), form], "shapes.rows")
    list_rows = graph.add("Gather", [graph.weight("lists.weight"), listing], "lists.rows")
    return graph.add("Add", [graph.add("Add", [words, shape_rows], "shaped"), list_rows], "known")


def _layer(graph: _Half, states: str, name: str, dilation: int) -> str:
    inner = graph.normed(states, f"{name}.norm")
    axis = graph.whole("axis", 1)
    around = graph.whole(f"around.{dilation}", 0, dilation, 0, 0, dilation, 0)
    padded = graph.add("Pad", [inner, around], f"{name}.padded")
    first, stop = graph.whole("first", 0), graph.whole(f"stop.{dilation}", -2 * dilation)
    later, end = graph.whole(f"later.{dilation}", 2 * dilation), graph.whole("end", _END)
    before = graph.add("Slice", [padded, first, stop, axis], f"{name}.before")
    behind = graph.add("Slice", [padded, later, end, axis], f"{name}.behind")
    seen = graph.add("Concat", [before, inner, behind], f"{name}.seen", axis=-1)
    mixed = graph.linear(seen, f"{name}.mix")
    graph.nodes.append(
        helper.make_node("Split", [mixed], [f"{name}.value", f"{name}.gate"], name=f"{name}.split", axis=-1)
    )
    gate = graph.add("Sigmoid", [f"{name}.gate"], f"{name}.open")
    passed = graph.add("Mul", [f"{name}.value", gate], f"{name}.passed")
    return graph.add("Add", [states, passed], f"{name}.out")


def _model(graph: _Half) -> onnx.ModelProto:
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT32, _ROWS) for name in ("ids", "shapes")]
    outputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [*_ROWS, None]) for name in ("tags", "leaves")
    ]
    body = helper.make_graph(
        graph.nodes, "clinical_ner_fast", inputs, outputs, list(graph.constants.values())
    )
    return helper.make_model(body, opset_imports=OPSET, ir_version=9, producer_name="notedeid")
