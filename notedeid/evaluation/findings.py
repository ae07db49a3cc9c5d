"""Everything that one call of ``notedeid evaluate`` finds out."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from annotation.gold import GoldNote
from annotation.gold import read as read_gold
from annotation.i2b2 import Scores
from annotation.intervals import CONSERVATIVE_ICC
from notedeid.evaluation.annotators import (
    AnnotatorFigures,
    figures,
    figures_record,
    read_passes,
    system_passes,
)
from notedeid.evaluation.challenge import challenge_scores
from notedeid.evaluation.change import Change, compare
from notedeid.evaluation.estimates import Estimates, estimate
from notedeid.evaluation.exposed import Exposed, exposed
from notedeid.evaluation.gate import Check, Gate, check
from notedeid.evaluation.measure import Sources, read_found, score_notes
from notedeid.evaluation.records import record
from notedeid.evaluation.result import Evaluation, Origin
from notedeid.evaluation.terms import Terms, altered
from notedeid.evaluation.terms import read as read_terms


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is asked beside the score.

    Attributes:
        origin: where the text comes from; None takes what the gold says.
        icc_floor: how much misses are assumed to cluster at least.
        gate: what is demanded.
        before: found spans of an earlier run.
        passes: files of annotators' passes.
        clinical_terms: file of terms, one a line.
        i2b2: also the figures of the 2014 i2b2 task.
    """

    origin: Origin | None = None
    icc_floor: float = CONSERVATIVE_ICC
    gate: Gate = field(default_factory=Gate)
    before: Path | None = None
    passes: tuple[Path, ...] = ()
    clinical_terms: Path | None = None
    i2b2: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything a report shows.

    Attributes:
        sources: the files it was made from.
        golds: the gold; it holds note text, which only the error browser shows.
        evaluation: the scores.
        estimates: the figures made of them.
        checks: the gate's demands.
        annotators: agreement and misses of annotators.
        change: what changed since the earlier run.
        terms: clinical terms altered.
        i2b2: figures of the 2014 i2b2 task, by mode.
        exposed: what the misses give away under each policy of consistency.
    """

    sources: Sources
    golds: tuple[GoldNote, ...] = field(repr=False)
    evaluation: Evaluation
    estimates: Estimates
    checks: tuple[Check, ...] = ()
    annotators: AnnotatorFigures | None = None
    change: tuple[Change, ...] = ()
    terms: Terms | None = None
    i2b2: Mapping[str, Scores] = field(default_factory=dict)
    exposed: Exposed | None = None


def find(sources: Sources, wishes: Wishes) -> Findings:
    """Score, estimate, check, and whatever else is asked.

    Raises:
        InputError, SpanError: see ``evaluate``.
    """
    golds = read_gold(sources.gold, annotator=sources.annotator)
    evaluation = score_notes(golds, sources, origin=wishes.origin, icc_floor=wishes.icc_floor)
    estimates = estimate(evaluation)
    return Findings(
        sources,
        golds,
        evaluation,
        estimates,
        check(estimates, wishes.gate),
        _annotators(golds, evaluation, sources, wishes.passes) if wishes.passes else None,
        _change(golds, evaluation, sources, wishes.before) if wishes.before else (),
        _terms(golds, sources, wishes.clinical_terms) if wishes.clinical_terms else None,
        challenge_scores(golds, read_found(sources.found)) if wishes.i2b2 else {},
        _exposed(golds, estimates),
    )


def findings_record(findings: Findings) -> dict[str, Any]:
    """The JSON form; a part that was not measured is absent."""
    facts = record(findings.evaluation, findings.estimates, findings.checks)
    if findings.annotators:
        facts["annotators"] = figures_record(findings.annotators)
    if findings.change:
        facts["change"] = [one.as_dict() for one in findings.change]
    if findings.i2b2:
        facts["i2b2_2014"] = {mode: scores._asdict() for mode, scores in findings.i2b2.items()}
    if findings.exposed:
        facts["exposure"] = findings.exposed.as_dict()
    if findings.terms:
        facts["clinical_terms"] = findings.terms.as_dict()
    return facts


def write_errors(folder: Path, findings: Findings) -> Path:
    """Write the error browser, which shows note text, with mode 0600."""
    from notedeid.evaluation.report import context  # noqa: PLC0415 - matplotlib only where drawn

    return context.write(folder, context.faults(findings.golds, read_found(findings.sources.found)))


def _annotators(
    golds: tuple[GoldNote, ...], evaluation: Evaluation, sources: Sources, files: tuple[Path, ...]
) -> AnnotatorFigures:
    strata = {score.note_id: evaluation.place(score).stratum for score in evaluation.scores}
    system = system_passes(golds, read_found(sources.found))
    return figures(read_passes(files), strata=strata, system=system)


def _change(
    golds: tuple[GoldNote, ...], after: Evaluation, sources: Sources, before: Path
) -> tuple[Change, ...]:
    earlier = score_notes(
        golds, replace(sources, found=before), origin=after.origin, icc_floor=after.icc_floor
    )
    return compare(earlier, after)


def _exposed(golds: tuple[GoldNote, ...], estimates: Estimates) -> Exposed | None:
    whole = estimates.row("must go")
    return exposed(golds, whole.found) if whole else None


def _terms(golds: tuple[GoldNote, ...], sources: Sources, path: Path) -> Terms:
    return altered(golds, read_found(sources.found), read_terms(path))
