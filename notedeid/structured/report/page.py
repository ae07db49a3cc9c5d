"""Pages of the structured reports: one HTML file each, offline, light and dark, for its owner only."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from notedeid.evaluation.report import page
from notedeid.files import write_whole

__all__ = ["write_page"]

_PAGES = Environment(
    loader=PackageLoader("notedeid.structured", "."),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
)
_PAGES.filters["thousands"] = "{:,.0f}".format
_PAGES.filters["share"] = lambda value: f"{100 * value:.1f} %"


def write_page(path: Path, template: str, plots: Mapping[str, str], **values: object) -> Path:
    """Fill a template (its place in `notedeid/structured`) and write it, readable by its owner only."""
    sheets = Path(page.__file__).with_name("style.css"), Path(__file__).with_name("dark.css")
    style = Markup("\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets))  # noqa: S704 - our own files
    html = _PAGES.get_template(template).render(style=style, plots=page.drawings(plots), **values)
    write_whole(path, html.encode(), mode=0o600)
    return path
