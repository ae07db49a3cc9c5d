"""``notedeid structured``: the table beside the notes."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from notedeid.cli import edge

if TYPE_CHECKING:
    from notedeid.structured.job import Done, ReleaseSpec
    from notedeid.structured.risk import Estimate
    from notedeid.structured.synthetic import Trial

structured_app = typer.Typer(
    help="Release the table beside the notes: judge its columns, anonymize it, measure what is left.",
    no_args_is_help=True,
)

Table = Annotated[Path, typer.Argument(metavar="TABLE", help="CSV (UTF-8) or Parquet.")]
Names = Annotated[list[str] | None, typer.Option(help="Column; may be repeated.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


@structured_app.command("profile")
@edge.command
def profile(
    table: Table,
    *,
    draft: Annotated[
        Path | None, typer.Option(help="Write a first specification beside the table, to be corrected.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Judge every column: direct identifier, quasi-identifier, sensitive or neither, and why."""
    import json
    import os
    from dataclasses import asdict

    from rich.console import Console
    from rich.table import Table as Sheet

    from annotation.errors import InputError
    from notedeid.structured.columns import classify
    from notedeid.structured.job.tables import read_table

    frame = read_table(table)
    columns = classify(frame)
    if draft is not None:
        from notedeid.files import write_whole
        from notedeid.structured.job.draft import draft as first

        if draft.exists():
            raise InputError(f"{draft}: exists already; name a new file")
        write_whole(draft, first(frame, Path(os.path.relpath(table, draft.parent))).encode())
        edge.say(f"first specification: {draft}; read and correct it")
    if as_json:
        typer.echo(json.dumps([asdict(column) for column in columns], indent=2))
        return
    sheet = Sheet("column", "role", "distinct", "missing", "unique", "reasons")
    for one in columns:
        shares = f"{100 * one.missing:.0f} %", f"{100 * one.unique:.0f} %"
        sheet.add_row(one.name, str(one.role), f"{one.distinct:,}", *shares, "; ".join(one.reasons))
    Console().print(sheet)


@structured_app.command("risk")
@edge.command
def risk(
    table: Table,
    *,
    quasi: Annotated[list[str], typer.Option(help="Quasi-identifier; may be repeated.")],
    sensitive: Names = None,
    patient: Annotated[str | None, typer.Option(help="Column that names the patient.")] = None,
    population: Annotated[
        int | None, typer.Option(help="Number of people the table was drawn from, for uniqueness.")
    ] = None,
    everyone: Annotated[
        Path | None, typer.Option(help="Table of the people it was drawn from, for the journalist.")
    ] = None,
    outside: Annotated[Path | None, typer.Option(help="Table that an attacker may hold.")] = None,
    earlier: Annotated[Path | None, typer.Option(help="An earlier release of the same form.")] = None,
    identity: Annotated[str | None, typer.Option(help="Record ids that both releases share.")] = None,
    threshold: Annotated[float, typer.Option(min=0, max=1, help="Risk above which a record counts.")] = 0.2,
    deliberate: Annotated[
        float | None, typer.Option(min=0, max=1, help="Chance of an attempt; asks for the overall risk.")
    ] = None,
    prevalence: Annotated[float, typer.Option(min=0, max=1, help="Share of people like these.")] = 0.0,
    breach: Annotated[float, typer.Option(min=0, max=1, help="Chance of a breach.")] = 0.0,
    acceptable: Annotated[float, typer.Option(min=0, max=1, help="Overall risk to stay below.")] = 0.09,
    report: Annotated[Path | None, typer.Option(help="Folder for risk.html and risk.json.")] = None,
    as_json: Json = False,
) -> None:
    """Measure a table as it is: class sizes, attackers' chances, diversity, uniqueness."""
    import json

    from annotation.errors import InputError
    from notedeid.structured.job.tables import read_table
    from notedeid.structured.report.exposure import Question, assess
    from notedeid.structured.report.risk import write_risk
    from notedeid.structured.risk import Context

    if (earlier is None) != (identity is None):
        raise InputError("--earlier and --identity go together: releases are matched by their record ids")
    question = Question(
        quasi=quasi,
        sensitive=sensitive or [],
        patient=patient,
        threshold=threshold,
        population=population,
        everyone=read_table(everyone) if everyone else None,
        outside=read_table(outside) if outside else None,
        earlier=read_table(earlier) if earlier else None,
        identity=identity,
        context=Context(deliberate=deliberate, prevalence=prevalence, breach=breach)
        if deliberate is not None
        else None,
        acceptable=acceptable,
    )
    found = assess(read_table(table), question)
    typer.echo(json.dumps(found.facts(), indent=2) if as_json else _lines(found.facts()))
    if report is not None:
        edge.say(f"report: {write_risk(report, found, question)}")


