"""Inline SVG in the style of the house: what every plot of every report shares.

Text stays text (readable, searchable, printable), ids are fixed by a salt, no date is written:
the same figures give the same bytes.

>>> with style():
...     figure, axes = canvas(4, 1)
...     rows_down(axes, ["DATE", "PHONE"])
...     drawn = svg(figure, "example")
>>> drawn.startswith("<svg"), "PHONE" in drawn
(True, True)
"""

import io
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

__all__ = [
    "ACCENT",
    "FAINT",
    "INK",
    "QUIET",
    "WARN",
    "canvas",
    "name_cells",
    "ramp",
    "rows_down",
    "style",
    "svg",
]

INK, QUIET, FAINT, ACCENT, WARN = "#22303c", "#7b8894", "#e3e8ec", "#2a6f97", "#b5562c"
_STYLE: Any = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9.5,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": QUIET,
    "ytick.color": INK,
    "axes.edgecolor": FAINT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
}
_HEAD = re.compile(r"^.*?(?=<svg)|<metadata>.*?</metadata>\s*", re.DOTALL)


def style() -> AbstractContextManager[None]:
    """Fonts and colours for what is drawn inside; nothing global stays changed."""
    return mpl.rc_context(_STYLE)


def canvas(width: float, height: float) -> tuple[Figure, Axes]:
    """A figure of so many inches, apart from pyplot's global state, and its axes."""
    figure = Figure(figsize=(width, height))
    FigureCanvasSVG(figure)
    return figure, figure.add_subplot()


def rows_down(axes: Axes, names: Sequence[str]) -> None:
    """Name the rows from the top down, with a faint grid behind them."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color=FAINT, lw=0.8)
    axes.set_axisbelow(True)


def name_cells(axes: Axes, columns: Sequence[str], rows: Sequence[str], *, slanted: bool = False) -> None:
    """Name the columns above and the rows beside a mesh of cells, the first row on top."""
    axes.invert_yaxis()
    turn: dict[str, Any] = {"rotation": 40, "ha": "left"} if slanted else {}
    axes.set_xticks([place + 0.5 for place in range(len(columns))], columns, **turn)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.set_yticks([place + 0.5 for place in range(len(rows))], rows)
    axes.spines[:].set_visible(False)


def ramp(*colours: str) -> mpl.colors.Colormap:
    """A colour map that passes evenly through the colours."""
    return mpl.colors.LinearSegmentedColormap.from_list("ramp", colours)


def svg(figure: Figure, salt: str) -> str:
    """The figure as an ``<svg>`` element; the salt keeps the ids of two plots on a page apart."""
    out = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": f"notedeid {salt}"}):
        figure.savefig(out, format="svg", bbox_inches="tight", metadata={"Date": None}, transparent=True)
    return _HEAD.sub("", out.getvalue())
