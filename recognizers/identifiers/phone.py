"""Telephone, pager and extension numbers (45 CFR 164.514(b)(2)(i)(D)).

North American numbers by shape (ITU-T E.164 and the NANP: area and exchange begin with 2-9),
British, Irish, Australian and New Zealand ones by their leading zero, others by their plus
sign; ``phonenumbers`` raises the score of a number that its plan can hold. An extension is a
span of its own. Anything behind "call", "cell", "pager" may be damaged, spaced or spoken.
"""

import re

import phonenumbers

from annotation import Label
from recognizers.expressions.linear import ending
from recognizers.expressions.patterns import Candidate, Check, Pattern, PatternRecognizer
from recognizers.expressions.prefilter import CONNECT
from recognizers.identifiers.shapes import DIGIT, SPOKEN, confirmed, digits, first_of, unless_clock

D = DIGIT
LOOSE = rf"(?P<id>(?:\+|\()?{D}(?:[ ]?(?:[-./()]{{1,2}}\n?)?[ ]?{D}){{6,14}})\b"
"""Seven to fifteen digits in any spacing, for use after a label."""

NORTH_AMERICAN = (
    rf"(?:\+?1[ .-]{{0,2}})?(?:\({D}{{3}}\)|\[{D}{{3}}\]|{D}{{3}})[ ]?[-./,]?[ ]?\n?{D}{{3}}[ "
    rf"]?[-./,][ ]?\n?{D}{{4}}"
    rf"|(?:\+?1[ .-]{{0,2}})?(?:\({D}{{3}}\)|{D}{{3}})[ ]{D}{{3}}[ ]{D}{{4}}"
    rf"|(?:\+?1[ .-]{{0,2}})?(?:\({D}{{3}}\)|{D}{{3}}[-./ ]){D}{{3}}{D}{{4}}"
)
LINE = (
    r"(?:tele?(?:phone)?|te[1l]|tfno?|phone(?:[ ]?(?:no|number|#))?|ph|hm|cell(?:phone|ular|[ "
    r"]?(?:no|#))?(?:'s)?|mobile|mob|call|"
    r"called|cb|c/b|callback|call[ -]back|contact(?:ed)?|landline|home|work|office|direct(?:[ "
    r"]line)?|desk|front[ ]desk|switch(?:board)?|"
    r"voice[ ]?mail|vm|text|txt|reach(?:ed)?|dial|line|hotline|nurse[ ]line|whatsapp|signal|sms|"
    r"tty|day[ ]ph(?:one)?|eve|emergency|poa|nok)"
    r"(?:[ ](?:me|pt|her|him|them|us|at|on|is|the|to|ph|number|anytime|ok)\b){0,4}"
)
SPOKEN_LINE = rf"(?P<id>(?i:{SPOKEN}|[0-9])(?:[ ,-]{{1,2}}(?i:{SPOKEN}|[0-9]{{1,4}})){{6,14}})\b"
_IDS = ending(
    r"(?:mrn|acc(?:oun)?t|npi|claim|member|mbr|policy|grp|group|ref|case|order|enc|csn|fin|"
    r"visit|lot|s/?n|serial|id|nhs|"
    r"auth|tracking|job|ticket|unit|medicare|medicaid|phn|chart|card|file|specimen|acc|bin|"
    r"fax\w*|fx|nct|upc|ndc|"
    r"invoice|imei|run|passport|hosp(?:ital)?|record|h&c|ssn|ss|dea|lic|fedex|ups)(?:[ ]?(?:no|"
    r"number|num))?[ .:#]*",
)

_VITALS = re.compile(r"\d{2,3}/\d{2,3}(?!\d)")
_CLOCKS = re.compile(r"(?:(?:[01]\d|2[0-3])[0-5]\d[ -]?){2,3}")

