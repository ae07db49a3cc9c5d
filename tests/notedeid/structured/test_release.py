"""Every release is proved again here by code that shares nothing with the engine: plain pandas groups."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.errors import InputError
from notedeid.structured import (
    AverageClassSize,
    DeltaPresence,
    Discernibility,
    DistinctLDiversity,
    Entropy,
    EntropyLDiversity,
    KAnonymity,
    KMap,
    Loss,
    Precision,
    RecursiveLDiversity,
    Spec,
    TCloseness,
    anonymize,
)
from notedeid.structured.hierarchies import Hierarchy, Levels, ages, categories, identity

LETTERS = categories({"vowel": ["a", "e"], "other": {"early": ["b", "c"], "late": ["x", "z"]}})
QUASI = {"p": LETTERS, "q": Levels("numbers", ("halves", lambda v: str(int(v) // 2))), "r": identity()}
TABLES = st.lists(
    st.tuples(st.sampled_from("aebcxz"), st.integers(0, 5), st.sampled_from("MF"), st.sampled_from("stuv")),
    min_size=6,
    max_size=50,
).map(lambda rows: pd.DataFrame(rows, columns=["p", "q", "r", "s"]))
METRICS = [Loss(), Loss("arithmetic"), Loss(balance=0.2), Loss(balance=0.8), Precision(), Entropy()]
CLASSED = [Entropy(suppression=False), Discernibility(), Discernibility(suppression=True), AverageClassSize()]


def distribution(values, index):
    return values.value_counts(normalize=True).reindex(index, fill_value=0)


def holds(model, group, whole):
    """A model on one class, from its definition."""
    values = group["s"]
    counts = np.sort(values.value_counts().to_numpy())[::-1]
    share = counts / counts.sum()
    match model:
        case KAnonymity(k):
            return len(group) >= k
        case DistinctLDiversity(_, l):
            return values.nunique() >= l
        case EntropyLDiversity(_, l):
            return np.exp(-(share * np.log(share)).sum()) >= l - 1e-9
        case RecursiveLDiversity(_, c, l):
            return len(counts) >= l and counts[0] < c * counts[l - 1 :].sum()
        case TCloseness(_, t, _):
            index = whole.unique()
            gap = distribution(values, index) - distribution(whole, index)
            return gap.abs().sum() / 2 <= t + 1e-9
    raise AssertionError(model)


MODELS = st.sampled_from(
    [
        [KAnonymity(2)],
        [KAnonymity(5)],
        [KAnonymity(2), DistinctLDiversity("s", 2)],
        [KAnonymity(2), EntropyLDiversity("s", 1.7)],
        [RecursiveLDiversity("s", 2.0, 2)],
        [KAnonymity(3), TCloseness("s", 0.3)],
    ]
)


def attempt(frame, spec):
    try:
        return anonymize(frame, spec)
    except InputError:
        return None


def assert_proved(frame, spec, release, limit):
    for _, group in release.frame.groupby(list(spec.quasi), dropna=False, observed=True):
        assert all(holds(model, group, frame["s"]) for model in spec.models)
    assert len(release.suppressed) <= limit
    assert len(release.frame) + len(release.suppressed) == len(frame)
    pd.testing.assert_series_equal(release.frame["s"], frame.loc[release.frame.index, "s"])


@given(TABLES, MODELS, st.sampled_from([0.0, 0.1, 0.4, 1.0]), st.sampled_from(METRICS + CLASSED))
@settings(max_examples=60, deadline=None)
def test_release_holds_and_no_node_of_the_lattice_loses_less(frame, models, suppression, metric):
    spec = Spec(quasi=QUASI, models=models, sensitive=["s"], suppression=suppression, metric=metric)
    fast = attempt(frame, spec)
    brute = attempt(
        frame,
        Spec(
            quasi=QUASI,
            models=models,
            sensitive=["s"],
            suppression=suppression,
            metric=metric,
            method="exhaustive",
        ),
    )
    assert (fast is None) == (brute is None)
    if fast is None:
        return
    assert_proved(frame, spec, fast, int(suppression * len(frame) + 1e-9))
    assert fast.certificate.proven
    assert fast.loss == pytest.approx(brute.loss, rel=1e-9, abs=1e-9)
    counted = fast.certificate.checked + fast.certificate.tagged + fast.certificate.pruned
    assert counted == fast.certificate.lattice == 4 * 3 * 2


@given(TABLES, MODELS, st.sampled_from(["greedy", "heuristic", "mondrian"]))
@settings(max_examples=60, deadline=None)
def test_other_methods_hold_and_never_beat_the_optimum(frame, models, method):
    spec = Spec(quasi=QUASI, models=models, sensitive=["s"], suppression=0.2, method=method)
    release = attempt(frame, spec)
    if release is None:
        return
    assert_proved(frame, spec, release, int(0.2 * len(frame)))
    if method == "mondrian":
        assert release.node is None
        return
    best = anonymize(frame, Spec(quasi=QUASI, models=models, sensitive=["s"], suppression=0.2))
    assert release.loss >= best.loss - 1e-9
    assert release.certificate.lower_bound <= best.loss + 1e-9


@given(TABLES, MODELS)
@settings(max_examples=60, deadline=None)
def test_cell_suppression_keeps_what_record_suppression_loses(frame, models):
    records = attempt(frame, Spec(quasi=QUASI, models=models, sensitive=["s"], suppression=0.4))
    spec = Spec(quasi=QUASI, models=models, sensitive=["s"], suppression=0.4, suppress="cells")
    cells = attempt(frame, spec)
    assert (records is None) == (cells is None)
    if cells is None:
        return
    assert_proved(frame, spec, cells, len(records.suppressed))
    kept = cells.frame.loc[records.frame.index]
    pd.testing.assert_frame_equal(kept.astype(str), records.frame.astype(str))
    assert (cells.blanked > 0) == (len(cells.frame) > len(records.frame))


def lost_by_hand(frame, release, mean):
    """Loss from its definition: leaves that a released cell could be, over all leaves; 1 where suppressed."""
    columns = []
    for name, builder in QUASI.items():
        hierarchy = builder.fit(frame[name])
        leaves = len(hierarchy.leaves)
        share = {
            label: sum(hierarchy.labels[level][code] == label for code in hierarchy.codes[level]) / leaves
            for level in (hierarchy.height - 1, release.node[name])
            for label in hierarchy.labels[level]
        }
        kept = release.frame[name].astype(str).map(share).sum()
        mean_share = (kept + len(release.suppressed)) / len(frame)
        columns.append(max(mean_share - 1 / leaves, 0) / max(1 - 1 / leaves, 1e-300))
    joined = np.array(columns)
    return np.prod(1 + joined) ** (1 / len(joined)) - 1 if mean == "geometric" else joined.mean()


@given(TABLES, MODELS, st.sampled_from(["records", "cells"]), st.sampled_from(["geometric", "arithmetic"]))
@settings(max_examples=60, deadline=None)
def test_loss_is_that_of_the_written_cells(frame, models, suppress, mean):
    spec = Spec(
        quasi=QUASI, models=models, sensitive=["s"], suppression=0.4, suppress=suppress, metric=Loss(mean)
    )
    release = attempt(frame, spec)
    if release is not None:
        assert release.loss == pytest.approx(lost_by_hand(frame, release, mean), abs=1e-9)
        assert bool(release.blanked) == any("cells" in note for note in release.certificate.notes)


@given(TABLES, MODELS, st.sampled_from(METRICS + CLASSED))
@settings(max_examples=60, deadline=None)
def test_blanking_cells_never_loses_more_than_the_records_where_those_are_no_cheaper(frame, models, metric):
    spec = {"quasi": QUASI, "models": models, "sensitive": ["s"], "suppression": 0.4, "metric": metric}
    records = attempt(frame, Spec(**spec))
    dearer = isinstance(metric, Precision) or (isinstance(metric, Loss) and metric.balance >= 0.5)
    if records is not None and dearer:
        assert anonymize(frame, Spec(**spec, suppress="cells")).loss <= records.loss + 1e-9


@given(TABLES, st.integers(1, 3))
@settings(max_examples=40, deadline=None)
def test_patients_are_counted_instead_of_rows(frame, k):
    frame = frame.assign(patient=np.arange(len(frame)) // 3)
    spec = Spec(quasi=QUASI, models=[KAnonymity(k)], sensitive=["s"], patient="patient", suppression=0.3)
    release = attempt(frame, spec)
    if release is None:
        return
    people = release.frame.assign(patient=frame["patient"]).groupby(list(QUASI))["patient"].nunique()
    assert people.min() >= k
    assert release.measures.k == people.min()
    assert "patient" not in release.frame


@pytest.fixture
def patients():
    return pd.DataFrame(
        {
            "age": [31, 33, 38, 52, 57, 58, 59, 81],
            "sex": list("FFMMFMFM"),
            "dx": ["I10", "E11", "J45", "I10", "I10", "E11", "J45", "I10"],
            "note": ["x"] * 8,
        },
        index=[f"r{i}" for i in range(8)],
    )


def test_suppressed_records_are_named_by_their_index(patients):
    spec = Spec(quasi={"age": ages()}, models=[KAnonymity(3)], sensitive=["dx"], suppression=0.2)
    release = anonymize(patients, spec)
    assert release.suppressed.tolist() == ["r7"]
    assert release.dropped == ("sex", "note")
    assert list(release.frame.columns) == ["age", "dx"]


def test_ladder_takes_the_first_policy_that_fits(patients):
    policies = [{"age": 1}, {"age": 3}, {"age": 3, "sex": 1}, {"age": 5, "sex": 1}]
    spec = Spec(
        quasi={"age": ages(), "sex": identity()},
        models=[KAnonymity(3)],
        suppression=0.2,
        method="ladder",
        policies=policies,
    )
    assert anonymize(patients, spec).node == {"age": 3, "sex": 1}


def test_untouched_columns_keep_their_type_and_values(patients):
    spec = Spec(quasi={"age": ages(), "sex": identity()}, models=[KAnonymity(1)], keep=["note"])
    release = anonymize(patients, spec)
    pd.testing.assert_frame_equal(release.frame, patients[["age", "sex", "note"]])
    assert release.loss == 0


def test_missing_cells_are_values_of_their_own():
    frame = pd.DataFrame({"age": [31.0, 34.0, None, None], "dx": list("abab")})
    release = anonymize(frame, Spec(quasi={"age": ages()}, models=[KAnonymity(2)], sensitive=["dx"]))
    assert release.node == {"age": 2}
    assert release.frame["age"].tolist() == ["30-34", "30-34", None, None]


def test_time_budget_returns_the_best_so_far_unproven(patients):
    ticks = iter(range(1000))
    spec = Spec(
        quasi={"age": ages(), "sex": identity()}, models=[KAnonymity(3)], suppression=0.2, time_budget=1.5
    )
    release = anonymize(patients, spec, clock=lambda: next(ticks))
    assert not release.certificate.proven
    assert release.certificate.lower_bound <= release.loss
    assert "time budget" in release.certificate.notes[-1]
    assert release.measures.k >= 3


def test_population_models_look_at_the_population():
    people = pd.DataFrame({"age": [30, 31, 32, 33, 34, 40, 41, 42, 43, 44]})
    sample = people.iloc[[0, 5]]
    mapped = anonymize(sample, Spec(quasi={"age": ages()}, models=[KMap(5)], population=people))
    assert mapped.node == {"age": 2}
    present = anonymize(
        sample, Spec(quasi={"age": ages()}, models=[DeltaPresence(0, 0.2)], population=people)
    )
    assert present.frame["age"].tolist() == ["30-34", "40-44"]


def test_unsteady_models_say_that_monotony_failed(patients):
    spec = Spec(
        quasi={"age": ages(), "sex": identity()},
        models=[KAnonymity(2), TCloseness("dx", 0.5)],
        sensitive=["dx"],
        suppression=0.5,
    )
    assert "not monotone" in anonymize(patients, spec).certificate.notes[0]


GOOD = {"age": ages()}
TINY = Hierarchy.from_labels("ages", [["31", "*"]])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"quasi": {"height": ages()}}, "no column 'height'"),
        ({"quasi": {"age": TINY}}, "not in the hierarchy 'ages'"),
        ({"quasi": {"sex": ages()}}, "cannot be read by the hierarchy 'ages'"),
        ({"quasi": {}}, "at least one quasi-identifier"),
        ({"models": [KAnonymity(9)]}, "k = 9 is more than the 8 records"),
        ({"models": [DistinctLDiversity("dx", 4)], "suppression": 1.0}, "no generalization satisfies"),
        ({"patient": "who"}, "no column 'who'"),
        ({"method": "ladder", "policies": [{"sex": 1}]}, "no quasi-identifiers"),
        ({"method": "ladder", "policies": [{"age": 9}]}, "leaves the hierarchies"),
        ({"method": "ladder"}, "at least one policy"),
        ({"method": "mondrian", "models": [TCloseness("dx", 0.0), DistinctLDiversity("dx", 4)]}, "one class"),
    ],
)
def test_one_clear_error_each(patients, change, message):
    with pytest.raises(InputError, match=message) as caught:
        anonymize(patients, Spec(**{"quasi": GOOD, "models": [KAnonymity(2)], **change}))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Spec(quasi=GOOD, suppression=1.5), "between 0 and 1"),
        (lambda: Spec(quasi=GOOD, models=[]), "at least one privacy model"),
        (lambda: Spec(quasi=GOOD, sensitive=["age"]), "two roles"),
        (lambda: Spec(quasi=GOOD, models=[KMap(2)]), "population"),
        (lambda: KAnonymity(0), "k must be at least 1"),
        (lambda: TCloseness("dx", 2), "between 0 and 1"),
        (lambda: DeltaPresence(0.5, 0.2), "low <= high"),
        (lambda: Loss(balance=2), "balance"),
    ],
)
def test_impossible_requests_are_refused_when_made(make, message):
    with pytest.raises(InputError, match=message):
        make()


def test_an_empty_frame_is_refused(patients):
    with pytest.raises(InputError, match="no rows"):
        anonymize(patients.iloc[:0], Spec(quasi=GOOD))


def test_mixed_types_in_a_column_are_matched_by_their_text():
    frame = pd.DataFrame({"age": [31, "31", 31.0, "3 d"]})
    release = anonymize(frame, Spec(quasi={"age": ages()}, models=[KAnonymity(1)]))
    assert release.measures.rows == 4
