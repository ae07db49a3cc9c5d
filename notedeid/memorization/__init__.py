"""What a model learns by heart: repeats that make it do so, and canaries that measure whether it did.

    notes -> near-duplicates out, copied lines counted -> canaries planted -> training -> exposure

Repeated text is memorized far more than text seen once (Lee et al., "Deduplicating training data makes
language models better", ACL 2022). A canary is a random string that stands nowhere else; its exposure says
how much more likely a model finds it than strings that it never saw (Carlini et al., "The secret sharer",
USENIX Security 2019).
"""

from notedeid.memorization.canaries import Canary, Exposure, exposures, make, plant, references
from notedeid.memorization.duplicates import Repeats, copied_lines, near_duplicates

__all__ = [
    "Canary",
    "Exposure",
    "Repeats",
    "copied_lines",
    "exposures",
    "make",
    "near_duplicates",
    "plant",
    "references",
]
