import numpy as np
import pandas as pd
import pytest

from notedeid.structured import AverageClassSize, KAnonymity, Spec, anonymize
from notedeid.structured.hierarchies import intervals


@pytest.fixture(scope="module")
def wide():
    rng = np.random.default_rng(4)
    person = rng.normal(size=400)
    return pd.DataFrame({f"c{i}": np.round(10 * person + 6 * rng.normal(size=400)) for i in range(14)})


def spec(frame, **options):
    quasi = {name: intervals(10, 40) for name in frame.columns}
    return Spec(quasi=quasi, models=[KAnonymity(4)], suppression=0.1, **options)


def test_a_large_lattice_gets_an_answer_between_its_bounds(wide):
    release = anonymize(wide, spec(wide))
    certificate = release.certificate
    assert certificate.lattice == 4**14
    assert certificate.method == "heuristic"
    assert 0 < certificate.lower_bound <= release.loss < 1
    assert release.measures.k >= 4
    assert len(release.suppressed) <= 40


def test_equal_runs_give_equal_answers(wide):
    narrow = wide.iloc[:, :7]
    first, second = (anonymize(narrow, spec(narrow, method="heuristic")).node for _ in range(2))
    assert first == second


def test_the_optimum_is_found_where_it_is_known(wide):
    narrow = wide[["c0", "c1", "c2", "c3", "c4"]]
    best = anonymize(narrow, spec(narrow))
    found = anonymize(narrow, spec(narrow, method="heuristic"))
    assert found.loss == pytest.approx(best.loss, rel=0.02)
    assert found.certificate.lower_bound <= best.loss + 1e-12


def test_metrics_that_do_not_add_up_have_no_bound(wide):
    narrow = wide[["c0", "c1", "c2"]]
    release = anonymize(narrow, spec(narrow, method="heuristic", metric=AverageClassSize()))
    assert release.certificate.lower_bound == 0


def test_time_ends_the_search_with_a_release(wide):
    ticks = iter(range(10_000))
    release = anonymize(wide, spec(wide, time_budget=300), clock=lambda: next(ticks))
    assert release.measures.k >= 4
    assert not release.certificate.proven
