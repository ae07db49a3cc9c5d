import numpy as np
import pandas as pd
import pytest

from annotation.errors import IntegrityError
from notedeid.structured import DistinctLDiversity, KAnonymity, KMap
from notedeid.structured.measures import Classed
from notedeid.structured.proof import prove
from notedeid.structured.table import Attribute

CELLS = pd.DataFrame({"age": ["30s", "30s", None, None], "zip": ["606"] * 4})
CLASSED = Classed.of(CELLS, ["age", "zip"])
DX = {"dx": Attribute.of(pd.Series(["a", "b", "a", "a", "b"], name="dx"))}


def test_a_release_that_holds_passes():
    prove(CLASSED, np.array([0, 1, 2, 4]), [KAnonymity(2), DistinctLDiversity("dx", 2), KMap(9)], DX)


@pytest.mark.parametrize(("model", "broken"), [(KAnonymity(3), 2), (DistinctLDiversity("dx", 2), 1)])
def test_a_release_that_does_not_is_stopped(model, broken):
    with pytest.raises(IntegrityError, match=f"{broken} released classes break {type(model).__name__}"):
        prove(CLASSED, np.array([0, 1, 2, 3]), [model], DX)
