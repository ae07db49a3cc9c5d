"""Differentially private answers, each paid for from a ledger before it is computed (extra ``[dp]``)."""

from notedeid.structured.dp.queries import Cohort, count, histogram, mean, prevalence

__all__ = ["Cohort", "count", "histogram", "mean", "prevalence"]
