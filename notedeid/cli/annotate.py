"""``notedeid annotate``: from a plan over two annotators to gold."""

from typing import Annotated

import typer

from notedeid.cli import edge

annotate_app = typer.Typer(
    help="Plan, sample, annotate twice, compare and adjudicate: how recall is measured.",
    no_args_is_help=True,
)


@annotate_app.callback()
def annotate() -> None:
    """Plan, sample, annotate twice, compare and adjudicate: how recall is measured."""


@annotate_app.command("plan")
@edge.command
def plan(
    *,
    target: Annotated[float, typer.Option(min=0.5, max=0.9999, help="Recall to be shown.")] = 0.98,
    truth: Annotated[float, typer.Option(max=1.0, help="Recall that is believed; 1 allows no miss.")] = 1.0,
    power: Annotated[float, typer.Option(min=0.01, max=0.99, help="Chance of success.")] = 0.80,
    per_note: Annotated[float, typer.Option(min=0.001, help="Identifiers of the type in a note.")] = 1.0,
    notes_per_patient: Annotated[float, typer.Option(min=1, help="Notes of a patient.")] = 1.0,
    icc: Annotated[float, typer.Option(min=0, max=1, help="How much misses cluster.")] = 0.30,
    population: Annotated[int, typer.Option(min=0, help="Identifiers of the type in all; 0: endless.")] = 0,
) -> None:
    """How many notes show a recall, for one identifier type, at 95 % confidence."""
    from rich.console import Console

    from annotation.planning import Density
    from annotation.planning import plan as make
    from notedeid.evaluation.tables import plan_tables

    density = Density(per_note, notes_per_patient, icc, population)
    made = make(target, density, truth=truth, power=power)
    console = Console()
    console.print(
        f"To show a recall of {target:g} for one identifier type: {made.identifiers:,} identifiers "
        f"in {made.notes:,} notes of {made.patients:,} patients "
        f"(design effect {density.design_effect:.2f}; {max(made.allowed_misses, 0)} misses allowed)."
    )
    console.print(*plan_tables(target))
