"""The report: one offline HTML page, the same as JSON, and the types as CSV."""

from notedeid.evaluation.report.write import write

__all__ = ["write"]
