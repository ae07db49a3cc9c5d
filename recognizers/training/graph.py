"""An ONNX graph written node by node, so that no exporter decides its form.

Every node carries the name of its one output, and every constant the name of its weight.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor

OPSET: Final = (helper.make_opsetid("", 17), helper.make_opsetid("com.microsoft", 1))


@dataclass(slots=True)
class Graph:
    """A graph in the making.

    Attributes:
        weights: trained weights by name.
        nodes: what is computed, in order.
        constants: what it is computed with, by name.
    """

    weights: Mapping[str, Tensor]
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: dict[str, onnx.TensorProto] = field(default_factory=dict)

    def add(
        self,
        kind: str,
        inputs: Sequence[str],
        output: str,
        domain: str = "",
        **attributes: Any,  # noqa: ANN401 - ONNX attributes are ints, floats or names
    ) -> str:
        """Add a node; returns its output."""
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, domain=domain, **attributes))
        return output

    def weight(self, name: str, *, transposed: bool = False) -> str:
        """Add a trained weight."""
        values = self.weights[name].detach().float().cpu().numpy()
        array = values.T.copy() if transposed else values
        self.constants[name] = numpy_helper.from_array(array, name)
        return name

    def linear(self, states: str, name: str) -> str:
        """Add a linear layer: a product and a bias."""
        product = self.add(
            "MatMul", [states, self.weight(f"{name}.weight", transposed=True)], f"{name}.product"
        )
        return self.add("Add", [product, self.weight(f"{name}.bias")], f"{name}.sum")


def word_rows(graph: Graph) -> str:
    """Add the look-up of ``words.weight`` by ``ids``, kept as int8 with one scale a row."""
    table = graph.weights["words.weight"].detach().float().numpy()
    scale = np.abs(table).max(axis=1, keepdims=True) / 127
    graph.constants["words.int8"] = numpy_helper.from_array(
        np.rint(table / scale).astype(np.int8), "words.int8"
    )
    graph.constants["words.scale"] = numpy_helper.from_array(scale, "words.scale")
    rows = graph.add("Gather", ["words.int8", "ids"], "words.bytes")
    wide = graph.add("Cast", [rows], "words.wide", to=TensorProto.FLOAT)
    return graph.add("Mul", [wide, graph.add("Gather", ["words.scale", "ids"], "words.scales")], "words.rows")
