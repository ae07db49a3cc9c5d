"""Shares in percent, rounded so that they never look better than they are."""

from math import floor


def percent(share: float | None) -> str:
    """A share in percent, rounded down; ``-`` for a share of nothing.

    >>> percent(0.99999), percent(1.0), percent(None)
    ('99.9', '100.0', '-')
    """
    return "-" if share is None else f"{floor(1000 * share + 1e-9) / 10:.1f}"
