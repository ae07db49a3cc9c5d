"""The project's own marked notes and the generator that multiplies them.

``training`` holds the notes that models learn from, ``demonstration`` a small cohort with its
roster that the README and the tests run on; the two share no note and no patient. Both were
composed for this project and describe nobody. ``README.md`` beside this file is their datasheet.
"""

from corpora.store import PARTS, folder, load

__all__ = ["PARTS", "folder", "load"]
