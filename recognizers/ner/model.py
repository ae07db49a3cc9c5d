"""The shipped weights: an ONNX graph, its vocabulary and its settings, checked at load.

A model is a folder: ``model.onnx``, its constants in ``model.onnx.data`` (or within the graph),
``vocab.txt`` and ``config.json``, which holds the sha256 of the others, the windows the model was
made for and the thresholds chosen for it. Nothing in it is code or a pickle.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Final, Literal, NamedTuple

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from annotation import IntegrityError
from recognizers.ner.crew import ALONE, Crew
from recognizers.ner.decode import Floats, log_softmax
from recognizers.ner.pieces import PieceReader, Pieces
from recognizers.ner.scheme import LEAVES, TAGS, Kind
from recognizers.ner.windows import Window, cut

Sensitivity = Literal["balanced", "high"]
REMEMBERED: Final = 256
"""Windows whose scores are kept, so that a text that repeats itself is read once."""
SHIPPED: Final = Path(__file__).parents[1] / "model"
FOLDERS: Final[Mapping[str, Path]] = {"accurate": SHIPPED, "fast": SHIPPED / "fast"}
"""Where the shipped models are: the encoder, and beside it a small convolutional model."""
SLOWER: Final = ("SkipLayerNormFusion",)
"""Rewritings of onnxruntime that are left out: a sum and its normalization are quicker than both in one."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What ``config.json`` says.

    Attributes:
        size: most pieces in a window.
        overlap: fewest pieces that two windows share.
        lists: whether shapes also tell which word lists hold a word.
        scout: the model that reads along, if any.
        hashes: sha256 of each file.
        weights: what the judge makes of each sign.
        thresholds: what is asked of a span, by name of sensitivity.
    """

    size: int
    overlap: int
    lists: bool
    scout: "Scout | None"
    hashes: Mapping[str, str]
    weights: Mapping[str, float]
    thresholds: Mapping[str, "Least"]


class Least(NamedTuple):
    """Least chance of a span that is taken: of people's names, and of all others."""

    names: float
    others: float

    def of(self, kind: Kind) -> float:
        """What is asked of a kind."""
        return self.names if kind is Kind.NAME else self.others


@dataclass(frozen=True, slots=True)
class Scout:
    """A fast model that reads along (recognizers.ner.panel).

    Attributes:
        folder: where it is, within the folder of the other.
        share: what its chances count in the mean.
        least: chance of standing in an identifier that makes a window worth the other's reading.
    """

    folder: str
    share: float
    least: float


@dataclass(frozen=True, slots=True)
class Reading:
    """Scores of a text's pieces.

    Attributes:
        pieces: what was read.
        tags: log-probabilities ``[pieces, len(TAGS)]``.
        leaves: logits ``[pieces, len(LEAVES)]``.
        alone: where two models read, the tags of the slow and of the quick one.
    """

    pieces: Pieces
    tags: Floats = field(repr=False)
    leaves: Floats = field(repr=False)
    alone: tuple[Floats, Floats] | None = field(default=None, repr=False)


class Model:
    """A loaded model; may be read from several threads.

    Windows are run one by one: the activations of a run share one scale, so that a window in
    company would be read a little differently than alone, and the same note in other company
    would give other spans. It is no slower than batches on a CPU.

    Args:
        folder: where the model is; the shipped one by default.
        crew: who runs the windows; nobody but the caller by default.

    Raises:
        IntegrityError: a file is missing or not the one that ``config.json`` names.
    """

    def __init__(self, folder: Path = SHIPPED, *, crew: Crew = ALONE) -> None:
        self._crew = crew
        self.settings = read_settings(folder)
        check(folder, self.settings)
        self._reader = PieceReader(folder / "vocab.txt", lists=self.settings.lists)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = 1, 1
        self._session = onnxruntime.InferenceSession(
            str(folder / "model.onnx"),
            options,
            providers=["CPUExecutionProvider"],
            disabled_optimizers=list(SLOWER),
        )
        self._wanted = {given.name for given in self._session.get_inputs()}
        self._scores = lru_cache(maxsize=REMEMBERED)(self._score)

    def read(self, text: str) -> Reading:
        """Score a text."""
        return self.begin(text)()

    def begin(self, text: str) -> Callable[[], Reading]:
        """Begin to score a text; what is given back waits for the scores."""
        return self.begin_pieces(self._reader.read(text))

    def begin_pieces(
        self, pieces: Pieces, *, hopeful: NDArray[np.bool_] | None = None
    ) -> Callable[[], Reading]:
        """Begin to score the pieces of a text.

        Args:
            pieces: cut by this model's vocabulary.
            hopeful: ``[pieces]``; windows in which none is are left out, their scores are not numbers.

        Returns:
            Waits for the scores.
        """
        begun: list[tuple[Window, Callable[[], tuple[Floats, Floats]]]] = []
        for window in cut(len(pieces), size=self.settings.size, overlap=self.settings.overlap):
            if hopeful is None or hopeful[window.first : window.last].any():
                whole = slice(window.start, window.end)
                shown = pieces.ids[whole].tobytes(), pieces.shapes[whole].tobytes()
                begun.append((window, self._crew.begin(self._scores, *shown)))
        return partial(_gather, pieces, begun)

    def _score(self, ids: bytes, shapes: bytes) -> tuple[Floats, Floats]:
        pieces = np.frombuffer(ids, dtype=np.int32)
        inputs = {
            "ids": np.concatenate(([self._reader.first], pieces, [self._reader.last])).astype(np.int32)[None],
            "shapes": np.pad(np.frombuffer(shapes, dtype=np.int32), 1)[None],
            "lengths": np.array([len(pieces) + 2], dtype=np.int32),
        }
        given = {name: rows for name, rows in inputs.items() if name in self._wanted}
        tags, leaves = self._session.run(["tags", "leaves"], given)
        return log_softmax(tags[0, 1:-1]), leaves[0, 1:-1]


def _gather(pieces: Pieces, begun: Sequence[tuple[Window, Callable[[], tuple[Floats, Floats]]]]) -> Reading:
    """Each piece's scores from the window that reads it."""
    tags = np.full((len(pieces), len(TAGS)), np.nan, dtype=np.float32)
    leaves = np.full((len(pieces), len(LEAVES)), np.nan, dtype=np.float32)
    for window, scores in begun:
        read = slice(window.first, window.last)
        shown = slice(window.first - window.start, window.last - window.start)
        found = scores()
        tags[read], leaves[read] = found[0][shown], found[1][shown]
    return Reading(pieces, tags, leaves)


def read_settings(folder: Path) -> Settings:
    """Read ``config.json``.

    Raises:
        IntegrityError: the file is missing or lacks a field.
    """
    try:
        raw = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        scout = Scout(**raw["scout"]) if raw["scout"] else None
        form = (raw["size"], raw["overlap"], raw["lists"], scout)
        thresholds = {name: Least(**least) for name, least in raw["thresholds"].items()}
        return Settings(*form, raw["sha256"], raw["judge"], thresholds)
    except (OSError, ValueError, KeyError, TypeError) as fault:
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
