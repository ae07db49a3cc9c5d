"""What a library user can ask for, a specification can ask for; what it cannot say, it says in one line."""

import json
import re
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from annotation.errors import InputError, IntegrityError
from notedeid.structured import models
from notedeid.structured.hierarchies import categories, identity, intervals
from notedeid.structured.job import Inputs, load, run
from notedeid.structured.job.build import engine_spec
from notedeid.structured.job.claims import Made, claim_of
from notedeid.structured.job.evidence import Evidence
from notedeid.structured.job.proof import prove
from notedeid.structured.metrics import AverageClassSize, Discernibility, Entropy, Height, Loss, Precision
from notedeid.structured.release import anonymize
from notedeid.structured.spec import Spec
from notedeid.structured.transforms import microaggregate
from surrogates.keys import Key

KEY = Key(bytes(range(32)))
RANDOM = np.random.default_rng(11)
EVERYONE = pd.DataFrame(
    {
        "age": RANDOM.integers(20, 80, 600),
        "sex": RANDOM.choice(["F", "M"], 600),
        "ward": RANDOM.choice(list("abc"), 600),
    }
)
TABLE = EVERYONE.sample(200, random_state=3).reset_index(drop=True)
TABLE["dx"] = RANDOM.choice(["I21.4", "I50.9", "J45", "E11.9", "E10.9"], 200)
TABLE["weight"] = RANDOM.integers(45, 120, 200)
TABLE["height"] = RANDOM.integers(150, 200, 200)
COLUMNS = """
[columns]
age = {role = "quasi", hierarchy = {intervals = [5, 10, 20], start = 1}}
sex = {role = "quasi", hierarchy = "identity"}
ward = {role = "quasi", hierarchy.tree = {medical = {inner = ["a"], outer = ["b"]}, surgical = {all = ["c"]}}}
dx = {role = "sensitive"}
"""
TREE = {"medical": {"inner": ["a"], "outer": ["b"]}, "surgical": {"all": ["c"]}}
QUASI = {"age": intervals(5, 10, 20, start=1), "sex": identity(), "ward": categories(TREE, name="ward")}


def write(folder, toml, frame=TABLE):
    frame.to_csv(folder / "table.csv", index=False)
    EVERYONE.to_csv(folder / "everyone.csv", index=False)
    path = folder / "spec.toml"
    path.write_text(f'table = "table.csv"\nsuppression = 0.05\n{toml}{COLUMNS}', encoding="utf-8")
    return load(path)


def asked(folder, toml):
    spec = write(folder, toml)
    return engine_spec(spec, TABLE, population=EVERYONE if spec.population else None)


@pytest.mark.parametrize(
    ("said", "metric"),
    [
        ('"loss"', Loss()),
        ('{kind = "loss", mean = "arithmetic", balance = 0.2}', Loss("arithmetic", 0.2)),
        ('"precision"', Precision()),
        ('"height"', Height()),
        ('{kind = "discernibility", suppression = true}', Discernibility(suppression=True)),
        ('"average-class-size"', AverageClassSize()),
        ('{kind = "entropy", suppression = false}', Entropy(suppression=False)),
    ],
)
def test_every_metric_by_its_name(tmp_path, said, metric):
    spec = asked(tmp_path, f"metric = {said}\n")
    assert spec.metric == metric
    mine = Spec(quasi=QUASI, sensitive=["dx"], suppression=0.05, metric=metric)
    released = anonymize(TABLE, spec), anonymize(TABLE, mine)
    assert released[0].node == released[1].node
    assert released[0].loss == released[1].loss


MODELS = [
    ('{kind = "k-map", k = 12}', models.KMap(12)),
    ('{kind = "delta-presence", low = 0.05, high = 0.6}', models.DeltaPresence(0.05, 0.6)),
    ('{kind = "distinct-l", column = "dx", l = 3}', models.DistinctLDiversity("dx", 3)),
    ('{kind = "entropy-l", column = "dx", l = 2.5}', models.EntropyLDiversity("dx", 2.5)),
    (
        '{kind = "entropy-l", column = "dx", l = 2.5, estimator = "grassberger"}',
        models.EntropyLDiversity("dx", 2.5, "grassberger"),
    ),
    ('{kind = "average-risk", risk = 0.05}', models.AverageRisk(0.05)),
    ('{kind = "sample-uniqueness", share = 0.0}', models.SampleUniqueness(0.0)),
    (
        '{kind = "population-uniqueness", share = 0.001, population = 9000, estimator = "zayatz"}',
        models.PopulationUniqueness(0.001, 9000, "zayatz"),
    ),
    ('{kind = "recursive-l", column = "dx", c = 2.0, l = 2}', models.RecursiveLDiversity("dx", 2.0, 2)),
    ('{kind = "t-closeness", column = "dx", t = 0.2}', models.TCloseness("dx", 0.2)),
    ('{kind = "beta-likeness", column = "dx", beta = 1.5}', models.BetaLikeness("dx", 1.5)),
    (
        '{kind = "beta-likeness", column = "dx", beta = 2, enhanced = true}',
        models.BetaLikeness("dx", 2, enhanced=True),
    ),
]


