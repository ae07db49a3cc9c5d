"""Document sense: what one part of a note says about another.

``carry`` takes what is found with good evidence to every other mention; ``days`` knows bare days near
known ones, ``grid`` initials in the cells of a table, ``census`` the beds of a list and the rooms of a ward.
"""

from recognizers.document.carry import carry

__all__ = ["carry"]