_COUNTED = re.compile(r"[ ]?(?:of\b|hrs?\b|h\b|am\b|pm\b|mg|cm|mm|deg|lag|x\d|rot|\+)", re.IGNORECASE)

_OF_THE_BODY = re.compile(
    r"(?:\b(?:flex\w*|wrist|knee|elbow|hip|neck|digit|finger|thumb|outcome|attn|chest|abd\w*|neuro|skin|gu|"
    r"msk|heent|cm|pain|\w*nylon|silk)\b|#\d|(?<![\dOIl-])\d{1,2}[,;'])[^\n]{0,18}\Z",
    re.IGNORECASE,
)
_DATE = re.compile(r"\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b|(?:19|20)\d\d-\d\d-\d\d")

COMPLETE = re.compile(r"(?:\+?1[ .-]{0,2})?\(?[2-9]\d\d\)?[ ]?[-./]?[ ]?\d{3}[ ]?[-./ ]?[ ]?\d{4}(?= )")
"""A whole North American number at the head of a longer run of digits."""


def _possible(value: str) -> bool:
    parsed = "".join(char for char in value if char.isdigit())
    return bool(phonenumbers.is_valid_number_for_region(phonenumbers.parse(parsed, "US"), "US"))


def _north_american(found: Candidate) -> Candidate | None:
    """Judge a ten-digit shape by its digits and by what stands in front."""
    plain = [char for char in found.value if char.isalnum()]
    if sum(char.isdigit() for char in plain) < 6 or (
        plain[-10] in "01" and plain[-10:][0].isdigit() and len(plain) == 10
    ):
        return None
    return _unless_id(found)


def _unless_id(found: Candidate) -> Candidate:
    """Doubt a number that a label names otherwise ("claim 204-8813")."""
    before = found.before(18).rstrip(" .:#")
    return found.scored(0.3) if before[-1:].isalpha() and _IDS(before) else found


def _local(found: Candidate) -> Candidate | None:
    """Doubt seven digits without a hyphen, reject them behind another number."""
    if found.before(2)[-2:-1].isdigit():
        return None
    if re.search(r"(?i:normal|range|ref(?:erence)?|between)[ :(]*\Z", found.before(12)):
        return None
    return found if "-" in found.value or found.score > 0.8 else found.scored(0.4)


def _of_length(least: int, most: int) -> Check:
    return lambda found: found if least <= digits(found.value) <= most else None


def _no_clock(found: Candidate) -> Candidate | None:
    """Reject a row of times of day ("0800 1200 1600")."""
    return None if _CLOCKS.fullmatch(found.value) else found


def _unless_counted(found: Candidate) -> Candidate | None:
    """Reject pages, hours and measures ("page 3 of 4", "ext 2 cm")."""
    return None if _COUNTED.match(found.after(6)) or not digits(found.value) else found


def _of_a_line(found: Candidate) -> Candidate | None:
    """Reject what stretches or is pulled ("wrist ext 20", "#17 ext")."""
    limb = digits(found.value) < 3 and _OF_THE_BODY.search(found.before(32))
    return None if limb else _unless_counted(found)


def _paged_at(found: Candidate) -> Candidate | None:
    """Reject the time at which somebody was paged."""
    paged = found.text[max(0, found.start - 8) : found.start].lower().rstrip().endswith("paged")
    return None if paged and unless_clock(found) is None else _unless_counted(found)


def _spaced(found: Candidate) -> Candidate | None:
    """Reject clock times and vital signs ("112/70 84 98.2")."""
    if found.value.isdigit() or _CLOCKS.fullmatch(found.value) or _VITALS.search(found.value):
        return None
    return _unless_id(found)


def _dialled(found: Candidate) -> Candidate | None:
    """Keep a labelled number of seven digits or more, most of them true digits."""
    held = sum(char.isalnum() for char in found.value)
    complete = COMPLETE.match(found.value)
    if complete:
        return found.narrowed(found.start, found.start + complete.end())
    if digits(found.value) < 4 or digits(found.value) * 2 < held or _DATE.match(found.value):
        return None
    return found


