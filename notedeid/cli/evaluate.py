"""``notedeid evaluate``: score found spans against gold, hold the bounds against a gate."""

from pathlib import Path
from typing import Annotated, Any

import typer

from notedeid.cli import edge


@edge.command
def evaluate(
    *,
    gold: Annotated[Path, typer.Option(help="Marked notes: a JSONL file or a folder of .marked files.")],
    found: Annotated[Path, typer.Option(help="Found spans: JSONL of note_id and spans.")],
    sample: Annotated[
        Path | None, typer.Option(help="Sample the gold was drawn by, for its weights.")
    ] = None,
    origin: Annotated[
        str | None, typer.Option(help="Where the text comes from: real, surrogate or synthetic.")
    ] = None,
    annotator: Annotated[
        str | None, typer.Option(help="Whose marks to take where the gold holds several annotators'.")
    ] = None,
    icc: Annotated[float, typer.Option(min=0, max=1, help="Least clustering of misses assumed.")] = 0.30,
    fail_under: Annotated[
        list[str] | None, typer.Option(help="Least lower bound, e.g. NAME=0.98; may be repeated.")
    ] = None,
    max_note_leak: Annotated[
        float | None, typer.Option(min=0, max=1, help="Largest upper bound of leaking notes.")
    ] = None,
    max_patient_leak: Annotated[
        float | None, typer.Option(min=0, max=1, help="Largest upper bound of leaking patients.")
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Folder for report.html, JSON and CSV.")] = None,
    with_context: Annotated[
        bool, typer.Option(help="Also write errors.html there: misses with note text around them, mode 0600.")
    ] = False,
    before: Annotated[Path | None, typer.Option(help="Found spans of an earlier run, to compare.")] = None,
    passes: Annotated[
        list[Path] | None, typer.Option(help="Annotators' passes (JSONL), for agreement; may be repeated.")
    ] = None,
    clinical_terms: Annotated[
        Path | None, typer.Option(help="Clinical terms, one a line, whose alteration is counted.")
    ] = None,
    release: Annotated[
        Path | None, typer.Option(help="Release whose manifest takes figures and verdict; needs its key.")
    ] = None,
    key_file: edge.KeyFile = None,
    key_env: edge.KeyEnv = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Score found spans against gold: what stayed visible, by type, note and patient.

    Exits with 3 when a demand of --fail-under, --max-note-leak or --max-patient-leak does not hold.
    """
    import json

    from rich.console import Console

    from annotation.errors import InputError
    from notedeid import evaluation
    from notedeid.evaluation.gate import parse_demands
    from notedeid.evaluation.report import findings_record, write
    from notedeid.evaluation.summary import show

    if origin not in {None, "real", "surrogate", "synthetic"}:
        raise InputError(f"--origin {origin}: use real, surrogate or synthetic")
    if with_context and report is None:
        raise InputError("--with-context needs --report, the folder to write to")
    findings = evaluation.find(
        evaluation.Sources(gold, found, sample, annotator),
        evaluation.Wishes(
            evaluation.Origin(origin) if origin else None,
            icc,
            evaluation.Gate(parse_demands(fail_under or ()), max_note_leak, max_patient_leak),
            before,
            tuple(passes or ()),
            clinical_terms,
        ),
    )
    if report is not None:
        edge.say(f"report: {write(report, findings)}")
    if with_context and report is not None:
        edge.say(f"errors with note text: {evaluation.write_errors(report, findings)}")
    if release is not None:
        _amend(release, findings_record(findings), key_file, key_env)
    if as_json:
        typer.echo(json.dumps(findings_record(findings), indent=2))
    else:
        show(findings.evaluation, findings.estimates, findings.checks, Console())
    evaluation.enforce(findings.checks)


def _amend(release: Path, facts: dict[str, Any], key_file: Path | None, key_env: str | None) -> None:
    from annotation.errors import InputError
    from notedeid import evaluation, manifest
    from surrogates.keys import Key

    if key_file is None and key_env is None:
        raise InputError("--release needs the key of the release: --key-file or --key-env")
    key = Key.read(key_file) if key_file else Key.from_environment(str(key_env))
    manifest.amend(release, "evaluation", evaluation.release_record(facts), key)
    edge.say(f"manifest: {release / manifest.NAME} takes the figures and the verdict")