def _lines(facts: dict[str, float]) -> str:
    return "\n".join(f"{name:28} {value:.4g}" for name, value in facts.items())


@structured_app.command("anonymize")
@edge.command
def anonymize(
    spec: Annotated[Path, typer.Argument(metavar="SPEC", help="TOML: columns, models, gates.")],
    *,
    out: Annotated[Path, typer.Option(help="Folder for the release; must not exist.")],
    report: Annotated[
        Path | None, typer.Option(help="Folder for the reports of utility and risk; shows the original.")
    ] = None,
    key_file: edge.KeyFile = None,
    key_env: edge.KeyEnv = None,
) -> None:
    """Treat a table and its note fields with one key: release, proof, gates, manifest.

    Exit code 2: notes were quarantined; 3: a gate failed, nothing is released.
    """
    from notedeid.structured.job import Inputs, load, run

    wanted = load(spec)
    key = edge.find_key(key_file, key_env, fallback=out.with_name(f"{out.name}.key"))
    done = run(wanted, Inputs(out, key))
    _show(done, out)
    if report is not None:
        _report(report, wanted, done)
    if done.noted.quarantined:
        raise typer.Exit(edge.QUARANTINED)


def _report(folder: Path, wanted: "ReleaseSpec", done: "Done") -> None:
    from notedeid.structured.report.exposure import Question, assess
    from notedeid.structured.report.risk import write_risk
    from notedeid.structured.utility import compare, write

    quasi, sensitive, frame = wanted.named("quasi"), wanted.named("sensitive"), done.release.frame
    columns = [*quasi, *sensitive]
    found = compare(done.original, frame, columns=columns, quasi=quasi, loss=done.release.loss)
    patient = wanted.patient if wanted.patient in frame.columns else None
    question = Question(quasi=quasi, sensitive=sensitive, patient=patient)
    edge.say(f"risks: {write_risk(folder, assess(frame, question), question, done.joint)}")
    edge.say(f"report (shows the original): {write(folder, found)}")


def _show(done: "Done", out: Path) -> None:
    from rich.console import Console
    from rich.table import Table as Sheet

    console = Console(highlight=False)
    release, proof = done.release, done.proof
    certificate = "proven" if release.certificate.proven else "not proven to be the least"
    console.print(
        f"released {proof.rows} of {len(done.original)} rows in {proof.classes} classes, "
        f"loss {release.loss:.4f} ({certificate}; {release.certificate.method} search)"
    )
    console.print(f"left out: {', '.join(done.dropped) or 'no column'}")
    console.print(f"notes: {done.noted.notes}, {len(done.noted.quarantined)} quarantined")
    if done.joint:
        read = done.joint
        console.print(
            f"with the notes read, {100 * read.share_below:.1f} % of the rows have fewer than {read.k} "
            f"candidates, {100 * read.told_below:.1f} % if only notes that tell as much count "
            f"({100 * read.table_below:.1f} % by the table alone)"
        )
    sheet = Sheet("demand", "wanted", "shown by the file", "")
    for check in done.checks:
        verdict = "holds" if check.passed else "fails"
        sheet.add_row(check.name, f"{check.wanted:.4g}", f"{check.reached:.4g}", verdict)
    if done.checks:
        console.print(sheet)
    console.print(f"-> {out}")
    for warning in done.warnings:
        edge.say(f"warning: {warning}")
    for path in done.beside:
        edge.say(f"keep apart from the release: {path}")


@structured_app.command("aggregate")
@edge.command
def aggregate(
    table: Table,
    *,
    by: Annotated[list[str], typer.Option(help="Column to count by; may be repeated to cross them.")],
    out: Annotated[Path, typer.Option(help="CSV of the counts and their margins.")],
    mean: Annotated[str | None, typer.Option(help="Column of numbers whose mean is wanted.")] = None,
    threshold: Annotated[int, typer.Option(min=2, help="Smallest count that is published.")] = 15,
    base: Annotated[int | None, typer.Option(min=2, help="Round counts to this base.")] = None,
    merge: Annotated[
        str | None, typer.Option(help="Column of ZIP codes to merge until each group holds enough.")
    ] = None,
) -> None:
    """Count records for publication: small cells suppressed, and others, so that none comes back."""
    from notedeid.structured import aggregates
    from notedeid.structured.job.tables import read_table, write_table

    frame = read_table(table)
    if merge is not None:
        frame = aggregates.with_merged_areas(frame, merge, threshold=threshold)
    made = aggregates.aggregate(frame, by, mean=mean, threshold=threshold, base=base)
    write_table(out, made.table)
    typer.echo(
        f"{len(made.table)} cells: {made.small} small and {made.complementary} more suppressed -> {out}"
    )
    if made.narrowest is not None:
        typer.echo(f"margins solved: every small cell stays open by {made.narrowest} records or more")


