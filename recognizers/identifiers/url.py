"""Web addresses (45 CFR 164.514(b)(2)(i)(N); syntax of RFC 3986, relaxed).

A bare host counts only with a top-level domain that no sentence ends in by a missing space
("No edema.Gait steady").
"""

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer

_TLD = (
    r"(?:com|org|net|edu|gov|mil|info|biz|health|care|clinic|hospital|app|io|example|co\.uk|"
    r"org\.uk|nhs\.uk|ac\.uk|gov\.uk|gc\.ca|on\.ca|com\.au|gov\.au|org\.au|co\.nz|govt\.nz)"
)
_PATH = r"(?:[/?#][^\s<>\"'|]*)?"


def _without_stop(found: Candidate) -> Candidate:
    value = found.value.rstrip(".,;:!?)]}'\"")
    return found.narrowed(found.start, found.start + len(value))


PATTERNS = (
    Pattern(
        "scheme",
        Label.URL,
        r"\b(?i:https?|ftp|sftp)://[^\s<>\"'|]{3,300}",
        0.99,
        check=_without_stop,
        finds=(
            "see [[URL|https://portal.example.org/w/77?x=1]].",
            "([[URL|http://clinic.example/s/4Kq9]])",
        ),
        leaves=("http error", "https: none"),
    ),
    Pattern(
        "www",
        Label.URL,
        (
            r"\b(?i:www)[ ]?\.[ ]?[A-Za-z0-9-]{1,63}(?:[ ]?\.[ ]?[A-Za-z0-9-]{2,63}){1,5}(?:[ "
            r"]?/[ ]?[A-Za-z0-9][^\s<>\"'|]*)?"
        ),
        0.97,
        check=_without_stop,
        finds=("at [[URL|www.clinic.example/portal]].", "[[URL|www . clinic . example . com]], user"),
        leaves=("www", "WWW.", "www one"),
    ),
    Pattern(
        "host",
        Label.URL,
        rf"\b[A-Za-z0-9][A-Za-z0-9-]{{0,62}}(?:\.[A-Za-z0-9][A-Za-z0-9-]{{0,62}}){{0,4}}\.{_TLD}\b{_PATH}",
        0.9,
        not_before="@.-",
        not_after="@",
        check=_without_stop,
        finds=(
            "on [[URL|mychart.northclinic.org/login]]",
            "[[URL|clinic.nhs.uk]] now",
            "visit [[URL|sunrise-care.com]]",
        ),
        leaves=("soft.nontender", "edema.Gait", "clear.apices ok", "a@clinic.org", "stable.Continue"),
    ),
    Pattern(
        "share",
        Label.URL,
        r"(?:^|[ (\t])(?P<id>//[A-Za-z0-9-]{2,40}(?:\.[A-Za-z0-9-]{2,40}){1,4}(?:/[^\s<>\"'|,]*)?)",
        0.9,
        check=_without_stop,
        finds=("share, [[URL|//img.clinic.example/tb/0516]] , pw",),
        leaves=("a // b", "//"),
    ),
    Pattern(
        "short-host",
        Label.URL,
        r"\b[a-z0-9][a-z0-9-]{1,40}\.(?:me|ly|us|ca|uk|ie|co|gl|link)/[A-Za-z0-9][A-Za-z0-9/_-]{1,60}",
        0.9,
        not_before="@.",
        finds=("room [[URL|doxy.me/drlastname]], check",),
        leaves=("me/she",),
    ),
    Pattern(
        "spaced",
        Label.URL,
        (
            rf"\b[A-Za-z0-9-]{{3,40}}(?:[ ]\.[ ][A-Za-z0-9-]{{3,40}}){{0,2}}[ ]\.[ ]{_TLD}\b(?:[ ]?/[ "
            rf"]?[A-Za-z0-9-]{{1,40}}){{0,3}}"
        ),
        0.85,
        finds=("via [[URL|mychart . northclinic . example / roi]]",),
        leaves=("end . come", "stop . organ"),
    ),
    Pattern(
        "spoken",
        Label.URL,
        (
            rf"\b[A-Za-z0-9-]{{2,40}}(?: dot [A-Za-z0-9-]{{2,40}}){{0,3}} dot (?i:{_TLD})\b(?: slash "
            rf"[A-Za-z0-9-]{{1,40}}){{0,4}}"
        ),
        0.9,
        finds=("at [[URL|carelink dot example slash login]]", "the [[URL|www dot clinic dot com]] page"),
        leaves=("dot blot", "polka dot dress"),
    ),
)

RECOGNIZER = PatternRecognizer("url", PATTERNS)
