"""The plots of the evaluation report, as inline SVG."""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from annotation.agreement import SpanAgreement
from notedeid.evaluation.estimates import Cell, Row
from notedeid.evaluation.exposed import Exposed
from notedeid.plots import ACCENT, FAINT, INK, QUIET, WARN, canvas, name_cells, ramp, rows_down, style, svg

_MOST_STRATA, _MOST_BARS = 24, 12


def shares(rows: Sequence[Row]) -> str:
    """Share of identifiers wholly covered, a dot with its bounds a row; hollow: too few to show."""
    with style():
        figure, axes = canvas(8.2, 0.5 + 0.3 * len(rows))
        for place, row in enumerate(rows):
            found, shown = row.found, row.found.demonstrated
            colour = ACCENT if shown else QUIET
            axes.plot([100 * found.lower, 100 * found.upper], [place] * 2, color=colour, lw=2.2, alpha=0.45)
            axes.plot(100 * found.estimate, place, "o", color=colour, mfc=colour if shown else "white", ms=6)
            words = f"≥ {np.floor(1000 * found.lower) / 10:.1f}" if shown else "not demonstrated"
            axes.text(101.2, place, f"{words}   n = {found.n:,}", va="center", color=INK if shown else QUIET)
        least = min((row.found.lower for row in rows), default=0)
        axes.set_xlim(max(0, 10 * np.floor(10 * least) - 2), 100.6)
        rows_down(axes, [row.name for row in rows])
        axes.set_xlabel("identifiers without a visible letter or digit, in % (line: one-sided 95 % bounds)")
        return svg(figure, "shares")


def leak_curve(estimate: float, lower: float) -> str:
    """Chance that a note or patient with k identifiers shows at least one, misses independent."""
    counts = np.unique(np.round(np.geomspace(1, 300, 80)))
    with style():
        figure, axes = canvas(8.2, 2.7)
        for share, colour, words in ((lower, WARN, "at the lower bound"), (estimate, ACCENT, "as estimated")):
            chance = 100 * (1 - share**counts)
            axes.plot(counts, chance, color=colour, lw=2, label=f"{100 * share:.1f} % found, {words}")
        axes.set_xscale("log")
        axes.set_xticks([1, 5, 10, 20, 50, 100, 200], ["1", "5", "10", "20", "50", "100", "200"])
        axes.minorticks_off()
        axes.legend(frameon=False, loc="upper left")
        axes.set_ylim(0, 100)
        axes.grid(color=FAINT, lw=0.8)
        axes.set_xlabel("identifiers in a note, or in all notes of a patient")
        axes.set_ylabel("shows at least one, in %")
        return svg(figure, "leaks")


def exposures(found: Exposed) -> str:
    """Share of notes that show an original by miss rate, a curve a policy; the band: what was measured."""
    with style():
        figure, axes = canvas(8.2, 2.7)
        axes.axvspan(100 * found.miss_rate, 100 * found.at_most, color=FAINT, lw=0)
        for (policy, curve), colour in zip(found.curves.items(), (WARN, ACCENT, QUIET), strict=True):
            share = found.measured[policy].value
            words = f"{policy}: {100 * share:.1f} % at the measured rate"
            axes.plot([100 * rate for rate in found.rates], [100 * one for one in curve], color=colour, lw=2)
            axes.plot(100 * found.miss_rate, 100 * share, "o", color=colour, ms=6, label=words)
        axes.legend(frameon=False, loc="upper left")
        axes.set_xlim(0, 100 * found.rates[-1])
        axes.set_ylim(bottom=0)
        axes.grid(color=FAINT, lw=0.8)
        axes.set_xlabel("mentions missed, in % (band: measured, up to its upper bound)")
        axes.set_ylabel("notes exposed, in %")
        return svg(figure, "exposures")


def heat_map(cells: Sequence[Cell]) -> str:
    """Share wholly covered in the largest strata by group; small print: how many identifiers."""
    shown = _largest(cells)
    strata, groups = sorted({c.stratum for c in shown}), sorted({c.group for c in shown})
    with style():
        figure, axes = canvas(8.2, 0.9 + 0.36 * len(strata))
        grid = np.full((len(strata), len(groups)), np.nan)
        for cell in shown:
            grid[strata.index(cell.stratum), groups.index(cell.group)] = 100 * cell.covered
        least = min(80, float(np.nanmin(grid)))
        axes.pcolormesh(
            grid, cmap=ramp("#e8a27c", "#f6e7d8", "#cfe3ee"), vmin=least, vmax=100, ec="white", lw=2
        )
        name_cells(axes, groups, strata)
        for cell in shown:
            place = groups.index(cell.group) + 0.5, strata.index(cell.stratum) + 0.5
            words = f"{np.floor(100 * cell.covered):.0f} %  of {cell.spans:,}"
            axes.text(*place, words, ha="center", va="center", size=8)
        return svg(figure, "strata")


def agreement(types: Mapping[str, SpanAgreement]) -> str:
    """Span F1 between annotators by type: full dot exact, hollow dot overlapping."""
    with style():
        figure, axes = canvas(8.2, 0.6 + 0.28 * len(types))
        for place, found in enumerate(types.values()):
            exact, overlap = 100 * (found.exact or 0), 100 * (found.overlap or 0)
            axes.plot([exact, overlap], [place] * 2, color=ACCENT, lw=2, alpha=0.4)
            axes.plot(overlap, place, "o", color=ACCENT, mfc="white", ms=6)
            axes.plot(exact, place, "o", color=ACCENT, ms=6)
            axes.text(101.5, place, f"{found.marks:,} marks", va="center", color=QUIET)
        axes.set_xlim(0, 101)
        rows_down(axes, list(types))
        axes.set_xlabel("span F1 in %: full dot same offsets and type, hollow dot overlapping and same type")
        return svg(figure, "agreement")


def bars(counts: Mapping[str, float], words: str) -> str:
    """The twelve largest counts by name, as bars."""
    shown = dict(sorted(counts.items(), key=_largest_first)[:_MOST_BARS])
    with style():
        figure, axes = canvas(8.2, 0.5 + 0.26 * len(shown))
        axes.barh(range(len(shown)), list(shown.values()), color=WARN, alpha=0.75, height=0.62)
        for place, count in enumerate(shown.values()):
            axes.text(count, place, f"  {_short(count)}", va="center", color=INK)
        rows_down(axes, list(shown))
        axes.set_xlabel(words)
        return svg(figure, "bars")


def _largest_first(item: tuple[str, float]) -> tuple[float, str]:
    return -item[1], item[0]


def _short(count: float) -> str:
    return f"{count:,.0f}" if float(count).is_integer() else f"{count:,.1f}"


def _largest(cells: Sequence[Cell]) -> list[Cell]:
    size: Counter[str] = Counter()
    for cell in cells:
        size[cell.stratum] += cell.spans
    kept = {stratum for stratum, _ in size.most_common(_MOST_STRATA)}
    return [cell for cell in cells if cell.stratum in kept]
