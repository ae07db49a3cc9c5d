"""Templates of the report, everything escaped."""

from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from notedeid.evaluation.percent import percent

_HERE = Path(__file__).parent
_PAGES = Environment(
    loader=FileSystemLoader(_HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True
)
_PAGES.filters["percent"] = percent
_PAGES.filters["thousands"] = "{:,.0f}".format


def render(template: str, **values: object) -> str:
    """Fill a template; the style sheet stands in the page, so it opens without a network."""
    style = Markup((_HERE / "style.css").read_text(encoding="utf-8"))  # noqa: S704 - our own file
    return _PAGES.get_template(template).render(style=style, **values)


def drawings(plots: Mapping[str, str]) -> dict[str, Markup]:
    """Plots that may stand in a page as they are."""
    return {name: Markup(svg) for name, svg in plots.items()}  # noqa: S704 - drawn by report.plots
