"""Drawing a sample into a folder that annotators can work from.

The folder holds ``sample.jsonl`` (ids, strata, weights), ``notes.jsonl`` (the notes to annotate,
mode 0600), ``manifest.json`` (design and hashed ids, nothing else) and, where identifiers were
planted, ``planted.jsonl`` (what was put in and where, mode 0600).
"""

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from annotation import corpus, sample_file
from annotation.errors import InputError
from annotation.formats import jsonl
from annotation.planted import Planted, plant
from annotation.sampling import Design, Sample, draw, list_population, manifest
from notedeid.evaluation.measure import read_found
from surrogates.keys import Key


@dataclass(frozen=True, slots=True)
class Planting:
    """What to plant: how many phrases a note, and from which."""

    count: int
    phrases: tuple[str, ...]


def read_phrases(path: Path | None) -> tuple[str, ...]:
    """Phrases with inline marks, one a line.

    Raises:
        InputError: no file, or no marked phrase in it.
    """
    if path is None:
        raise InputError("--plant needs --phrases, a file of phrases with inline marks")
    phrases = tuple(line for line in path.read_text(encoding="utf-8").splitlines() if "[[" in line)
    if not phrases:
        raise InputError(f"{path}: no phrase with a mark such as [[PATIENT|Ottilie]]")
    return phrases


def draw_to(
    folder: Path,
    source: Path,
    design: Design,
    *,
    key: Key,
    found: Path | None = None,
    planting: Planting | None = None,
) -> Sample:
    """Draw a sample of the notes of ``source`` into ``folder``.

    Raises:
        InputError: see list_population and draw.
    """
    secret = key.scope("annotation", "sample").secret
    hits = {note_id: len(spans) for note_id, spans in read_found(found).items()} if found else None
    notes = {marked.note.note_id: marked.note for marked in corpus.read(source)}
    sample = draw(list_population(notes.values(), design.traits, hits), design, key=secret)
    folder.mkdir(parents=True, exist_ok=True)
    sample_file.write(folder / "sample.jsonl", sample)
    chosen = [notes[one.note_id] for one in sample.drawn]
    if planting:
        planted = [plant(note, planting.phrases, count=planting.count, key=secret) for note in chosen]
        _private(folder / "planted.jsonl", (json.dumps(_planted_record(one)) for one in planted))
        chosen = [one.marked.note for one in planted]
    _private(folder / "notes.jsonl", (json.dumps(jsonl.note_record(n), ensure_ascii=False) for n in chosen))
    facts = {**manifest(sample, key=secret), "key_fingerprint": key.fingerprint}
    (folder / "manifest.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    return sample


def _planted_record(planted: Planted) -> dict[str, object]:
    return {
        "note_id": planted.marked.note.note_id,
        "pieces": [list(piece) for piece in planted.pieces],
        "spans": [jsonl.span_record(span) for span in planted.marked.spans],
    }


def _private(path: Path, lines: Iterable[str]) -> None:
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as out:
        out.writelines(f"{line}\n" for line in lines)
