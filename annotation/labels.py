"""Identifier types, what the law calls them, and their names in other tools.

Leaves are those of the 2014 i2b2/UTHealth de-identification task (Stubbs & Uzuner 2015,
PMC4978170). The letter is the item of the HIPAA Safe Harbor list, 45 CFR 164.514(b)(2)(i),
that the type falls under; PROFESSION is on no item of the list. Direct identifiers single a
person out by themselves, quasi-identifiers do in combination. All maps to the names of other
tools and corpora live here and nowhere else.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple


class Group(StrEnum):
    """Coarse kinds of identifier, as in the 2014 i2b2 task."""

    NAME = "NAME"
    AGE = "AGE"
    DATE = "DATE"
    LOCATION = "LOCATION"
    PROFESSION = "PROFESSION"
    CONTACT = "CONTACT"
    ID = "ID"


class _Facts(NamedTuple):
    group: Group
    letter: str
    direct: bool
    i2b2: str
    presidio: str
    spacy: str | None


class Label(StrEnum):
    """An identifier type; ``Label("PATIENT")`` reads one from its name."""

    PATIENT = "PATIENT"
    DOCTOR = "DOCTOR"
    USERNAME = "USERNAME"
    AGE = "AGE"
    DATE = "DATE"
    ROOM = "ROOM"
    DEPARTMENT = "DEPARTMENT"
    HOSPITAL = "HOSPITAL"
    ORGANIZATION = "ORGANIZATION"
    STREET = "STREET"
    CITY = "CITY"
    COUNTY = "COUNTY"
    STATE = "STATE"
    ZIP = "ZIP"
    COUNTRY = "COUNTRY"
    LOCATION_OTHER = "LOCATION_OTHER"
    PROFESSION = "PROFESSION"
    PHONE = "PHONE"
    FAX = "FAX"
    EMAIL = "EMAIL"
    URL = "URL"
    IP = "IP"
    SSN = "SSN"
    MRN = "MRN"
    HEALTHPLAN = "HEALTHPLAN"
    ACCOUNT = "ACCOUNT"
    LICENSE = "LICENSE"
    VEHICLE = "VEHICLE"
    DEVICE = "DEVICE"
    BIOID = "BIOID"
    IDNUM = "IDNUM"

    @property
    def group(self) -> Group:
        """Coarse kind."""
        return _FACTS[self].group

    @property
    def safe_harbor(self) -> str:
        """Item of 45 CFR 164.514(b)(2)(i), ``"A"`` to ``"R"``; empty when on no item."""
        return _FACTS[self].letter

    @property
    def direct(self) -> bool:
        """True for a direct identifier, False for a quasi-identifier."""
        return _FACTS[self].direct

    @property
    def i2b2(self) -> str:
        """Name in the 2014 i2b2 corpus."""
        return _FACTS[self].i2b2

    @property
    def presidio(self) -> str:
        """Name of the nearest Presidio entity."""
        return _FACTS[self].presidio

    @property
    def spacy(self) -> str | None:
        """Name in spaCy's English pipelines (OntoNotes), or None where there is none."""
        return _FACTS[self].spacy


