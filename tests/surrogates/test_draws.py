"""What surrogates give away, counted over many draws."""

from collections import Counter

import numpy as np
import pytest
from scipy.stats import chi2_contingency, fisher_exact

from annotation import Label, MarkedNote, Note, Span
from surrogates import Key, Policy, World
from surrogates.identity import PATIENT, STAFF, Identities, Named, Persons
from surrogates.mention import Role
from surrogates.person import Names
from surrogates.pool import given_pool, pooled, surname_pool

KEY = Key(bytes(range(32)))


def people(count, seed):
    rng = np.random.default_rng(seed)
    givens = sorted(given_pool("F").names | given_pool("M").names)
    families = sorted(surname_pool().names)
    return [
        f"{givens[g].capitalize()} {families[f].capitalize()}"
        for g, f in zip(
            rng.integers(0, len(givens), count), rng.integers(0, len(families), count), strict=True
        )
    ]


def renamed(names, key=KEY):
    marked = (MarkedNote(Note("n", name), (Span(0, len(name), Label.PATIENT),)) for name in names)
    return [World(key, f"P{n}", Policy()).replace(one).text for n, one in enumerate(marked)]


@pytest.fixture(scope="module")
def pairs():
    names = people(2500, seed=1)
    return [(old.split(), new.split()) for old, new in zip(names, renamed(names), strict=True)]


def independence(first, second):
    rows, columns = sorted(set(first)), sorted(set(second))
    counts = Counter(zip(first, second, strict=True))
    table = np.array([[counts[r, c] for c in columns] for r in rows])
    table = table[table.sum(1) >= 100][:, table.sum(0) >= 100]
    return chi2_contingency(table).pvalue


@pytest.mark.parametrize("part", [0, 1])
def test_first_letter_and_length_say_nothing_of_the_original(pairs, part):
    old, new = ([pair[side][part] for pair in pairs] for side in (0, 1))
    assert independence([word[0] for word in old], [word[0] for word in new]) > 0.01
    assert independence([len(word) for word in old], [len(word) for word in new]) > 0.01


def test_the_origin_of_a_surname_says_nothing_of_the_surrogates():
    celtic = ["Mcdonald", "Macleod", "Mcbride", "Mckenzie", "Mcallister"]
    spanish = ["Hernandez", "Gutierrez", "Rodriguez", "Dominguez", "Velasquez"]
    old = [name for _ in range(200) for name in celtic + spanish]
    new = [text.split()[1] for text in renamed([f"Ada {name}" for name in old])]
    table = [
        [
            sum(n.startswith("Mc") for o, n in zip(old, new, strict=True) if (o in celtic) is side)
            for side in (True, False)
        ],
    ]
    table.append([1000 - n for n in table[0]])
    assert fisher_exact(table).pvalue > 0.01


def test_every_name_that_comes_out_is_in_the_pool(pairs):
    assert all(pooled(word) for _, new in pairs for word in new)


def test_two_data_sets_under_one_key_overlap_by_chance_only():
    names = people(1200, seed=2)
    one, two = (renamed(names, KEY.scope(name, "surrogates")) for name in ("cohort-a", "cohort-b"))
    shuffled = two[1:] + two[:1]
    same = [
        sum(a.split()[1] == b.split()[1] for a, b in zip(one, other, strict=True))
        for other in (two, shuffled)
    ]
    assert fisher_exact([same, [len(names) - n for n in same]]).pvalue > 0.01
    offsets = [
        World(KEY.scope(name, "surrogates"), "P", Policy()).value("2020-01-01", Label.DATE) for name in "ab"
    ]
    assert offsets[0] != offsets[1]


def persons(words):
    roles = {word: role for role, chosen in words.items() for word in chosen}
    return Persons(roles, {}, {}, {}, dict.fromkeys(roles, 1))


def collisions(count):
    """Names drawn for worlds of 100 given names and 100 surnames each that are names of that world."""
    rng, hits = np.random.default_rng(3), 0
    pools = {Role.GIVEN: sorted(given_pool("").names), Role.FAMILY: sorted(surname_pool().names)}
    for n in range(count // 200):
        words = {role: {pool[i] for i in rng.integers(0, len(pool), 100)} for role, pool in pools.items()}
        known = persons(words)
        forbidden = frozenset(known.roles)
        names = Names(KEY, f"C{n}", Policy(), Identities({PATIENT: known, STAFF: persons({})}), forbidden)
        drawn = {
            names.replace(Named(word.capitalize(), Label.PATIENT)).lower() for word in sorted(known.roles)
        }
        hits += len(drawn & forbidden) + len(known.roles) - len(drawn)
    return hits


def test_no_draw_is_the_original_or_another_known_value():
    assert collisions(50_000) == 0


@pytest.mark.slow
def test_no_draw_of_a_million_is_the_original_or_another_known_value(request):
    if "slow" not in request.config.getoption("markexpr"):
        pytest.skip("soak run, a few minutes: -m slow")
    assert collisions(1_000_000) == 0
