"""``notedeid annotate serve``: the annotation pages, on this machine only."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from notedeid.cli import edge

if TYPE_CHECKING:
    from annotation.store import Store
    from annotation.store.building import Material, Staffing


def serve(
    source: Annotated[
        Path, typer.Argument(help="A store, or JSONL of notes from which one is made beside them.")
    ],
    *,
    annotator: Annotated[list[str] | None, typer.Option(help="Who annotates; give it twice or more.")] = None,
    adjudicator: Annotated[str, typer.Option(help="Who decides between annotators.")] = "adjudicator",
    sample: Annotated[Path | None, typer.Option(help="Only the notes of this sample.")] = None,
    found: Annotated[Path | None, typer.Option(help="The machine's spans, shown at adjudication.")] = None,
    assisted: Annotated[
        bool, typer.Option(help="The second annotator of a note starts from --found.")
    ] = False,
    doubly: Annotated[float, typer.Option(min=0, max=1, help="Share of notes annotated twice.")] = 1.0,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on 127.0.0.1; 0: any free one.")] = 8765,
) -> None:
    """Serve pages for annotators and an adjudicator; prints a private link for each person."""
    from annotation import desk
    from annotation.store.building import Material, Staffing

    names = annotator or ["first", "second"]
    staffing = Staffing(names, adjudicator, doubly=doubly, assisted=assisted)
    with _open(source, Material(source, sample, found), staffing) as store:
        edge.say("one private link a person; Ctrl-C stops, every mark is kept")
        desk.serve(store, port=port, announce=_announce)


def _open(source: Path, material: "Material", staffing: "Staffing") -> "Store":
    from annotation.errors import InputError
    from annotation.store import Store, is_store
    from annotation.store.building import build

    path = source if is_store(source) else source.with_suffix(".sqlite")
    if is_store(path):
        edge.say(f"store: {path} (annotators and notes as it was made)")
        return Store.open(path)
    if not source.is_file():
        raise InputError(f"{source}: no such file; name a store or JSONL of notes")
    store = build(path, material, staffing)
    edge.say(f"store: new, in {path} (mode 0600; it holds the notes and every mark)")
    return store


def _announce(person: str, link: str) -> None:
    typer.echo(f"{person}: {link}")
