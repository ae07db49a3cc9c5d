import stat
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from annotation.errors import GateError, InputError
from notedeid.cli import app
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


@settings(deadline=None)
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
for _ in range(12):
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


MIXED = """
import sys
from pathlib import Path
from annotation.errors import GateError
from notedeid.structured.privacy_budget import Ledger
ledger = Ledger.open(Path(sys.argv[1]))
for turn in range(15):
    try:
        part = {} if turn % 3 == 0 else {"partition": "ward", "part": sys.argv[2]}
        ledger.spend(f"query {turn}", epsilon="0.02", **part)
    except GateError:
        pass
"""


def test_processes_on_all_people_and_on_parts_keep_one_account(ledger):
    wards = ["a", "b", "c", "d"]
    running = [
        subprocess.Popen([sys.executable, "-c", MIXED, str(ledger.path), ward], cwd=ROOT) for ward in wards
    ]
    assert [one.wait() for one in running] == [0] * 4
    found = ledger.statement()
    on_all = sum(1 for one in found.charges if one.partition is None)
    assert found.sequential == Decimal("0.02") * on_all
    assert found.spent == found.sequential + max(found.parts["ward"].values()) <= 1
    assert found.added > found.spent


KILLED = """
import sys, time
from pathlib import Path
from notedeid.structured.privacy_budget import Ledger
with Ledger.open(Path(sys.argv[1]))._locked() as database:
    database.execute("INSERT INTO charge (what, epsilon) VALUES ('half', '0.9')")
    print("holds", flush=True)
    time.sleep(60)
"""


def test_a_process_killed_while_it_pays_has_not_paid(ledger):
    ledger.spend("count", epsilon=0.1)
    one = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(ledger.path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert one.stdout.readline() == "holds\n"
    one.kill()
    one.wait()
    one.stdout.close()
    ledger.spend("mean", epsilon=0.9)
    assert [charge.what for charge in ledger.statement().charges] == ["count", "mean"]


def test_the_account_shows_what_adds_up_and_what_runs_side_by_side(ledger):
    ledger.spend("mean age", epsilon=0.5)
    for part, epsilon in (("icu", 0.2), ("icu", 0.1), ("er", 0.1)):
        ledger.spend("histogram of dx", epsilon=epsilon, partition="ward", part=part)
    assert list(ledger.statement().lines()) == [
        "budget 1, spent 0.8, left 0.2",
        "on all people, added up: 0.5",
        "  0.5  mean age",
        "on parts of 'ward' that share nobody, the most charged part counts: 0.3",
        "  0.1  part 'er': histogram of dx",
        "  0.3  part 'icu': histogram of dx",
        "added up without parts it would be 0.9",
    ]


def test_the_command_starts_a_budget_and_shows_it(tmp_path):
    path = str(tmp_path / "visits.budget")
    made = CliRunner().invoke(app, ["structured", "budget", path, "--start", "2"])
    assert made.exit_code == 0, made.output
    Ledger.open(Path(path)).spend("count of records", epsilon=0.5)
    shown = CliRunner().invoke(app, ["structured", "budget", path])
    assert "budget 2, spent 0.5, left 1.5" in shown.stdout
    again = CliRunner().invoke(app, ["structured", "budget", path, "--start", "2"])
    assert (again.exit_code, "never reset" in again.stderr) == (1, True)
    missing = CliRunner().invoke(app, ["structured", "budget", str(tmp_path / "none")])
    assert (missing.exit_code, "no such ledger" in missing.stderr) == (1, True)
