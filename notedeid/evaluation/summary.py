"""An evaluation as a table for the terminal."""

from collections.abc import Iterable
from math import floor

from rich.console import Console

from annotation.intervals import Bound
from notedeid.evaluation.estimates import Estimates, Row
from notedeid.evaluation.exposed import Exposed
from notedeid.evaluation.gate import Check
from notedeid.evaluation.percent import percent
from notedeid.evaluation.result import Evaluation
from notedeid.evaluation.tables import plain

_SHARES = {"chars": "characters", "touched": "overlap", "strict": "strict", "type": "right_label"}
_LEAKS = {
    "note": "Notes with an identifier visible",
    "note direct": "Notes with a direct identifier visible",
    "patient": "Patients with an identifier visible",
    "patient direct": "Patients with a direct identifier visible",
}
_KEY = (
    "found: identifiers without a visible letter or digit, with the lower 95 % bound under least; "
    "open: the others. chars: letters and digits hidden. touched: hidden at least in part. "
    "strict: same offsets and type. type: labelled right, of those touched. All in %."
)


def show(evaluation: Evaluation, estimates: Estimates, checks: Iterable[Check], console: Console) -> None:
    """Print an evaluation and the verdict of its gate."""
    columns = ("spans", "open", "found", "least", *_SHARES)
    table = plain(evaluation.origin.heading.capitalize(), "identifiers", *columns)
    last = ""
    for row in _shown(estimates):
        if last and row.view != last:
            table.add_section()
        table.add_row(*_cells(row))
        last = row.view
    table.caption, table.caption_justify = _KEY, "left"
    console.print(table, *_lines(evaluation, estimates), *_verdicts(checks), sep="\n", highlight=False)


def leak_line(name: str, safe: Bound) -> str:
    """A leak rate with its upper bound in words."""
    if not safe.n:
        return f"{name}: none"
    return f"{name}: {safe.misses:g} of {safe.n:,}, {100 * (1 - safe.estimate):.1f} % (at most {_up(safe)} %)"


def _up(safe: Bound) -> str:
    return f"{100 - floor(1000 * safe.lower) / 10:.1f}"


def _shown(estimates: Estimates) -> list[Row]:
    """Every row but the removable ones that say what their group says."""
    groups = {row.name: row.tally for row in estimates.rows if row.view == "group"}
    return [row for row in estimates.rows if row.view != "removable" or row.tally != groups[row.name]]


def _cells(row: Row) -> list[str]:
    shares, found = row.tally.shares, row.found
    name = f"{row.name}, must go" if row.view == "removable" else row.name
    least = percent(found.lower) if found.demonstrated else f"(n={found.n})"
    return [
        name,
        f"{row.tally.spans:,}",
        f"{row.tally.spans - row.tally.covered:,}",
        percent(found.estimate if found.n else None),
        least,
        *(percent(shares[key]) for key in _SHARES.values()),
    ]


def _lines(evaluation: Evaluation, estimates: Estimates) -> list[str]:
    false, decoys = evaluation.false_spans(), sum(score.decoys for score in evaluation.scores)
    removed = sum(score.decoys_removed for score in evaluation.scores)
    lines = [leak_line(_LEAKS[unit], safe) for unit, safe in estimates.safe.items()]
    lines.append(f"False spans: {sum(false.values()):,}, {evaluation.false_rate():.1f} per 1,000 tokens")
    if decoys:
        lines.append(f"Look-alikes removed: {removed:,} of {decoys:,}")
    if evaluation.unlisted:
        lines.append(f"Without a record, counted as missed: {len(evaluation.unlisted):,} notes")
    return lines


def exposure_line(found: Exposed) -> str:
    """Exposure by policy at the measured miss rate, in words."""
    shares = ", ".join(f"{policy} {100 * share.value:.1f} %" for policy, share in found.measured.items())
    return (
        f"Notes that would show an original, at the measured {100 * found.miss_rate:.1f} % missed: {shares}"
    )


def _verdicts(checks: Iterable[Check]) -> list[str]:
    return [f"gate {'holds' if one.passed else 'FAILS'}: {one.name}: {one.reason}" for one in checks]
