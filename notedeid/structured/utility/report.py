"""The utility of a release as one HTML file that needs no network, and its figures as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from notedeid.files import write_whole
from notedeid.structured.report.page import write_page
from notedeid.structured.utility import plots
from notedeid.structured.utility.compare import Utility

__all__ = ["record", "write"]


def record(utility: Utility) -> dict[str, Any]:
    """The figures in plain values; distributions are in the page only."""
    return {
        "rows": list(utility.rows),
        "columns": [
            {name: value for name, value in asdict(one).items() if name != "shares"}
            for one in utility.columns
        ],
        "associations": {
            name: frame.round(4).to_dict()
            for name, frame in (("before", utility.before), ("after", utility.after))
        },
        "loss": utility.loss,
        "mean_change_of_associations": utility.lost,
        "accuracy": [asdict(one) for one in utility.accuracy],
    }


def write(folder: Path, utility: Utility) -> Path:
    """Write `utility.html` and `utility.json`.

    They show distributions of the original and are readable by their owner only.
    """
    folder.mkdir(parents=True, exist_ok=True)
    facts = json.dumps(record(utility), indent=1) + "\n"
    write_whole(folder / "utility.json", facts.encode(), mode=0o600)
    return write_page(folder / "utility.html", "utility/utility.html.j2", _drawn(utility), utility=utility)


def _drawn(utility: Utility) -> dict[str, str]:
    drawn = {f"column {one.name}": plots.distribution(one) for one in utility.columns if plots.drawable(one)}
    drawn["moved"] = plots.moved(utility.columns)
    drawn["before"] = plots.matrix(utility.before, "before")
    drawn["after"] = plots.matrix(utility.after, "after")
    drawn["difference"] = plots.matrix(utility.difference, "difference", signed=True)
    if utility.accuracy:
        drawn["learned"] = plots.learned(utility.accuracy)
    if utility.sizes:
        drawn["classes"] = plots.class_sizes(*utility.sizes)
    return drawn
