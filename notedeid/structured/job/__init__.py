"""One specification, one call: a table and the notes in it are treated with one key and leave together.

    spec.toml -> table -> transforms -> search -> notes -> files -> proof -> gates -> manifest

`load` reads the specification, `run` does the work. Nothing is left behind when a gate fails.
"""

from notedeid.structured.job.gates import Check
from notedeid.structured.job.run import Done, Inputs, run
from notedeid.structured.job.settings import ReleaseSpec, load

__all__ = ["Check", "Done", "Inputs", "ReleaseSpec", "load", "run"]
