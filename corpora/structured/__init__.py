"""A hospital's table of stays, with the discharge summaries of the demonstration patients in it.

``build`` makes ``admissions.csv``: eighteen stays of the twelve demonstration patients, each with its note
and with the dates and numbers that the note tells, among stays of invented patients without notes.
"""
