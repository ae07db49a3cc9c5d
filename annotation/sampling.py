"""Which notes to annotate: a stratified sample with known inclusion chances.

Strata come from what is known before anyone reads: note type, service, length, and how many
identifiers the detector found. The stratum without any hit is the only one that shows what a
detector misses silently, so every stratum gets its share. Each drawn note carries its weight
(how many notes it stands for) and the sampled fraction of its stratum (for the finite population
correction; Cochran 1977, ch. 5). Patients can be drawn whole, as leak rates per patient need.

Nothing is drawn at random: units are ordered by HMAC-SHA256 under the caller's key and the first
ones taken, so the same key draws the same sample whatever the order of the notes, and nobody can
choose a convenient one without the key.
"""

import hmac
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from hashlib import sha256
from math import sqrt
from typing import Any

from annotation.errors import InputError
from annotation.notes import Note


class Trait(StrEnum):
    """What strata are made of."""

    NOTE_TYPE = "note_type"
    SERVICE = "service"
    LENGTH = "length"
    HITS = "hits"


class Allocation(StrEnum):
    """How a sample is shared among strata.

    ``optimal`` (Neyman 1934) takes strata in proportion to their size times the spread of misses
    in them, which grows as the square root of the identifiers in a note.
    """

    PROPORTIONAL = "proportional"
    OPTIMAL = "optimal"
    FIXED = "fixed"


class SampledUnit(StrEnum):
    """What is drawn: single notes, or patients with all their notes."""

    NOTE = "note"
    PATIENT = "patient"


@dataclass(frozen=True, slots=True)
class Design:
    """How to draw.

    Attributes:
        size: units to draw.
        traits: what strata are made of; none means one stratum.
        allocation: how the size is shared among strata.
        unit: notes or patients.
        least: units that every stratum gets, where it has them; two are needed for a variance.
    """

    size: int
    traits: tuple[Trait, ...] = (Trait.NOTE_TYPE, Trait.HITS)
    allocation: Allocation = Allocation.PROPORTIONAL
    unit: SampledUnit = SampledUnit.NOTE
    least: int = 2


@dataclass(frozen=True, slots=True)
class Listed:
    """One note of the population, without its text."""

    note_id: str
    patient_id: str | None
    stratum: str
    hits: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """One note of the sample.

    Attributes:
        note_id: the note.
        cluster: its patient, or the note itself where the patient is not known.
        stratum: the stratum it was drawn from.
        weight: notes (or patients) of the population that it stands for.
        fraction: sampled share of its stratum.
    """

    note_id: str
    cluster: str
    stratum: str
    weight: float
    fraction: float


@dataclass(frozen=True, slots=True)
class Sample:
    """A drawn sample.

    Attributes:
        design: how it was drawn.
        drawn: the notes, in order of id.
        population: units in the population by stratum.
    """

    design: Design
    drawn: tuple[Drawn, ...]
    population: Mapping[str, int]


def list_population(
    notes: Iterable[Note], traits: Sequence[Trait], hits: Mapping[str, int] | None = None
) -> tuple[Listed, ...]:
    """List a population by stratum; ``hits`` is the number of found spans by note id.

    Raises:
        InputError: the trait ``hits`` without hits, or a note without its number.
    """
    if Trait.HITS in traits and hits is None:
        raise InputError("strata by hits need the found spans of every note (--found)")
    counts = hits or {}
    listed = []
    for note in notes:
        if Trait.HITS in traits and note.note_id not in counts:
            raise InputError(f"note {note.note_id} has no record in the found spans")
        number = counts.get(note.note_id, 0)
        stratum = " | ".join(_level(note, number, trait) for trait in traits) or "all"
        listed.append(Listed(note.note_id, note.patient_id, stratum, number))
    return tuple(listed)


def draw(population: Sequence[Listed], design: Design, *, key: bytes) -> Sample:
    """Draw a sample.

    Raises:
        InputError: an empty population, or a size below what the strata need.
    """
    if not population:
        raise InputError("there is no note to sample from")
    units = _units(population, design.unit)
    strata: defaultdict[str, list[str]] = defaultdict(list)
    for name, members in units.items():
        strata[Counter(sorted(one.stratum for one in members)).most_common(1)[0][0]].append(name)
    sizes = {stratum: len(names) for stratum, names in sorted(strata.items())}
    shares = allocate(sizes, design, spread=_spread(population))
    drawn = [
        Drawn(
            one.note_id,
            _cluster(one),
            stratum,
            sizes[stratum] / shares[stratum],
            shares[stratum] / sizes[stratum],
        )
        for stratum in sizes
        for name in sorted(strata[stratum], key=partial(_rank, key))[: shares[stratum]]
        for one in units[name]
    ]
    return Sample(design, tuple(sorted(drawn, key=_note_id)), sizes)


