"""Tables for the terminal that stand beside an evaluation."""

from rich.box import SIMPLE_HEAD
from rich.table import Table

from annotation.errors import InputError
from annotation.planning import identifiers_allowing, identifiers_to_show, leak_bound


def plain(title: str, *columns: str) -> Table:
    """An empty table in the house form: first column to the left, the rest to the right."""
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    return table


def plan_tables(target: float) -> tuple[Table, ...]:
    """The planning tables: misses allowed, power, leak rate of patients."""
    allowed = plain(f"Identifiers to show {target:g} with misses", "misses", "identifiers")
    for misses in (0, 1, 2, 3, 5, 10):
        allowed.add_row(str(misses), f"{identifiers_allowing(target, misses):,}")
    chances = plain(f"Identifiers to show {target:g} with power", "true recall", "80 %", "90 %")
    for quarter in (0.25, 0.5, 0.75, 0.9):
        truth = 1 - (1 - target) * (1 - quarter)
        chances.add_row(f"{truth:.4g}", *(_needed(target, truth, power) for power in (0.80, 0.90)))
    leaks = plain("No patient leaks: upper bound on the share that do", "patients", "at most")
    for patients in (50, 100, 300, 600):
        leaks.add_row(str(patients), f"{100 * leak_bound(patients):.1f} %")
    return allowed, chances, leaks


def _needed(target: float, truth: float, power: float) -> str:
    try:
        return f"{identifiers_to_show(target, truth=truth, power=power):,}"
    except InputError:
        return "over 50,000"
