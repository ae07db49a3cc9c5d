"""Dates: read in any written form, shifted by a patient's one offset, written in the same form."""

from surrogates.calendar.offset import bits, offset
from surrogates.calendar.reference import Reference
from surrogates.calendar.shift import Calendar

__all__ = ["Calendar", "Reference", "bits", "offset"]
