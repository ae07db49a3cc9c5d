import json

import pytest

from annotation import InputError, Label
from notedeid import inspection
from notedeid.readers import open_source
from recognizers.detector import Detector
from surrogates.policy import Consistency


class Titled:
    """Finds the word behind a title."""

    name = "titled"
    labels = frozenset({Label.PATIENT})

    def find(self, view):
        at = view.text.find("Mr. ")
        while at >= 0:
            end = view.text.index(" ", at + 4)
            yield view.span(at + 4, end, Label.PATIENT, 0.99, self.name)
            at = view.text.find("Mr. ", end)


@pytest.fixture
def release(tmp_path):
    texts = ["Mr. Smith and Mr. Xyzzwquill came. Mr. Smith left.", "Mr. Johnson left."]
    lines = (json.dumps({"note_id": f"n{i}", "text": text}) for i, text in enumerate(texts))
    (tmp_path / "notes.jsonl").write_text("\n".join(lines))
    (tmp_path / "manifest.json").write_text("{}")
    return tmp_path


def inspect(release, miss_rate):
    source = open_source(inspection.release_source(release))
    return inspection.inspect(source, Detector([Titled()]), miss_rate=miss_rate)


def test_names_that_no_pool_holds_are_candidates(release):
    found = inspect(release, 0.02)
    assert (found.notes, found.names) == (2, 4)
    ((note_id, span),) = found.candidates
    assert (note_id, span.start, span.end) == ("n0", 18, 28)


def test_exposure_grows_with_the_miss_rate_and_is_nothing_without_misses(release):
    assert all(share.value == 0 for share in inspect(release, 0).exposures.values())
    exposed = inspect(release, 0.4).exposures
    assert exposed[Consistency.CONSISTENT].value > 0
    assert set(exposed) == set(Consistency)


def test_a_folder_that_is_no_release_is_refused(tmp_path):
    (tmp_path / "notes.jsonl").write_text('{"note_id": "a", "text": "Seen."}')
    with pytest.raises(InputError, match=r"no release \(no manifest\.json in it\)"):
        inspection.release_source(tmp_path)
    (tmp_path / "notes.jsonl").unlink()
    (tmp_path / "manifest.json").write_text("{}")
    with pytest.raises(InputError, match="a release without notes"):
        inspection.release_source(tmp_path)
