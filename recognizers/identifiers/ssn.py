"""Social security and other national insurance numbers (45 CFR 164.514(b)(2)(i)(G)).

United States (SSA: area, group, serial), United Kingdom (NI number), Ireland (PPSN), Canada
(SIN) and Australia (TFN) forms. The last four digits and masked numbers count: they do not meet
Safe Harbor. Numbers that were never issued are marked as well when a label names them.
"""

from stdnum.ca import sin
from stdnum.us import ssn

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer
from recognizers.expressions.prefilter import CONNECT
from recognizers.identifiers.shapes import (
    DIGIT,
    SPOKEN_NUMBER,
    confirmed,
    digits,
    labelled,
)

D = DIGIT
_NAMES = (
    r"s\.?s\.?n?\.?(?:[ ]?(?:#|no\.?|num(?:ber)?|/[ ]?sin|/id|/emp[ ][il]d))?|ssn|"
    r"soc(?:ial)?\.?[ ]?sec(?:urity)?(?:[ ]?(?:#|no\.?|num(?:ber)?|card))?|social|"
    r"last[ ]?(?:4|four)(?:[ ](?:of|digits))*(?:[ ](?:his|her|the|their|pt's))?(?:[ ](?:ss[n#]?|"
    r"social))?|ni(?:[ ]?(?:no|number|#))?|nino|"
    r"national insurance(?:[ ](?:no|number))?|ppsn?(?:[ ](?:no|number))?|sin(?:[ ](?:no|number|"
    r"#))?|tfn|itin|tin"
)


def _valid_ssn(value: str) -> bool:
    return bool(ssn.is_valid(value.replace(" ", "-")))


def _valid_sin(value: str) -> bool:
    return bool(sin.is_valid(value))


def _mostly_digits(found: Candidate) -> Candidate | None:
    held = sum(char.isalnum() for char in found.value)
    return found if digits(found.value) >= 4 and digits(found.value) * 2 >= held else None


PATTERNS = (
    Pattern(
        "shape",
        Label.SSN,
        rf"\b{D}{{3}}[ ]?-[ ]?\n?{D}{{2}}[ ]?-[ ]?\n?{D}{{4}}\b",
        0.85,
        context=r"(?:ss[n#]?|social|soc sec|ssns|tin|itin)\b",
        in_context=0.98,
        not_before="0123456789-/.",
        not_after="0123456789-/",
        check=lambda found: confirmed(_valid_ssn, 0.9)(kept) if (kept := _mostly_digits(found)) else None,
        finds=(
            "SSN [[SSN|987-65-4318]] on",
            "[[SSN|229 - 55 - 0318]] verbal",
            "SSN [[SSN|O94-7l-5526]]",
            "TIN [[SSN|912-70-1234]]",
        ),
        leaves=("01-23-4567-8", "123-45-67890", "phone 555-12-34", "2019-03-1444"),
    ),
    Pattern(
        "glued",
        Label.SSN,
        rf"(?i:ssn?#?)(?P<id>{D}{{3}}-?{D}{{2}}-?{D}{{4}})\b",
        0.95,
        not_after="-/",
        check=_mostly_digits,
        finds=("SSN[[SSN|219-09-9999]]",),
        leaves=("mass123-45",),
    ),
    Pattern(
        "spaced",
        Label.SSN,
        r"\b[0-9]{3} [0-9]{2} [0-9]{4}\b",
        0.55,
        context=r"(?:ss[n#]?|social|soc sec)\b",
        in_context=0.95,
        not_before="0123456789-/.+",
        not_after="0123456789-/.%",
        finds=("his social [[SSN|591 00 4417]],",),
        leaves=("BP 120.80.1200", "120/80 98 7712"),
    ),
    Pattern(
        "labelled",
        Label.SSN,
        labelled(_NAMES, value=rf"(?P<id>{D}(?:[ ]?[-.]?[ ]?\n?{D}){{3,8}})\b"),
        0.93,
        not_after="/%:",
        check=lambda found: found if digits(found.value) and len(found.value.replace(" ", "")) >= 4 else None,
        finds=(
            "SSN ending [[SSN|1234]]",
            "last 4 SSN [[SSN|2294]] ph",
            "SS# [[SSN|6 1 3 44 O9 72]]",
            "Last 4 SSN: [[SSN|O l l 7]]",
            "social security number: [[SSN|517042288]]",
            "SIN [[SSN|046 454 286]]",
            "last four of her social [[SSN|0309]]",
        ),
        leaves=("social 2 drinks", "SS 1+ edema", "last 4 days", "SSN unknown", "last four weeks 20", "NI 3"),
    ),
    Pattern(
        "masked",
        Label.SSN,
        rf"(?:[xX*#?]{{3}}|[xX*#]{{1,5}})[- ](?:[xX*#?]{{2}})[- ]{D}{{4}}\b",
        0.95,
        not_before="0123456789",
        check=lambda found: found if digits(found.value) >= 3 else None,
        finds=("SSN [[SSN|xxx-xx-8816]]", "[[SSN|***-**-4092]] on file", "[[SSN|XXX XX 6041]]"),
        leaves=("xx-xx", "** 4 mg", "xxx-xx-xxxx"),
    ),
    Pattern(
        "insurance",
        Label.SSN,
        r"\b[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z][ ]?[0-9]{2}[ ]?[0-9]{2}[ ]?[0-9]{2}[ ]?[A-D]\b",
        0.85,
        context=r"(?:ni|nino|national insurance|n\.i\.)\b",
        in_context=0.97,
        not_before="-/",
        not_after="-/",
        finds=("NI [[SSN|AB 12 34 56 C]]", "NINO: [[SSN|JK112233D]]"),
        leaves=("AB 12 34 5 C", "T4 12 34 56 A"),
    ),
    Pattern(
        "insurance-labelled",
        Label.SSN,
        (
            rf"\b(?i:(?:ni|nino|n\.i\.|national insurance|ppsn?|pps)\b{CONNECT})(?P<id>[A-Z]{{0,2}}[ "
            rf"]?[0-9]{{2}}[ ]?[0-9]{{2}}[ ]?[0-9]{{2,3}}[ ]?[A-Z]{{1,2}})\b"
        ),
        0.95,
        finds=("NI [[SSN|QQ 31 70 84 B]]", "PPSN [[SSN|4471902TA]]"),
        leaves=("NI 22", "PPS 50"),
    ),
    Pattern(
        "sin",
        Label.SSN,
        r"\b[0-9]{3}[ -][0-9]{3}[ -][0-9]{3}\b",
        0.1,
        context=r"(?:sin|social insurance|tfn|tax file)\b",
        in_context=0.95,
        not_before="0123456789-/.+(",
        not_after="0123456789-/. ",
        check=lambda found: found if found.score > 0.5 else confirmed(_valid_sin, 0.35)(found),
        finds=("social insurance [[SSN|046-454-286]]",),
        leaves=("120-130-140",),
    ),
    Pattern(
        "spoken",
        Label.SSN,
        (
            rf"\b(?i:(?:social(?: security)?(?: number)?|s ?s ?n|last four|last 4)(?: is| of| are|,|:| "
            rf"\()?[ (]{{0,2}}){SPOKEN_NUMBER}"
        ),
        0.9,
        finds=("wants last 4 ([[SSN|zero 3 zero 9]]) and",),
        leaves=("last four or five days",),
    ),
)

RECOGNIZER = PatternRecognizer("ssn", PATTERNS)
