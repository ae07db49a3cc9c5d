"""Dates (45 CFR 164.514(b)(2)(i)(C)): any calendar date or part of one.

Four modules hold the written forms: ``numeric`` (03/14/2019, 2019-03-14, 3/14), ``written``
(5 March, Mar '19, 22APR14), ``years`` (2014, 2012-2015, Q4 2014) and ``named`` (weekdays,
"the 5th", holidays, Spring 2018). Weekday and adjacent date are one span; each end of a range
is its own; durations, times of day and recurring weekdays are none.
"""

from recognizers.expressions.patterns import PatternRecognizer
from recognizers.identifiers.dates import named, numeric, written, years

PATTERNS = numeric.PATTERNS + written.PATTERNS + years.PATTERNS + named.PATTERNS

RECOGNIZER = PatternRecognizer("dates", PATTERNS)

__all__ = ["PATTERNS", "RECOGNIZER"]