_SHORT = r"(?P<id>[0-9OIl]{1,3}-[0-9OIl]{3,4}|[0-9OIl]{1,3} [0-9OIl]{3,4}|[0-9OIl]{3,7})\b"
_EXTENSION = r"(?:ext(?:ension|n)?s?|xt|extn)\b\.?[ ]?(?:no\.?|#|:|is)?[ ]?"

PATTERNS = (
    Pattern(
        "north-american",
        Label.PHONE,
        NORTH_AMERICAN,
        0.85,
        context=r"(?:tel|phone|ph|cell|mobile|call|contact|pager|text|txt|office|home|work|reach|cb)\b",
        in_context=0.95,
        not_before="0123456789-./#$",
        not_after="0123456789-/%",
        check=first_of(_north_american, confirmed(_possible, 0.88)),
        finds=(
            "call daughter[[PHONE|312-555-0164]] tonight",
            "cell [[PHONE|(505) 555-0142]]",
            "cell [[PHONE|606.555.0190]]",
            "[[PHONE|1-866-555-0147]]",
            "[[PHONE|(415)-555-0136]]",
            "wife at [[PHONE|203 555 0144]].",
            "OFFICE-[[PHONE|1(646)555-0189]]",
            "office [[PHONE|3O7-555-OI42]]",
        ),
        leaves=("Cr 0.000000012", "grid -77.034040", "run P0-001-000016-9", "MRN 212-555-01-23"),
    ),
    Pattern(
        "ten-digits",
        Label.PHONE,
        r"\b1?[2-9][0-9]{2}[2-9][0-9]{6}\b",
        0.3,
        context=(
            r"(?:tel(?:ephone)?|phone|ph|cell|mobile|call(?:ed|back)?|pager|text|contact|cb|daughter|"
            r"son|wife|husband|mom|mother|dad|father|sister|brother|niece|nephew)\b"
        ),
        near=25,
        in_context=0.85,
        not_before="-./#$",
        not_after="-./%",
        check=first_of(confirmed(_possible, 0.52), _unless_id),
        finds=("phone [[PHONE|2085550121]]", "son [[PHONE|8085550163]] rejects"),
        leaves=("lab order 1753204418 resulted", "epoch 1588204417"),
    ),
    Pattern(
        "local",
        Label.PHONE,
        rf"\b[2-9]{D}{{2}}[ ]?-[ ]?{D}{{4}}\b|\b[2-9]{D}{{2}}[. ]{D}{{4}}\b",
        0.52,
        context=rf"(?:{LINE})\b",
        near=20,
        in_context=0.85,
        not_before="0123456789-./#$()",
        not_after="0123456789-/.%",
        check=first_of(_unless_id, _local),
        finds=("call [[PHONE|555-0142]] after", "PH [[PHONE|734-4015]]"),
        leaves=("Form OMB No. 1545-0199", "claim 204-8813", "range 300.2000 and 2.2000"),
    ),
    Pattern(
        "labelled",
        Label.PHONE,
        rf"\b(?i:(?:{LINE})\b{CONNECT}){LOOSE}",
        0.9,
        not_after="%",
        check=_dialled,
        finds=(
            "Tel.[[PHONE|555-0142]]",
            "Tel [[PHONE|01943 550 216]]",
            "Mobile [[PHONE|07 5 5 5 0 1 1 8 2 2]].",
            "cell, [[PHONE|2 0 8 / 5 5 5 / 0 1 0 2]]",
            "phone: [[PHONE|559.292.0 170]].",
            "t: [[PHONE|20 55 50 14 28]] or",
        ),
        leaves=("called 03/14/2019 at", "text 12 mg", "home 2021-03-14"),
    ),
    Pattern(
        "leading-zero",
        Label.PHONE,
        (
            r"(?:\(0[0-9]{1,4}\)|\b0[0-9]{1,4})[ -]?[0-9]{3,4}[ -][0-9]{3,4}\b|\b0[0-9]{3,4}[ "
            r"-][0-9]{5,6}\b|\b07[0-9]{9}\b|\b0[0-9](?:[ .][0-9]{2}){4}\b"
        ),
        0.75,
        context=rf"(?:{LINE})\b",
        in_context=0.93,
        not_before="0123456789-./#$",
        not_after="0123456789-/%",
        check=first_of(_of_length(9, 12), _unless_id, _no_clock),
        finds=(
            "P [[PHONE|(03) 5550 4172]]",
            "ring [[PHONE|07700 900123]]",
            "or [[PHONE|06 12 34 56 78]]",
            "mob [[PHONE|087 555 0123]]",
            "[[PHONE|020 7946 0123]]",
            "[[PHONE|0412 555 019]]",
        ),
        leaves=("lot 0417 0092 1", "0800 1200 1600", "MRN 0048 212 553"),
    ),
    Pattern(
        "international",
        Label.PHONE,
        (
            r"\+[1-9][0-9]{0,2}[ .-]?(?:\(?[0-9]{1,5}\)?[ .-]?){1,5}[0-9]{2,4}\b|\b00[1-9][0-9]{0,2}[ "
            r"-](?:[0-9]{1,4}[ -]){1,4}[0-9]{2,4}\b"
        ),
        0.95,
        not_before="0123456789",
        not_after="0123456789%",
        check=first_of(_of_length(8, 16), _unless_id),
        finds=(
            "WhatsApp [[PHONE|+55 33 9 5550 0117]]",
            "[[PHONE|+44 (0)20 7946 0123]]",
            "[[PHONE|+1 512 555 0179]]",
        ),
        leaves=("+2 edema", "Na +4.5 to 5", "+1/+2 pulses"),
    ),
    Pattern(
        "spaced",
        Label.PHONE,
        (
            r"\(?[0-9] ?[0-9] ?[0-9]\)?[ ]?[-./,]{0,2}[ ]?[0-9] ?[0-9] ?[0-9][ ]?[-./,]{0,2}[ ]?[0-9][ "
            r".]{0,2}[0-9][ .-]{0,2}[0-9][ .]{0,2}[0-9]\b"
        ),
        0.68,
        not_before="0123456789-./#$",
        not_after="0123456789-/.%",
        check=_spaced,
        leaves=("118/74 80 97.9", "T 98.6 110 104/58 22"),
        finds=(
            "his [[PHONE|(361) 555.01.66]],",
            "see [[PHONE|5 0 9 - 5 5 5 - 0 1 4 4]]",
        ),
    ),
    Pattern(
        "pager",
        Label.PHONE,
        (
            rf"\b(?i:(?:pager|pgr|pg|paged|beeper|bleep|bp#|vocera|voalte|spectralink|ascom|dect|"
            rf"cisco|hub|loc|desk|page me|back line|direct line|bedside phone)\b{CONNECT}){_SHORT}"
        ),
        0.88,
        not_after="/:.%",
        finds=("pager [[PHONE|1-4471]]", "pgr [[PHONE|0611]]", "bleep [[PHONE|266]]"),
        leaves=(
            "page 3 of 4",
            "paged at 04:15",
            "pg 12",
            "paged x3",
            "team paged 1540, came",
            "Dr. Rao paged\n1000  96/44",
        ),
        check=_paged_at,
    ),
    Pattern(
        "extension",
        Label.PHONE,
        rf"(?:\b|[0-9])(?i:{_EXTENSION})(?P<id>[0-9OIl]{{1,2}}-[0-9OIl]{{3,4}}|[0-9OIl]{{1,6}})\b",
        0.9,
        not_after="/%.",
        check=_of_a_line,
        finds=(
            "call ext. [[PHONE|63]]",
            "extension [[PHONE|4402]]",
            "[[PHONE|703-555-0182]] ext [[PHONE|7]]",
        ),
        leaves=("ext rotation 30", "external 45", "wrist ext 20", "Ext: 2+ edema", "next 4 weeks"),
    ),
    Pattern(
        "x-extension",
        Label.PHONE,
        r"[0-9]{3}\)?[ ]?[-. ]?[0-9]{4},?[ ]?[xX][ .]?(?P<id>[0-9]{1,6})\b",
        0.9,
        not_after="/%.",
        finds=("at [[PHONE|415-555-0136]]x[[PHONE|28]]", "[[PHONE|705-555-0144]] x[[PHONE|2]]"),
        leaves=("1200 mg x 3",),
    ),
    Pattern(
        "x-alone",
        Label.PHONE,
        r"(?:^|[ (:,/])[xX](?P<id>[0-9]{1,2}-[0-9]{4}|[0-9]{4,5})\b",
        0.75,
        not_after="/%.",
        finds=("call x[[PHONE|66120]]", "6 Tower, x[[PHONE|4417]]"),
        leaves=("x12 days", "4x4000", "200 x3"),
    ),
    Pattern(
        "x-rung",
        Label.PHONE,
        (
            r"\b(?i:call(?:ed|s|ing)?|ring|rang|dial(?:ed)?|phoned?|reach(?:ed)?|billing|front desk|pharmacy|"
            r"office)[ ]{1,2}[xX][ ]?(?P<id>[0-9]{3,5})"
            r"(?:[.,;)\n]|[ ]{2}|[ ](?:at|and|for|to|if|or|when|w/|with|by)\b)"
        ),
        0.75,
        finds=("dad called x [[PHONE|3360]] at the mill", "quoted by billing x[[PHONE|118]]."),
        leaves=("called x 3 days", "rang x2, no answer", "called x12 in a row of calls"),
    ),
    Pattern(
        "spoken",
        Label.PHONE,
        rf"\b(?i:(?:phone|call|cell|number|reach|mobile|tel|area code)[^\n.]{{0,40}}?[ ]){SPOKEN_LINE}",
        0.8,
        check=lambda found: found if any(map(str.isalpha, found.value)) else None,
        finds=("reach me at [[PHONE|four one four five five five oh one two three]] thanks",),
        leaves=("call one or two times", "number one two"),
    ),
    Pattern(
        "spoken-area",
        Label.PHONE,
        (
            rf"\b(?i:{SPOKEN}(?:[ -]{SPOKEN}){{2}})[, -]{{1,3}}(?:[0-9]{{3}}[ -][0-9]{{4}}|"
            rf"(?i:{SPOKEN}(?:[ -]{SPOKEN}){{6}}))\b"
        ),
        0.88,
        finds=("tel [[PHONE|two oh seven, 555-0154]] now",),
        leaves=("one two three 555 mg",),
    ),
    Pattern(
        "area-code",
        Label.PHONE,
        rf"\b(?i:area code)[ ](?P<id>[0-9]{{3}}|(?i:{SPOKEN}(?: {SPOKEN}){{2}}))\b",
        0.85,
        finds=("area code [[PHONE|four one four]] uh", "area code [[PHONE|312]]"),
        leaves=("area code unknown",),
    ),
    Pattern(
        "ending",
        Label.PHONE,
        (
            r"\b(?i:cell|phone|mobile|landline|number|pager)[^\n.;]{0,25}(?i:end(?:s|ing)?(?: in| "
            r"with)? )(?P<id>[0-9]{3,4})\b"
        ),
        0.8,
        finds=("his cell ends in [[PHONE|0127]]", "phone ending [[PHONE|4410]]"),
        leaves=("phone ended 3 min", "number ending soon"),
    ),
)

RECOGNIZER = PatternRecognizer("phone", PATTERNS)
