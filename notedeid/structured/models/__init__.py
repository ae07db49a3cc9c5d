"""Privacy models: which classes of a table must not be released."""

from notedeid.structured.models.attributes import (
    BetaLikeness,
    DistinctLDiversity,
    EntropyLDiversity,
    RecursiveLDiversity,
    TCloseness,
)
from notedeid.structured.models.model import Model, Scope
from notedeid.structured.models.sizes import DeltaPresence, KAnonymity, KMap, estimated_k
from notedeid.structured.models.whole import AverageRisk, PopulationUniqueness, SampleUniqueness

__all__ = [
    "AverageRisk",
    "BetaLikeness",
    "DeltaPresence",
    "DistinctLDiversity",
    "EntropyLDiversity",
    "KAnonymity",
    "KMap",
    "Model",
    "PopulationUniqueness",
    "RecursiveLDiversity",
    "SampleUniqueness",
    "Scope",
    "TCloseness",
    "estimated_k",
]
