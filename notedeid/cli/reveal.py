"""``notedeid reveal``: turn released notes back, with the vault and the key."""

from pathlib import Path
from typing import Annotated

import typer

from notedeid.cli import edge


@edge.command
def reveal(
    release: Annotated[Path, typer.Argument(metavar="DIR", help="Output folder of a run, or a file of it.")],
    vault: Annotated[Path, typer.Option(help="Vault that the run wrote.")],
    out: Annotated[Path, typer.Option("--out", help="Folder for the original notes: identifiers and all.")],
    *,
    key_file: edge.KeyFile = None,
    key_env: edge.KeyEnv = None,
) -> None:
    """Turn released notes back into the originals; anyone who can do this sees every identifier."""
    from annotation import InputError, KeyFileError
    from notedeid.inspection import release_source
    from notedeid.readers import Release, open_source
    from surrogates.keys import Key
    from surrogates.vault import Vault

    if not key_file and not key_env:
        raise KeyFileError("give the run's key with --key-file or --key-env")
    key = Key.read(key_file) if key_file else Key.from_environment(key_env or "")
    if out.exists() and any(out.iterdir()):
        raise InputError(f"{out}: not empty; choose another folder for --out")
    source = open_source(release_source(release))
    opened = Vault(vault, key)
    out.mkdir(mode=0o700, parents=True, exist_ok=True)
    releases = (
        Release(ref.position, opened.reveal(ref.note_id, source.load(ref).text), ref.note_id, ref.patient_id)
        for ref in source.refs
    )
    source.write(out, releases, source.other_fields)
    typer.echo(f"{len(source.refs)} notes turned back -> {out}")
