"""Spans, changes and rulings in the form that the store keeps."""

import json
import sqlite3
from collections.abc import Iterable
from typing import Any

from annotation.adjudication import Decision
from annotation.formats.jsonl import span_from_record, span_record
from annotation.journal import Change
from annotation.passes import Mark
from annotation.spans import Span
from annotation.store.decisions import Ruling


def spans_to_json(spans: Iterable[Span]) -> str:
    """Spans as a JSON list, offsets only."""
    return json.dumps([span_record(span) for span in spans])


def spans_from_json(content: str) -> tuple[Span, ...]:
    """Spans from a JSON list."""
    return tuple(span_from_record(raw, "of the store", None) for raw in json.loads(content))


def change_to_json(change: Change) -> str:
    """A change as a JSON object."""
    return json.dumps({"put": [span_record(span) for span in change.put], "drop": change.drop})


def change_from_json(content: str) -> Change:
    """A change from a JSON object."""
    raw = json.loads(content)
    put = tuple(span_from_record(span, "of the store", None) for span in raw["put"])
    return Change(put, tuple((start, end) for start, end in raw["drop"]))


def ruling_to_row(ruling: Ruling) -> tuple[str | int, ...]:
    """A ruling as a row of the table ``decision``."""
    one = ruling.decision
    return (
        one.note_id,
        one.start,
        one.end,
        json.dumps(dict(ruling.versions)),
        json.dumps(ruling.found),
        ruling.choice,
        json.dumps(one.marks),
        one.adjudicator,
        one.at,
    )


def ruling_from_row(row: sqlite3.Row) -> Ruling:
    """A ruling from a row of the table ``decision``."""
    place = row["note_id"], row["start"], row["end"]
    return Ruling(
        Decision(*place, _marks(json.loads(row["marks"])), row["adjudicator"], row["at"]),
        row["choice"],
        {who: _marks(marks) for who, marks in json.loads(row["versions"]).items()},
        _marks(json.loads(row["found"])),
    )


def _marks(raw: list[Any]) -> tuple[Mark, ...]:
    return tuple(Mark(start, end, name) for start, end, name in raw)
