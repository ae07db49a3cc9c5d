"""Put findings into a folder: ``report.html``, ``evaluation.json``, ``types.csv``."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from annotation.errors import InputError
from notedeid.evaluation.estimates import Estimates
from notedeid.evaluation.findings import Findings, findings_record
from notedeid.evaluation.percent import percent
from notedeid.evaluation.report import page, plots, sheet
from notedeid.evaluation.result import Origin

_HEAD = ("view", "name", "spans", "covered", "leaked characters", "found", "at least", "n", "demonstrated")


def write(folder: Path, findings: Findings) -> Path:
    """Write the report.

    Raises:
        InputError: the origin of the text is not stated.
    """
    if findings.evaluation.origin is Origin.UNSTATED:
        raise InputError("a report must say where the text comes from: --origin real, surrogate or synthetic")
    folder.mkdir(parents=True, exist_ok=True)
    facts = findings_record(findings)
    (folder / "evaluation.json").write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    sheet.write(folder / "types.csv", _HEAD, _sheet_rows(findings.estimates))
    path = folder / "report.html"
    drawn = page.drawings(_plots(findings))
    path.write_text(
        page.render("report.html.j2", facts=facts, plots=drawn, tiles=_tiles(facts)), encoding="utf-8"
    )
    return path


def _sheet_rows(estimates: Estimates) -> list[tuple[object, ...]]:
    return [
        (
            row.view,
            row.name,
            row.tally.spans,
            row.tally.covered,
            row.tally.leaked,
            row.found.estimate,
            row.found.lower,
            row.found.n,
            row.found.demonstrated,
        )
        for row in estimates.rows
    ]


def _plots(findings: Findings) -> dict[str, str]:
    estimates = findings.estimates
    shown = [row for row in estimates.rows if row.view in {"group", "kind", "all"}]
    whole = next((row for row in shown if row.name == "must go"), None)
    drawn = {"groups": plots.shares(shown)}
    drawn["leaks"] = plots.leak_curve(whole.found.estimate, whole.found.lower) if whole else ""
    if findings.exposed:
        drawn["exposures"] = plots.exposures(findings.exposed)
    if len({cell.stratum for cell in estimates.strata}) > 1:
        drawn["strata"] = plots.heat_map(estimates.strata)
    if false := findings.evaluation.false_spans():
        drawn["false"] = plots.bars(false, "false spans by label")
    if findings.annotators:
        drawn["agreement"] = plots.agreement(findings.annotators.types)
        if missed := {name: one.missed for name, one in findings.annotators.missed.items() if one.missed}:
            drawn["missed"] = plots.bars(missed, "missed by both annotators, at least")
    return drawn


def _tiles(facts: Mapping[str, Any]) -> list[dict[str, str]]:
    tiles = []
    for unit in ("patient", "note"):
        for kind, words in ((f"{unit} direct", "a direct identifier"), (unit, "any identifier")):
            leak = facts["leaks"][kind]
            share = "-" if leak["estimate"] is None else f"{100 * leak['estimate']:.1f}\u00a0%"
            detail = f"{leak['leaking']:g} of {leak['n']:,}, estimated {share}"
            tiles.append(
                {
                    "name": f"{unit.capitalize()}s that show {words}, at most",
                    "value": f"{percent(leak['upper'] + 0.00099)} %",
                    "detail": detail,
                }
            )
    return tiles
