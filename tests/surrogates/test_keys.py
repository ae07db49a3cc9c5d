import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation import KeyFileError
from surrogates.keys import Key

KEY = Key(bytes(range(32)))


def test_a_key_comes_back_from_its_file_and_the_file_is_private(tmp_path):
    path = tmp_path / "run.key"
    key = Key.generate()
    key.write(path)
    assert path.stat().st_mode & 0o777 == 0o600
    assert Key.read(path) == key


def test_a_key_file_is_never_overwritten(tmp_path):
    path = tmp_path / "run.key"
    KEY.write(path)
    with pytest.raises(KeyFileError, match="cannot write"):
        Key.generate().write(path)
    assert Key.read(path) == KEY


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_key_that_others_can_read_is_refused(tmp_path, mode):
    path = tmp_path / "run.key"
    KEY.write(path)
    path.chmod(mode)
    with pytest.raises(KeyFileError, match="chmod 600"):
        Key.read(path)


@pytest.mark.parametrize("raw", [b"", b"short", b"ab" * 31, bytes(31)])
def test_a_short_key_is_refused(tmp_path, raw):
    path = tmp_path / "run.key"
    path.write_bytes(raw)
    path.chmod(0o600)
    with pytest.raises(KeyFileError, match="32"):
        Key.read(path)


def test_a_missing_key_file_is_one_clear_line(tmp_path):
    with pytest.raises(KeyFileError, match="cannot read"):
        Key.read(tmp_path / "none.key")


def test_keys_come_from_environment_and_command(monkeypatch):
    monkeypatch.setenv("TEST_KEY", KEY.secret.hex())
    assert Key.from_environment("TEST_KEY") == KEY
    assert Key.from_command([sys.executable, "-c", f"print({KEY.secret.hex()!r})"]) == KEY
    with pytest.raises(KeyFileError, match="not set"):
        Key.from_environment("NO_SUCH_KEY")
    with pytest.raises(KeyFileError, match="failed") as failure:
        Key.from_command([sys.executable, "-c", "import sys; print('abcdef' * 9); sys.exit(1)"])
    assert "abcdef" not in str(failure.value)


def test_no_text_form_of_a_key_holds_its_bytes():
    shown = f"{KEY!r} {KEY} {KEY.fingerprint}"
    assert KEY.secret.hex() not in shown
    assert repr(KEY.secret) not in shown


def test_scopes_differ_by_data_set_and_purpose_and_parts_do_not_run_together():
    scopes = {KEY.scope(d, p) for d in ("a", "b", "ab") for p in ("a", "b", "ab", "")}
    assert len(scopes) == 12
    assert KEY.draw("ab", "c").below(1 << 60) != KEY.draw("a", "bc").below(1 << 60)


@given(st.lists(st.text(max_size=5), max_size=3), st.integers(1, 1000))
def test_draws_repeat_and_stay_in_range(parts, bound):
    one, two = KEY.draw(*parts), KEY.draw(*parts)
    numbers = [one.below(bound) for _ in range(9)]
    assert numbers == [two.below(bound) for _ in range(9)]
    assert all(0 <= number < bound for number in numbers)


def test_draws_are_uniform():
    draw = KEY.draw("uniform")
    counts = [0] * 10
    for _ in range(20_000):
        counts[draw.below(10)] += 1
    assert sum((n - 2000) ** 2 / 2000 for n in counts) < 27.9
    assert 0.49 < sum(draw.unit() for _ in range(20_000)) / 20_000 < 0.51


def test_a_folder_is_no_key_file(tmp_path):
    (tmp_path / "folder.key").mkdir()
    with pytest.raises(KeyFileError, match="a folder, not a key file"):
        Key.read(tmp_path / "folder.key")
