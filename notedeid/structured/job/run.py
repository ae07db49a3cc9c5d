"""Run a specification: treat the table and its notes with one key, write, prove, gate, seal.

Everything is written into a folder beside the wanted one and moved there at the end, so a release is whole
or absent. What must not travel with it (crosswalks, the link of a split, the list of quarantined notes)
stands beside the folder, mode 0600.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import pandas as pd
from pydantic import BaseModel

from annotation.errors import InputError
from notedeid import manifest
from notedeid import profile as profiles
from notedeid.files import write_whole
from notedeid.pipeline import Deidentifier
from notedeid.release import Settings
from notedeid.structured.job.build import engine_spec
from notedeid.structured.job.claims import Made, claim_of
from notedeid.structured.job.gates import Check, Facts, checked, enforce
from notedeid.structured.job.noting import Noted, known_patients, treat_notes
from notedeid.structured.job.proof import Proof, prove
from notedeid.structured.job.settings import ReleaseSpec
from notedeid.structured.job.suspicion import suspicions
from notedeid.structured.job.tables import read_table, write_table
from notedeid.structured.job.treat import treat
from notedeid.structured.job.words.models import KModel
from notedeid.structured.joint import Joint, Reader, cue_frame, joint
from notedeid.structured.release import Release, anonymize
from notedeid.structured.transforms import split
from notedeid.structured.transforms.noise import generator
from surrogates.keys import Key
from surrogates.policy import Dates

__all__ = ["Done", "Inputs", "run"]


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a run is given beside its specification.

    Attributes:
        out: the folder of the release; must not exist.
        key: the secret, the same as for the notes of the dataset.
    """

    out: Path
    key: Key = field(repr=False)


@dataclass(frozen=True, slots=True, eq=False)
class Done:
    """A finished release.

    Attributes:
        release: the table as the search made it, notes included.
        original: the rows of the input, treated, before the search.
        proof: what the written file shows.
        checks: the gates.
        dropped: columns of the input that do not leave.
        noted: counts of the notes.
        joint: what the notes add to the table; None without note fields.
        warnings: columns that leave unchanged and look like identifiers.
        beside: files that must not travel with the release.
    """

    release: Release
    original: pd.DataFrame = field(repr=False)
    proof: Proof
    checks: tuple[Check, ...]
    dropped: tuple[str, ...]
    noted: Noted
    joint: Joint | None
    warnings: tuple[str, ...]
    beside: tuple[Path, ...]


def run(spec: ReleaseSpec, inputs: Inputs) -> Done:
    """Make a release.

    Raises:
        InputError: the folder exists, the table does not fit the specification, or no release is possible.
        ProfileError: a transform that would make the profile's name false.
        IntegrityError: the written file is not what it should be.
        GateError: a gate does not hold; nothing is left.
    """
    if inputs.out.exists():
        raise InputError(f"{inputs.out}: exists already; name a new folder")
    work = inputs.out.with_name(f".{inputs.out.name}.work")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        done, aside = _make(spec, inputs, work)
        beside = _beside(inputs.out, done, aside)
        work.rename(inputs.out)
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return replace(done, beside=beside)


def _make(spec: ReleaseSpec, inputs: Inputs, work: Path) -> tuple[Done, Mapping[str, pd.DataFrame]]:
    frame = read_table(spec.table)
    profile = profiles.get(spec.profile)
    settings = Settings(profile, inputs.key, spec.dataset, spec.roster, spec.engine)
    deidentifier = _deidentifier(frame, spec, settings)
    treated = treat(frame, spec, profile, deidentifier.key)
    doubts = suspicions(frame, spec, profile)
    years = profile.policy.dates is Dates.YEAR
    everyone = read_table(spec.population) if spec.population else None
    asked = engine_spec(spec, treated.frame, years=years, population=everyone)
    found = anonymize(treated.frame, asked)
    if spec.shuffle:
        order = generator(deidentifier.key, "order").permutation(len(found.frame))
        found = replace(found, frame=found.frame.iloc[order])
    noted = treat_notes(frame, spec, deidentifier, found.frame.index)
    whole = found.frame.assign(**{str(name): column for name, column in noted.fields.items()})
    path = work / f"release{spec.table.suffix}"
    write_table(path, whole)
    proof = prove(path, claim_of(spec, Made(frame, treated.frame, asked, found)))
    read = _joint(frame, found, noted, spec, years=years)
    facts = Facts(
        len(found.suppressed) / len(frame),
        len(noted.quarantined) / max(noted.notes, 1),
        read.share_below if read else None,
        read.told_below if read else None,
    )
    checks = checked(spec.gates, proof, facts)
    enforce(checks)
    aside = {f"{name}.crosswalk": book for name, book in treated.crosswalks.items()}
    if spec.demographic:
        aside["link"] = _part(path, whole, spec)
    dropped = tuple(str(name) for name in frame.columns if name not in spec.released)
    done = Done(found, treated.frame, proof, checks, dropped, noted, read, doubts, ())
    _seal(work, settings, spec, done)
    return done, aside


