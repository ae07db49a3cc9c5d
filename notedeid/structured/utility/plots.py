"""The plots of the utility report, as inline SVG."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from notedeid.plots import ACCENT, FAINT, QUIET, WARN, canvas, name_cells, ramp, rows_down, style, svg
from notedeid.structured.utility.columns import ColumnChange

__all__ = ["class_sizes", "distribution", "matrix"]

MOST = 12
STEPS = (1, 2, 3, 5, 10, 20, 50, 100)


def distribution(change: ColumnChange) -> str:
    """Shares of the values before (grey) and after (blue), at most twelve."""
    shown = change.shares[:MOST]
    with style():
        figure, axes = canvas(8.2, 0.6 + 0.34 * len(shown))
        places = np.arange(len(shown))
        for shift, index, colour, words in ((-0.17, 1, QUIET, "before"), (0.17, 2, ACCENT, "after")):
            shares = [100 * float(row[index]) for row in shown]
            axes.barh(places + shift, shares, 0.32, color=colour, alpha=0.75, label=words)
        rows_down(axes, [row[0] or "(empty)" for row in shown])
        axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
        axes.set_xlabel("share of the filled cells, in %")
        return svg(figure, f"distribution {change.name}")


def matrix(values: pd.DataFrame, name: str, *, signed: bool = False) -> str:
    """A matrix of associations, or of their changes."""
    size = len(values)
    colours = (WARN, "#ffffff", ACCENT) if signed else ("#ffffff", ACCENT)
    with style():
        figure, axes = canvas(8.2, 0.8 + 0.36 * size)
        axes.pcolormesh(
            values.to_numpy(), cmap=ramp(*colours), vmin=-1 if signed else 0, vmax=1, ec=FAINT, lw=1
        )
        name_cells(axes, list(values.columns), list(values.index), slanted=True)
        for (row, column), value in np.ndenumerate(values.to_numpy()):
            if row != column:
                axes.text(column + 0.5, row + 0.5, f"{value:.2f}", ha="center", va="center", size=7.5)
        return svg(figure, f"matrix {name}")


def class_sizes(before: Sequence[int], after: Sequence[int]) -> str:
    """Share of the records in classes of at most n, before and after."""
    with style():
        figure, axes = canvas(8.2, 2.6)
        for sizes, colour, words in ((before, WARN, "before"), (after, ACCENT, "after")):
            held = np.asarray(sizes)
            shares = [100 * held[held <= n].sum() / held.sum() for n in STEPS]
            axes.plot(STEPS, shares, "o-", color=colour, ms=4, lw=2, label=words)
        axes.set_xscale("log")
        axes.set_xticks(STEPS, [str(n) for n in STEPS])
        axes.minorticks_off()
        axes.set_ylim(0, 102)
        axes.legend(frameon=False)
        axes.grid(color=FAINT, lw=0.8)
        axes.set_xlabel("records alike in all quasi-identifiers, at most")
        axes.set_ylabel("records, in %")
        return svg(figure, "class sizes")
