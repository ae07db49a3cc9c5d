"""Whether a written file satisfies a privacy model, by the definition of the model in its paper.

Only the estimates of uniqueness in a population are those of the engine (`notedeid.structured.uniques`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from notedeid.structured.job.evidence import Evidence, Paths
from notedeid.structured.job.words import ModelSpec
from notedeid.structured.job.words import models as words
from notedeid.structured.uniques import ESTIMATORS, SampleSizes, dankar

__all__ = ["holds", "named"]

CLOSE = 1e-9
EULER = 0.5772156649015329


def holds(model: ModelSpec, k: int, held: Evidence, grounds: Mapping[str, Paths]) -> bool:
    """Whether a model holds.

    Args:
        model: the model.
        k: the smallest class, counted by patient where one is known.
        held: the file.
        grounds: by column, the labels of its values where t-closeness measures along a hierarchy.
    """
    match model:
        case words.KModel(k=least):
            return k >= least
        case words.KMapModel() | words.DeltaModel():
            return _matches(model, held)
        case words.TModel(column=column, t=t, ground=ground):
            plain = ground if ground in {"equal", "ordered"} else grounds[column]
            return held.distance(column, plain) <= t + CLOSE
        case words.BetaModel():
            return _gains(model, held)
        case words.DistinctModel() | words.EntropyModel() | words.RecursiveModel():
            return all(_diverse(model, counts) for counts in held.counts(model.column))
    return _of_all(model, [len(group) for group in held.groups.values()])


def _matches(model: words.KMapModel | words.DeltaModel, held: Evidence) -> bool:
    if isinstance(model, words.KMapModel):
        return min(held.matches) >= model.k
    shares = [len(rows) / max(m, 1) for rows, m in zip(held.groups.values(), held.matches, strict=True)]
    return all(model.low - CLOSE <= share <= model.high + CLOSE for share in shares)


def _gains(model: words.BetaModel, held: Evidence) -> bool:
    return all(
        gain <= min(model.beta, -math.log(share) if model.enhanced else model.beta) + CLOSE
        for gain, share in held.gain(model.column)
    )


def _diverse(
    model: words.DistinctModel | words.EntropyModel | words.RecursiveModel, counts: Counter[str]
) -> bool:
    match model:
        case words.DistinctModel(l=least):
            return len(counts) >= least
        case words.EntropyModel(l=floor, estimator="shannon"):
            return _entropy(counts) >= math.log(floor) - CLOSE
        case words.EntropyModel(l=floor):
            return len(counts) >= floor and _corrected(counts) >= math.log(floor) - CLOSE
    ranked = sorted(counts.values(), reverse=True)
    return len(ranked) >= model.l and ranked[0] < model.c * sum(ranked[model.l - 1 :])


def _of_all(
    model: words.AverageRiskModel | words.SampleUniquenessModel | words.PopulationUniquenessModel,
    sizes: Sequence[int],
) -> bool:
    match model:
        case words.AverageRiskModel(risk=risk):
            return len(sizes) / sum(sizes) <= risk + CLOSE
        case words.SampleUniquenessModel(share=share):
            return sizes.count(1) / sum(sizes) <= share + CLOSE
    if 1 not in sizes:
        return True
    found = SampleSizes.of(np.array(sizes), model.population)
    name = dankar(found) if model.estimator == "dankar" else model.estimator
    uniques = ESTIMATORS[name](found)
    return uniques is not None and uniques <= model.share * model.population + CLOSE


def _entropy(counts: Counter[str]) -> float:
    total = sum(counts.values())
    return -sum(n / total * math.log(n / total) for n in counts.values())


def _corrected(counts: Counter[str]) -> float:
    """Grassberger's estimate by his recurrence (arXiv physics/0307138, equation 35)."""
    total = sum(counts.values())
    return math.log(total) - sum(n * _term(n) for n in counts.values()) / total


def _term(count: int) -> float:
    first = -EULER - math.log(2)
    return first + sum(2 / (2 * step + 1) for step in range(count // 2))


def named(model: ModelSpec) -> str:
    """A model with its parameters, for a report."""
    facts = model.model_dump(exclude={"kind"}, exclude_none=True)
    if isinstance(facts.get("ground"), dict):
        facts["ground"] = "hierarchical"
    return f"{model.kind} ({', '.join(f'{name} {value}' for name, value in facts.items())})"
