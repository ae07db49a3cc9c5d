"""Fax numbers (45 CFR 164.514(b)(2)(i)(E)): a telephone number that its label calls a fax."""

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer
from recognizers.expressions.prefilter import CONNECT
from recognizers.identifiers.phone import COMPLETE, LOOSE, NORTH_AMERICAN, SPOKEN_LINE
from recognizers.identifiers.shapes import digits


def _long_enough(found: Candidate) -> Candidate | None:
    complete = COMPLETE.match(found.value)
    if complete:
        return found.narrowed(found.start, found.start + complete.end())
    held = sum(char.isalnum() for char in found.value)
    return found if digits(found.value) >= 4 and digits(found.value) * 2 >= held else None


PATTERNS = (
    Pattern(
        "labelled",
        Label.FAX,
        (
            rf"(?:\b|[a-z])(?i:(?:fax(?:ed)?|fx|facsimile|telefax|telecopier)\b(?:[ ](?:back|to|at|from|"
            rf"machine|line|number|us|them|it)){{0,3}}{CONNECT}){LOOSE}"
        ),
        0.97,
        not_after="%",
        check=_long_enough,
        finds=(
            "fax [[FAX|313.555.0191]]",
            "Fax: [[FAX|(914)555-0146]] today",
            "faxed to [[FAX|404-555-0129]].",
            "fx [[FAX|1 318 555 0 172]]",
            "FAX:[[FAX|7l5 4O2 0183]]",
            "Fax [[FAX|01943 550217]]",
            "faxed to [[FAX|259-9470]]",
        ),
        leaves=("faxed 3 pages", "fax confirmation", "FAX COPY 2 of 3", "fx of the hip 2019"),
    ),
    Pattern(
        "near",
        Label.FAX,
        rf"\b(?i:fax(?:ed|es)?)\b[^\n0-9]{{1,40}}(?P<id>{NORTH_AMERICAN}|[2-9][0-9]{{2}}[2-9][0-9]{{6}}\b)",
        0.96,
        not_after="0123456789-/%",
        finds=(
            "fax back to Ms Trang [[FAX|713 555-0110]].",
            "faxed orders to [[FAX|8085550163]] attn",
            "please fax labs to the office: [[FAX|(505) 555-0114]]",
        ),
        leaves=("fax the note from 3/14/2020",),
    ),
    Pattern(
        "letterhead",
        Label.FAX,
        (
            rf"(?:^|[\s|?*,;/])(?:F|f)[.:]{{0,1}}[ ]{{1,2}}(?P<id>{NORTH_AMERICAN}|\(?0[0-9]{{1,4}}\)?[ "
            rf"][0-9]{{3,4}}[ ][0-9]{{3,4}})"
        ),
        0.96,
        not_after="0123456789-/%",
        finds=("T (207) 555-0164  F [[FAX|(207) 555-0165]]", "f: [[FAX|305-555-0154]]"),
        leaves=("F 98.6", "F 45 y"),
    ),
    Pattern(
        "ending",
        Label.FAX,
        (
            r"\b(?i:fax)(?:[ ](?i:number|no|#|same but|ending|ends|end|in|is|with|-)){0,4}[ "
            r"]?-?(?P<id>[0-9]{4})\b"
        ),
        0.85,
        not_after="-/.:%",
        finds=("fax ending [[FAX|0130]]", "fax same but [[FAX|0186]]"),
        leaves=("fax 2019-03", "faxed 12"),
    ),
    Pattern(
        "spoken",
        Label.FAX,
        rf"\b(?i:fax)\b[^\n.]{{0,30}}?[ ]{SPOKEN_LINE}",
        0.9,
        finds=("fax is [[FAX|six five one seven four four oh one eight eight]] and",),
        leaves=("fax one or two pages",),
    ),
)

RECOGNIZER = PatternRecognizer("fax", PATTERNS)
