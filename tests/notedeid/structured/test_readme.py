import re
from importlib import resources

import pytest

from notedeid import structured
from notedeid.structured import hierarchies, risk


def text():
    return (resources.files("notedeid.structured") / "README.md").read_text(encoding="utf-8")


def test_its_code_runs():
    names = {}
    for block in re.findall(r"```python\n(.*?)```", text(), re.DOTALL):
        exec(compile(block, "README.md", "exec"), names)
    assert names["release"].measures.k >= 3
    assert names["release"].dropped == ("mrn",)
    assert names["found"].prosecutor.highest <= 1 / 3


@pytest.mark.parametrize("name", [*structured.__all__, *risk.__all__, *hierarchies.__all__])
def test_public_names_say_what_they_are(name):
    thing = next(getattr(room, name) for room in (structured, risk, hierarchies) if hasattr(room, name))
    assert thing.__doc__


def test_the_public_face_is_whole():
    assert sorted(structured.__all__) == structured.__all__
    assert all(hasattr(structured, name) for name in structured.__all__)
