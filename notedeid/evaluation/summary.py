"""An evaluation as rich tables for the terminal."""

from collections.abc import Mapping

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from annotation.tally import Tally
from notedeid.evaluation.result import Evaluation

_SHARES = {
    "chars": "characters",
    "whole": "covered",
    "touched": "overlap",
    "strict": "strict",
    "type": "right_label",
    "group": "right_group",
}
_CAPTION = (
    "chars: letters and digits hidden. whole: spans with none visible. touched: hidden at least in part. "
    "strict: same offsets and type. type, group: labelled right, of those touched. "
    "open: spans with a letter or digit visible. removable: without what Safe Harbor lets stay."
)


def show(evaluation: Evaluation, console: Console) -> None:
    """Print an evaluation."""
    tallies = evaluation.tallies()
    title = f"{evaluation.origin.heading.capitalize()}, in %"
    table = Table(
        title=title, caption=_CAPTION, title_justify="left", caption_justify="left", box=SIMPLE_HEAD
    )
    table.add_column("identifiers", no_wrap=True)
    for heading in ("spans", "open", *_SHARES):
        table.add_column(heading, justify="right", no_wrap=True)
    for view in ("type", "group", "kind", "all"):
        _add(table, tallies[view])
        table.add_section()
    _add(table, _safe_harbor_rows(tallies))
    console.print(table, *_lines(evaluation), sep="\n")


def percent(share: float | None) -> str:
    """A share in percent that never rounds up to 100; ``-`` for a share of nothing."""
    if share is None:
        return "-"
    return f"{min(100 * share, 99.9):.1f}" if share < 1 else "100"


def _safe_harbor_rows(tallies: Mapping[str, Mapping[str, Tally]]) -> dict[str, Tally]:
    marked, removable = tallies["group"], tallies["group_removable"]
    return {f"{name}, removable": row for name, row in removable.items() if row != marked[name]}


def _add(table: Table, rows: Mapping[str, Tally]) -> None:
    for name, row in rows.items():
        shares = row.shares
        table.add_row(
            name,
            f"{row.spans:,}",
            f"{row.spans - row.covered:,}",
            *(percent(shares[key]) for key in _SHARES.values()),
        )


def _lines(evaluation: Evaluation) -> list[str]:
    facts = evaluation.as_dict()
    false, decoys, notes = facts["false_spans"], facts["decoys"], facts["notes"]
    lines = [
        f"Notes with an identifier visible: {facts['notes_leaking']:,} of {notes:,}",
        f"Notes with a direct identifier visible: {facts['notes_leaking_direct']:,} of {notes:,}",
        f"False spans: {false['count']:,}, {false['per_1000_tokens']:.1f} per 1,000 tokens",
    ]
    if decoys["count"]:
        lines.append(f"Look-alikes removed: {decoys['removed']:,} of {decoys['count']:,}")
    if evaluation.unlisted:
        lines.append(f"Without a record, counted as missed: {len(evaluation.unlisted):,} notes")
    return lines
