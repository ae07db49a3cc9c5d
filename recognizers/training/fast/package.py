"""Put a trained student into a model folder: graph, vocabulary, settings; and what its card says."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from recognizers.training.card import Card
from recognizers.training.dials import Price
from recognizers.training.export import quantize
from recognizers.training.fast.export import write_onnx
from recognizers.training.fast.student import Student
from recognizers.training.package import UNCHOSEN, Layout, write_settings

LAYOUT: Final = Layout(size=510, overlap=32, lists=True)
"""Windows overlap by more than twice the reach of the layers: where they end, nothing is out of sight."""

PRICES: Final[Mapping[str, Price]] = {"balanced": Price(2.0, 0.007), "high": Price(3.0, 0.001)}
"""A false span costs more than in the accurate model: the lowest price, in steps of 0.001, at which the
fast engine takes no more of them on the notes kept apart, behind the same rules."""

CARD: Final = Card(
    "clinical_ner, fast",
    "Gated convolutions over word pieces, shapes and word lists, for identifiers in English clinical notes;\n"
    "made by `python -m recognizers.training.fast`, read by `recognizers.ner` as engine `fast`. Int8\n"
    "ONNX, {megabytes:.1f} MB;",
    "Piece vectors: principal components of those of all-MiniLM-L6-v2 (Apache-2.0); silver marks on open"
    " carrier text: the model in `recognizers/model`",
    [
        "Whatever the accurate model is bad at, and more so: see its card.",
        "What only a far word tells: it sees some ten pieces to each side, no sentence before.",
        "Names that are common words, and single capitalised words without a cue beside them.",
        "Names that no census list holds, in lower case or in capitals.",
    ],
)


def write_model(student: Student, vocabulary: Path, folder: Path) -> None:
    """Write a student's folder; its dials are still to be chosen."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = folder / "whole.onnx"
    write_onnx(student.eval(), whole)
    quantize(whole, folder / "model.onnx", keep=("widen", "tags", "leaves"))
    whole.unlink()
    shutil.copyfile(vocabulary, folder / "vocab.txt")
    write_settings(folder, UNCHOSEN, LAYOUT)
