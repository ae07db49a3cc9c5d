"""The risk report: one page, and its figures with the places of the records at risk as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from notedeid.files import write_whole
from notedeid.structured.joint import Joint
from notedeid.structured.report import plots
from notedeid.structured.report.exposure import Exposure, Question
from notedeid.structured.report.page import write_page
from notedeid.structured.utility.plots import class_sizes

__all__ = ["write_risk"]


def write_risk(folder: Path, found: Exposure, question: Question, joint: Joint | None = None) -> Path:
    """Write `risk.html` and `risk.json`, readable by their owner only; no value of a record is in them.

    Args:
        folder: made where it is not there.
        found: the figures.
        question: what was asked.
        joint: what the notes add, where there are notes.
    """
    folder.mkdir(parents=True, exist_ok=True)
    whole = found.as_dict() | ({"joint": joint.as_dict()} if joint else {})
    facts = json.dumps(whole, indent=1) + "\n"
    write_whole(folder / "risk.json", facts.encode(), mode=0o600)
    drawn = {
        "chances": plots.chances(found.measures, found.threshold),
        "attackers": plots.attackers(found),
        "classes": class_sizes(None, [int(size) for size in found.measures.sizes]),
        "attributes": plots.attributes(found) if found.homogeneous else "",
        "uniqueness": plots.uniqueness(found.uniqueness) if found.uniqueness else "",
        "joined": plots.joined(joint) if joint else "",
        "overall": plots.overall(found.overall) if found.overall else "",
    }
    return write_page(folder / "risk.html", "report/risk.html.j2", drawn, found=found, question=question)
