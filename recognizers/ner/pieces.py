r"""Word pieces of a text, each with a shape, as the encoder reads them.

WordPiece over lower-cased text (Devlin et al. 2019, arXiv:1810.04805) loses case and layout;
the shape gives both back: one of eight forms of the word, times one of five gaps before it.

>>> shape_of("McBride", "\n"), shape_of("mg", " ")
(23, 1)
"""

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer

from recognizers.ner.listed import listed_as
from recognizers.words import REMEMBERED

Ints = NDArray[np.int32]

FORMS: Final = ("lower", "upper", "title", "initial", "mixed", "digits", "alphanumeric", "mark")
GAPS: Final = ("glued", "space", "wide", "line", "paragraph")
SHAPES: Final = len(FORMS) * len(GAPS)


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of one text, as arrays of one length.

    Attributes:
        ids: rows of the vocabulary.
        shapes: see shape_of; with lists, SHAPES times ``listed_as`` of the word is added.
        starts: first code point of each piece.
        ends: one past the last.
    """

    ids: Ints = field(repr=False)
    shapes: Ints = field(repr=False)
    starts: Ints = field(repr=False)
    ends: Ints = field(repr=False)

    def __len__(self) -> int:
        return len(self.ids)


def shape_of(word: str, gap: str) -> int:
    """Shape of a word after the blank text ``gap``: row of the shape embedding, below SHAPES."""
    return _form(word) * len(GAPS) + _gap(gap)


@lru_cache(maxsize=REMEMBERED)
def _look(word: str, lists: bool) -> int:  # noqa: FBT001 - a cache is quickest asked by place
    """Shape of a word without a gap."""
    return shape_of(word, "") + (SHAPES * listed_as(word) if lists else 0)


def _form(word: str) -> int:
    if not word.isalnum():
        return FORMS.index("mark")
    if not word.isalpha():
        return FORMS.index("digits" if word.isdigit() else "alphanumeric")
    if word.isupper():
        return FORMS.index("initial" if len(word) == 1 else "upper")
    if word[0].isupper() and word[1:].islower():
        return FORMS.index("title")
    return FORMS.index("mixed" if any(map(str.isupper, word)) else "lower")


@lru_cache(maxsize=64)
def _gap(blank: str) -> int:
    lines = blank.count("\n")
    if lines:
        return GAPS.index("line" if lines == 1 else "paragraph")
    if "\t" in blank or len(blank) > 1:
        return GAPS.index("wide")
    return len(blank)


class PieceReader:
    """Cuts texts into pieces by a WordPiece vocabulary.

    Args:
        vocabulary: file of one piece a line; must hold ``[UNK] [CLS] [SEP] [PAD]``.
        lists: let shapes also tell which word lists hold a word.
    """

    def __init__(self, vocabulary: Path, *, lists: bool = False) -> None:
        self._lists = lists
        lines = vocabulary.read_text(encoding="utf-8").splitlines()
        rows = {piece: row for row, piece in enumerate(lines)}
        self.first, self.last, self.padding = rows["[CLS]"], rows["[SEP]"], rows["[PAD]"]
        self._tokenizer = Tokenizer(WordPiece(rows, unk_token="[UNK]"))  # noqa: S106 - no password
        self._tokenizer.normalizer = BertNormalizer(lowercase=True)
        self._tokenizer.pre_tokenizer = BertPreTokenizer()

    def read(self, text: str) -> Pieces:
        """Cut a text."""
        encoding = self._tokenizer.encode(text, add_special_tokens=False)
        starts, ends = np.array(encoding.offsets, dtype=np.int32).reshape(-1, 2).T.copy()
        borders = np.diff(np.array(encoding.word_ids, dtype=np.int32), prepend=-1, append=-1) != 0
        heads, tails = np.flatnonzero(borders[:-1]), np.flatnonzero(borders[1:])
        lefts, rights = starts[heads].tolist(), ends[tails].tolist()
        forms = [_look(text[left:right], self._lists) for left, right in zip(lefts, rights, strict=True)]
        gaps = [_gap(text[end:left]) for end, left in zip([0, *rights], lefts, strict=False)]
        shapes = np.repeat(np.array(forms, dtype=np.int32), tails - heads + 1)
        shapes[heads] += np.array(gaps, dtype=np.int32)
        return Pieces(np.array(encoding.ids, dtype=np.int32), shapes, starts, ends)
