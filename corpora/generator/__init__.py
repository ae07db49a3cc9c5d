"""Multiply marked notes: who, where and when drawn anew, the form perturbed, marks exact.

>>> from random import Random
>>> from annotation import Label, MarkedNote, Note, Span
>>> marked = MarkedNote(Note("n", "Seen by Dr. Ode."), (Span(12, 15, Label.DOCTOR),))
>>> new = multiply(marked, Random(4), strength=Strength(form=0.0, quiet=0.0))
>>> new.note.text[:12], len(new.spans)
('Seen by Dr. ', 1)
"""

from corpora.generator.copies import Strength, copies, multiply

__all__ = ["Strength", "copies", "multiply"]
