"""Whether a written file satisfies a privacy model, by the definition of the model in its paper."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from notedeid.structured.job.evidence import Evidence, Paths
from notedeid.structured.job.words import ModelSpec
from notedeid.structured.job.words import models as words

__all__ = ["holds", "named"]

CLOSE = 1e-9


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
        case words.KMapModel(k=least):
            return min(held.matches) >= least
        case words.DeltaModel(low=low, high=high):
            sizes = map(len, held.groups.values())
            return all(
                low - CLOSE <= n / max(m, 1) <= high + CLOSE for n, m in zip(sizes, held.matches, strict=True)
            )
        case words.TModel(column=column, t=t, ground=ground):
            plain = ground if ground in {"equal", "ordered"} else grounds[column]
            return held.distance(column, plain) <= t + CLOSE
        case words.BetaModel(column=column, beta=beta, enhanced=enhanced):
            return all(
                gain <= min(beta, -math.log(share) if enhanced else beta) + CLOSE
                for gain, share in held.gain(column)
            )
    return all(_diverse(model, counts) for counts in held.counts(model.column))


def _diverse(model: ModelSpec, counts: Counter[str]) -> bool:
    match model:
        case words.DistinctModel(l=least):
            return len(counts) >= least
        case words.EntropyModel(l=floor):
            return _entropy(counts) >= math.log(floor) - CLOSE
    assert isinstance(model, words.RecursiveModel)
    ranked = sorted(counts.values(), reverse=True)
    return len(ranked) >= model.l and ranked[0] < model.c * sum(ranked[model.l - 1 :])


def _entropy(counts: Counter[str]) -> float:
    total = sum(counts.values())
    return -sum(n / total * math.log(n / total) for n in counts.values())


def named(model: ModelSpec) -> str:
    """A model with its parameters, for a report."""
    facts = model.model_dump(exclude={"kind"}, exclude_none=True)
    if isinstance(facts.get("ground"), dict):
        facts["ground"] = "hierarchical"
    return f"{model.kind} ({', '.join(f'{name} {value}' for name, value in facts.items())})"
