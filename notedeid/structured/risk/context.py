"""Context risk and overall risk: how likely an attack is, times how likely it succeeds.

After El Emam, "Guide to the De-Identification of Personal Health Information", 2013, chapters 16-19, and
IOM, "Sharing Clinical Trial Data", 2015, appendix B: an attack is deliberate, inadvertent (someone
recognizes an acquaintance) or follows a breach; overall risk = risk of the data x the largest of the three,
held against a threshold that fits the release. Common thresholds are 0.09 for public releases (EMA Policy
0070; Health Canada) and 0.05 to 0.33 for controlled ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from annotation.errors import InputError

__all__ = ["Context", "OverallRisk", "overall_risk"]

ACQUAINTANCES = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """Who gets the data and under which controls.

    Attributes:
        deliberate: chance that a recipient tries to re-identify, 0 to 1; 1 for a public release.
        prevalence: share of people in the population with the condition that defines the table.
        acquaintances: people whom a recipient knows (Dunbar's number by default).
        breach: chance that the data get loose at the recipient in the period looked at, 0 to 1.
    """

    deliberate: float = 1.0
    prevalence: float = 1.0
    acquaintances: int = ACQUAINTANCES
    breach: float = 1.0

    def __post_init__(self) -> None:
        for name in ("deliberate", "prevalence", "breach"):
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(f"{name} is a probability, not {getattr(self, name)}")

    @property
    def inadvertent(self) -> float:
        """Chance that a recipient knows someone in the table: 1 - (1 - prevalence) ** acquaintances."""
        return 1 - (1 - self.prevalence) ** self.acquaintances

    @property
    def attempt(self) -> float:
        """The largest of the three chances."""
        return max(self.deliberate, self.inadvertent, self.breach)


@dataclass(frozen=True, slots=True)
class OverallRisk:
    """Overall risk against a threshold.

    Attributes:
        data: risk of the data alone.
        context: chance of an attack.
        overall: their product.
        threshold: what it is held against.
        acceptable: whether overall is at or below the threshold.
    """

    data: float
    context: float
    overall: float
    threshold: float
    acceptable: bool


def overall_risk(data: float, context: Context, *, threshold: float = 0.09) -> OverallRisk:
    """Data risk times context risk.

    >>> overall_risk(0.2, Context(deliberate=0.3, prevalence=0.001, breach=0.27)).overall
    0.06

    Raises:
        InputError: a data risk or a threshold that is no probability.
    """
    if not (0 <= data <= 1 and 0 <= threshold <= 1):
        raise InputError(f"data risk and threshold are probabilities, not {data} and {threshold}")
    overall = data * context.attempt
    return OverallRisk(data, context.attempt, overall, threshold, overall <= threshold)
