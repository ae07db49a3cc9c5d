"""What the tagger says of a word piece: a BIO tag over eight kinds, and a leaf label.

Borders are learned over eight coarse kinds, because a border is the same whether the number is
an MRN or an account; the leaf is read by a second head over the pieces of a found span. BIO
tags: Ramshaw & Marcus 1995 (W95-0107).
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from annotation import Group, Label


class Kind(StrEnum):
    """Coarse kind of identifier whose borders the tagger learns."""

    NAME = "NAME"
    DATE = "DATE"
    PLACE = "PLACE"
    FACILITY = "FACILITY"
    CONTACT = "CONTACT"
    ID = "ID"
    PROFESSION = "PROFESSION"
    AGE = "AGE"


_BY_GROUP: Final = {
    Group.NAME: Kind.NAME,
    Group.AGE: Kind.AGE,
    Group.DATE: Kind.DATE,
    Group.LOCATION: Kind.PLACE,
    Group.PROFESSION: Kind.PROFESSION,
    Group.CONTACT: Kind.CONTACT,
    Group.ID: Kind.ID,
}
_OTHERWISE: Final = {
    Label.USERNAME: Kind.ID,
    Label.HOSPITAL: Kind.FACILITY,
    Label.ORGANIZATION: Kind.FACILITY,
    Label.DEPARTMENT: Kind.FACILITY,
}

KINDS: Final[tuple[Kind, ...]] = tuple(Kind)
LEAVES: Final[tuple[Label, ...]] = tuple(Label)
KIND_OF: Final[Mapping[Label, Kind]] = MappingProxyType(
    {label: _OTHERWISE.get(label, _BY_GROUP[label.group]) for label in Label}
)
TAGS: Final[tuple[str, ...]] = ("O", *(f"{edge}-{kind}" for kind in KINDS for edge in "BI"))
OUTSIDE: Final = 0


def begin(kind: Kind) -> int:
    """Index in TAGS of the tag that opens a span of this kind; the tag inside it is one more.

    >>> TAGS[begin(Kind.NAME)], TAGS[begin(Kind.NAME) + 1]
    ('B-NAME', 'I-NAME')
    """
    return 1 + 2 * KINDS.index(kind)


def leaves_of(kind: Kind) -> list[int]:
    """Indices in LEAVES of the labels of one kind."""
    return [index for index, label in enumerate(LEAVES) if KIND_OF[label] is kind]
