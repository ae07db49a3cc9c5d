import pytest

from recognizers.ner.pieces import PieceReader

VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "dr", "o", "##de", "saw", ".", "3", "/", "4", "a", "##a"]


@pytest.fixture(scope="session")
def vocabulary(tmp_path_factory):
    path = tmp_path_factory.mktemp("vocabulary") / "vocab.txt"
    path.write_text("\n".join(VOCABULARY) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def reader(vocabulary) -> PieceReader:
    return PieceReader(vocabulary)


@pytest.fixture(scope="session")
def tagger():
    torch = pytest.importorskip("torch")
    from recognizers.training.encoder import Sizes, Tagger  # noqa: PLC0415 - needs torch

    torch.manual_seed(3)
    made = Tagger(Sizes(vocabulary=len(VOCABULARY), layers=2, width=48, heads=4, inner=96)).eval()
    for weights in (made.shapes.weight, made.tags.weight, made.leaves.weight):
        torch.nn.init.normal_(weights, std=0.2)
    return made
