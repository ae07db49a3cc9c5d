"""A privacy budget on disk that refuses before it spends.

Losses of queries on the same people add up (sequential composition); of queries on parts that share nobody
only the largest counts (parallel composition; McSherry, "Privacy integrated queries", SIGMOD 2009). Amounts
are exact decimals. The ledger is one SQLite file of mode 0600; every charge is a transaction that locks it,
so processes that spend at once cannot overdraw it together, and a crash leaves it as it was.

>>> import tempfile
>>> ledger = Ledger.create(Path(tempfile.mkdtemp()) / "budget.sqlite", epsilon=1)
>>> ledger.spend("patients by sex", epsilon=0.75)
>>> ledger.statement().left
Decimal('0.25')
>>> ledger.spend("mean age", epsilon=0.5)
Traceback (most recent call last):
    ...
annotation.errors.GateError: mean age: epsilon 0.5 is more than the 0.25 left of 1; nothing was computed
"""

from __future__ import annotations

import os
import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TypeAlias

from annotation.errors import GateError, InputError

__all__ = ["Charge", "Ledger", "Statement"]

Amount: TypeAlias = int | float | str | Decimal
WAIT_SECONDS = 60
_SCHEMA = """
CREATE TABLE budget (epsilon TEXT NOT NULL);
CREATE TABLE charge (
    number INTEGER PRIMARY KEY, what TEXT NOT NULL, epsilon TEXT NOT NULL,
    partition TEXT, part TEXT, CHECK ((partition IS NULL) = (part IS NULL))
);
"""


@dataclass(frozen=True, slots=True)
class Charge:
    """One query that was paid for.

    Attributes:
        what: the query in words.
        epsilon: its loss.
        partition: name of a division of the people into parts that share nobody; None for all people.
        part: which part was asked about.
    """

    what: str
    epsilon: Decimal
    partition: str | None = None
    part: str | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """The state of a ledger.

    Attributes:
        budget: epsilon in all.
        charges: everything that was paid for, in order.
        sequential: loss of the queries on all people, added.
        parallel: by partition, the loss of its most charged part.
        parts: by partition and part, the loss of its queries, added.
    """

    budget: Decimal
    charges: tuple[Charge, ...]
    sequential: Decimal
    parallel: dict[str, Decimal]
    parts: dict[str, dict[str, Decimal]]

    @property
    def spent(self) -> Decimal:
        """What one person has lost at most."""
        return self.sequential + sum(self.parallel.values(), Decimal(0))

    @property
    def left(self) -> Decimal:
        """What may still be spent."""
        return self.budget - self.spent

    @property
    def added(self) -> Decimal:
        """What all charges would cost if every one were on all people."""
        return sum((one.epsilon for one in self.charges), Decimal(0))

    def lines(self) -> Iterator[str]:
        """The account in words: what adds up, what runs side by side, and what is left."""
        yield f"budget {self.budget}, spent {self.spent}, left {self.left}"
        yield f"on all people, added up: {self.sequential}"
        for charge in self.charges:
            if charge.partition is None:
                yield f"  {charge.epsilon}  {charge.what}"
        for name, parts in self.parts.items():
            most = self.parallel[name]
            yield f"on parts of {name!r} that share nobody, the most charged part counts: {most}"
            for part, loss in parts.items():
                asked = [c.what for c in self.charges if (c.partition, c.part) == (name, part)]
                yield f"  {loss}  part {part!r}: {'; '.join(dict.fromkeys(asked))}"
        if self.added != self.spent:
            yield f"added up without parts it would be {self.added}"

    @classmethod
    def of(cls, budget: Decimal, charges: Sequence[Charge]) -> Statement:
        """Add charges up."""
        parts: dict[str, dict[str, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
        for one in charges:
            if one.partition is not None and one.part is not None:
                parts[one.partition][one.part] += one.epsilon
        sequential = sum((one.epsilon for one in charges if one.partition is None), Decimal(0))
        parallel = {name: max(held.values()) for name, held in sorted(parts.items())}
        held = {name: dict(sorted(losses.items())) for name, losses in sorted(parts.items())}
        return cls(budget, tuple(charges), sequential, parallel, held)


@dataclass(frozen=True, slots=True)
class Ledger:
    """A budget on disk.

    Attributes:
        path: its file.
    """

    path: Path

    @classmethod
    def create(cls, path: Path, *, epsilon: Amount) -> Ledger:
        """Start a budget.

        Raises:
            InputError: the file exists (a budget is never reset), or an epsilon of zero or less.
        """
        budget = _positive(epsilon)
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            raise InputError(f"{path}: exists already; a budget is never reset") from None
        ledger = cls(path)
        with ledger._locked() as database:
            for statement in _SCHEMA.split(";"):
                database.execute(statement)
            database.execute("INSERT INTO budget VALUES (?)", (str(budget),))
        return ledger

    @classmethod
    def open(cls, path: Path) -> Ledger:
        """Use a budget that was started before.

        Raises:
            InputError: no such file, or no ledger.
        """
        if not path.is_file():
            raise InputError(f"{path}: no such ledger; start one with Ledger.create")
        ledger = cls(path)
        ledger.statement()
        return ledger

    def statement(self) -> Statement:
        """What was spent and what is left."""
        with self._locked() as database:
            return _read(database)

    def spend(
        self, what: str, *, epsilon: Amount, partition: str | None = None, part: str | None = None
    ) -> None:
        """Pay for a query before it is computed.

        Args:
            what: the query in words; it stands in the ledger, so it must not hold values of people.
            epsilon: its loss.
            partition: name of a division of the people into parts that share nobody.
            part: the part that is asked about.

        Raises:
            GateError: more than is left; nothing is charged.
            InputError: an epsilon of zero or less, or a part without a partition.
        """
        if (partition is None) != (part is None):
            raise InputError("a charge on a part names both the partition and the part")
        charge = Charge(what, _positive(epsilon), partition, part)
        with self._locked() as database:
            before = _read(database)
            if Statement.of(before.budget, [*before.charges, charge]).left < 0:
                raise GateError(
                    f"{what}: epsilon {charge.epsilon} is more than the {before.left} left of "
                    f"{before.budget}; nothing was computed"
                )
            database.execute(
                "INSERT INTO charge (what, epsilon, partition, part) VALUES (?, ?, ?, ?)",
                (what, str(charge.epsilon), partition, part),
            )

    @contextmanager
    def _locked(self) -> Iterator[sqlite3.Connection]:
        database = sqlite3.connect(self.path, timeout=WAIT_SECONDS, isolation_level=None)
        try:
            database.execute("BEGIN IMMEDIATE")
            yield database
            database.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            raise InputError(f"{self.path}: not a usable ledger ({error})") from None
        finally:
            database.close()


def _read(database: sqlite3.Connection) -> Statement:
    budget = Decimal(database.execute("SELECT epsilon FROM budget").fetchone()[0])
    rows = database.execute("SELECT what, epsilon, partition, part FROM charge ORDER BY number")
    return Statement.of(budget, [Charge(what, Decimal(e), split, part) for what, e, split, part in rows])


def _positive(epsilon: Amount) -> Decimal:
    try:
        amount = Decimal(str(epsilon))
    except InvalidOperation:
        amount = Decimal(0)
    if not amount.is_finite() or amount <= 0:
        raise InputError(f"epsilon is a number above zero, not {epsilon}")
    return amount
