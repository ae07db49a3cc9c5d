"""Put a trained tagger into a model folder: graph, vocabulary, settings, hashes."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from recognizers.ner.model import Dial, sha256
from recognizers.ner.windows import OVERLAP, SIZE
from recognizers.training.encoder import Tagger
from recognizers.training.export import quantize, write_onnx

UNCHOSEN: Final[Mapping[str, Dial]] = {"balanced": Dial(1.0, {}), "high": Dial(2.3, {})}
FILES: Final = ("model.onnx", "vocab.txt")


@dataclass(frozen=True, slots=True)
class Layout:
    """How a model reads: see recognizers.ner.model.Settings."""

    size: int = SIZE
    overlap: int = OVERLAP
    lists: bool = False


def write_model(tagger: Tagger, vocabulary: Path, folder: Path) -> None:
    """Export, quantize and describe a tagger; its dials are still to be chosen."""
    folder.mkdir(parents=True, exist_ok=True)
    whole = folder / "whole.onnx"
    write_onnx(tagger.eval(), whole)
    quantize(whole, folder / "model.onnx")
    whole.unlink()
    shutil.copyfile(vocabulary, folder / "vocab.txt")
    write_settings(folder, UNCHOSEN)


def write_settings(folder: Path, dials: Mapping[str, Dial], layout: Layout = Layout()) -> None:
    """Write ``config.json``."""
    settings = {
        **asdict(layout),
        "sha256": {name: sha256(folder / name) for name in FILES},
        "sensitivity": {
            name: {"discount": dial.discount, "thresholds": dict(sorted(dial.thresholds.items()))}
            for name, dial in dials.items()
        },
    }
    (folder / "config.json").write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
