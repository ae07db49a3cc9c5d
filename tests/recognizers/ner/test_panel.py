import numpy as np
import pytest

from recognizers.ner.decode import log_softmax
from recognizers.ner.model import FOLDERS, SHIPPED, Model, Scout
from recognizers.ner.panel import Panel, open_reader
from recognizers.ner.scheme import OUTSIDE
from recognizers.ner.windows import SIZE

NOTE = "Seen by Dr. Halloran-Pike with her aunt Oduya on 3/4. Foley out."
PLAIN = "The wound is clean and dry. " * 60


@pytest.fixture(scope="module")
def encoder() -> Model:
    return Model(SHIPPED)


@pytest.fixture(scope="module")
def scout() -> Model:
    return Model(FOLDERS["fast"])


def test_chances_are_averaged_by_share(encoder, scout):
    tags = Panel(encoder, scout, Scout("fast", share=0.25, least=0.0)).read(NOTE).tags
    mean = 0.75 * np.exp(encoder.read(NOTE).tags) + 0.25 * np.exp(scout.read(NOTE).tags)
    assert np.exp(tags) == pytest.approx(mean, abs=1e-5)


def test_leaves_are_averaged_too(encoder, scout):
    leaves = Panel(encoder, scout, Scout("fast", share=0.5, least=0.0)).read(NOTE).leaves
    mean = sum(np.exp(log_softmax(model.read(NOTE).leaves)) for model in (encoder, scout)) / 2
    assert np.exp(leaves) == pytest.approx(mean, abs=1e-5)


def test_a_window_without_hope_is_the_scouts_alone(encoder, scout):
    text = PLAIN + NOTE
    reading = Panel(encoder, scout, Scout("fast", share=0.35, least=0.02)).read(text)
    quick = scout.read(text)
    alone = np.isclose(reading.tags, quick.tags).all(axis=1)
    assert alone[:SIZE].all()
    assert not alone[-10:].any()
    assert not np.isnan(reading.tags).any()
    assert not np.isnan(reading.leaves).any()


def test_a_window_with_any_hope_is_read_by_both(encoder, scout):
    reading = Panel(encoder, scout, Scout("fast", share=0.35, least=0.02)).read(NOTE)
    assert np.exp(scout.read(NOTE).tags[:, OUTSIDE]).min() < 0.98
    assert not np.isclose(reading.tags, scout.read(NOTE).tags).all(axis=1).any()


def test_the_shipped_encoder_has_a_scout_and_the_fast_model_none():
    assert isinstance(open_reader(SHIPPED), Panel)
    assert isinstance(open_reader(FOLDERS["fast"]), Model)


def test_an_empty_text_reads_as_nothing():
    assert len(open_reader(SHIPPED).read("").tags) == 0
