"""The shipped weights: an int8 ONNX graph, its vocabulary and its settings, checked at load.

A model is a folder: ``model.onnx``, ``vocab.txt`` and ``config.json``, which holds the sha256 of
the other two, the windows the model was made for and the thresholds chosen for it. Nothing in
it is code or a pickle.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

import numpy as np
import onnxruntime

from annotation import IntegrityError, Label
from recognizers.ner.decode import Floats, log_softmax
from recognizers.ner.pieces import PieceReader, Pieces
from recognizers.ner.scheme import LEAVES, TAGS
from recognizers.ner.windows import Window, cut

Sensitivity = Literal["balanced", "high"]
SHIPPED: Final = Path(__file__).parents[1] / "model"
BATCH: Final = 8


@dataclass(frozen=True, slots=True)
class Dial:
    """How much evidence a span needs.

    Attributes:
        discount: taken from the outside tag's log-probability.
        thresholds: lowest score of a span, by label.
    """

    discount: float
    thresholds: Mapping[Label, float]


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``config.json`` says."""

    size: int
    overlap: int
    hashes: Mapping[str, str]
    dials: Mapping[str, Dial]


@dataclass(frozen=True, slots=True)
class Reading:
    """Scores of a text's pieces: log-probabilities of tags, logits of leaves."""

    pieces: Pieces
    tags: Floats = field(repr=False)
    leaves: Floats = field(repr=False)


class Model:
    """A loaded model.

    Args:
        folder: where the model is; the shipped one by default.
        threads: threads of onnxruntime within one batch.

    Raises:
        IntegrityError: a file is missing or not the one that ``config.json`` names.
    """

    def __init__(self, folder: Path = SHIPPED, *, threads: int = 1) -> None:
        self.settings = read_settings(folder)
        check(folder, self.settings)
        self._reader = PieceReader(folder / "vocab.txt")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        self._session = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
        )

    def read(self, texts: Sequence[str]) -> list[Reading]:
        """Score texts together: their windows are sorted by length and run in batches of BATCH."""
        pieces = [self._reader.read(text) for text in texts]
        readings = [Reading(p, _empty(len(p), len(TAGS)), _empty(len(p), len(LEAVES))) for p in pieces]
        size, overlap = self.settings.size, self.settings.overlap
        jobs = [(r, w) for r in readings for w in cut(len(r.pieces), size=size, overlap=overlap)]
        jobs.sort(key=lambda job: job[1].end - job[1].start)
        for start in range(0, len(jobs), BATCH):
            self._run(jobs[start : start + BATCH])
        return readings

    def _run(self, batch: Sequence[tuple[Reading, Window]]) -> None:
        tags, leaves = self._session.run(["tags", "leaves"], self._inputs(batch))
        for row, (reading, window) in enumerate(batch):
            read = slice(window.first, window.last)
            shown = slice(1 + window.first - window.start, 1 + window.last - window.start)
            reading.tags[read] = log_softmax(tags[row, shown])
            reading.leaves[read] = leaves[row, shown]

    def _inputs(self, batch: Sequence[tuple[Reading, Window]]) -> dict[str, np.ndarray]:
        lengths = np.array([window.end - window.start + 2 for _, window in batch], dtype=np.int32)
        ids = np.full((len(batch), lengths.max()), self._reader.padding, dtype=np.int32)
        shapes = np.zeros_like(ids)
        ids[:, 0] = self._reader.first
        for row, (reading, window) in enumerate(batch):
            shown = slice(1, lengths[row] - 1)
            ids[row, shown] = reading.pieces.ids[window.start : window.end]
            shapes[row, shown] = reading.pieces.shapes[window.start : window.end]
            ids[row, lengths[row] - 1] = self._reader.last
        return {"ids": ids, "shapes": shapes, "lengths": lengths}


def _empty(rows: int, columns: int) -> Floats:
    return np.empty((rows, columns), dtype=np.float32)


def read_settings(folder: Path) -> Settings:
    """Read ``config.json``.

    Raises:
        IntegrityError: the file is missing or lacks a field.
    """
    try:
        raw = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        dials = {
            name: Dial(dial["discount"], {Label(k): v for k, v in dial["thresholds"].items()})
            for name, dial in raw["sensitivity"].items()
        }
        return Settings(raw["size"], raw["overlap"], raw["sha256"], dials)
    except (OSError, ValueError, KeyError) as fault:
        raise IntegrityError(
            f"{folder} holds no usable model: {type(fault).__name__} in config.json"
        ) from None


def check(folder: Path, settings: Settings) -> None:
    """Raise IntegrityError unless every file has the sha256 that the settings name."""
    for name, expected in settings.hashes.items():
        if not (folder / name).is_file():
            raise IntegrityError(f"{folder} lacks {name}; install the package again")
        if sha256(folder / name) != expected:
            raise IntegrityError(f"{folder / name} is not the file the model was made with; install again")


def sha256(path: Path) -> str:
    """Hex digest of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
