"""The one number of days by which all dates of a patient move.

Drawn uniformly from what the policy allows, so ``log2`` of the number of choices is what an
attacker must guess: 9.4 bits for 30 to 365 days either way, 6.6 when whole weeks keep the
weekdays. Offsets within two days of whole years are left out, for they would let a date without
its year stand.
"""

from functools import cache
from math import log2

from annotation import ProfileError
from surrogates.keys import Key
from surrogates.policy import Policy

_YEAR = 365.25
_NEAR = 2


@cache
def _choices(least: int, greatest: int, step: int) -> tuple[int, ...]:
    days = [n for n in range(-greatest, greatest + 1) if abs(n) >= max(1, least) and n % step == 0]
    kept = tuple(n for n in days if round(n / _YEAR) == 0 or abs(n - _YEAR * round(n / _YEAR)) > _NEAR)
    if not kept:
        raise ProfileError(f"no date offset between {least} and {greatest} days; widen the range")
    return kept


def choices(policy: Policy) -> tuple[int, ...]:
    """Every offset in days that the policy allows, each equally likely.

    Raises:
        ProfileError: the range is empty.
    """
    return _choices(policy.minimum_offset, policy.maximum_offset, 7 if policy.whole_weeks else 1)


def offset(key: Key, patient_id: str, policy: Policy) -> int:
    """Days by which every date of the patient moves, in notes and tables alike; never 0."""
    return key.draw("offset", patient_id).choose(choices(policy))


def bits(policy: Policy) -> float:
    """How much an attacker does not know of an offset, in bits."""
    return log2(len(choices(policy)))
