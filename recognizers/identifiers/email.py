"""Electronic mail addresses (45 CFR 164.514(b)(2)(i)(F); address syntax of RFC 5322, relaxed).

Addresses that scanning spaced out and addresses written so that machines should not read them
("jane at example dot org") are found as well.
"""

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer

_LOCAL = r"[A-Za-z0-9][A-Za-z0-9._%+'-]{0,63}"
_HOST = r"[A-Za-z0-9-]{1,63}"
_TOP = (
    "(?i:com|org|net|edu|gov|mil|info|example|health|clinic|care|coop|c0m|corn|0rg|uk|ca|au|ie|"
    "nz|us|n[l1]|de|fr)"
)
_AT = r"(?:[ ]?@[ ]?|[ ]?[(\[](?i:at)[)\]][ ]?|[ ]at[ ]|[ ]AT[ ])"
_DOT = r"(?:[ ]?\.[ ]?|[ ]?[(\[](?i:dot)[)\]][ ]?|[ ](?i:dot)[ ])"


def _written_out(found: Candidate) -> Candidate | None:
    """Reject "seen at clinic. Org" and the like: prose has no dots but those that end it."""
    spelled = any(sign in found.value.lower() for sign in ("@", "(at", "[at", " dot ", "(dot", "[dot"))
    return found if spelled or (" at " not in found.value and ". " not in found.value) else None


PATTERNS = (
    Pattern(
        "address",
        Label.EMAIL,
        rf"\b{_LOCAL}@{_HOST}(?:\.{_HOST}){{0,6}}\.[A-Za-z][A-Za-z0-9-]{{1,30}}\b",
        0.99,
        finds=(
            "write to [[EMAIL|marta.kjaer@example.org]] or",
            "[[EMAIL|j.ruiz+clinic@mail.example.co.uk]];",
            "email:[[EMAIL|o'neil_k@example.com]]",
            "<[[EMAIL|lab-results@hospital.example]]>",
        ),
        leaves=("@ 20 mg", "seen @clinic.", "R@L 3", "5@10.", "a@b", "RA 1.4 mV/0.75@0.4, RV"),
    ),
    Pattern(
        "written-out",
        Label.EMAIL,
        rf"\b{_LOCAL}{_AT}(?:{_HOST}(?: dash {_HOST})?{_DOT}){{1,4}}{_TOP}\b",
        0.92,
        check=_written_out,
        finds=(
            "mail [[EMAIL|tess.w @ clinic . example]]",
            "write [[EMAIL|jane_doe at clinic dot example]]",
            "[[EMAIL|kpatel [at] clinic [dot] org]] please",
            "[[EMAIL|m.lead (at) lab.example.org]]",
            "to [[EMAIL|ldunn AT law.example]]",
            "[[EMAIL|d_pruett at ridge dash pd dot example]]",
        ),
        leaves=("seen at clinic. Organ", "rate @ 80. organ", "at 5 pm. Com", "dot blot at room"),
    ),
)

RECOGNIZER = PatternRecognizer("email", PATTERNS)