@pytest.mark.parametrize(("said", "model"), MODELS, ids=[said for said, _ in MODELS])
@pytest.mark.parametrize("suppress", ["records", "cells"])
def test_every_model_by_its_name_and_proven_from_the_file(tmp_path, said, model, suppress):
    if suppress == "cells" and (model.column is None or "grassberger" in said):
        with pytest.raises(InputError, match="needs suppress = 'records'"):
            write(tmp_path, f'population = "everyone.csv"\nsuppress = "cells"\nmodels = [{said}]\n')
        return
    spec = write(tmp_path, f'population = "everyone.csv"\nsuppress = "{suppress}"\nmodels = [{said}]\n')
    done = run(spec, Inputs(tmp_path / "out", KEY))
    assert list(done.proof.models.values()) == [True]
    mine = Spec(
        quasi=QUASI,
        sensitive=["dx"],
        models=[model],
        suppression=0.05,
        population=EVERYONE,
        suppress=suppress,
    )
    assert anonymize(TABLE, mine).node == done.release.node


def claimed(folder, toml):
    spec = write(folder, toml)
    everyone = EVERYONE if spec.population else None
    wanted = engine_spec(spec, TABLE, population=everyone)
    loose = anonymize(
        TABLE,
        Spec(
            quasi=wanted.quasi,
            models=[models.KAnonymity(1)],
            sensitive=["dx"],
            suppression=0.0,
            population=everyone,
        ),
    )
    loose.frame.to_csv(folder / "loose.csv", index=False)
    return claim_of(spec, Made(TABLE, TABLE, wanted, loose))


@pytest.mark.parametrize(
    "said",
    [said for said, _ in MODELS] + ['{kind = "t-closeness", column = "dx", t = 0.3, ground = "icd10"}'],
)
def test_the_proof_refuses_what_the_model_does_not_hold_for(tmp_path, said):
    claim = claimed(tmp_path, f'population = "everyone.csv"\nmodels = [{said}]\n')
    with pytest.raises(IntegrityError, match=re.escape(said.split('"')[1])):
        prove(tmp_path / "loose.csv", claim)


def test_closeness_along_a_hierarchy_is_the_same_in_search_and_proof(tmp_path):
    said = '{kind = "t-closeness", column = "dx", t = 0.4, ground = "icd10"}'
    done = run(write(tmp_path, f"models = [{said}]\n"), Inputs(tmp_path / "out", KEY))
    assert list(done.proof.models) == ["t-closeness (column dx, t 0.4, ground icd10)"]
    equal = 'models = [{kind = "t-closeness", column = "dx", t = 0.4}]\n'
    plain = run(write(tmp_path, equal), Inputs(tmp_path / "b", KEY))
    assert done.release.loss < plain.release.loss


def test_distance_along_a_hierarchy_by_hand():
    rows = [{"q": q, "s": s} for q, s in zip("xxyyyyyy", "aabbccdd", strict=True)]
    held = Evidence(rows, {("x",): [0, 1], ("y",): range(2, 8)}, ["q"], {"s": Counter("aabbccdd")})
    paths = {"a": ("a", "u", "*"), "b": ("b", "u", "*"), "c": ("c", "v", "*"), "d": ("d", "v", "*")}
    assert held.distance("s", paths) == 1 / 4 * 1 / 2 + 1 / 2


def test_the_journalist_is_measured_against_the_population_and_is_a_gate(tmp_path):
    toml = 'population = "everyone.csv"\nmodels = [{kind = "k-anonymity", k = 4}]\n'
    toml += "gates = {journalist_risk = 0.2}\n"
    done = run(write(tmp_path, toml), Inputs(tmp_path / "out", KEY))
    assert done.proof.journalist_risk <= done.proof.risk
    facts = json.loads((tmp_path / "out" / "proof.json").read_text())
    assert facts["journalist_risk"] == done.proof.journalist_risk
    found = anonymize(TABLE, engine_spec(write(tmp_path, toml), TABLE, population=EVERYONE))
    width = 1 / done.proof.journalist_risk
    assert width == pytest.approx(
        min(matching(row) for _, row in found.frame.drop_duplicates(list(QUASI)).iterrows())
    )


def matching(row):
    """People of the population by hand, from the labels alone."""
    kept = EVERYONE
    if row["age"] != "*":
        low, high = map(float, re.findall(r"-?[\d.]+", str(row["age"])))
        kept = kept[(kept["age"] >= low) & (kept["age"] < high)]
    if row["sex"] != "*":
        kept = kept[kept["sex"] == row["sex"]]
    under = {
        "a": "a",
        "b": "b",
        "c": "c",
        "inner": "a",
        "outer": "b",
        "all": "c",
        "medical": "ab",
        "surgical": "c",
        "*": "abc",
    }
    return int(kept["ward"].isin(list(under[row["ward"]])).sum())