_N, _L, _C, _I = Group.NAME, Group.LOCATION, Group.CONTACT, Group.ID
_FACTS: Mapping[Label, _Facts] = MappingProxyType(
    {
        Label.PATIENT: _Facts(_N, "A", True, "PATIENT", "PERSON", "PERSON"),
        Label.DOCTOR: _Facts(_N, "A", True, "DOCTOR", "PERSON", "PERSON"),
        Label.USERNAME: _Facts(_N, "R", True, "USERNAME", "USERNAME", None),
        Label.AGE: _Facts(Group.AGE, "C", False, "AGE", "AGE", None),
        Label.DATE: _Facts(Group.DATE, "C", False, "DATE", "DATE_TIME", "DATE"),
        Label.ROOM: _Facts(_L, "B", False, "ROOM", "LOCATION", None),
        Label.DEPARTMENT: _Facts(_L, "B", False, "DEPARTMENT", "ORGANIZATION", "ORG"),
        Label.HOSPITAL: _Facts(_L, "B", False, "HOSPITAL", "ORGANIZATION", "ORG"),
        Label.ORGANIZATION: _Facts(_L, "B", False, "ORGANIZATION", "ORGANIZATION", "ORG"),
        Label.STREET: _Facts(_L, "B", False, "STREET", "LOCATION", "FAC"),
        Label.CITY: _Facts(_L, "B", False, "CITY", "LOCATION", "GPE"),
        Label.COUNTY: _Facts(_L, "B", False, "LOCATION-OTHER", "LOCATION", "GPE"),
        Label.STATE: _Facts(_L, "B", False, "STATE", "LOCATION", "GPE"),
        Label.ZIP: _Facts(_L, "B", False, "ZIP", "ZIP_CODE", None),
        Label.COUNTRY: _Facts(_L, "B", False, "COUNTRY", "LOCATION", "GPE"),
        Label.LOCATION_OTHER: _Facts(_L, "B", False, "LOCATION-OTHER", "LOCATION", "LOC"),
        Label.PROFESSION: _Facts(Group.PROFESSION, "", False, "PROFESSION", "TITLE", None),
        Label.PHONE: _Facts(_C, "D", True, "PHONE", "PHONE_NUMBER", None),
        Label.FAX: _Facts(_C, "E", True, "FAX", "PHONE_NUMBER", None),
        Label.EMAIL: _Facts(_C, "F", True, "EMAIL", "EMAIL_ADDRESS", None),
        Label.URL: _Facts(_C, "N", True, "URL", "URL", None),
        Label.IP: _Facts(_C, "O", True, "IPADDR", "IP_ADDRESS", None),
        Label.SSN: _Facts(_I, "G", True, "SSN", "US_SSN", None),
        Label.MRN: _Facts(_I, "H", True, "MEDICALRECORD", "MEDICAL_RECORD", None),
        Label.HEALTHPLAN: _Facts(_I, "I", True, "HEALTHPLAN", "HEALTH_PLAN", None),
        Label.ACCOUNT: _Facts(_I, "J", True, "ACCOUNT", "ACCOUNT", None),
        Label.LICENSE: _Facts(_I, "K", True, "LICENSE", "MEDICAL_LICENSE", None),
        Label.VEHICLE: _Facts(_I, "L", True, "VEHICLE", "VEHICLE", None),
        Label.DEVICE: _Facts(_I, "M", True, "DEVICE", "DEVICE", None),
        Label.BIOID: _Facts(_I, "P", True, "BIOID", "BIOID", None),
        Label.IDNUM: _Facts(_I, "R", True, "IDNUM", "ID", None),
    }
)


def _in_group(*groups: Group) -> frozenset[Label]:
    return frozenset(label for label in Label if label.group in groups)


_PEOPLE = frozenset({Label.PATIENT, Label.DOCTOR})
_FACILITIES = frozenset({Label.HOSPITAL, Label.ORGANIZATION, Label.DEPARTMENT})
_NUMBERS = _in_group(Group.ID) | {Label.USERNAME}

COARSE: Mapping[str, frozenset[Label]] = MappingProxyType(
    {
        **{str(label): frozenset({label}) for label in Label},
        "NAME": _PEOPLE | {Label.USERNAME},
        "PERSON": _PEOPLE,
        "PER": _PEOPLE,
        "LOCATION": _in_group(Group.LOCATION),
        "LOC": _in_group(Group.LOCATION),
        "GPE": _in_group(Group.LOCATION),
        "ADDRESS": frozenset({Label.STREET, Label.CITY, Label.STATE, Label.ZIP, Label.LOCATION_OTHER}),
        "ORG": _FACILITIES | {Label.LOCATION_OTHER},
        "HOSPITAL/ORG": _FACILITIES | {Label.LOCATION_OTHER},
        "CONTACT": _in_group(Group.CONTACT),
        "MRN/ID": _NUMBERS,
        "ID": _NUMBERS,
    }
)
"""What each coarse name of a shared or foreign corpus may stand for."""


def from_coarse(name: str) -> frozenset[Label]:
    """Labels that a corpus's own label name may stand for.

    Args:
        name: a label name in any case, e.g. ``"HOSPITAL/ORG"`` or ``"PATIENT"``.

    Returns:
        The labels that count as the same type; empty when the name is unknown.
    """
    return COARSE.get(name.upper(), frozenset())
