"""The table beside the notes: release it k-anonymous at the least loss, measure it, and know its risks.

    columns -> hierarchies -> search of the lattice -> release -> measures -> risk

`anonymize(frame, Spec(...))` gives a `Release` with the certificate of its search and the measures taken
from its own cells. See README.md for each part.
"""

from notedeid.structured.columns import Column, Role, classify
from notedeid.structured.measures import Measures, measure
from notedeid.structured.metrics import AverageClassSize, Discernibility, Entropy, Height, Loss, Precision
from notedeid.structured.models import (
    AverageRisk,
    BetaLikeness,
    DeltaPresence,
    DistinctLDiversity,
    EntropyLDiversity,
    KAnonymity,
    KMap,
    PopulationUniqueness,
    RecursiveLDiversity,
    SampleUniqueness,
    TCloseness,
    estimated_k,
)
from notedeid.structured.release import Release, anonymize
from notedeid.structured.spec import Spec

__all__ = [
    "AverageClassSize",
    "AverageRisk",
    "BetaLikeness",
    "Column",
    "DeltaPresence",
    "Discernibility",
    "DistinctLDiversity",
    "Entropy",
    "EntropyLDiversity",
    "Height",
    "KAnonymity",
    "KMap",
    "Loss",
    "Measures",
    "PopulationUniqueness",
    "Precision",
    "RecursiveLDiversity",
    "Release",
    "Role",
    "SampleUniqueness",
    "Spec",
    "TCloseness",
    "anonymize",
    "classify",
    "estimated_k",
    "measure",
]
