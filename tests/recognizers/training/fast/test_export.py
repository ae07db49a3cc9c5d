import numpy as np
import pytest

pytest.importorskip("torch")

import onnxruntime
import torch

from recognizers.ner.model import Model
from recognizers.ner.pieces import PieceReader
from recognizers.training.fast.export import write_onnx
from recognizers.training.fast.package import LAYOUT, write_model
from recognizers.training.fast.student import Student, Widths


@pytest.fixture(scope="module")
def student() -> Student:
    torch.manual_seed(5)
    return Student(torch.randn(14, 8), Widths(pieces=8, states=16)).eval()


@pytest.mark.parametrize("length", [1, 3, 200])
@pytest.mark.parametrize("small", [False, True])
def test_the_graph_says_what_the_student_says(student, vocabulary, tmp_path, length, small):
    write_onnx(student, tmp_path / "model.onnx")
    if small:
        write_model(student, vocabulary, tmp_path)
    session = onnxruntime.InferenceSession(str(tmp_path / "model.onnx"), providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(length)
    ids, shapes = (rng.integers(0, rows, (1, length), dtype=np.int32) for rows in (14, 5_120))
    with torch.no_grad():
        ours = student(*(torch.from_numpy(rows).long() for rows in (ids, shapes)), torch.tensor([length]))
    theirs = session.run(["tags", "leaves"], {"ids": ids, "shapes": shapes})
    for mine, its in zip(ours, theirs, strict=True):
        assert np.abs(mine.numpy() - its).max() < 0.05


def test_nothing_is_out_of_sight_where_windows_end(student, vocabulary, tmp_path):
    write_model(student, vocabulary, tmp_path)
    model = Model(tmp_path)
    text = "dr ode saw a. 3/4 " * 200
    pieces = PieceReader(vocabulary, lists=True).read(text)
    assert len(pieces) > 2 * LAYOUT.size
    inputs = {"ids": pieces.ids[None], "shapes": pieces.shapes[None]}
    (whole,) = model._session.run(["tags"], inputs)
    reach = student.widths.reach + 1
    read = model.read(text).tags
    logits = whole[0] - np.log(np.exp(whole[0]).sum(axis=-1, keepdims=True))
    assert np.abs(read - logits)[reach:-reach].max() < 0.05


def test_windows_overlap_by_more_than_twice_the_reach():
    assert LAYOUT.overlap > 2 * (Widths().reach + 1)
