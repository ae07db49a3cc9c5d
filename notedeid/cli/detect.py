"""``notedeid detect``: where the identifiers are, as offsets."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from notedeid.cli import edge


@edge.command
def detect(
    source: Annotated[
        Path, typer.Argument(metavar="IN", help="Folder of text files, JSONL, CSV or Parquet.")
    ],
    out: Annotated[Path, typer.Option("--out", help="JSONL of spans: offsets and labels, no text.")],
    *,
    roster: edge.Roster = None,
    workers: edge.Workers = 1,
    engine: edge.Engine = "accurate",
    sensitivity: edge.Sensitivity = "balanced",
    ages: Annotated[Literal["over-89", "all"], typer.Option(help="Which ages count.")] = "over-89",
    id_column: Annotated[str, typer.Option(help="Field of the note's id.")] = "note_id",
    text_column: Annotated[str, typer.Option(help="Field of the note's text.")] = "text",
) -> None:
    """Find identifiers and write their offsets; the notes stay as they are."""
    from notedeid.detection import Search, detect_source
    from notedeid.readers import Columns, open_source

    notes = open_source(source, Columns(note_id=id_column, text=text_column))
    with edge.progress_bar("detecting") as advance:
        search = Search(roster, engine, sensitivity, ages)
        found = detect_source(notes, out, search, workers=workers, progress=advance)
    typer.echo(f"{found.notes} notes, {found.spans} identifiers -> {out}")
    for note_id, reason in found.failed:
        edge.say(f"not examined: note {note_id}: {reason}")
    if found.failed:
        raise typer.Exit(edge.QUARANTINED)
