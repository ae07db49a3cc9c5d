import stat
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.errors import GateError, InputError
from notedeid.structured.privacy_budget import Charge, Ledger, Statement

ROOT = Path(__file__).parents[3]


@pytest.fixture
def ledger(tmp_path):
    return Ledger.create(tmp_path / "budget.sqlite", epsilon=1)


def test_tenths_add_up_exactly_and_no_further(ledger):
    for _ in range(10):
        ledger.spend("count", epsilon=0.1)
    assert ledger.statement().left == 0
    with pytest.raises(GateError, match="more than the 0"):
        ledger.spend("count", epsilon="1e-9")
    assert len(ledger.statement().charges) == 10


def test_parts_that_share_nobody_cost_the_most_charged_one(ledger):
    for part, epsilon in (("a", 0.3), ("b", 0.2), ("b", 0.2)):
        ledger.spend("count", epsilon=epsilon, partition="ward", part=part)
    ledger.spend("count", epsilon=0.5)
    found = ledger.statement()
    assert found.parallel == {"ward": Decimal("0.4")}
    assert found.sequential == Decimal("0.5")
    assert found.left == Decimal("0.1")
    with pytest.raises(GateError):
        ledger.spend("count", epsilon=0.11, partition="ward", part="b")
    ledger.spend("count", epsilon=0.2, partition="ward", part="a")


@given(st.lists(st.tuples(st.integers(1, 50), st.sampled_from([None, "x", "y"])), max_size=12))
def test_parallel_never_costs_more_than_sequential(found):
    charges = [Charge("q", Decimal(e), "p" if part else None, part) for e, part in found]
    spent = Statement.of(Decimal(1), charges).spent
    assert spent <= sum(e for e, _ in found)
    assert spent >= max((e for e, _ in found), default=0)


def test_a_budget_is_private_and_never_reset(ledger):
    assert stat.S_IMODE(ledger.path.stat().st_mode) == 0o600
    ledger.spend("count", epsilon=0.9)
    with pytest.raises(InputError, match="never reset"):
        Ledger.create(ledger.path, epsilon=5)
    assert Ledger.open(ledger.path).statement().left == Decimal("0.1")


@pytest.mark.parametrize("epsilon", [0, -1, "nan", "inf", "much"])
def test_an_epsilon_is_a_number_above_zero(ledger, epsilon):
    with pytest.raises(InputError, match="above zero"):
        ledger.spend("count", epsilon=epsilon)


def test_a_part_needs_its_partition(ledger):
    with pytest.raises(InputError, match="both"):
        ledger.spend("count", epsilon=0.1, part="a")


def test_other_files_are_no_ledgers(tmp_path):
    with pytest.raises(InputError, match="no such ledger"):
        Ledger.open(tmp_path / "none")
    (tmp_path / "text").write_text("hello, this is no database at all")
    with pytest.raises(InputError, match="not a usable ledger"):
        Ledger.open(tmp_path / "text")


SPENDER = """
import sys
from pathlib import Path
from annotation.errors import GateError
from notedeid.structured.privacy_budget import Ledger
ledger, got = Ledger.open(Path(sys.argv[1])), 0
for _ in range(20):
    try:
        ledger.spend("count", epsilon="0.03")
        got += 1
    except GateError:
        pass
print(got)
"""


def test_processes_together_cannot_overdraw(ledger):
    command = [sys.executable, "-c", SPENDER, str(ledger.path)]
    running = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert sum(int(one.communicate()[0]) for one in running) == 33
    assert ledger.statement().left == Decimal("0.01")
