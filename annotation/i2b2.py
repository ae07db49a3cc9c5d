r"""The scores of the 2014 i2b2/UTHealth de-identification task, for comparison with papers.

Rules restated from the task's evaluation script (kotfic/i2b2_evaluation_scripts) and its paper
(Stubbs, Kotfila & Uzuner 2015, PMC4989908). ``strict``: equal tag, type, start and end.
``relaxed``: the end may differ by up to two characters. ``token``: strict over the runs
``[a-zA-Z0-9]+`` of each tag. ``binary``: tokens without their type. Each over all types or over
the types that the task called HIPAA. Micro figures pool all notes, macro figures are means over
notes with their standard deviation; the F1 of macro figures is that of the means.

The published script has two slips, kept by ``as_published``: a trailing blank in its pattern for
IDNUM, so that IDNUM never counts as HIPAA, and an empty token for a tag that starts a note.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean, pstdev
from typing import NamedTuple

from annotation.labels import Group, Label
from annotation.spans import Span

_TOKEN = re.compile(r"[a-zA-Z0-9]+")
_SLACK = 2
_HIPAA = frozenset(
    {
        Label.PATIENT,
        Label.CITY,
        Label.STREET,
        Label.ZIP,
        Label.ORGANIZATION,
        Label.PHONE,
        Label.FAX,
        Label.EMAIL,
        *(label for label in Label if label.group in {Group.AGE, Group.DATE, Group.ID}),
    }
)


class Mode(StrEnum):
    """How two tags are compared."""

    STRICT = "strict"
    RELAXED = "relaxed"
    TOKEN = "token"  # noqa: S105 - a way of scoring
    BINARY = "binary"


class Tag(NamedTuple):
    """A tag as the task compares it."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True)
class Counts:
    """Of one note: tags of both, of the system alone, of the gold alone."""

    both: int
    system_only: int
    gold_only: int

    @property
    def precision(self) -> float:
        """Share of system tags that are gold; 0 when there are none."""
        found = self.both + self.system_only
        return self.both / found if found else 0.0

    @property
    def recall(self) -> float:
        """Share of gold tags that were found; 0 when there are none."""
        wanted = self.both + self.gold_only
        return self.both / wanted if wanted else 0.0


class Scores(NamedTuple):
    """Precision, recall and F1 of a set of notes."""

    precision: float
    recall: float
    f1: float
    macro_precision: float
    macro_precision_sd: float
    macro_recall: float
    macro_recall_sd: float
    macro_f1: float


@dataclass(frozen=True, slots=True)
class Rules:
    """Which tags are compared, and how.

    Attributes:
        mode: how.
        hipaa: only the types that the task called HIPAA.
        as_published: keep the two slips of the published script.
    """

    mode: Mode = Mode.STRICT
    hipaa: bool = False
    as_published: bool = True


def count(text: str, gold: Sequence[Span], system: Sequence[Span], rules: Rules) -> Counts:
    """Compare the tags of one note."""
    wanted, found = (_tags(text, spans, rules) for spans in (gold, system))
    if rules.mode is not Mode.RELAXED:
        return Counts(len(wanted & found), len(found - wanted), len(wanted - found))
    gold_tags, system_tags = _distinct(wanted), _distinct(found)
    fewer, more = sorted((system_tags, gold_tags), key=len)
    return Counts(
        sum(_near(tag, more) for tag in fewer),
        sum(not _near(tag, gold_tags) for tag in system_tags),
        sum(not _near(tag, system_tags) for tag in gold_tags),
    )


def score(counts: Iterable[Counts]) -> Scores:
    """Pool the counts of notes; all figures are 0 when there is no note."""
    notes = list(counts)
    pooled = Counts(
        sum(one.both for one in notes),
        sum(one.system_only for one in notes),
        sum(one.gold_only for one in notes),
    )
    precisions, recalls = [one.precision for one in notes] or [0.0], [one.recall for one in notes] or [0.0]
    return Scores(
        pooled.precision,
        pooled.recall,
        _f1(pooled.precision, pooled.recall),
        fmean(precisions),
        pstdev(precisions),
        fmean(recalls),
        pstdev(recalls),
        _f1(fmean(precisions), fmean(recalls)),
    )


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def _tags(text: str, spans: Iterable[Span], rules: Rules) -> set[Tag]:
    kept = [span for span in spans if not rules.hipaa or _is_hipaa(span.label, rules)]
    if rules.mode in {Mode.STRICT, Mode.RELAXED}:
        return {Tag(span.start, span.end, span.label.i2b2) for span in kept}
    tags = {Tag(*place, span.label.i2b2) for span in kept for place in _tokens(text, span, rules)}
    return {tag._replace(label="") for tag in tags} if rules.mode is Mode.BINARY else tags


def _is_hipaa(label: Label, rules: Rules) -> bool:
    return label in _HIPAA and not (rules.as_published and label is Label.IDNUM)


def _tokens(text: str, span: Span, rules: Rules) -> list[tuple[int, int]]:
    places = [token.span() for token in _TOKEN.finditer(text, span.start, span.end)]
    return [(0, 0), *places] if rules.as_published and span.start == 0 else places


def _equal(a: Tag, b: Tag) -> bool:
    return a.start == b.start and a.label == b.label and abs(a.end - b.end) <= _SLACK


def _near(tag: Tag, others: Iterable[Tag]) -> bool:
    return any(_equal(tag, other) for other in others)


def _distinct(tags: Iterable[Tag]) -> list[Tag]:
    """Tags in order, without those that equal an earlier one."""
    kept: list[Tag] = []
    for tag in sorted(tags):
        if not _near(tag, kept):
            kept.append(tag)
    return kept
