"""The user's way into measuring: evaluate, gate, report."""

from notedeid.evaluation.measure import evaluate
from notedeid.evaluation.result import Evaluation, Origin

__all__ = ["Evaluation", "Origin", "evaluate"]
