import pytest

pytest.importorskip("torch")

import torch
from safetensors.torch import save_file

from recognizers.ner.listed import LISTINGS
from recognizers.ner.pieces import SHAPES
from recognizers.training.fast.student import Student, Widths, vectors_of

LENGTH = 41


@pytest.fixture(scope="module")
def student() -> Student:
    torch.manual_seed(2)
    return Student(torch.randn(14, 8), Widths(pieces=8, states=16, dilations=(1, 2))).eval()


def tags(student, ids, lengths=(LENGTH,), shapes=None):
    with torch.no_grad():
        return student(ids, torch.zeros_like(ids) if shapes is None else shapes, torch.tensor(lengths))[0]


def test_a_piece_is_read_by_what_stands_within_reach_and_nothing_else(student):
    ids = torch.full((1, LENGTH), 5)
    changed = ids.clone()
    changed[0, 20] = 9
    differs = (tags(student, ids) - tags(student, changed)).abs().amax(dim=-1)[0] > 0
    assert differs.nonzero().flatten().tolist() == list(range(17, 24))
    assert student.widths.reach == 3


def test_padding_changes_nothing(student):
    ids = torch.randint(0, 14, (1, 9))
    padded = torch.cat([ids, torch.randint(0, 14, (1, 12))], dim=1)
    assert torch.allclose(tags(student, ids, (9,)), tags(student, padded, (9,))[:, :9], atol=1e-6)


def test_shapes_and_lists_are_told_apart(student):
    ids = torch.full((1, LENGTH), 5)
    read = [tags(student, ids, shapes=torch.full_like(ids, shape)) for shape in (3, 4, 3 + SHAPES)]
    assert not torch.allclose(read[0], read[1])
    assert not torch.allclose(read[0], read[2])
    tags(student, ids, shapes=torch.full_like(ids, SHAPES * LISTINGS - 1))


def test_principal_components_keep_what_tells_vectors_apart(tmp_path):
    torch.manual_seed(4)
    flat = torch.randn(60, 3) @ torch.randn(3, 20) + 7
    save_file({"embeddings.word_embeddings.weight": flat}, tmp_path / "model.safetensors")
    found = vectors_of(tmp_path, 3)
    assert found.shape == (60, 3)
    assert found.std() == pytest.approx(0.5, rel=1e-3)
    ratio = torch.cdist(found, found) / torch.cdist(flat, flat).clamp(min=1e-6)
    distances = ratio[~torch.eye(60, dtype=torch.bool)]
    assert distances.std() / distances.mean() < 1e-3
