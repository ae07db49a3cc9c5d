import json

import pytest

from annotation import InputError
from notedeid.batch.parts import Parts


def rows(*positions):
    return [{"position": p, "text": f"note {p} é"} for p in positions]


def test_results_come_back_in_input_order_whatever_the_batches(tmp_path):
    parts = Parts(tmp_path / "out", {"v": 1}, resume=False)
    parts.put(1, rows(4, 1))
    parts.put(0, rows(3, 0, 2))
    assert [row["position"] for row in parts.in_order(2)] == [0, 1, 2, 3, 4]
    assert [row["text"] for row in parts.in_order(2)][3] == "note 3 é"


def test_a_finished_part_is_known_after_a_crash(tmp_path):
    Parts(tmp_path / "out", {"v": 1}, resume=False).put(0, rows(0))
    (tmp_path / "out" / ".work" / ".part-0000001.jsonl.99.tmp").write_text('{"posi')
    again = Parts(tmp_path / "out", {"v": 1}, resume=True)
    assert again.has(0)
    assert not again.has(1)


def test_an_unfinished_run_is_not_overwritten(tmp_path):
    Parts(tmp_path / "out", {"v": 1}, resume=False)
    with pytest.raises(InputError, match="--resume"):
        Parts(tmp_path / "out", {"v": 1}, resume=False)


def test_a_run_of_other_options_is_not_resumed(tmp_path):
    Parts(tmp_path / "out", {"key": "a"}, resume=False)
    with pytest.raises(InputError, match="another input, key, version or option"):
        Parts(tmp_path / "out", {"key": "b"}, resume=True)


def test_a_folder_with_something_else_is_refused(tmp_path):
    (tmp_path / "mine.txt").write_text("x")
    with pytest.raises(InputError, match="not empty"):
        Parts(tmp_path, {}, resume=True)


def test_part_files_are_for_the_owner_only(tmp_path):
    parts = Parts(tmp_path / "out", {}, resume=False)
    parts.put(0, rows(0))
    (path,) = parts.folder.glob("part-*")
    assert path.stat().st_mode & 0o077 == 0
    assert json.loads(path.read_text().splitlines()[0])["position"] == 0
