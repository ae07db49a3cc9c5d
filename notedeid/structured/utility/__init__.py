"""What a release is still good for: distributions, associations, models and classes, before and after."""

from notedeid.structured.utility.associations import associations
from notedeid.structured.utility.columns import ColumnChange, column_change, numeric
from notedeid.structured.utility.compare import Utility, compare
from notedeid.structured.utility.prediction import Accuracy, accuracy
from notedeid.structured.utility.report import write

__all__ = [
    "Accuracy",
    "ColumnChange",
    "Utility",
    "accuracy",
    "associations",
    "column_change",
    "compare",
    "numeric",
    "write",
]
