"""The plots of the utility report, in the style of the evaluation report."""

from __future__ import annotations

from collections.abc import Sequence

import matplotlib as mpl
import numpy as np
import pandas as pd

from notedeid.evaluation.report.plots import _STYLE, ACCENT, FAINT, QUIET, WARN, _canvas, _rows_down, _svg
from notedeid.structured.utility.columns import ColumnChange

__all__ = ["class_sizes", "distribution", "matrix"]

MOST = 12
STEPS = (1, 2, 3, 5, 10, 20, 50, 100)


def distribution(change: ColumnChange) -> str:
    """Shares of the values before (grey) and after (blue), at most twelve."""
    shown = change.shares[:MOST]
    with mpl.rc_context(_STYLE):
        figure, axes = _canvas(8.2, 0.6 + 0.34 * len(shown))
        places = np.arange(len(shown))
        for shift, index, colour, words in ((-0.17, 1, QUIET, "before"), (0.17, 2, ACCENT, "after")):
            shares = [100 * float(row[index]) for row in shown]
            axes.barh(places + shift, shares, 0.32, color=colour, alpha=0.75, label=words)
        _rows_down(axes, [row[0] or "(empty)" for row in shown])
        axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
        axes.set_xlabel("share of the filled cells, in %")
        return _svg(figure, f"distribution {change.name}")


def matrix(values: pd.DataFrame, name: str, *, signed: bool = False) -> str:
    """A matrix of associations, or of their changes."""
    size = len(values)
    colours = ["#b5562c", "#ffffff", "#2a6f97"] if signed else ["#ffffff", "#2a6f97"]
    ramp = mpl.colors.LinearSegmentedColormap.from_list("matrix", colours)
    with mpl.rc_context(_STYLE):
        figure, axes = _canvas(8.2, 0.8 + 0.36 * size)
        axes.pcolormesh(values.to_numpy(), cmap=ramp, vmin=-1 if signed else 0, vmax=1, ec=FAINT, lw=1)
        axes.invert_yaxis()
        for (row, column), value in np.ndenumerate(values.to_numpy()):
            if row != column:
                axes.text(column + 0.5, row + 0.5, f"{value:.2f}", ha="center", va="center", size=7.5)
        axes.set_xticks(np.arange(size) + 0.5, list(values.columns), rotation=40, ha="left")
        axes.xaxis.tick_top()
        axes.set_yticks(np.arange(size) + 0.5, list(values.index))
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        return _svg(figure, f"matrix {name}")


def class_sizes(before: Sequence[int], after: Sequence[int]) -> str:
    """Share of the records in classes of at most n, before and after."""
    with mpl.rc_context(_STYLE):
        figure, axes = _canvas(8.2, 2.6)
        for sizes, colour, words in ((before, WARN, "before"), (after, ACCENT, "after")):
            held = np.asarray(sizes)
            steps = [n for n in STEPS if n <= max(STEPS)]
            shares = [100 * held[held <= n].sum() / held.sum() for n in steps]
            axes.plot(steps, shares, "o-", color=colour, ms=4, lw=2, label=words)
        axes.set_xscale("log")
        axes.set_xticks(STEPS, [str(n) for n in STEPS])
        axes.minorticks_off()
        axes.set_ylim(0, 102)
        axes.legend(frameon=False)
        axes.grid(color=FAINT, lw=0.8)
        axes.set_xlabel("records alike in all quasi-identifiers, at most")
        axes.set_ylabel("records, in %")
        return _svg(figure, "class sizes")
