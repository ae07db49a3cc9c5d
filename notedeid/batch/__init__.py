"""The main job over files: read, share out among workers, survive a crash, write, account for it."""

from notedeid.batch.job import Job, Progress, run
from notedeid.batch.parts import check_free
from notedeid.release import Settings, Summary

__all__ = ["Job", "Progress", "Settings", "Summary", "check_free", "run"]