def _deidentifier(frame: pd.DataFrame, spec: ReleaseSpec, settings: Settings) -> Deidentifier:
    detector = None
    if spec.named("note"):
        from recognizers import catalogue  # noqa: PLC0415 - loads the model

        detector = catalogue.default(engine=spec.engine)
    return Deidentifier(
        profile=settings.profile,
        key=settings.key,
        roster=known_patients(frame, spec),
        dataset=spec.dataset,
        detector=detector,
    )


def _joint(
    frame: pd.DataFrame, found: Release, noted: Noted, spec: ReleaseSpec, *, years: bool
) -> Joint | None:
    if not spec.named("note"):
        return None
    rows = found.frame
    cues = cue_frame(noted.released, rows.index, Reader(spec.conditions, years=years))
    k = max((model.k for model in spec.models if isinstance(model, KModel)), default=2)
    patients = frame.loc[rows.index, spec.patient] if spec.patient else None
    return joint(rows, spec.named("quasi"), cues, k=k, patients=patients)


def _part(path: Path, whole: pd.DataFrame, spec: ReleaseSpec) -> pd.DataFrame:
    parts = split(whole, spec.demographic)
    for name, part in (("demographic", parts.demographic), ("clinical", parts.clinical)):
        write_table(path.with_name(f"{name}{path.suffix}"), part)
    path.unlink()
    return parts.link


def _seal(work: Path, settings: Settings, spec: ReleaseSpec, done: Done) -> None:
    write_whole(work / "proof.json", (json.dumps(done.proof.as_dict(), indent=1) + "\n").encode())
    manifest.seal(work, {**manifest.describe(settings), "table": _facts(spec, done)}, settings.key)


def _facts(spec: ReleaseSpec, done: Done) -> dict[str, Any]:
    release = done.release
    return {
        "columns": {name: _plain(column) for name, column in spec.columns.items()},
        "columns_dropped": list(done.dropped),
        "warnings": list(done.warnings),
        "models": [_plain(model) for model in spec.models],
        "metric": {"kind": spec.metric.kind, **_plain(spec.metric)},
        "suppression": {"largest": spec.suppression, "of": spec.suppress},
        "levels": release.node,
        "loss": release.loss,
        "search": asdict(release.certificate),
        "rows": {"given": len(done.original), "released": len(release.frame)},
        "shuffled": spec.shuffle,
        "cells_blanked": release.blanked,
        "proof": done.proof.as_dict(),
        "gates": [check.as_dict() for check in done.checks],
        "notes": {"notes": done.noted.notes, "quarantined": len(done.noted.quarantined)},
        "spans": dict(sorted(done.noted.spans.items())),
        "joint": done.joint.as_dict() if done.joint else None,
    }


def _plain(one: BaseModel) -> dict[str, Any]:
    """A part of the specification as it was given, without the place of any file."""
    facts = one.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    for tree in (facts.get("hierarchy"), facts.get("ground")):
        if isinstance(tree, dict) and "file" in tree:
            tree["file"] = Path(tree["file"]).name
    return facts


def _beside(out: Path, done: Done, aside: Mapping[str, pd.DataFrame]) -> tuple[Path, ...]:
    tables = dict(aside)
    if done.noted.quarantined:
        tables["quarantine"] = pd.DataFrame(done.noted.quarantined, columns=["row", "column", "reason"])
    paths = {name: out.with_name(f"{out.name}.{name}.csv") for name in tables}
    for name, path in paths.items():
        write_table(path, tables[name], mode=0o600)
    return tuple(paths.values())
