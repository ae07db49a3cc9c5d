"""The main job over files: read, share out among workers, survive a crash, write, account for it."""

from notedeid.batch.job import Job, Progress, Settings, Summary, run

__all__ = ["Job", "Progress", "Settings", "Summary", "run"]
