"""``notedeid memorization``: repeats that models learn by heart, canaries that show whether they did."""

from pathlib import Path
from typing import Annotated

import typer

from notedeid.cli import edge

app = typer.Typer(
    help="Take repeats out before training; plant canaries and measure their exposure after it.",
    no_args_is_help=True,
)

Times = Annotated[list[int] | None, typer.Option(help="Repeats of a canary (repeat); 1, 4, 16 without.")]
Count = Annotated[int, typer.Option("--references", min=1, help="Strings that are never planted.")]
Notes = Annotated[Path, typer.Argument(metavar="IN", help="Folder of text files, JSONL, CSV or Parquet.")]


@app.command("dedupe")
@edge.command
def dedupe(
    source: Notes,
    *,
    out: Annotated[Path, typer.Option(help="JSONL of the notes without near-duplicates.")],
    threshold: Annotated[float, typer.Option(help="Least Jaccard similarity of five-word shingles.")] = 0.8,
    groups: Annotated[Path | None, typer.Option(help="JSON of the groups: note ids, no text.")] = None,
) -> None:
    """Keep one of notes that say nearly the same; say how many lines are copied forward."""
    import json

    from notedeid.files import write_whole
    from notedeid.memorization import copied_lines, near_duplicates
    from notedeid.memorization.files import read_notes, write_notes

    notes = read_notes(source)
    found = near_duplicates(notes, threshold=threshold)
    kept = [note for note in notes if note.note_id not in found.dropped]
    copied = list(copied_lines(kept).values())
    write_notes(out, kept)
    if groups is not None:
        write_whole(groups, (json.dumps([list(group) for group in found.groups], indent=1) + "\n").encode())
    typer.echo(f"{len(notes):,} notes, {len(found.dropped):,} near-duplicates left out -> {out}")
    typer.echo(f"lines copied from an earlier note of the patient: {100 * sum(copied) / len(copied):.1f} %")


@app.command("canaries")
@edge.command
def canaries(
    source: Notes,
    *,
    out: Annotated[Path, typer.Option(help="New folder: notes.jsonl, canaries.jsonl, references.jsonl.")],
    times: Times = None,
    count: Count = 9_999,
    key_file: edge.KeyFile = None,
    key_env: edge.KeyEnv = None,
) -> None:
    """Plant random strings in notes before training; references stay out, for the comparison."""
    from notedeid.memorization import make, plant, references
    from notedeid.memorization.files import new_folder, read_notes, write_lines, write_notes

    key = edge.find_key(key_file, key_env, fallback=out.with_name(f"{out.name}.key"))
    made = make(key, times or [1, 4, 16])
    planted = plant(read_notes(source), made, key)
    folder = new_folder(out)
    write_notes(folder / "notes.jsonl", planted)
    write_lines(folder / "canaries.jsonl", [{"name": c.name, "times": c.times, "text": c.text} for c in made])
    write_lines(folder / "references.jsonl", [{"text": text} for text in references(key, count)])
    typer.echo(f"{sum(one.times for one in made)} canaries in {len(planted):,} notes -> {out}")
    typer.echo('score both files with the trained model, add "loss" to every line, then: exposure')


@app.command("exposure")
@edge.command
def exposure(
    scored: Annotated[Path, typer.Argument(metavar="CANARIES", help='canaries.jsonl with "loss" added.')],
    unseen: Annotated[Path, typer.Argument(metavar="REFERENCES", help='references.jsonl with "loss" added.')],
) -> None:
    """Say how exposed each canary is: bits gained over guessing (Carlini et al. 2019)."""
    from notedeid.memorization import exposures
    from notedeid.memorization.files import read_losses

    planted, others = read_losses(scored, "name"), read_losses(unseen, "text")
    for one in exposures(planted, list(others.values())):
        typer.echo(
            f"{one.name:12} rank {one.rank:>7,}  exposure {one.exposure:5.2f} of {one.highest:.2f} bits"
        )
