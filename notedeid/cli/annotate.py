"""``notedeid annotate``: from a plan over two annotators to gold."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from notedeid.cli import edge
from notedeid.cli.serve import serve

annotate_app = typer.Typer(
    help="Plan, sample, annotate twice, compare and adjudicate: how recall is measured.",
    no_args_is_help=True,
)
annotate_app.command("serve")(edge.command(serve))

Passes = Annotated[list[Path], typer.Argument(help="Annotators' passes: JSONL, or the store of the desk.")]
SampleFile = Annotated[
    Path | None, typer.Option("--sample", help="Only the notes of this sample, by its strata.")
]


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


@annotate_app.command("sample")
@edge.command
def sample(
    source: Annotated[Path, typer.Argument(help="Notes: JSONL or a folder of .marked files.")],
    *,
    out: Annotated[Path, typer.Option(help="Folder for the sample.")],
    size: Annotated[int, typer.Option(min=1, help="Notes (or patients) to draw.")],
    found: Annotated[Path | None, typer.Option(help="Found spans, for strata by hits.")] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(help="Stratum trait: note_type, service, length, hits; may be repeated."),
    ] = None,
    allocation: Annotated[str, typer.Option(help="proportional, optimal or fixed.")] = "proportional",
    unit: Annotated[str, typer.Option(help="What is drawn: note or patient.")] = "note",
    plant: Annotated[int, typer.Option(min=0, help="Identifiers to plant in each note.")] = 0,
    phrases: Annotated[Path | None, typer.Option(help="Phrases to plant, marked inline, one a line.")] = None,
    key_file: edge.KeyFile = None,
    key_env: edge.KeyEnv = None,
) -> None:
    """Draw a stratified sample by key; writes sample.jsonl, notes.jsonl (mode 0600), manifest.json."""
    from annotation.sampling import Allocation, Design, SampledUnit, Trait
    from notedeid.evaluation.drawing import Planting, draw_to, read_phrases

    traits = tuple(Trait(one) for one in _chosen(by or _traits(found), Trait, "--by"))
    (how,) = _chosen([allocation], Allocation, "--allocation")
    (what,) = _chosen([unit], SampledUnit, "--unit")
    key = edge.find_key(key_file, key_env, fallback=out.parent / f"{out.name}.key")
    planting = Planting(plant, read_phrases(phrases)) if plant else None
    design = Design(size, traits, Allocation(how), SampledUnit(what))
    drawn = draw_to(out, source, design, key=key, found=found, planting=planting)
    if size > (there := sum(drawn.population.values())):
        edge.say(f"--size {size:,}: there are {there:,} {unit}s, and all were taken")
    typer.echo(f"{len(drawn.drawn):,} notes of {len(drawn.population)} strata in {out}")
    for stratum, population in drawn.population.items():
        inside = [one for one in drawn.drawn if one.stratum == stratum]
        typer.echo(f"  {stratum}: {len(inside):,} notes, from {population:,} {unit}s")


@annotate_app.command("lift")
@edge.command
def lift(
    passes: Passes,
    *,
    planted: Annotated[Path, typer.Option(help="planted.jsonl of the sample.")],
    out: Annotated[Path, typer.Option(help="JSONL of the passes without what was planted.")],
) -> None:
    """Take planted identifiers out of annotators' passes and say how many of them each annotator saw."""
    from notedeid.evaluation.lifting import lift_to

    for annotator, seen in lift_to(out, passes, planted).items():
        share = 100 * seen.estimate if seen.n else 0.0
        typer.echo(f"{annotator}: {seen.n - seen.misses:g} of {seen.n} planted seen, {share:.1f} %, {seen}")


@annotate_app.command("import")
@edge.command
def import_(
    source: Annotated[Path, typer.Argument(help="File or folder in a foreign format.")],
    *,
    out: Annotated[Path, typer.Option(help="JSONL to write.")],
    format_: Annotated[str, typer.Option("--format", help="e.g. brat, label_studio, i2b2_xml, conll.")],
    annotator: Annotated[str, typer.Option(help="Whose pass it is; empty for gold.")] = "",
    preannotated: Annotated[
        bool, typer.Option(help="The annotator started from the machine's spans.")
    ] = False,
) -> None:
    """Read marked notes of another tool and write them as JSONL."""
    from annotation import formats
    from annotation.formats import jsonl
    from annotation.passes import signed

    (name,) = _chosen([format_], formats.Format, "--format")
    notes = formats.room(formats.Format(name)).read(source)
    if annotator:
        notes = (signed(marked, annotator, preannotated=preannotated) for marked in notes)
    jsonl.write(out, made := list(notes))
    typer.echo(f"{out}: {len(made):,} notes, {sum(len(one.spans) for one in made):,} spans")


