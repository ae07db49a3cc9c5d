"""Put a trained tagger into a model folder: graph, vocabulary, settings, hashes."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from recognizers.ner.judge import BIAS, Judge
from recognizers.ner.model import Least, Scout, sha256
from recognizers.ner.signs import SIGNS
from recognizers.ner.windows import OVERLAP, SIZE
from recognizers.training.encoder import Tagger
from recognizers.training.export import quantize, write_onnx

UNTAUGHT: Final = Judge({name: float(name == "odds") for name in (BIAS, *SIGNS)})
THRESHOLDS: Final[Mapping[str, Least]] = {"balanced": Least(0.5, 0.5), "high": Least(0.1, 0.1)}
SCOUT: Final = Scout("fast", share=0.35, least=0.02)
WRITTEN_LAST: Final = ("config.json", "README.md")
"""Files of a model folder that tell of the others."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How a model reads: see recognizers.ner.model.Settings."""

    size: int = SIZE
    overlap: int = OVERLAP
    lists: bool = False
    scout: Scout | None = None


def write_model(tagger: Tagger, vocabulary: Path, folder: Path, beside: Path | None = None) -> Layout:
    """Export, quantize and describe a tagger; its judge is still to be taught.

    Args:
        tagger: trained weights.
        vocabulary: its pieces, one a line.
        folder: where the model goes.
        beside: folder of a fast model of the same vocabulary that shall read along.
    """
    folder.mkdir(parents=True, exist_ok=True)
    whole = folder / "whole.onnx"
    write_onnx(tagger.eval(), whole)
    quantize(whole, folder / "model.onnx")
    whole.unlink()
    shutil.copyfile(vocabulary, folder / "vocab.txt")
    if beside:
        shutil.copytree(beside, folder / SCOUT.folder, dirs_exist_ok=True)
    layout = Layout(scout=SCOUT if beside else None)
    write_settings(folder, UNTAUGHT, THRESHOLDS, layout)
    return layout


def write_settings(
    folder: Path, judge: Judge, thresholds: Mapping[str, Least], layout: Layout = Layout()
) -> None:
    """Write ``config.json``, with the sha256 of every file that the folder has."""
    parts = sorted(path for path in folder.iterdir() if path.is_file() and path.name not in WRITTEN_LAST)
    settings = {
        **asdict(layout),
        "sha256": {path.name: sha256(path) for path in parts},
        "thresholds": {name: least._asdict() for name, least in thresholds.items()},
        "judge": dict(judge.weights),
    }
    (folder / "config.json").write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
