"""The program as a whole: its version, and 1 as the exit code of a usage error.

Click ends with 2 there, which here means that notes were quarantined.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from notedeid.cli import edge

_UsageError: Any = typer.BadParameter.__base__


class Program(TyperGroup):
    """The group of all commands."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - as click has it
        """Read what stands before the command."""
        with _usage_is_input():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as click has it
        """Read the command and its options, and run it."""
        with _usage_is_input():
            return super().invoke(ctx)


@contextmanager
def _usage_is_input() -> Iterator[None]:
    try:
        yield
    except _UsageError as error:
        error.exit_code = edge.INPUT
        raise


def _print_version(wanted: bool) -> None:
    from importlib.metadata import version

    if wanted:
        typer.echo(f"notedeid {version('notedeid')}")
        raise typer.Exit


def program(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that stand before a command."""
