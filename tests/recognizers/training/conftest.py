import pytest

from recognizers.ner.pieces import PieceReader

WIDTH, INNER = 384, 1_536
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


def encoder_weights(torch):
    layer = "encoder.layer.0"
    shapes = {f"{layer}.attention.self.{role}": (WIDTH, WIDTH) for role in ("query", "key", "value")}
    shapes[f"{layer}.attention.output.dense"] = (WIDTH, WIDTH)
    shapes[f"{layer}.intermediate.dense"] = (INNER, WIDTH)
    shapes[f"{layer}.output.dense"] = (WIDTH, INNER)
    weights = {f"{name}.weight": torch.randn(shape) * 0.02 for name, shape in shapes.items()}
    weights |= {f"{name}.bias": torch.zeros(shape[0]) for name, shape in shapes.items()}
    for kind, rows in (("word", 14), ("position", 192), ("token_type", 2)):
        weights[f"embeddings.{kind}_embeddings.weight"] = torch.randn(rows, WIDTH)
    for norm in ("embeddings", f"{layer}.attention.output", f"{layer}.output"):
        weights[f"{norm}.LayerNorm.weight"] = torch.ones(WIDTH)
        weights[f"{norm}.LayerNorm.bias"] = torch.zeros(WIDTH)
    return weights


@pytest.fixture
def encoder(tmp_path, vocabulary, monkeypatch):
    """A folder with the weights of a pretrained encoder, drawn by chance."""
    torch = pytest.importorskip("torch")
    from safetensors.torch import save_file  # noqa: PLC0415 - comes with torch

    from recognizers.training import base  # noqa: PLC0415 - the same

    torch.manual_seed(1)
    folder = tmp_path / "encoder"
    folder.mkdir()
    save_file(encoder_weights(torch), folder / "model.safetensors")
    (folder / "vocab.txt").write_bytes(vocabulary.read_bytes())
    monkeypatch.setattr(base, "WEIGHTS", base.sha256(folder / "model.safetensors"))
    return folder
