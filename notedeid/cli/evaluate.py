"""``notedeid evaluate``: score found spans against gold."""

from pathlib import Path
from typing import Annotated

import typer

from notedeid.cli import edge


@edge.command
def evaluate(
    *,
    gold: Annotated[Path, typer.Option(help="Marked notes: a JSONL file or a folder of .marked files.")],
    found: Annotated[Path, typer.Option(help="Found spans: JSONL of note_id and spans.")],
    origin: Annotated[
        str | None, typer.Option(help="Where the text comes from: real, surrogate or synthetic.")
    ] = None,
    annotator: Annotated[
        str | None, typer.Option(help="Whose marks to take where the gold holds several annotators'.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Score found spans against gold: what stayed visible, by type, group and note."""
    import json

    from rich.console import Console

    from annotation.errors import InputError
    from notedeid.evaluation import Origin
    from notedeid.evaluation import evaluate as measure
    from notedeid.evaluation.summary import show

    if origin not in {None, "real", "surrogate", "synthetic"}:
        raise InputError(f"--origin {origin}: use real, surrogate or synthetic")
    result = measure(gold, found, origin=Origin(origin) if origin else None, annotator=annotator)
    if as_json:
        typer.echo(json.dumps(result.as_dict(), indent=2))
    else:
        show(result, Console())
