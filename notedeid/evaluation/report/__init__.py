"""The report: one offline HTML page, the same as JSON, and the types as CSV."""

from notedeid.evaluation.report.write import findings_record, write

__all__ = ["findings_record", "write"]
