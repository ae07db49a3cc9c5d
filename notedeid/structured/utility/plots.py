"""The plots of the utility report, as inline SVG."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from notedeid.plots import ACCENT, FAINT, INK, QUIET, WARN, canvas, name_cells, ramp, rows_down, style, svg
from notedeid.structured.utility.columns import ColumnChange
from notedeid.structured.utility.prediction import Accuracy

__all__ = ["class_sizes", "distribution", "drawable", "learned", "matrix", "moved"]

MOST = 12
STEPS = np.array([1, 2, 5])
DARK = 0.55


def drawable(change: ColumnChange) -> bool:
    """Whether a distribution says anything: codes and names that share no value do not."""
    return change.distance is not None or change.numeric or min(change.distinct) <= MOST


def distribution(change: ColumnChange) -> str:
    """Shares of the values before (grey) and after (blue), at most twelve."""
    shown = change.shares[: MOST + 1]
    with style():
        figure, axes = canvas(8.2, 0.6 + 0.34 * len(shown))
        places = np.arange(len(shown))
        for shift, index, colour, words in ((-0.17, 1, QUIET, "before"), (0.17, 2, ACCENT, "after")):
            shares = [100 * float(row[index]) for row in shown]
            axes.barh(places + shift, shares, 0.32, color=colour, alpha=0.75, label=words)
        rows_down(axes, [{"": "(empty)", "*": "* (generalized away)"}.get(row[0], row[0]) for row in shown])
        axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
        axes.set_xlabel("share of the filled cells, in %")
        return svg(figure, f"distribution {change.name}")


def moved(changes: Sequence[ColumnChange]) -> str:
    """How far every column moved; a hollow mark where nothing is in common."""
    with style():
        figure, axes = canvas(8.2, 0.5 + 0.3 * len(changes))
        far = [np.nan if one.distance is None else one.distance for one in changes]
        axes.barh(range(len(changes)), np.nan_to_num(far), 0.5, color=ACCENT, alpha=0.75)
        widest = max(np.nan_to_num(far).max(), 0.1)
        for place, value in enumerate(far):
            words = "nothing in common" if np.isnan(value) else f"{value:.3f}"
            axes.text(np.nan_to_num(value) + 0.01 * widest, place, words, va="center", size=8.5, color=INK)
        rows_down(axes, [one.name for one in changes])
        axes.set_xlim(0, 1.15 * widest)
        axes.set_xlabel("numbers and dates: mean move in standard deviations; categories: share to change")
        return svg(figure, "moved")


def learned(accuracy: Sequence[Accuracy]) -> str:
    """Balanced accuracy of each target before and after, and by guessing."""
    with style():
        figure, axes = canvas(8.2, 0.7 + 0.42 * len(accuracy))
        for place, one in enumerate(accuracy):
            axes.plot([one.before, one.after], [place] * 2, color=FAINT, lw=5, solid_capstyle="round")
            axes.plot(one.guessing, place, "|", color=WARN, ms=16, mew=2, label="" if place else "guessing")
            axes.plot(
                one.before, place, "o", color=QUIET, ms=8, clip_on=False, label="" if place else "before"
            )
            axes.plot(
                one.after, place, "o", color=ACCENT, ms=8, clip_on=False, label="" if place else "after"
            )
            axes.text(1.02, place, f"{one.before:.2f} → {one.after:.2f}", va="center", size=8.5)
        rows_down(axes, [one.target for one in accuracy])
        axes.set_xlim(0, 1)
        axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=3)
        axes.set_xlabel("balanced accuracy")
        return svg(figure, "learned")


def matrix(values: pd.DataFrame, name: str, *, signed: bool = False) -> str:
    """A matrix of associations, or of their changes; what rounds to zero stays blank."""
    size = len(values)
    colours = (WARN, "#ffffff", ACCENT) if signed else ("#ffffff", ACCENT)
    with style():
        figure, axes = canvas(8.2, 0.8 + 0.36 * size)
        axes.pcolormesh(
            values.to_numpy(), cmap=ramp(*colours), vmin=-1 if signed else 0, vmax=1, ec=FAINT, lw=1
        )
        name_cells(axes, list(values.columns), list(values.index), slanted=True)
        for (row, column), value in np.ndenumerate(values.to_numpy()):
            if row != column and round(abs(value), 2):
                ink = "white" if abs(value) > DARK else INK
                axes.text(
                    column + 0.5, row + 0.5, f"{value:.2f}", ha="center", va="center", size=7.5, color=ink
                )
        return svg(figure, f"matrix {name}")


def class_sizes(before: Sequence[int] | None, after: Sequence[int]) -> str:
    """Share of the records in classes of at most n, before and after; of one table where before is None."""
    largest = max(*(before or ()), *after, 10)
    lines = (
        [(after, ACCENT, "after")]
        if before is None
        else [(before, QUIET, "before"), (after, ACCENT, "after")]
    )
    steps = [n for decade in range(len(str(largest))) for n in STEPS * 10**decade if n <= largest]
    with style():
        figure, axes = canvas(8.2, 2.6)
        for sizes, colour, words in lines:
            held = np.sort(np.asarray(sizes))
            line = np.unique(np.concatenate([held, [1, largest]]))
            shares = [100 * held[held <= n].sum() / held.sum() for n in line]
            axes.step(line, shares, where="post", color=colour, lw=2, label=words)
        axes.set_xscale("log")
        axes.set_xticks(steps, [f"{n:,.0f}" for n in steps])
        axes.minorticks_off()
        axes.set_xlim(0.93, largest * 1.07)
        axes.set_ylim(-2, 103)
        if before is not None:
            axes.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
        axes.grid(color=FAINT, lw=0.8)
        axes.set_xlabel("size of the class: records alike in all quasi-identifiers")
        axes.set_ylabel("records in classes\nup to this size, in %")
        return svg(figure, "class sizes")
