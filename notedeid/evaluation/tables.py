"""Tables for the terminal that stand beside an evaluation."""

from collections.abc import Mapping

from rich.box import SIMPLE_HEAD
from rich.table import Table

from annotation.agreement import KAPPA_CAVEAT
from annotation.errors import InputError
from annotation.i2b2 import Scores
from annotation.missed import CAVEAT
from annotation.planning import identifiers_allowing, identifiers_to_show, leak_bound
from notedeid.evaluation.annotators import AnnotatorFigures
from notedeid.evaluation.percent import percent


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


def agreement_tables(made: AnnotatorFigures) -> tuple[Table | str, ...]:
    """Agreement by type and stratum, what both missed, and which names met."""
    kappa, alpha = (("undefined" if x is None else f"{x:.3f}") for x in (made.kappa, made.alpha))
    types = plain("Span F1 in %", "", "marks", "exact", "overlap", "exact, any type", "overlap, any type")
    for name, one in {"all": made.overall, **made.types, **made.strata}.items():
        shares = (one.exact, one.overlap, one.exact_untyped, one.overlap_untyped)
        types.add_row(name, f"{one.marks:,}", *(percent(share) for share in shares))
    parts: list[Table | str] = [f"Annotators: {', '.join(made.annotators)}", types]
    parts.append(f"Character kappa {kappa}, Krippendorff's alpha {alpha}: {KAPPA_CAVEAT}.")
    if made.missed:
        missed = plain("Missed by both, at least", "", "caught", "missed")
        for name, found in made.missed.items():
            missed.add_row(name, f"{found.caught:,}", f"{found.missed:.1f}")
        parts += [missed, CAVEAT]
    confused = {names: count for names, count in made.confusion.items() if names[0] != names[1]}
    if confused:
        table = plain("Where names differ", "one", "other", "times")
        for (one_name, other), count in sorted(confused.items(), key=lambda item: -item[1]):
            table.add_row(one_name or "(unmarked)", other, f"{count:,}")
        parts.append(table)
    return tuple(parts)


def challenge_table(scores: Mapping[str, Scores]) -> Table:
    """The figures of the 2014 i2b2 task."""
    table = plain("2014 i2b2 task, in %", "mode", "precision", "recall", "F1", "macro F1")
    for mode, one in scores.items():
        table.add_row(mode, *(percent(share) for share in (one.precision, one.recall, one.f1, one.macro_f1)))
    return table
