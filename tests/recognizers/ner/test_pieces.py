from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recognizers.ner.pieces import FORMS, GAPS, SHAPES, PieceReader, shape_of

VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "mr", "##n", ":", "ward", "o", "'", "7", "##7", "##a", "a"]


@pytest.fixture(scope="module")
def reader(tmp_path_factory) -> PieceReader:
    path: Path = tmp_path_factory.mktemp("pieces") / "vocab.txt"
    path.write_text("\n".join(VOCABULARY) + "\n", encoding="utf-8")
    return PieceReader(path)


@pytest.mark.parametrize(
    ("word", "form"),
    [
        ("ward", "lower"),
        ("MRN", "upper"),
        ("Ward", "title"),
        ("J", "initial"),
        ("McAda", "mixed"),
        ("077", "digits"),
        ("S23", "alphanumeric"),
        (":", "mark"),
        ("Édouard", "title"),
    ],
)
def test_form_of_a_word(word, form):
    assert FORMS[shape_of(word, "") // len(GAPS)] == form


@pytest.mark.parametrize(
    ("blank", "gap"),
    [("", "glued"), (" ", "space"), ("   ", "wide"), ("\t", "wide"), (" \n", "line"), ("\n\n", "paragraph")],
)
def test_gap_before_a_word(blank, gap):
    assert GAPS[shape_of("a", blank) % len(GAPS)] == gap


def test_pieces_point_back_and_share_their_words_shape(reader):
    text = "Ward\nMRN: 77"
    pieces = reader.read(text)
    cut = [text[start:end] for start, end in zip(pieces.starts, pieces.ends, strict=True)]
    assert cut == ["Ward", "MR", "N", ":", "7", "7"]
    assert pieces.shapes[1] == shape_of("MRN", "\n")
    assert pieces.shapes[2] == shape_of("MRN", "")


def test_unknown_words_are_one_piece(reader):
    pieces = reader.read("a zzz a")
    assert pieces.ids.tolist() == [13, 1, 13]


def test_an_empty_text_has_no_pieces(reader):
    assert len(reader.read("")) == 0
    assert len(reader.read(" \n ")) == 0


@given(st.text(max_size=200))
def test_pieces_are_ordered_and_inside_the_text(reader, text):
    pieces = reader.read(text)
    assert all(0 <= s <= e <= len(text) for s, e in zip(pieces.starts, pieces.ends, strict=True))
    assert all(a <= b for a, b in zip(pieces.starts, pieces.starts[1:], strict=False))
    assert all(0 <= shape < SHAPES for shape in pieces.shapes)