@annotate_app.command("export")
@edge.command
def export(
    source: Annotated[Path, typer.Argument(help="JSONL, a folder of .marked files, or the desk's store.")],
    *,
    out: Annotated[Path, typer.Option(help="File or folder to write.")],
    format_: Annotated[str, typer.Option("--format", help="e.g. brat, label_studio, i2b2_xml.")] = "jsonl",
    annotator: Annotated[
        str | None, typer.Option(help="Of a store, whose finished marks; without it the adjudicated gold.")
    ] = None,
) -> None:
    """Write marked notes in the format of another tool."""
    from annotation import corpus, formats

    (name,) = _chosen([format_], formats.Format, "--format")
    made = list(corpus.read(source, annotator=annotator))
    formats.room(formats.Format(name)).write(out, made)
    typer.echo(f"{out}: {len(made):,} notes, {sum(len(one.spans) for one in made):,} spans")


@annotate_app.command("agree")
@edge.command
def agree(
    passes: Passes,
    *,
    sample_: SampleFile = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """How far annotators agree: span F1 by type and stratum, kappa, alpha, confusion, what both missed."""
    import json

    from rich.console import Console

    from annotation import sample_file
    from annotation.errors import InputError
    from notedeid.evaluation.annotators import figures, figures_record, read_passes
    from notedeid.evaluation.tables import agreement_tables

    drawn = sample_file.read(sample_).drawn if sample_ else None
    made = figures(
        read_passes(passes, only=drawn), strata={name: one.stratum for name, one in (drawn or {}).items()}
    )
    if len(made.annotators) < 2:  # noqa: PLR2004 - to agree takes two
        raise InputError(f"only {made.annotators[0]} annotated these notes; give the passes of two or more")
    if as_json:
        typer.echo(json.dumps(figures_record(made), indent=2))
    else:
        Console().print(*agreement_tables(made), sep="\n", highlight=False)


@annotate_app.command("adjudicate")
@edge.command
def adjudicate(
    passes: Passes,
    *,
    origin: Annotated[str, typer.Option(help="Where the text comes from: real, surrogate or synthetic.")],
    out: Annotated[Path | None, typer.Option(help="JSONL of gold to write, when all is decided.")] = None,
    queue: Annotated[Path | None, typer.Option(help="JSONL of undecided conflicts to write.")] = None,
    decisions: Annotated[Path | None, typer.Option(help="JSONL of decisions on conflicts.")] = None,
    sample_: SampleFile = None,
) -> None:
    """Let agreed spans pass, queue conflicts, and make gold of both with its provenance."""
    from annotation import sample_file
    from annotation.adjudication import read_decisions
    from notedeid.evaluation.annotators import read_passes
    from notedeid.evaluation.golding import compare_all, write_gold, write_queue
    from notedeid.evaluation.result import Origin

    _chosen([origin], [one for one in Origin if one is not Origin.UNSTATED], "--origin")
    drawn = sample_file.read(sample_).drawn if sample_ else None
    compared = compare_all(read_passes(passes, only=drawn))
    decided = read_decisions(decisions) if decisions else ()
    agreed, conflicts = sum(len(c.agreed) for c in compared), sum(len(c.conflicts) for c in compared)
    typer.echo(f"{len(compared):,} notes: {agreed:,} spans agreed, {conflicts:,} conflicts")
    if queue:
        typer.echo(f"{queue}: {write_queue(queue, compared, decided):,} undecided")
    if out:
        typer.echo(f"{out}: {write_gold(out, compared, decided, origin=origin):,} notes of gold")


def _chosen(given: Iterable[str], allowed: Iterable[str], option: str) -> list[str]:
    """The given words; InputError when one is not allowed."""
    from annotation.errors import InputError

    chosen, words = list(given), [str(one) for one in allowed]
    for one in chosen:
        if one not in words:
            raise InputError(f"{option} {one}: use {', '.join(words[:-1])} or {words[-1]}")
    return chosen


def _traits(found: Path | None) -> list[str]:
    return ["note_type", "hits"] if found else ["note_type"]
