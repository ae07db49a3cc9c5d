"""``notedeid key``: the secret that surrogates are drawn with."""

from pathlib import Path
from typing import Annotated

import typer

from notedeid.cli import edge

app = typer.Typer(help="Make and name keys.", no_args_is_help=True)


@app.callback()
def keys() -> None:
    """Make and name keys."""


@app.command("new")
@edge.command
def new(path: Annotated[Path, typer.Argument(help="File to make, with mode 0600.")]) -> None:
    """Make a key of 32 random bytes."""
    from surrogates.keys import Key

    key = Key.generate()
    key.write(path)
    typer.echo(f"{path}: new key, fingerprint {key.fingerprint}")


@app.command("fingerprint")
@edge.command
def fingerprint(path: Annotated[Path, typer.Argument(help="Key file.")]) -> None:
    """Print the name under which a key stands in manifests."""
    from surrogates.keys import Key

    typer.echo(Key.read(path).fingerprint)
