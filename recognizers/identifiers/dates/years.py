"""Years by themselves, decades of a life and quarters: "in 2014", "2012-2015", "Q4 2014"."""

import re

from annotation import Label
from recognizers.expressions.linear import ending
from recognizers.expressions.patterns import Candidate, Pattern
from recognizers.identifiers.dates.lookalikes import is_clock, unless_edition
from recognizers.identifiers.dates.parts import YEAR, cued, digits_of, followed_by_unit, standing_alone
from recognizers.identifiers.shapes import first_of

_IN = (
    r"\b(?:in|since|of|from|until|till?|by|circa|ca\.?|c\.|class of|back in|year|yr|born|b\.|"
    r"d\.|died|through|thru|"
    r"before|after|during|early|mid|late|approx\.?|approximately|around|about|and|to|between|"
    r"between|fall|spring|"
    r"summer|winter|autumn|in or around|est\.?|dx'?d?|diagnosed|vintage|retired|married|widowed|"
    r"divorced)[ -]*(?:in )?"
)
_TEENS = (
    "(?i:oh|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|"
    "forty|fifty|sixty|seventy|eighty|ninety)"
)
_CLOCK_BEFORE = ending(
    (
        r"(?:\b(?:at|@|time|times|hrs?|by|until|til|till|around|about|arr(?:ived?)?|rm|room|x|ext|#|"
        r"no)[ :.]*|@ ?|[#$+:/]|\d )"
    ),
)
_QUANTITY_BEFORE = ending(
    r"(?:[$#=<>~+]|\b(?:x|cpt|icd|ref|model|suite|ste|room|rm|bldg|apt|unit|ext|no|box|plt|wbc|"
    r"ck|bnp|trop|ua|mrn|"
    r"rbc|limit|total|fluids?|io|intake|output|out|urine|calories|diet|goal|dose|dosed?|"
    r"weigh(?:ed|s|ing)?|wt|count|"
    r"level|titer|cd4|vl|gave|given|bolus|was|were|ran|at|@|lot|id|pager|bleep|form|code|covid|hwy|route|rte|"
    r"page|pages|size|about|approximately))[ .:=]*",
)
_CODE_AFTER = re.compile(
    r"(?:[\w$%/]|:\d|[.,]\d|[ \t](?:hours?|hrs?|h\b|mg|ml|mcg|units?|g\b|gm|grams?|cc\b|iu|kcal|cal|"
    r"calories|ft|feet|steps|cells|meters|m\b|km|miles|pounds|lbs?|dollars|copies|[NSEW]\.? [A-Z]|"
    r"(?:[A-Z][a-z]+ ){1,3}(?:St|Ave|Rd|Dr|Ln|Blvd|Way|Ct|Pl|Street|Avenue|Road|Drive|Lane|Court)\b))"
)


def _year(found: Candidate) -> Candidate | None:
    """A bare year: cued, or of a century no clock and no common dose can mean."""
    before = found.text[max(0, found.start - 24) : found.start]
    if _CODE_AFTER.match(found.text, found.end) or followed_by_unit(found) or not _in_range(found.value):
        return None
    if re.match(r"-[a-z]", found.text[found.end : found.end + 2]):
        return None
    shorter = re.match(r"-(\d{1,2})\b", found.text[found.end : found.end + 4])
    if shorter and int(shorter[1]) <= int(found.value[2:]):
        return None
    if found.score > 0.8:
        return found
    if is_clock(found) or _QUANTITY_BEFORE(before) or _CLOCK_BEFORE(before):
        return None
    return found.scored(0.6 if found.value[2:4] > "59" else 0.52)


def _damaged(found: Candidate) -> Candidate | None:
    letters = sum(char.isalpha() for char in found.value)
    if not 0 < letters < 3 or not _in_range(f"{digits_of(found.value)[0]}"):
        return None
    return None if followed_by_unit(found) else found


def _in_range(value: str) -> bool:
    return value.isdigit() and 1900 <= int(value) <= 2035


def _range_end(found: Candidate) -> Candidate | None:
    first = found.text[max(0, found.start - 8) : found.start]
    years = [int(value) for value in re.findall(r"\d{4}", first)]
    if not years or _CODE_AFTER.match(found.text, found.end) or followed_by_unit(found):
        return None
    return found if int(found.value[-2:]) >= years[-1] % 100 or len(found.value) == 4 else None


PATTERNS = (
    Pattern(
        "year",
        Label.DATE,
        r"\b(?:19[0-9]{2}|20[0-3][0-9])",
        0.6,
        not_before="/.,$#0123456789'",
        not_after="0123456789%",
        check=first_of(unless_edition, cued(_IN, score=0.88, otherwise=0.6), standing_alone, _year),
        finds=(
            "in [[DATE|2014]], she",
            "CABG [[DATE|1998]], CVA",
            "([[DATE|2016]])",
            "from [[DATE|1983]] to [[DATE|2020]]",
            "Born [[DATE|1929]].",
            "from [[DATE|2012]]-[[DATE|2015]],",
            "GOLD 2, since [[DATE|2016]]",
            "seen 0915, CABG [[DATE|2003]], stent",
            "stroke [[DATE|2011]] met criteria",
        ),
        leaves=(
            "at 2015",
            "2000 mg",
            "1950 g",
            "2015 hrs",
            "WBC 2000",
            "pager 1999",
            "took 2000 units",
            "by 1900h",
            "stage 3 per KDIGO 2012, stable",
            "treated under the 2017 ATS statement",
            "the 2013 lipid guideline",
            "held under the Mental Health Act 1983.",
            "2130 asleep\n2015 voided 300\n0140 awake",
            "Melatonin 3 @ 2005",
        ),
    ),
    Pattern(
        "damaged",
        Label.DATE,
        r"\b(?:[1Il]9[0-9OoIl]{2}|2[0Oo][0-3OoIl][0-9OoIl])\b",
        0.75,
        not_before="/.,$#'-",
        not_after="%/",
        check=_damaged,
        finds=("PAST HX, [[DATE|l97l]], ECT",),
        leaves=("20ll mg", "2OOO"),
    ),
    Pattern(
        "year-range-end",
        Label.DATE,
        r"\b(?:19[0-9]{2}|20[0-3][0-9])[ ]?[-/][ ]?(?P<id>[0-9]{2})\b",
        0.85,
        not_after="-/.:",
        check=_range_end,
        finds=("in [[DATE|1998]]-[[DATE|99]] he",),
        leaves=("2000-3000 mg",),
    ),
    Pattern(
        "quarter",
        Label.DATE,
        (
            rf"\b(?:Q[1-4]|[1-4]Q|(?i:first|second|third|fourth|1st|2nd|3rd|4th) (?i:quarter|qtr))(?: "
            rf"of)?[ /\n-]?(?:{YEAR}|'[0-9]{{2}})\b"
        ),
        0.9,
        finds=("to [[DATE|Q3 2020]], the", "in [[DATE|first quarter of 2014]]"),
        leaves=("Q4 hours", "q2 2000 mg"),
    ),
    Pattern(
        "spoken-year",
        Label.DATE,
        (
            rf"\b(?i:in|since|of|year|until|from) (?P<id>(?i:nineteen|twenty|two thousand)[ "
            rf"-]{_TEENS}(?:[ -](?i:one|two|three|four|five|six|seven|eight|nine))?)\b"
        ),
        0.7,
        check=lambda found: None if followed_by_unit(found) else found,
        finds=("in [[DATE|nineteen eighty-two]]", "since [[DATE|twenty nineteen]]"),
        leaves=("of twenty one", "in twenty minutes"),
    ),
)
