"""``notedeid inspect``: what does a release give away?"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from notedeid.cli import edge

if TYPE_CHECKING:
    from notedeid.inspection import Inspection


@edge.command
def inspect(
    release: Annotated[Path, typer.Argument(metavar="DIR", help="Output folder of a run.")],
    *,
    miss_rate: Annotated[
        float, typer.Option(min=0, max=1, help="Share of identifiers missed, as measured on your notes.")
    ] = 0.02,
    candidates: Annotated[
        Path | None, typer.Option(help="CSV for places of the candidates: offsets, no text.")
    ] = None,
    engine: edge.Engine = "accurate",
    key_file: edge.KeyFile = None,
    key_env: edge.KeyEnv = None,
) -> None:
    """Look at released notes again: names that no pool holds, exposure at a miss rate.

    With the key of the run its manifest takes the counts and is sealed anew.
    """
    from notedeid import inspection, manifest
    from notedeid.readers import open_source
    from recognizers import catalogue

    source = open_source(inspection.release_source(release))
    with edge.progress_bar("inspecting") as advance:
        detector = catalogue.default(engine=engine)
        found = inspection.inspect(source, detector, miss_rate=miss_rate, progress=advance)
    typer.echo(f"{found.notes} notes, {found.names} names, {len(found.candidates)} words of names in no pool")
    typer.echo(f"notes that would show an original, if {100 * miss_rate:.1f} % of the mentions were missed:")
    for policy, share in found.exposures.items():
        typer.echo(
            f"  {policy:<10} {100 * share.value:5.1f} %  ({100 * share.low:.1f} to {100 * share.high:.1f} %)"
        )
    if candidates:
        _write(candidates, found)
        edge.say(f"candidates: {candidates}")
    if key_file or key_env:
        manifest.amend(release, "inspection", found.as_dict(), edge.find_key(key_file, key_env))
        edge.say(f"manifest: {release / manifest.NAME} takes the counts")


def _write(path: Path, found: "Inspection") -> None:
    import csv
    import io

    from notedeid.files import write_whole

    rows = io.StringIO()
    out = csv.writer(rows, lineterminator="\n")
    out.writerow(("note_id", "start", "end"))
    out.writerows((note_id, span.start, span.end) for note_id, span in found.candidates)
    write_whole(path, rows.getvalue().encode(), mode=0o600)