@structured_app.command("utility")
@edge.command
def utility(
    original: Annotated[Path, typer.Argument(metavar="ORIGINAL", help="The table before.")],
    release: Annotated[Path, typer.Argument(metavar="RELEASE", help="The table after.")],
    *,
    report: Annotated[Path, typer.Option(help="Folder for utility.html and utility.json.")],
    column: Annotated[
        list[str] | None, typer.Option(help="Column to compare (repeat); all of both tables without it.")
    ] = None,
    quasi: Names = None,
    target: Annotated[list[str] | None, typer.Option(help="Column to predict (repeat).")] = None,
) -> None:
    """Compare a release with its original: distributions, associations, models, classes."""
    from notedeid.structured.job.tables import read_table
    from notedeid.structured.utility import compare, write

    found = compare(
        read_table(original), read_table(release), columns=column, quasi=quasi or [], targets=target or []
    )
    typer.echo(f"rows kept: {found.rows[1]:,} of {found.rows[0]:,}")
    typer.echo(f"mean change of an association: {found.lost:.3f}")
    for one in found.accuracy:
        typer.echo(f"predict {one.target}: {one.before:.3f} before, {one.after:.3f} after")
    edge.say(f"report (shows the original): {write(report, found)}")


@structured_app.command("budget")
@edge.command
def budget(
    ledger: Annotated[Path, typer.Argument(metavar="LEDGER", help="File of the privacy budget.")],
    *,
    start: Annotated[
        str | None, typer.Option(metavar="EPSILON", help="Start one; it can never be reset.")
    ] = None,
) -> None:
    """Show a privacy budget: what queries added up, what ran on separate people, what is left."""
    from notedeid.structured.privacy_budget import Ledger

    held = Ledger.open(ledger) if start is None else Ledger.create(ledger, epsilon=start)
    typer.echo("\n".join(held.statement().lines()))


@structured_app.command("synthesize")
@edge.command
def synthesize(
    table: Table,
    *,
    out: Annotated[Path, typer.Option(help="CSV or Parquet of the synthetic rows, every one flagged.")],
    evidence: Annotated[Path | None, typer.Option(help="JSON of all figures of the checks.")] = None,
    column: Annotated[
        list[str] | None, typer.Option(help="Column to synthesize (repeat); all without it.")
    ] = None,
    quasi: Names = None,
    secret: Annotated[list[str] | None, typer.Option(help="Column to attack (repeat).")] = None,
    target: Annotated[list[str] | None, typer.Option(help="Column to predict (repeat).")] = None,
    method: Annotated[str, typer.Option(help="trees | copula")] = "trees",
    rows: Annotated[int | None, typer.Option(min=1, help="As many as were fitted without it.")] = None,
    seed: Annotated[int, typer.Option(help="Of the holdout and the draws.")] = 0,
) -> None:
    """Draw invented rows and check them: distance to real rows, copies, inference, use for training.

    Three tenths of the table are held back from the generator as the baseline of every check.
    """
    import json

    from annotation.errors import InputError
    from notedeid.files import write_whole
    from notedeid.structured.job.tables import read_table, write_table
    from notedeid.structured.synthetic import Plan, trial

    if method not in {"trees", "copula"}:
        raise InputError(f"--method {method}: use trees or copula")
    plan = Plan(
        columns=column or [],
        quasi=quasi or [],
        secrets=secret or [],
        targets=target or [],
        method="copula" if method == "copula" else "trees",
        rows=rows,
        seed=seed,
    )
    found = trial(read_table(table), plan)
    write_table(out, found.rows)
    if evidence is not None:
        write_whole(evidence, (json.dumps(found.as_dict(), indent=1) + "\n").encode())
    typer.echo("\n".join(_checks(found)) + f"\n-> {out}")


def _checks(found: "Trial") -> list[str]:
    closer, copied = found.nearest.closer, found.copies
    return [
        f"{len(found.rows)} synthetic rows",
        f"closer to training than to holdout rows: {_span(closer)} (0.5 where nothing was learned by heart)",
        f"exact copies: {_span(copied.exact)}; among holdout rows {_span(copied.exact_holdout)}",
        f"rare profiles: {copied.rare_copied} of {copied.rare_profiles} borne, {copied.rare_revealed} whole",
        *(f"learned of {one.secret} beyond the holdout: {_span(one.risk)}" for one in found.inference),
        *(f"train for {t.target}: {t.real:.3f} real, {t.synthetic:.3f} synthetic" for t in found.transfer),
    ]


def _span(found: "Estimate") -> str:
    return f"{found.value:.3f} ({found.low:.3f} to {found.high:.3f})"