def allocate(sizes: Mapping[str, int], design: Design, *, spread: Mapping[str, float]) -> dict[str, int]:
    """Share ``design.size`` among strata, each within its least share and its size.

    Raises:
        InputError: the size is below what the strata need.
    """
    shares = {stratum: min(design.least, size) for stratum, size in sizes.items()}
    left = min(design.size, sum(sizes.values())) - sum(shares.values())
    if left < 0:
        raise InputError(
            f"{len(sizes)} strata need a sample of at least {sum(shares.values())}, not {design.size}; "
            "use fewer traits or a larger sample"
        )
    pull = {
        stratum: _pull(design.allocation, size, spread.get(stratum, 1.0)) for stratum, size in sizes.items()
    }
    for _ in range(left):
        open_strata = [stratum for stratum in sizes if shares[stratum] < sizes[stratum]]
        shares[max(open_strata, key=lambda stratum: pull[stratum] / (shares[stratum] + 0.5))] += 1
    return shares


def manifest(sample: Sample, *, key: bytes) -> dict[str, Any]:
    """What a manifest holds of a sample: design, strata and keyed hashes of the ids."""
    hashed = sorted(_digest(key, f"manifest\0{one.note_id}").hex()[:24] for one in sample.drawn)
    drawn = Counter(one.stratum for one in sample.drawn)
    return {
        "unit": str(sample.design.unit),
        "allocation": str(sample.design.allocation),
        "traits": [str(trait) for trait in sample.design.traits],
        "strata": [
            {"stratum": stratum, "population": size, "notes_drawn": drawn[stratum]}
            for stratum, size in sample.population.items()
        ],
        "notes": len(sample.drawn),
        "ids_sha256": sha256("\n".join(hashed).encode()).hexdigest(),
        "ids_hmac": hashed,
    }


def _level(note: Note, hits: int, trait: Trait) -> str:
    match trait:
        case Trait.NOTE_TYPE:
            return note.note_type or "no type"
        case Trait.SERVICE:
            return str(note.extra.get("service") or "no service")
        case Trait.LENGTH:
            return _band(len(note.text), {1000: "short", 5000: "middling"}, "long")
        case Trait.HITS:
            return _band(hits, {1: "no hit", 6: "1-5 hits", 21: "6-20 hits"}, "over 20 hits")


def _band(value: int, below: Mapping[int, str], rest: str) -> str:
    return next((name for limit, name in below.items() if value < limit), rest)


def _cluster(one: Listed) -> str:
    return f"patient {one.patient_id}" if one.patient_id else f"note {one.note_id}"


def _note_id(one: Drawn) -> str:
    return one.note_id


def _units(population: Sequence[Listed], unit: SampledUnit) -> dict[str, list[Listed]]:
    units: defaultdict[str, list[Listed]] = defaultdict(list)
    for one in population:
        units[_cluster(one) if unit is SampledUnit.PATIENT else one.note_id].append(one)
    return dict(units)


def _spread(population: Sequence[Listed]) -> dict[str, float]:
    """Expected spread of misses in a note; one more than the hits, for what was not hit."""
    total: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for one in population:
        total[one.stratum] += one.hits + 1
        count[one.stratum] += 1
    return {stratum: sqrt(total[stratum] / count[stratum]) for stratum in count}


def _pull(allocation: Allocation, size: int, spread: float) -> float:
    match allocation:
        case Allocation.PROPORTIONAL:
            return float(size)
        case Allocation.OPTIMAL:
            return size * spread
        case Allocation.FIXED:
            return 1.0


def _digest(key: bytes, message: str) -> bytes:
    return hmac.digest(key, f"annotation.sampling\0{message}".encode(), "sha256")


def _rank(key: bytes, unit: str) -> bytes:
    """Place of a unit in the keyed order."""
    return _digest(key, f"draw\0{unit}")
