"""``python -m notedeid`` is the command line."""

from notedeid.cli import app

app()
