import pandas as pd
import pytest

from annotation.errors import InputError
from notedeid.structured import DistinctLDiversity, KAnonymity, Spec, anonymize
from notedeid.structured.hierarchies import ages
from notedeid.structured.risk import (
    Context,
    composition,
    homogeneous,
    linkage,
    minimality,
    overall_risk,
    skewed,
)


def test_homogeneous_classes_are_shown():
    frame = pd.DataFrame({"age": ["30s", "30s", "40s", "40s"], "dx": ["flu", "flu", "flu", "gout"]})
    found = homogeneous(frame, ["age"], "dx")
    assert found.to_dict("records") == [{"age": "30s", "records": 2, "value": "flu"}]


def test_skewed_classes_come_most_extreme_first():
    frame = pd.DataFrame({"ward": ["a"] * 4 + ["b"] * 16, "dx": ["hiv", "hiv", "flu", "flu"] + ["flu"] * 16})
    found = skewed(frame, ["ward"], "dx", times=4)
    assert found.to_dict("records") == [
        {"ward": "a", "records": 4, "value": "hiv", "within": 0.5, "table": 0.1}
    ]
    with pytest.raises(InputError, match="above 1"):
        skewed(frame, ["ward"], "dx", times=1)


def test_context_takes_the_likeliest_attack():
    context = Context(deliberate=0.1, prevalence=0.01, acquaintances=150, breach=0.2)
    assert context.inadvertent == pytest.approx(1 - 0.99**150)
    found = overall_risk(0.1, context, threshold=0.09)
    assert found.overall == pytest.approx(0.1 * context.inadvertent)
    assert found.acceptable
    assert not overall_risk(0.2, Context()).acceptable
    with pytest.raises(InputError, match="probabilit"):
        overall_risk(1.2, Context())
    with pytest.raises(InputError, match="breach"):
        Context(breach=2)


def test_linkage_finds_the_records_with_one_match():
    release = pd.DataFrame({"zip": ["123", "123", "456", "789"]}, index=[10, 11, 12, 13])
    voters = pd.DataFrame({"zip": ["123", "123", "123", "456"]})
    found = linkage(release, voters, ["zip"])
    assert (found.matched, found.smallest, found.unique.tolist()) == (3, 1, [12])
    assert found.expected == pytest.approx(1 / 3 + 1 / 3 + 1)
    assert linkage(release, pd.DataFrame({"zip": ["000"]}), ["zip"]).matched == 0


def test_two_anonymous_releases_can_single_out_together():
    first = pd.DataFrame({"age": ["30s", "30s", "40s", "40s"]}, index=list("abcd"))
    second = pd.DataFrame({"sex": ["F", "M", "F", "M"]}, index=list("abcd"))
    found = composition((first, ["age"]), (second, ["sex"]), k=2)
    assert (found.shared, found.smallest, found.below.tolist()) == (4, 1, list("abcd"))
    assert "4 of 4" in found.warning
    assert composition((first, ["age"]), (first, ["age"]), k=2).warning == ""
    assert composition((first, ["age"]), (second.set_axis(list("wxyz")), ["sex"]), k=2).shared == 0
    with pytest.raises(InputError, match="do not repeat"):
        composition((first.set_axis(list("aacd")), ["age"]), (second, ["sex"]), k=2)


def test_minimality_warns_where_sensitive_values_forced_a_level():
    frame = pd.DataFrame({"age": [31, 32, 41, 42], "dx": ["hiv", "hiv", "flu", "gout"]})
    spec = Spec(quasi={"age": ages()}, models=[KAnonymity(2), DistinctLDiversity("dx", 2)], sensitive=["dx"])
    release = anonymize(frame, spec)
    assert release.node == {"age": 5}
    assert len(minimality(frame, spec, release.node)) == 1
    plain = Spec(quasi={"age": ages()}, models=[KAnonymity(2)], sensitive=["dx"])
    assert minimality(frame, plain, anonymize(frame, plain).node) == ()
