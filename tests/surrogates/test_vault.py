import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation import InputError, IntegrityError, MarkedNote, Note
from annotation.formats.inline import parse
from surrogates import Key, Policy, World
from surrogates.vault import Vault

KEY = Key(bytes(range(32)))


@pytest.fixture
def released(tmp_path):
    text, spans = parse("[[PATIENT|Orla Vantongeren]] saw Dr. [[DOCTOR|Dray]] on [[DATE|3/14/2019]].")
    marked = MarkedNote(Note("n1", text), spans)
    done = World(KEY, "P1", Policy()).replace(marked)
    vault = Vault.create(tmp_path / "vault.jsonl", KEY, outside=tmp_path / "out")
    vault.add(marked, done)
    return vault, marked, done


def test_the_original_comes_back_exactly(released):
    vault, marked, done = released
    assert vault.reveal("n1", done.text) == marked.note.text
    assert vault.note_ids() == ("n1",)


def test_nothing_readable_is_on_disk(released):
    vault, *_ = released
    raw = vault.path.read_bytes()
    assert not any(word in raw for word in (b"Vantongeren", b"Dray", b"3/14"))
    assert vault.path.stat().st_mode & 0o777 == 0o600


def test_another_key_a_changed_text_and_a_changed_record_are_refused(released):
    vault, _, done = released
    with pytest.raises(IntegrityError, match="wrong key"):
        Vault(vault.path, Key(bytes(32))).reveal("n1", done.text)
    with pytest.raises(IntegrityError, match="not the one"):
        vault.reveal("n1", done.text + " ")
    vault.path.write_text(vault.path.read_text().replace('"n1"', '"n2"'))
    with pytest.raises(IntegrityError, match="damaged"):
        vault.reveal("n2", done.text)
    vault.path.write_text("{}")
    with pytest.raises((IntegrityError, InputError)):
        vault.reveal("n1", done.text)


def test_the_vault_never_lies_in_the_output_and_is_never_overwritten(tmp_path):
    with pytest.raises(InputError, match="inside"):
        Vault.create(tmp_path / "out" / "vault", KEY, outside=tmp_path / "out")
    Vault.create(tmp_path / "vault", KEY, outside=tmp_path / "out")
    with pytest.raises(InputError, match="cannot create"):
        Vault.create(tmp_path / "vault", KEY, outside=tmp_path / "out")
    with pytest.raises(InputError, match="not in the vault"):
        Vault(tmp_path / "vault", KEY).reveal("n1", "")


@given(st.binary(min_size=1, max_size=4), st.integers(0, 10_000))
def test_no_flipped_byte_goes_unseen(tmp_path_factory, noise, at):
    folder = tmp_path_factory.mktemp("vault")
    text, spans = parse("[[PATIENT|Orla]] ok")
    marked = MarkedNote(Note("n1", text), spans)
    done = World(KEY, "P1", Policy()).replace(marked)
    vault = Vault.create(folder / "v", KEY, outside=folder / "out")
    vault.add(marked, done)
    raw = bytearray(vault.path.read_bytes())
    at %= len(raw)
    changed = bytes(raw[:at]) + noise + bytes(raw[at + len(noise) :])
    vault.path.write_bytes(changed)
    with contextlib.suppress(IntegrityError, InputError):
        assert vault.reveal("n1", done.text) == text