def test_the_ladder_takes_the_first_policy_that_fits(tmp_path):
    toml = 'method = "ladder"\npolicies = [{age = 1}, {age = 3, ward = 3}, {age = 4}]\n'
    done = run(write(tmp_path, toml), Inputs(tmp_path / "out", KEY))
    assert done.release.node == {"age": 3, "sex": 0, "ward": 3}
    assert run(write(tmp_path, 'method = "greedy"\n'), Inputs(tmp_path / "b", KEY)).proof.k >= 5


STEPS = """
height.role = "keep"
weight = {role = "keep", transform = {kind = "microaggregate", size = 4, together = ["height"]}}
[[columns.height.transform]]
kind = "microaggregate"
size = 4
together = ["weight"]
[[columns.height.transform]]
kind = "round"
base = 5
"""


def test_columns_are_microaggregated_together_and_steps_follow_each_other(tmp_path):
    write(tmp_path, "suppress = 'records'\n")
    path = tmp_path / "spec.toml"
    path.write_text(path.read_text() + STEPS)
    done = run(load(path), Inputs(tmp_path / "out", KEY))
    whole = microaggregate(TABLE[["height", "weight"]], 4)
    assert done.original["weight"].tolist() == whole["weight"].tolist()
    assert set(done.original["height"] % 5) == {0}
    assert (done.original["height"] - whole["height"]).abs().max() <= 2.5


@pytest.mark.parametrize(
    "line",
    [
        'weight = {role = "keep", transform = {kind = "microaggregate", size = 4, together = ["height"]}}\n',
        STEPS.replace("size = 4", "size = 3", 1),
    ],
)
def test_columns_treated_together_must_agree(tmp_path, line):
    write(tmp_path, "suppress = 'records'\n")
    path = tmp_path / "spec.toml"
    path.write_text(path.read_text() + line)
    with pytest.raises(
        InputError, match=r"microaggregate together with '(height|weight)' needs the same transform"
    ):
        run(load(path), Inputs(tmp_path / "out", KEY))


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        (
            'models = [{kind = "k-anonimity", k = 5}]',
            "models.0: no such kind; use k-anonymity, k-map, delta-presence",
        ),
        ("models = [{k = 5}]", "models.0: kind is missing; use k-anonymity"),
        ('models = [{kind = "k-anonymity", K = 5}]', "models.0.k-anonymity: no such key 'K'; use kind, k"),
        ('models = [{kind = "k-anonymity"}]', "models.0.k-anonymity.k: is missing"),
        ('models = [{kind = "k-map", k = 5}]', "k-map needs population = 'FILE'"),
        (
            'models = [{kind = "distinct-l", column = "age", l = 2}]',
            "'age', which must be a column with role = 'sensitive'",
        ),
        (
            'models = [{kind = "distinct-l", column = "dx", l = 2.5}]',
            "models.0.distinct-l.l: Input should be a valid integer",
        ),
        ('metric = "los"', "metric: no such kind; use loss, precision, height, discernibility"),
        ('method = "ladder"', "policies and method = 'ladder' go together"),
        ("policies = [{age = 1}]", "policies and method = 'ladder' go together"),
        ('method = "mondrian"', "'mondrian' suppresses nothing"),
        ('method = "optimum"', "method: Input should be 'optimal', 'exhaustive'"),
        ("gates = {journalist_risk = 0.1}", "journalist_risk needs population"),
        ("gates = {q = 3}", "gates: no such key 'q'; use k, l, t, risk"),
    ],
)
def test_a_wrong_word_is_one_line_with_the_key_and_the_choices(tmp_path, toml, said):
    with pytest.raises(InputError, match=re.escape(said)) as caught:
        write(tmp_path, toml + "\n")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ('hierarchy = "age"', "columns.sex.hierarchy: no such name; use ages, dates, zip, icd10, identity"),
        ("hierarchy = {rounding = [5], quantiles = 4}", "give exactly one of intervals, rounding"),
        ("hierarchi = 3", "columns.sex: no such key 'hierarchi'; use role, transform, hierarchy"),
        ('transform = {kind = "rund"}', "columns.sex.transform.0: no such kind; use pseudonym, codebook"),
    ],
)
def test_a_wrong_column_too(tmp_path, wrong, said):
    write(tmp_path, "")
    path = tmp_path / "spec.toml"
    path.write_text(
        path.read_text().replace(
            'sex = {role = "quasi", hierarchy = "identity"}', f'sex = {{role = "quasi", {wrong}}}'
        )
    )
    with pytest.raises(InputError, match=re.escape(said)) as caught:
        load(path)
    assert "\n" not in str(caught.value)


def test_a_specification_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        load(tmp_path / "spec.toml")


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("time_budget = -1", "time_budget: Input should be greater than 0"),
        ('dataset = ""', "dataset: String should have at least 1 character"),
        ('demographic = ["age", "weight"]', "demographic names 'weight', which must be a column that leaves"),
    ],
)
def test_values_that_make_no_sense(tmp_path, toml, said):
    with pytest.raises(InputError, match=said):
        write(tmp_path, toml + "\n")
