"""``notedeid evaluate``: score found spans against gold, hold the bounds against a gate."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from notedeid.cli import edge

if TYPE_CHECKING:
    from notedeid.evaluation import Findings

Option = typer.Option
Gold = Annotated[Path, Option(help="Marked notes: a JSONL file or a folder of .marked files.")]
Found = Annotated[Path, Option(help="Found spans: JSONL of note_id and spans.")]
Sample = Annotated[Path | None, Option(help="Sample the gold was drawn by, for its weights.")]
FromWhere = Annotated[str | None, Option(help="Where the text comes from: real, surrogate or synthetic.")]
Annotator = Annotated[str | None, Option(help="Whose marks to take where the gold has several annotators'.")]
Icc = Annotated[float, Option(min=0, max=1, help="Least clustering of misses assumed; 0.10 is the standard.")]
FailUnder = Annotated[list[str] | None, Option(help="Least lower bound, e.g. NAME=0.98; may be repeated.")]
NoteLeak = Annotated[float | None, Option(min=0, max=1, help="Largest upper bound of leaking notes.")]
PatientLeak = Annotated[float | None, Option(min=0, max=1, help="Largest upper bound of leaking patients.")]
Report = Annotated[Path | None, Option(help="Folder for report.html, evaluation.json and types.csv.")]
WithContext = Annotated[bool, Option(help="Also errors.html: misses with note text around them, mode 0600.")]
Before = Annotated[Path | None, Option(help="Found spans of an earlier run, to compare.")]
Passes = Annotated[list[Path] | None, Option(help="Annotators' passes, for agreement; may be repeated.")]
ClinicalTerms = Annotated[Path | None, Option(help="Clinical terms, one a line; counts those altered.")]
Challenge = Annotated[bool, Option("--i2b2", help="Also the scores of the 2014 i2b2 task.")]
Release = Annotated[Path | None, Option(help="Release whose manifest takes the verdict; needs its key.")]
AsJson = Annotated[bool, Option("--json", help="Print JSON instead of a table.")]


@edge.command
def evaluate(
    *,
    gold: Gold,
    found: Found,
    sample: Sample = None,
    origin: FromWhere = None,
    annotator: Annotator = None,
    icc: Icc = 0.30,
    fail_under: FailUnder = None,
    max_note_leak: NoteLeak = None,
    max_patient_leak: PatientLeak = None,
    report: Report = None,
    with_context: WithContext = False,
    before: Before = None,
    passes: Passes = None,
    clinical_terms: ClinicalTerms = None,
    i2b2: Challenge = False,
    release: Release = None,
    key_file: edge.KeyFile = None,
    key_env: edge.KeyEnv = None,
    as_json: AsJson = False,
) -> None:
    """Score found spans against gold: what stayed visible, by type, note and patient.

    Exits with 3 when a demand of --fail-under, --max-note-leak or --max-patient-leak does not hold.
    """
    from annotation.errors import InputError
    from notedeid import evaluation
    from notedeid.evaluation.gate import parse_demands

    if origin not in {None, "real", "surrogate", "synthetic"}:
        raise InputError(f"--origin {origin}: use real, surrogate or synthetic")
    if with_context and report is None:
        raise InputError("--with-context needs --report, the folder to write to")
    text = evaluation.Origin(origin) if origin else None
    gate = evaluation.Gate(parse_demands(fail_under or ()), max_note_leak, max_patient_leak)
    wishes = evaluation.Wishes(text, icc, gate, before, tuple(passes or ()), clinical_terms, i2b2)
    findings = evaluation.find(evaluation.Sources(gold, found, sample, annotator), wishes)
    if report is not None:
        _write(findings, report, with_context=with_context)
    if release is not None:
        _amend(release, evaluation.findings_record(findings), key_file, key_env)
    _show(findings, as_json=as_json)
    evaluation.enforce(findings.checks)


def _write(findings: "Findings", report: Path, *, with_context: bool) -> None:
    from notedeid.evaluation import write_errors
    from notedeid.evaluation.report import write

    edge.say(f"report: {write(report, findings)}")
    if with_context:
        edge.say(f"errors with note text: {write_errors(report, findings)}")


def _amend(release: Path, facts: dict[str, Any], key_file: Path | None, key_env: str | None) -> None:
    from annotation.errors import InputError
    from notedeid import evaluation, manifest
    from surrogates.keys import Key

    if key_file is None and key_env is None:
        raise InputError("--release needs the key of the release: --key-file or --key-env")
    key = Key.read(key_file) if key_file else Key.from_environment(str(key_env))
    manifest.amend(release, "evaluation", evaluation.release_record(facts), key)
    edge.say(f"manifest: {release / manifest.NAME} takes the figures and the verdict")


def _show(findings: "Findings", *, as_json: bool) -> None:
    import json

    from rich.console import Console

    from notedeid.evaluation import findings_record
    from notedeid.evaluation.summary import exposure_line, show
    from notedeid.evaluation.tables import challenge_table

    if as_json:
        typer.echo(json.dumps(findings_record(findings), indent=2))
    else:
        show(findings.evaluation, findings.estimates, findings.checks, Console())
        if findings.exposed:
            Console().print(exposure_line(findings.exposed), highlight=False)
        if findings.i2b2:
            Console().print(challenge_table(findings.i2b2))
