"""``notedeid profile``: what a profile keeps and removes."""

from typing import Annotated

import typer

from notedeid.cli import edge

Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", help="Field of the profile's policy that differs, e.g. staff=keep; may be repeated."
    ),
]


def parse(options: list[str] | None) -> dict[str, object]:
    """Turn ``name=value`` words into options of a profile.

    Raises:
        InputError: a word has no ``=``.
    """
    from annotation import InputError

    pairs = [option.partition("=") for option in options or ()]
    for name, equals, _ in pairs:
        if not equals:
            raise InputError(f"--option {name}: write name=value, e.g. staff=keep")
    return {name: _value(value) for name, _, value in pairs}


def _value(word: str) -> object:
    if word in {"true", "false"}:
        return word == "true"
    return int(word) if word.isdigit() else word


@edge.command
def profile(
    name: Annotated[str, typer.Argument(help="Name of the profile.")] = "expert-determination",
    *,
    option: Options = None,
) -> None:
    """Say what a profile keeps and removes, by item of the Safe Harbor list."""
    from rich.console import Console
    from rich.table import Table

    from notedeid import profile as profiles

    chosen = profiles.get(name, **parse(option))
    table = Table("item", "identifiers", "what happens", title=chosen.name)
    for row in chosen.table():
        table.add_row(row.letter, row.identifiers, row.treatment)
    console = Console()
    console.print(table)
    console.print("Items of 45 CFR 164.514(b)(2)(i).", highlight=False)
