import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation import InputError, Note
from annotation.sampling import (
    Allocation,
    Design,
    SampledUnit,
    Trait,
    allocate,
    draw,
    list_population,
    manifest,
)

KEY = b"k" * 32
TYPES = ("ed note", "letter", "operative note")


@pytest.fixture(scope="module")
def notes():
    return [
        Note(f"n{i:03}", "word " * (10 if i % 3 else 400), f"p{i // 4}", TYPES[i % 3], {"service": "icu"})
        for i in range(240)
    ]


@pytest.fixture(scope="module")
def hits(notes):
    return {note.note_id: (0 if i % 5 == 0 else i % 25) for i, note in enumerate(notes)}


def listed(notes, hits, *traits):
    return list_population(notes, traits or (Trait.NOTE_TYPE, Trait.HITS), hits)


def test_weights_stand_for_the_population(notes, hits):
    sample = draw(listed(notes, hits), Design(60), key=KEY)
    assert len(sample.drawn) == 60
    assert sum(one.weight for one in sample.drawn) == pytest.approx(240)
    assert all(one.weight * one.fraction == pytest.approx(1) for one in sample.drawn)


def test_the_stratum_without_hits_is_always_drawn_from(notes, hits):
    sample = draw(listed(notes, hits), Design(24), key=KEY)
    assert {one.stratum for one in sample.drawn if "no hit" in one.stratum} == {
        f"{t} | no hit" for t in TYPES
    }


def test_the_draw_does_not_depend_on_the_order_of_notes(notes, hits):
    shuffled = list(notes)
    random.Random(3).shuffle(shuffled)
    design = Design(50)
    assert draw(listed(notes, hits), design, key=KEY) == draw(listed(shuffled, hits), design, key=KEY)


def test_another_key_draws_another_sample(notes, hits):
    drawn = [
        {o.note_id for o in draw(listed(notes, hits), Design(50), key=key).drawn} for key in (KEY, b"q" * 32)
    ]
    assert drawn[0] != drawn[1]


def test_patients_come_whole(notes, hits):
    sample = draw(listed(notes, hits, Trait.LENGTH), Design(20, unit=SampledUnit.PATIENT), key=KEY)
    by_patient = {}
    for one in sample.drawn:
        by_patient.setdefault(one.cluster, []).append(one.weight)
    assert len(by_patient) == 20
    assert all(len(weights) == 4 for weights in by_patient.values())
    assert sum(weights[0] for weights in by_patient.values()) == pytest.approx(60)


def test_a_sample_of_everything_has_weight_and_fraction_one(notes, hits):
    sample = draw(listed(notes, hits), Design(1000), key=KEY)
    assert {(one.weight, one.fraction) for one in sample.drawn} == {(1.0, 1.0)}


def test_allocations_differ_as_they_say():
    sizes, spread = {"many": 900, "rich": 100}, {"many": 1.0, "rich": 9.0}
    shares = {how: allocate(sizes, Design(100, allocation=how), spread=spread) for how in Allocation}
    assert shares[Allocation.PROPORTIONAL] == {"many": 90, "rich": 10}
    assert shares[Allocation.OPTIMAL] == {"many": 50, "rich": 50}
    assert shares[Allocation.FIXED] == {"many": 50, "rich": 50}


@given(
    st.dictionaries(st.text(min_size=1, max_size=3), st.integers(1, 40), min_size=1, max_size=8),
    st.integers(16, 200),
    st.sampled_from(list(Allocation)),
)
def test_shares_fit_their_strata(sizes, size, how):
    shares = allocate(sizes, Design(size, allocation=how), spread={})
    assert sum(shares.values()) == min(size, sum(sizes.values()))
    assert all(min(2, sizes[stratum]) <= share <= sizes[stratum] for stratum, share in shares.items())


def test_too_small_a_sample_says_what_it_needs(notes, hits):
    with pytest.raises(InputError, match="at least 24"):
        draw(listed(notes, hits), Design(5), key=KEY)


def test_hits_are_needed_for_strata_by_hits(notes):
    with pytest.raises(InputError, match="--found"):
        list_population(notes, [Trait.HITS])
    with pytest.raises(InputError, match="n000 has no record"):
        list_population(notes, [Trait.HITS], {})


def test_nothing_to_sample_is_refused():
    with pytest.raises(InputError, match="no note"):
        draw([], Design(5), key=KEY)


def test_the_manifest_holds_no_id(notes, hits):
    facts = manifest(draw(listed(notes, hits), Design(50), key=KEY), key=KEY)
    assert "n0" not in json.dumps(facts["ids_hmac"])
    assert (facts["notes"], len(facts["ids_hmac"])) == (50, 50)
    assert sum(one["population"] for one in facts["strata"]) == 240


def test_the_weighted_estimate_is_unbiased(shared):
    """Mean of 2,000 stratified estimates against the truth, with misses known by construction."""
    rows = [
        json.loads(line) for line in (shared / "text" / "mtsamples_slotfill_dev.jsonl").open(encoding="utf-8")
    ]
    chance = random.Random(11)
    spans = {row["doc_id"]: len(row["spans"]) for row in rows}
    found = {
        name: sum(chance.random() < (0.99 if number > 6 else 0.9) for _ in range(number))
        for name, number in spans.items()
    }
    notes = [Note(row["doc_id"], row["text"], None, row["note_type"]) for row in rows]
    population = list_population(notes, (Trait.HITS, Trait.LENGTH), spans)
    truth = sum(found.values()) / sum(spans.values())
    estimates = []
    for number in range(2000):
        drawn = draw(population, Design(80), key=number.to_bytes(16, "big")).drawn
        total = sum(one.weight * spans[one.note_id] for one in drawn)
        estimates.append(sum(one.weight * found[one.note_id] for one in drawn) / total)
    assert abs(sum(estimates) / len(estimates) - truth) < 0.002
