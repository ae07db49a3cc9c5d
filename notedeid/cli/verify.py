"""``notedeid verify``: is a release still what was released?"""

from pathlib import Path
from typing import Annotated

import typer

from notedeid.cli import edge


@edge.command
def verify(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Output folder of a run.")],
    *,
    key_file: edge.KeyFile = None,
    key_env: edge.KeyEnv = None,
) -> None:
    """Check a release against its manifest; with the key, check the manifest's seal too."""
    from notedeid import manifest
    from surrogates.keys import Key

    key = Key.read(key_file) if key_file else Key.from_environment(key_env) if key_env else None
    count = manifest.verify(folder, key)
    typer.echo(f"{folder}: {count} files as released; seal {'fits' if key else 'not checked (no key given)'}")
