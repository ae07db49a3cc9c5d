"""Internet addresses (45 CFR 164.514(b)(2)(i)(O); RFC 791 and RFC 4291)."""

from ipaddress import AddressValueError, IPv4Address, IPv6Address

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer

_DAMAGE = str.maketrans("OoIl", "0011")


def _version_four(found: Candidate) -> Candidate | None:
    return found if _is_address(IPv4Address, found.value.translate(_DAMAGE)) else None


def _version_six(found: Candidate) -> Candidate | None:
    groups = [group for group in found.value.split(":") if group]
    return found if len(groups) > 2 and _is_address(IPv6Address, found.value) else None


def _is_address(kind: type[IPv4Address] | type[IPv6Address], value: str) -> bool:
    try:
        kind(value)
    except AddressValueError:
        return False
    return True


PATTERNS = (
    Pattern(
        "four",
        Label.IP,
        r"\b[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}\b",
        0.75,
        context=(
            r"(?:ip|address|router|log(?:in|ged|-in)?|ws|workstation|host|server|device|cart|remote|"
            r"from)\b"
        ),
        in_context=0.97,
        near=60,
        not_before="0123456789.",
        not_after="0123456789",
        check=lambda found: (
            None if found.after(2)[:1] == "." and found.after(2)[1:].isdigit() else _version_four(found)
        ),
        finds=(
            "from IP [[IP|10.44.18.207]] ws 3",
            "router at [[IP|192.168.4.37]] had",
            "logged from [[IP|203.0.113.19]].",
        ),
        leaves=("version 1.2.3", "1.2.3.4.5", "300.1.1.1", "section 4.5.6.", "12.5.2.999"),
    ),
    Pattern(
        "damaged",
        Label.IP,
        r"\b(?i:[i1l]p|ws|address|router)[ :#]{1,3}(?P<id>[0-9OoIl]{1,3}(?:\.[0-9OoIl]{1,3}){3})\b",
        0.95,
        check=_version_four,
        finds=("fr 1P [[IP|lO.44.7.l29]]",),
        leaves=("IP l.l",),
    ),
    Pattern(
        "six",
        Label.IP,
        r"(?:[0-9A-Fa-f]{1,4})?(?::{1,2}[0-9A-Fa-f]{1,4}){2,7}",
        0.95,
        not_before="0123456789abcdefABCDEF:",
        not_after="0123456789abcdefABCDEF:",
        check=_version_six,
        finds=("from [[IP|2001:db8::8a2e:370:7334]] at", "[[IP|fe80::1ff:fe23:4567:890a]]"),
        leaves=("Plan:: continue", "BP::stable", "at 10:44:18", "1:2:3", "a::b"),
    ),
)

RECOGNIZER = PatternRecognizer("ip", PATTERNS)
