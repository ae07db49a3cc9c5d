import numpy as np
import pytest

from recognizers.ner.model import FOLDERS, SHIPPED, Model, Reading
from recognizers.ner.panel import Panel, open_reader
from recognizers.ner.pieces import Pieces
from recognizers.ner.scheme import LEAVES, OUTSIDE, TAGS

NOTE = "Seen by Dr. Halloran-Pike with her aunt Oduya on 3/4. Foley out."


class Certain:
    """A reader that says of the one piece of any text that it stands outside, so surely."""

    def __init__(self, outside: float) -> None:
        self.outside = outside

    def read(self, text: str) -> Reading:
        tags = np.full((1, len(TAGS)), np.log((1 - self.outside) / (len(TAGS) - 1)), dtype=np.float32)
        tags[0, OUTSIDE] = np.log(self.outside)
        row = np.zeros(1, dtype=np.int32)
        leaves = np.zeros((1, len(LEAVES)), dtype=np.float32)
        return Reading(Pieces(row, row, row, row + len(text)), tags, leaves)


def test_chances_are_averaged_by_share():
    reading = Panel([(Certain(0.9), 0.75), (Certain(0.1), 0.25)]).read("a")
    assert np.exp(reading.tags[0, OUTSIDE]) == pytest.approx(0.7)
    assert np.exp(reading.tags).sum() == pytest.approx(1, abs=1e-5)
    assert np.exp(reading.leaves).sum() == pytest.approx(1, abs=1e-5)


def test_one_member_alone_is_what_it_reads():
    alone, panel = Model().read(NOTE), Panel([(Model(), 1.0)]).read(NOTE)
    assert panel.tags == pytest.approx(alone.tags, abs=1e-4)


def test_the_shipped_encoder_is_read_beside_the_fast_model():
    both = open_reader(SHIPPED)
    assert isinstance(both, Panel)
    alone = [Model(folder).read(NOTE) for folder in FOLDERS.values()]
    assert (alone[0].pieces.starts == alone[1].pieces.starts).all()
    low, high = (function([reading.tags for reading in alone], axis=0) for function in (np.min, np.max))
    tags = both.read(NOTE).tags
    assert ((low - 1e-4 <= tags) & (tags <= high + 1e-4)).all()


def test_the_fast_model_reads_alone():
    assert isinstance(open_reader(FOLDERS["fast"]), Model)
