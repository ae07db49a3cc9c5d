import subprocess

import pytest

pytest.importorskip("torch")

from annotation import InputError, IntegrityError
from recognizers.training import base


def test_a_folder_without_weights_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"model\.safetensors"):
        base.find_base(tmp_path, tmp_path)


def test_other_weights_are_refused(tmp_path):
    (tmp_path / "model.safetensors").write_bytes(b"other")
    (tmp_path / "vocab.txt").write_text("[UNK]\n", encoding="utf-8")
    with pytest.raises(IntegrityError, match="sha256"):
        base.find_base(tmp_path, tmp_path)


def test_weights_are_found_at_any_depth(tmp_path, monkeypatch):
    deep = tmp_path / "package" / "model"
    deep.mkdir(parents=True)
    (deep / "model.safetensors").write_bytes(b"")
    (deep / "vocab.txt").write_text("[UNK]\n", encoding="utf-8")
    monkeypatch.setattr(base, "WEIGHTS", base.sha256(deep / "model.safetensors"))
    assert base.find_base(tmp_path, tmp_path) == deep


def test_a_download_that_fails_says_what_to_do(tmp_path, monkeypatch):
    failed = subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(base.subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(InputError, match="--base FOLDER"):
        base.find_base(None, tmp_path)
