"""From passes to gold on disk."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from annotation import InputError
from annotation.adjudication import Compared, Conflict, Decision, compare, conflict_record, settle
from annotation.formats import jsonl
from annotation.passes import Pass, by_note


def compare_all(passes: Iterable[Pass]) -> tuple[Compared, ...]:
    """Compare the passes of every note, in order of note id."""
    return tuple(compare(group) for group in by_note(passes).values())


def write_queue(path: Path, compared: Iterable[Compared], decisions: Sequence[Decision]) -> int:
    """Write conflicts without a decision, offsets only; returns how many."""
    left = _undecided(compared, decisions)
    with path.open("w", encoding="utf-8", newline="\n") as out:
        out.writelines(json.dumps(conflict_record(one)) + "\n" for one in left)
    return len(left)


def write_gold(
    path: Path, compared: Sequence[Compared], decisions: Sequence[Decision], *, origin: str
) -> int:
    """Write gold, with its provenance; returns how many notes.

    Raises:
        InputError: a conflict is undecided, or a decision meets no conflict.
    """
    if left := _undecided(compared, decisions):
        raise InputError(
            f"{len(left)} conflicts are undecided, the first in note {left[0].note_id} at "
            f"[{left[0].start}, {left[0].end}); write them with --queue, decide them, and give --decisions"
        )
    gold = [settle(one, decisions, origin=origin) for one in compared]
    jsonl.write(path, gold)
    return len(gold)


def _undecided(compared: Iterable[Compared], decisions: Sequence[Decision]) -> list[Conflict]:
    decided = {(one.note_id, one.start, one.end) for one in decisions}
    return [
        conflict
        for one in compared
        for conflict in one.conflicts
        if (conflict.note_id, conflict.start, conflict.end) not in decided
    ]
