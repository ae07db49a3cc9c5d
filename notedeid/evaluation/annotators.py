"""What the annotators' own passes say: agreement, and how much all of them missed."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from annotation import agreement, passes
from annotation.agreement import SpanAgreement
from annotation.errors import InputError
from annotation.gold import GoldNote
from annotation.missed import CAVEAT, Missed, chapman, histories, three_catches
from annotation.passes import Mark, Pass
from annotation.spans import Span
from annotation.store import Store, is_store

SYSTEM = "the system"
"""Name of the system as a third catch."""


@dataclass(frozen=True, slots=True)
class AnnotatorFigures:
    """Agreement and misses of annotators.

    Attributes:
        annotators: their names.
        blind: share of passes made without the machine's spans.
        overall: span F1 over all types.
        types: span F1 by type.
        strata: span F1 by stratum.
        kappa: Cohen's kappa over characters, None when undefined.
        alpha: Krippendorff's alpha over characters, None when undefined.
        missed: what both missed by type (Chapman), two annotators only.
        missed_with_system: the same from three catches, all types together.
        confusion: how often names met.
    """

    annotators: tuple[str, ...]
    blind: float
    overall: SpanAgreement
    types: Mapping[str, SpanAgreement]
    strata: Mapping[str, SpanAgreement]
    kappa: float | None
    alpha: float | None
    missed: Mapping[str, Missed] = field(default_factory=dict)
    missed_with_system: Missed | None = None
    confusion: Mapping[tuple[str, str], int] = field(default_factory=dict)


def figures(
    work: Sequence[Pass],
    *,
    strata: Mapping[str, str] | None = None,
    system: Sequence[Pass] = (),
) -> AnnotatorFigures:
    """Compare annotators.

    Args:
        work: their passes.
        strata: stratum by note id; note types where it is silent.
        system: what the system found and gold confirms, a third catch (see ``system_passes``).
    """
    pairs = agreement.pairs(work)
    people = tuple(sorted({one.annotator for one in work}))
    two = len(people) == 2  # noqa: PLR2004 - Chapman's estimate is of two catches
    return AnnotatorFigures(
        people,
        sum(not one.preannotated for one in work) / len(work),
        agreement.span_agreement(pairs),
        agreement.by_type(pairs),
        agreement.by_stratum(pairs, strata or {}),
        agreement.kappa(pairs),
        agreement.alpha(work),
        {name: _chapman(table) for name, table in histories(work, people).items()} if two else {},
        _three([*work, *system], (*people, SYSTEM)) if two and system else None,
        agreement.confusion(pairs),
    )


def read_passes(paths: Iterable[Path], *, only: Container[str] | None = None) -> tuple[Pass, ...]:
    """Passes from JSONL files and from stores of the desk, where every annotator's finished marks count.

    Args:
        paths: files.
        only: ids of the notes to take; None takes all.

    Raises:
        InputError: no such file, one annotator with a note twice, or no pass at all.
    """
    paths = tuple(paths)
    stores = [path for path in paths if is_store(path)]
    found = list(passes.read([path for path in paths if path not in stores]))
    for path in stores:
        with Store.open(path) as store:
            for annotator in store.annotators():
                found += [passes.from_marked(marked) for marked in store.marked(annotator)]
    kept = tuple(one for one in found if only is None or one.note.note_id in only)
    if not kept:
        raise InputError("no annotator has finished a note that is asked for")
    return kept


def system_passes(golds: Iterable[GoldNote], found: Mapping[str, Sequence[Span]]) -> tuple[Pass, ...]:
    """The system as one more annotator, without its false spans."""
    found_passes = []
    for gold in golds:
        marks = {
            Mark(span.start, span.end, str(span.label))
            for span in found.get(gold.note.note_id, ())
            if any(span.start < one.end and one.start < span.end for one in gold.spans)
        }
        found_passes.append(Pass(SYSTEM, gold.note, tuple(sorted(marks))))
    return tuple(found_passes)


def figures_record(found: AnnotatorFigures) -> dict[str, Any]:
    """The JSON form."""
    return {
        "annotators": list(found.annotators),
        "blind_share": found.blind,
        "agreement": _agreement(found.overall),
        "by_type": {name: _agreement(one) for name, one in found.types.items()},
        "by_stratum": {name: _agreement(one) for name, one in found.strata.items()},
        "character_kappa": found.kappa,
        "krippendorff_alpha": found.alpha,
        "caveat": agreement.KAPPA_CAVEAT,
        "missed_by_both_at_least": {name: _missed(one) for name, one in found.missed.items()},
        "missed_with_system": _missed(found.missed_with_system) if found.missed_with_system else None,
        "missed_caveat": CAVEAT,
        "confusion": [{"names": list(names), "count": count} for names, count in found.confusion.items()],
    }


def _chapman(table: Counter[tuple[bool, ...]]) -> Missed:
    both, first, second = table[True, True], table[True, False], table[False, True]
    return chapman(both + first, both + second, both)


def _three(work: Sequence[Pass], catches: Sequence[str]) -> Missed | None:
    """None when gold holds nothing that the system alone caught: it then never was a catch."""
    tables = histories(work, catches).values()
    table = sum(tables, Counter[tuple[bool, ...]]())
    return three_catches(table) if table[False, False, True] else None


def _agreement(one: SpanAgreement) -> dict[str, float | int | None]:
    return {
        "marks": one.marks,
        "exact": one.exact,
        "overlap": one.overlap,
        "exact_untyped": one.exact_untyped,
        "overlap_untyped": one.overlap_untyped,
    }


def _missed(one: Missed) -> dict[str, float]:
    return {"caught": one.caught, "missed": one.missed, "least": one.least, "most": one.most}
