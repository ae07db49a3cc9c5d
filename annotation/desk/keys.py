"""One key a label: which keys mark which identifier type, and how the page calls it.

Kinds with many types have a leader key (n, l, c, i) followed by the type's own key; the types
met most often need their own key alone. So "l h" and "h" both mark a hospital, "c f" a fax.
The legend of the page is drawn from this table.
"""

from typing import NamedTuple

from annotation.labels import Group, Label


class Key(NamedTuple):
    """How one label is typed and named.

    Attributes:
        label: the identifier type.
        leader: key of its kind; empty for a kind with one type.
        key: its own key.
        alone: True when its own key needs no leader.
        short: name above a mark, at most eight letters.
        name: name in the legend.
    """

    label: Label
    leader: str
    key: str
    alone: bool
    short: str
    name: str

    @property
    def typed(self) -> str:
        """The shortest way to type it, ``"h"`` or ``"cf"``."""
        return self.key if self.alone else self.leader + self.key


KEYS = (
    Key(Label.PATIENT, "n", "p", True, "patient", "patient, family"),
    Key(Label.DOCTOR, "n", "s", True, "staff", "staff, doctor"),
    Key(Label.USERNAME, "n", "u", False, "user", "user name"),
    Key(Label.DATE, "", "d", True, "date", "date"),
    Key(Label.AGE, "", "a", True, "age", "age 90 +"),
    Key(Label.PROFESSION, "", "j", True, "job", "job"),
    Key(Label.HOSPITAL, "l", "h", True, "hospital", "hospital"),
    Key(Label.ORGANIZATION, "l", "o", True, "org", "organization"),
    Key(Label.CITY, "l", "t", True, "town", "town, city"),
    Key(Label.ROOM, "l", "r", True, "room", "room"),
    Key(Label.DEPARTMENT, "l", "d", False, "dept", "department"),
    Key(Label.STREET, "l", "s", False, "street", "street"),
    Key(Label.STATE, "l", "a", False, "state", "state"),
    Key(Label.ZIP, "l", "z", False, "zip", "ZIP, postcode"),
    Key(Label.COUNTY, "l", "c", False, "county", "county"),
    Key(Label.COUNTRY, "l", "n", False, "country", "country"),
    Key(Label.LOCATION_OTHER, "l", "x", False, "place", "other place"),
    Key(Label.PHONE, "c", "p", False, "phone", "phone, pager"),
    Key(Label.FAX, "c", "f", False, "fax", "fax"),
    Key(Label.EMAIL, "c", "e", False, "email", "e-mail"),
    Key(Label.URL, "c", "u", False, "url", "web address"),
    Key(Label.IP, "c", "i", False, "ip", "IP address"),
    Key(Label.MRN, "i", "m", True, "mrn", "MRN"),
    Key(Label.SSN, "i", "s", False, "ssn", "SSN"),
    Key(Label.HEALTHPLAN, "i", "h", False, "plan", "health plan"),
    Key(Label.ACCOUNT, "i", "a", False, "account", "account, visit"),
    Key(Label.LICENSE, "i", "l", False, "license", "license, NPI"),
    Key(Label.VEHICLE, "i", "v", False, "vehicle", "vehicle"),
    Key(Label.DEVICE, "i", "d", False, "device", "device serial"),
    Key(Label.BIOID, "i", "b", False, "bio", "biometric"),
    Key(Label.IDNUM, "i", "n", False, "number", "other number"),
)


def legend() -> dict[Group, list[Key]]:
    """The keys by kind, in the order of the legend."""
    groups: dict[Group, list[Key]] = {}
    for key in KEYS:
        groups.setdefault(key.label.group, []).append(key)
    return groups
