"""How much to annotate so that a recall can be shown at all.

Exact binomial figures, one-sided 95 %. A target is shown when the exact lower bound (Clopper
and Pearson 1934) reaches it, that is when the misses are at most ``k`` for which
``P(X <= k | n, 1 - target) <= 0.05``. All figures are identifiers **of one type**; clustering
multiplies them by the design effect, a small population divides them (Cochran 1977, ch. 4).

>>> identifiers_allowing(0.98, 0)
149
>>> identifiers_to_show(0.98, truth=0.99, power=0.80)
970
"""

from dataclasses import dataclass
from math import ceil

from scipy.stats import binom

from annotation.errors import InputError

_STEP = 5
_LARGEST = 50_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What to annotate for one identifier type.

    Attributes:
        identifiers: identifiers of the type, design effect and population allowed for.
        notes: notes to draw to meet that many on average.
        patients: patients to draw to meet that many on average.
        allowed_misses: misses with which the target still holds, before the design effect.
    """

    identifiers: int
    notes: int
    patients: int
    allowed_misses: int


@dataclass(frozen=True, slots=True)
class Density:
    """How identifiers of the type lie in the corpus.

    Attributes:
        per_note: mean number in a note.
        notes_per_patient: mean number of notes of a patient.
        icc: intra-cluster correlation of misses that the bound will assume.
        population: identifiers of the type in the whole corpus; 0 when unknown or endless.
    """

    per_note: float
    notes_per_patient: float = 1.0
    icc: float = 0.30
    population: int = 0

    @property
    def design_effect(self) -> float:
        """Factor on the number of identifiers; at least 1."""
        return max(1.0, 1 + (self.per_note * self.notes_per_patient - 1) * self.icc)


def allowed_misses(target: float, n: int, *, confidence: float = 0.95) -> int:
    """Most misses among ``n`` identifiers with which ``target`` is shown; -1 when none is enough."""
    k = int(binom.ppf(1 - confidence, n, 1 - target))
    return k if binom.cdf(k, n, 1 - target) <= 1 - confidence else k - 1


def identifiers_allowing(target: float, misses: int, *, confidence: float = 0.95) -> int:
    """Fewest identifiers with which ``target`` is shown in spite of ``misses`` misses."""
    few, many = misses, misses + 1
    while binom.cdf(misses, many, 1 - target) > 1 - confidence:
        few, many = many, 2 * many
    while many - few > 1:
        middle = (few + many) // 2
        if binom.cdf(misses, middle, 1 - target) > 1 - confidence:
            few = middle
        else:
            many = middle
    return many


def chance(target: float, n: int, *, truth: float) -> float:
    """Chance that ``n`` identifiers show ``target`` when the true recall is ``truth``."""
    return float(binom.cdf(allowed_misses(target, n), n, 1 - truth))


def identifiers_to_show(target: float, *, truth: float, power: float) -> int:
    """Fewest identifiers, in steps of five, that show ``target`` with the given power.

    Args:
        target: recall to be shown.
        truth: recall that is believed to be true; must be above ``target``.
        power: wanted chance of success, e.g. 0.80.

    Raises:
        InputError: ``truth`` is not above ``target``, or hardly.
    """
    if not target < truth <= 1:
        raise InputError(f"true recall {truth} must be above the target {target}")
    k = 0
    while (n := identifiers_allowing(target, k)) < _LARGEST:
        rounded = _STEP * ceil(n / _STEP)
        if chance(target, rounded, truth=truth) >= power:
            return rounded
        k += 1
    raise InputError(f"more than {_LARGEST:,} identifiers: true recall {truth} is too near the target")


def plan(target: float, density: Density, *, truth: float = 1.0, power: float = 0.80) -> Plan:
    """Turn a target for one identifier type into numbers of notes and patients."""
    bare = (
        identifiers_allowing(target, 0)
        if truth == 1
        else identifiers_to_show(target, truth=truth, power=power)
    )
    needed = bare * density.design_effect
    if density.population:
        needed = min(density.population, needed / (1 + (needed - 1) / density.population))
    notes = ceil(needed / density.per_note)
    return Plan(ceil(needed), notes, ceil(notes / density.notes_per_patient), allowed_misses(target, bare))


def leak_bound(patients: int, *, confidence: float = 0.95) -> float:
    """Upper bound on the share of leaking patients when none of ``patients`` leaked."""
    return float(1 - (1 - confidence) ** (1 / patients))
