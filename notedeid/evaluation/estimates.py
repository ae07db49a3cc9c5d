"""From scores to shares with bounds: by type, group, kind and stratum, by note and patient.

The unit of a bound is the whole identifier: found when none of its letters and digits is
visible. Its cluster is the patient. Leak rates count notes and patients in which anything, or
anything direct, is visible (Scaiano et al. 2016), and entities are found when all their mentions
are (Pilán et al. 2022).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from annotation.intervals import Bound, Observations, bound
from annotation.sampling import Drawn, SampledUnit
from annotation.scoring import NoteScore, Outcome
from annotation.tally import Tally, tally
from notedeid.evaluation.result import Evaluation


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a report.

    Attributes:
        view: ``type``, ``group``, ``removable`` (groups without what Safe Harbor lets stay),
            ``kind`` (direct, quasi) or ``all``.
        name: what the row is about.
        tally: counts, unweighted.
        found: weighted share of identifiers wholly covered, with bounds.
    """

    view: str
    name: str
    tally: Tally
    found: Bound


@dataclass(frozen=True, slots=True)
class Cell:
    """One stratum and group of the heat map: identifiers, and the share wholly covered."""

    stratum: str
    group: str
    spans: int
    covered: float


@dataclass(frozen=True, slots=True)
class Estimates:
    """Every figure of a report. Leak bounds are of the share that does **not** leak.

    Attributes:
        rows: by view and name.
        safe: notes and patients without a visible identifier, by ``note``, ``note direct``,
            ``patient``, ``patient direct``.
        entities: entities with all mentions covered, by ``direct``, ``quasi`` and ``all``.
        strata: the heat map.
    """

    rows: tuple[Row, ...]
    safe: dict[str, Bound]
    entities: dict[str, Bound]
    strata: tuple[Cell, ...]

    def row(self, name: str) -> Row | None:
        """The first row of that name: a type before a group, a group before a kind."""
        return next((row for row in self.rows if row.name == name), None)


_Seen = tuple[Drawn, Outcome]
_Key = Callable[[Outcome], str]


def estimate(evaluation: Evaluation) -> Estimates:
    """Compute every figure of a report."""
    seen = [(evaluation.place(score), outcome) for score in evaluation.scores for outcome in score.outcomes]
    removable = [one for one in seen if one[1].gold.removable]
    icc = evaluation.icc_floor
    return Estimates(
        rows=(
            *_rows("type", seen, _name, icc),
            *_rows("group", seen, _group, icc),
            *_rows("removable", removable, _group, icc),
            *_rows("kind", removable, _kind, icc),
            *_rows("all", seen, lambda _: "marked", icc),
            *_rows("all", removable, lambda _: "must go", icc),
        ),
        safe={
            f"{unit}{' direct' if direct else ''}": _safe(evaluation, unit, direct=direct)
            for unit in SampledUnit
            for direct in (False, True)
        },
        entities={
            "direct": _entities([one for one in removable if one[1].gold.direct], icc),
            "quasi": _entities([one for one in removable if not one[1].gold.direct], icc),
            "all": _entities(removable, icc),
        },
        strata=_strata(seen),
    )


def _name(outcome: Outcome) -> str:
    return outcome.gold.name


def _group(outcome: Outcome) -> str:
    return str(outcome.gold.group)


def _kind(outcome: Outcome) -> str:
    return "direct" if outcome.gold.direct else "quasi"


def _split(seen: Iterable[_Seen], key: _Key) -> dict[str, list[_Seen]]:
    parts: defaultdict[str, list[_Seen]] = defaultdict(list)
    for one in seen:
        parts[key(one[1])].append(one)
    return dict(sorted(parts.items()))


def _rows(view: str, seen: Sequence[_Seen], key: _Key, icc: float) -> list[Row]:
    return [
        Row(
            view,
            name,
            tally(outcome for _, outcome in part),
            _bound([(drawn, float(outcome.covered)) for drawn, outcome in part], icc),
        )
        for name, part in _split(seen, key).items()
    ]


def _bound(hits: Sequence[tuple[Drawn, float]], icc: float) -> Bound:
    return bound(
        Observations(
            np.array([hit for _, hit in hits]),
            _numbered(drawn.cluster for drawn, _ in hits),
            np.array([drawn.weight for drawn, _ in hits]),
            _numbered(drawn.stratum for drawn, _ in hits),
            np.array([drawn.fraction for drawn, _ in hits]),
        ),
        icc_floor=icc,
    )


def _numbered(names: Iterable[str]) -> npt.NDArray[np.int_]:
    """Names as numbers, which are quicker to sort."""
    seen: dict[str, int] = {}
    return np.array([seen.setdefault(name, len(seen)) for name in names], dtype=np.int_)


def _safe(evaluation: Evaluation, unit: SampledUnit, *, direct: bool) -> Bound:
    if unit is SampledUnit.NOTE:
        hits = [(evaluation.place(s), float(not s.leaks(direct_only=direct))) for s in evaluation.scores]
        return _bound(hits, evaluation.icc_floor)
    whole = evaluation.weights is not None and evaluation.weights.unit is SampledUnit.PATIENT
    hits = [
        (_patient(evaluation.place(notes[0]), whole=whole), float(not _any_leaks(notes, direct=direct)))
        for notes in evaluation.patients().values()
    ]
    return _bound(hits, evaluation.icc_floor)


def _any_leaks(notes: Iterable[NoteScore], *, direct: bool) -> bool:
    return any(score.leaks(direct_only=direct) for score in notes)


def _patient(drawn: Drawn, *, whole: bool) -> Drawn:
    return drawn if whole else Drawn(drawn.note_id, drawn.cluster, "all", 1.0, 0.0)


def _entities(seen: Iterable[_Seen], icc: float) -> Bound:
    mentions: defaultdict[tuple[str, str, str], list[_Seen]] = defaultdict(list)
    for one in seen:
        mentions[one[0].cluster, _group(one[1]), one[1].entity].append(one)
    hits = [(part[0][0], float(all(o.covered for _, o in part))) for _, part in sorted(mentions.items())]
    return _bound(hits, icc)


def _strata(seen: Iterable[_Seen]) -> tuple[Cell, ...]:
    parts: defaultdict[tuple[str, str], list[bool]] = defaultdict(list)
    for drawn, outcome in seen:
        parts[drawn.stratum, _group(outcome)].append(outcome.covered)
    return tuple(Cell(*place, len(hits), sum(hits) / len(hits)) for place, hits in sorted(parts.items()))
