"""The annotators' work in one SQLite file: notes, assignments, every mark, every decision.

Marks and decisions are append-only journals, on disk before the page says "saved" (write-ahead
log, ``synchronous = FULL``), so a killed process loses nothing. The file holds the notes: it is
made with mode 0600 and belongs where the notes belong. No clock is read here; the time is passed in.

Whether an annotator worked blind or from the machine's spans is recorded with each assignment,
because pre-annotation shifts what people find (South et al. 2014, PMC5627768). Adjudication keeps
every original beside the decision.
"""

from annotation.assignment import Assignment
from annotation.store.decisions import Case, Ruling, Verdict
from annotation.store.records import Docketed, Progress, Stamp, Status, Task
from annotation.store.schema import is_store
from annotation.store.store import Store

__all__ = [
    "Assignment",
    "Case",
    "Docketed",
    "Progress",
    "Ruling",
    "Stamp",
    "Status",
    "Store",
    "Task",
    "Verdict",
    "is_store",
]
