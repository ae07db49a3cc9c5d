"""``notedeid run``: notes in, de-identified notes out."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from notedeid.cli import edge
from notedeid.cli.profile import Options, parse
from notedeid.readers.source import Columns

if TYPE_CHECKING:
    from rich.table import Table

    from notedeid.batch import Summary
    from notedeid.readers import Source

Profile = Annotated[
    str,
    typer.Option(
        "--profile", help="expert-determination | safe-harbor | safe-harbor-strict | limited-data-set"
    ),
]
Deny = Annotated[
    Path | None, typer.Option(help="File of names that no surrogate may be, one a line (the cohort's).")
]
Vault = Annotated[
    Path | None, typer.Option(help="File for the sealed originals, the only way back ('notedeid reveal').")
]
Patients = Annotated[
    str | None,
    typer.Option(
        help="Whose notes text files are: 'folders' (IN/PATIENT/…), or a CSV of note_id,patient_id."
    ),
]
KeepField = Annotated[
    list[str] | None,
    typer.Option(help="Other field that may leave (repeat). All may, but none under safe-harbor."),
]
Field = Annotated[str, typer.Option(help="Name of that field in JSONL, CSV or Parquet.")]


@edge.command
def run(
    source: Annotated[
        Path, typer.Argument(metavar="IN", help="Folder of text files, JSONL, CSV or Parquet.")
    ],
    out: Annotated[Path, typer.Option("--out", help="Folder for the notes and their manifest.")],
    *,
    roster: edge.Roster = None,
    profile: Profile = "expert-determination",
    output: Annotated[str, typer.Option("--output", help="surrogate | tag | mask")] = "surrogate",
    option: Options = None,
    key_file: edge.KeyFile = None,
    key_env: edge.KeyEnv = None,
    dataset: Annotated[str, typer.Option("--dataset", help="Two datasets share no surrogates.")] = "notes",
    workers: edge.Workers = 1,
    deny: Deny = None,
    vault: Vault = None,
    patients: Patients = None,
    keep_field: KeepField = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an interrupted run.")] = False,
    engine: edge.Engine = "accurate",
    sensitivity: edge.Sensitivity = "balanced",
    id_column: Field = "note_id",
    patient_column: Field = "patient_id",
    type_column: Field = "note_type",
    text_column: Field = "text",
) -> None:
    """De-identify notes: find identifiers, put surrogates in their place, account for it.

    Exit code 2: some notes were quarantined; a file beside the output lists them.
    """
    from notedeid import batch
    from notedeid import profile as profiles
    from notedeid.readers import open_source
    from surrogates.policy import Ids

    columns = Columns(id_column, patient_column, type_column, text_column)
    opened = open_source(source, columns, patients=patients)
    _remark(source, opened)
    batch.check_free(out, resume=resume)
    chosen = profiles.get(profile, **{"output": output, **parse(option)})
    key = edge.find_key(key_file, key_env, fallback=out.with_name(f"{out.name}.key"))
    settings = batch.Settings(chosen, key, dataset, roster, engine, sensitivity, vault=vault, denied=deny)
    fields = tuple(keep_field) if keep_field else None
    job = batch.Job(source, out, settings, columns, fields, workers, resume, patients)
    try:
        with edge.progress_bar("de-identifying") as advance:
            summary = batch.run(job, advance, source=opened)
    except KeyboardInterrupt:
        edge.say(f"stopped; what is finished is kept: add --resume to go on in {out}")
        raise typer.Exit(edge.STOPPED) from None
    _show(summary, out, profile)
    if chosen.policy.ids is Ids.RANDOM:
        edge.say(f"ids are codes; keep apart from the release: {out.with_name(f'{out.name}.crosswalk.csv')}")
    if summary.quarantined:
        raise typer.Exit(edge.QUARANTINED)


def _remark(path: Path, source: "Source") -> None:
    from notedeid.readers import not_read

    others = ", ".join(f"{count} {suffix}" for suffix, count in not_read(path).items())
    if others:
        edge.say(f"not read: {others} (a folder is read for one format; run the others by themselves)")
    if all(ref.patient_id is None for ref in source.refs):
        edge.say("no patient ids: each note stands for a patient of its own (text files: --patients)")


def _show(summary: "Summary", out: Path, profile: str) -> None:
    from rich.console import Console

    console = Console()
    released = summary.notes - len(summary.quarantined)
    notes, patients = _counted(summary.notes, "note"), _counted(summary.patients, "patient")
    console.print(f"{notes} of {patients}, profile {profile}", highlight=False)
    if summary.spans:
        console.print(_table(summary))
    console.print(f"released {released}, quarantined {len(summary.quarantined)} -> {out}", highlight=False)
    if strange := summary.names["in no pool"]:
        edge.say(
            f"{_counted(strange, 'name')} written that no pool holds: look with 'notedeid inspect {out}'"
        )
    if summary.other_fields:
        console.print(f"left as given, unexamined: {', '.join(summary.other_fields)}", highlight=False)
    if summary.quarantined:
        edge.say(f"not released: see {_list_quarantined(summary, out)}")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _table(summary: "Summary") -> "Table":
    from rich.table import Column, Table

    table = Table("identifier", Column("found", justify="right"), "")
    most = max(summary.spans.values())
    for label, count in sorted(summary.spans.items(), key=lambda item: (-item[1], item[0])):
        table.add_row(label, str(count), "█" * max(1, round(30 * count / most)))
    return table


def _list_quarantined(summary: "Summary", out: Path) -> Path:
    import csv
    import io

    from notedeid.files import write_whole

    rows = io.StringIO()
    csv.writer(rows, lineterminator="\n").writerows([("note_id", "reason"), *summary.quarantined])
    path = out.with_name(f"{out.name}.quarantine.csv")
    write_whole(path, rows.getvalue().encode(), mode=0o600)
    return path
