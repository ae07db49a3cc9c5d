"""Dates in digits: full, year-first, month and year, compact, and partial ("3/14").

ISO 8601 dates keep their time outside the span. Partial dates share their shape with strengths,
scores, doses and visual acuities, so they are judged by what stands around them.
"""

import re

from annotation import Label
from recognizers.expressions.linear import ending
from recognizers.expressions.patterns import Candidate, Pattern
from recognizers.expressions.prefilter import CONNECT
from recognizers.identifiers.dates.lookalikes import is_acuity
from recognizers.identifiers.dates.parts import (
    ANY_YEAR,
    DAY,
    WITH_WEEKDAY,
    YEAR,
    D,
    cued,
    digits_of,
    followed_by_unit,
    is_day,
    is_year,
    ordered,
    standing_alone,
    unless_unit,
)
from recognizers.identifiers.shapes import FILES, first_of
from recognizers.words import alternatives

_SCORES = ending(
    r"(?:\d[ ]|\b(?:nodes?|lns?|p?n[0-3][abc]?)[ ,:]*\(|"
    rf"\b(?:p(?:a?g(?:e|\.)?|p\.?|\.)|{alternatives('scales')}|"
    r"rang(?:es?|ed|ing) from|"
    r"(?:down|up|improv(?:ed|ing)|decreas(?:ed|ing)|increas(?:ed|ing)|constricting|went|going) "
    r"(?:from|to)|apgars?(?: scores?)?(?: of| were| was)?|bp|strength|power|motor|murmur|pain|"
    r"scale|score[ds]?|reflexes|dtrs?|vision|va|"
    r"acuity|od|os|ou|pulses?|grade|stage|gcs|mmt|mrc|rated|phq-?\d?|gad-?\d?|moca|mmse|bims|ratio|about|"
    r"approximately|level|sats?|nihss?|sbt|braden|fast|ecog|kps|mood|rate[sd]?|intensity|severity|edema|"
    r"reflux|class|cn|types?|visus|snellen|lipase|peep|a&o|oriented|edss|mrs|mallampati|phases?|"
    r"flexors?|extensors?|grip|biceps|triceps|deltoids?|quads?|hams?|gastroc|abd|add|ehl|ankle|"
    r"knee|hip|wrist|"
    r"elbow|shoulder|dorsiflexion|plantarflexion|df|pf|rue|lue|rle|lle|ble|bue|upper|lower|extremit(?:y|ies)|"
    r"x|dilut(?:ed?|ion)|titer|titre)(?:[ \t:=~-]|is|of|was|at|were)*)"
)
_IN_A_ROW = re.compile(
    rf"\bapgars?\b[ \w:]*\Z|\b(?:{alternatives('scales')}|baclofen|pcea|ntg|nitro\w*|titrated)[ :]*\Z",
    re.IGNORECASE,
)
_FRACTION_AFTER = re.compile(
    r"[ \t-]*(?:tabs?\b|tablets?|strength|beats?|hpf|vision|murmur|mixture|sem\b|systolic|diastolic|"
    r"pain|of the|of a\b|of her|of his|"
    r"of (?:my|an|their)|inch|cup|pack|ppd|gal|dose|amp\b|bottle|gtt|strip|scale|in (?:severity|"
    r"intensity|all|both|the)|"
    r"throughout|bilat|b/l|muscle|grip|way|normal|saline|ns\b|ns\d|cores?|nodes?|nipples?|"
    r"criteria|ln\b|lns\b|"
    r"positive|pos\b|neg\b|gp[crb]|gn[rb]|gram[- ]|staph|strep|yeast|mssa|mrsa|"
    r"sl\b|bid\b|tid\b|daily|nightly|qhs|sheath|heel raises|mismatch|"
    r"sirs|wks?\b|weeks?|d\b|days?\b|hx\b|history|ago\b|mo\b|mos\b|months?|"
    r"hrs?\b|h\b|yrs?|years?|y/?o\b|"
    r"duration|tsp|tbsp|pulses?|reflex|dtrs?|today|right now|at worst|at rest|at its|currently|"
    r"cans?\b|meds?\b|"
    r"ext\b|flex|motor|throughout|liter|l\b|mg|ml|cm|mm|%|lb|kg|oz|pint|fifth|mile|blocks?|"
    r"systolic|diastolic|holosystolic|crescendo|early|harsh|bottles|meals?|times?\b|visits?\b|sessions?\b)",
    re.IGNORECASE,
)
_STRONG = (
    r"\b(?:on|missed|starts?|filled|restarted|rev|last used?|since|by|until|till?|thru|through|"
    r"from|before|after|dated|last|next|due|seen|exp|"
    r"as of|starting|"
    r"started|begin(?:ning)?|began|labs?|visit|appt|appointment|adm(?:it(?:ted)?)?|dc'?d?|"
    r"d/c'?d?|discharge[d]?|"
    r"called|sent|rec'?d|received|given|repeat|f/u|follow ?up|rtc|return[s]?|lmp|edd|edc|dos|doi|doa|sx|"
    r"surgery|op|svd|nsvd|lscs|c/s|delivered|born|inserted|thr|tkr|tha|tka|orif|i&d|appy|cxr|ct|mri|echo|ekg|ecg|xr|us|a1c|inr|cbc|bmp|cmp|tsh|psa|recheck|expires?|"
    r"ends?|ended|read|phone|msg|"
    r"signed|dictated|typed|printed|faxed|c\d+d1|week of|wk of|wkend|weekend of|between|today|"
    r"yesterday|tomorrow|tmrw|"
    r"tonight|eff(?:ective)?|shot|bcx|ucx|cx|cultures?|placed|removed|cath|biopsy|bx|egd|"
    r"stop(?:ped)?|held|reported|"
    r"filed|addendum|uds|ppd|dt|visit|call|spoke|met|cleared|hd|dialysis|done|out|iv|surg|colonoscopy|"
    r"mammo|imaging|scan|"
    r"resulted|drawn|collected|injury|accident|fall|fell|fever|onset|intubated|extubated|"
    r"transferred|moved|for)[ .:,]*|"
    r"\d/\d{1,2}(?:/\d{2,4})?[ \t]*[,&/-][ \t]*|->[ ]*\d{1,2}/"
)
_WEAK = (
    r"[(;\[|][ \t]*|(?:^|\n)[ \t*>-]*|->[ \t]*|[-,][ \t]*|\b(?:of|and|&|to|in|am|pm|d|t|new|"
    r"note|report|wbc|hgb|cr)[ .:,]*"
)
_STRONG_CUE = ending(_STRONG)
_WEAK_CUE = ending(_WEAK)
_EVENT_CUE = ending(
    r"\b(?:placed|inserted|removed|pulled|changed|exchanged|drained|repaired|biopsied|excised|resected|stented|"
    r"implanted|deployed|admitted|discharged|transferred|seen|signed|dictated|drawn|collected|sent|given|read|"
    r"started|stopped|revised|cast|splinted|intubated|extubated|delivered|born|done|performed)[ ]"
)
_AGENT = re.compile(r"[ ](?:by|at|per|w/|with|from|after|via)\b", re.IGNORECASE)
_IN_MONTH = re.compile(
    r"\b(?:in|since|until|till|from|to|by|of|early|late|mid|dated|through)[ ]\Z", re.IGNORECASE
)
_LASTING = ending(r"\b(?:for|x|of|last|past|over|in|about)[ ]*")
_VALUED = re.compile(r"(?:\b(?:was|prev(?:ious)?|prior|from)[ ]|\()\d{1,3}\.\d{1,2}%?[ ]\Z", re.IGNORECASE)
_WEEKS = {40, 52}
_SCALES = {2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 21, 24, 27, 28, 30}
_LISTED = re.compile(r"[ \t]*(?:,|&|and|-|to|thru|through|;)[ \t]*\d{1,2}/\d{1,2}\b|[ \t]*(?::|\)|@|at \d)")


def _no_scores(found: Candidate) -> Candidate | None:
    """Reject three scores or rates in a row ("Apgars 8/9/9", "CIWA 12-9-14")."""
    short = re.fullmatch(r"\d{1,2} ?([/-]) ?\d{1,2} ?\1 ?\d{1,2}", found.value)
    return None if short and _IN_A_ROW.search(found.text[max(0, found.start - 20) : found.start]) else found


def _month_year(found: Candidate) -> Candidate | None:
    month, year = digits_of(found.value)[-2:]
    return found if 0 < month <= 12 and 1900 <= year <= 2060 else None


def _compact(found: Candidate) -> Candidate | None:
    value = found.value
    year, month, day = int(value[:4]), int(value[4:6]), int(value[6:])
    return found if 1900 <= year <= 2060 and is_day(month, day) else None


def _after_label(found: Candidate) -> Candidate | None:
    parts = re.split(r"[/.?-]", found.value.replace(" ", ""))
    if len(parts) == 1 and len(parts[0]) in {6, 8}:
        parts = [parts[0][:2], parts[0][2:4], parts[0][4:]]
    if len(parts) != 3:
        return None
    first, second, year = digits_of("/".join(parts))[:3] if all(parts) else (0, 0, 0)
    return found if (is_day(first, second) or is_day(second, first)) and is_year(year) else None


def _partial(found: Candidate) -> Candidate | None:
    """Judge "3/14" by its numbers and its neighbours."""
    first, second = digits_of(found.value)[-2:]
    before = found.text[max(0, found.start - 30) : found.start]
    if found.value[0].isalpha() and found.value[0] not in "OoIl|":
        return found.scored(0.95) if _is_either(first, second) else None
    if _is_score(found, before, second) or is_acuity(found.text, found.start, found.end):
        return None
    if not _is_either(first, second):
        return found.scored(0.8) if _is_month_of(first, second) and _IN_MONTH.search(before) else None
    return found.scored(_likely(first, second, _by_cue(found, before)))


def _is_month_of(month: int, year: int) -> bool:
    """True for "5/87": a month and the last two digits of a year that no day, no term of weeks can be."""
    return 0 < month <= 12 and 31 < year < 100 and year not in _WEEKS


def _is_either(first: int, second: int) -> bool:
    return is_day(first, second) or is_day(second, first)


def _is_score(found: Candidate, before: str, second: int) -> bool:
    """True for a strength, a score, a share, a duration ("x 3/7") or damage without a digit."""
    return (
        not any(map(str.isdigit, found.value))
        or (_SCORES(before) and not _VALUED.search(before))
        or bool(_FRACTION_AFTER.match(found.text, found.end, found.end + 24))
        or (second in {7, 12} and _LASTING(before))
    )


def _by_cue(found: Candidate, before: str) -> tuple[float, float, float]:
    """Scores for a fraction that no scale, some scale, most scales use."""
    if _EVENT_CUE(before) and _AGENT.match(found.text, found.end):
        return 0.92, 0.8, 0.65
    if _STRONG_CUE(before) or _VALUED.search(before):
        return 0.92, 0.72, 0.55
    if _WEAK_CUE(before) or _LISTED.match(found.text, found.end, found.end + 16):
        return 0.88, 0.59, 0.47
    return 0.58, 0.42, 0.3


def _likely(first: int, second: int, scores: tuple[float, float, float]) -> float:
    """Pick a score by how usual the fraction is on clinical scales."""
    if (
        (first, second) in {(1, 2), (5, 5), (24, 7)}
        or first == 20
        or (first <= second and second in {3, 4, 5, 10})
    ):
        return scores[2]
    return scores[1] if first <= second and second in _SCALES else scores[0]


_HYPHEN_CUE = (
    r"\b(?:on|signed|completed|filled|started|starts|missed|orig|entry for|started|labs|"
    r"addendum(?: \d)?|callback|rptd|reported|ended|came|"
    r"collected|requested|phone|dated|dob|mri|lp|since|by|until|till?|thru|through|dated|last|"
    r"next|visit|"
    r"exp|returns?|rtc|due|seen|given|appt|"
    r"adm|dc|d/c|date|as of|dos|doi|sent|rec'd|fri|sat|sun|mon|tues?|wed|thu(?:rs?)?)[.: ]*"
)


def _hyphenated(found: Candidate) -> Candidate | None:
    first, second = digits_of(found.value)[-2:]
    fits = is_day(first, second) or is_day(second, first)
    if not fits or followed_by_unit(found):
        return None
    at_start = found.text[found.start - 1 : found.start] in ("", "\n")
    padded = re.search(r"\b0\d|-(?:1[3-9]|2\d|3[01])\Z", found.value)
    return found.scored(0.7) if at_start and padded else found


PATTERNS = (
    Pattern(
        "full",
        Label.DATE,
        (
            rf"{WITH_WEEKDAY}{D}{{1,2}}(?: ?/ ?{D}{{1,2}} ?/ ?\n?|-{D}{{1,2}}-\n?|\. ?{D}{{1,2}}\. "
            rf"?){D}{{2}}(?:{D}{{2}})?"
        ),
        0.97,
        not_after="0123456789/%",
        check=first_of(ordered, standing_alone, _no_scores),
        finds=(
            "stay [[DATE|03/01/2020]]-[[DATE|03/14/2020]]",
            "out [[DATE|10/9]]-[[DATE|10/14/21]]",
            "seen [[DATE|03/15/22]], next",
            "dc [[DATE|22.1.2031]]",
            "[[DATE|O9/O9/194l]] scanned",
            "[[DATE|Fri 3/12/2021]]",
            "[[DATE|1-6-23]], 31 wk",
        ),
        leaves=(
            "version 1.2.3",
            "12/30/45/60",
            "lot 44-99-12-1",
            "13/13/2020",
            "CIWA 10-8-12",
            "Aldrete 7-9-10",
        ),
    ),
    Pattern(
        "glued",
        Label.DATE,
        rf"\b(?i:dob|doa|dos|dod|doi|date)(?P<id>{D}{{1,2}}[/.-]{D}{{1,2}}[/.-]{D}{{2}}(?:{D}{{2}})?)\b",
        0.97,
        check=ordered,
        finds=("DOB[[DATE|01/02/1960]]",),
    ),
    Pattern(
        "iso",
        Label.DATE,
        rf"{WITH_WEEKDAY}{YEAR}(?:-{D}{{1,2}}-{D}{{1,2}}|/{D}{{1,2}}/{D}{{1,2}}|\.{D}{{1,2}}\.{D}{{1,2}})",
        0.97,
        not_after="0123456789/",
        check=first_of(ordered, standing_alone),
        finds=("read [[DATE|2021-03-14]]T10:47", "Adm [[DATE|2031/04/19]]"),
        leaves=("stamp 2031-14-22T10:05:00Z", "part 2020-33-01"),
    ),
    Pattern(
        "digit-month-year",
        Label.DATE,
        rf"{D}{{1,2}} ?[/-] ?{YEAR}\b",
        0.92,
        not_after="/",
        check=first_of(_month_year, standing_alone),
        finds=("last seen [[DATE|3/2024]]", "exp [[DATE|08/2024]]", "since [[DATE|10-2021]]"),
        leaves=("13/2024", "protocol 4-12/2019"),
    ),
    Pattern(
        "year-month",
        Label.DATE,
        r"\b(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])\b",
        0.8,
        not_before="0123456789/-.",
        not_after="-/",
        finds=("exp [[DATE|2026-08]]",),
        leaves=("2020-13", "1-2019-08-3"),
    ),
    Pattern(
        "compact",
        Label.DATE,
        r"\b[0-9]{8}",
        0.75,
        not_before="-.#/",
        not_after="0123456789-",
        check=_compact,
        finds=("taken [[DATE|20240314]] at", "|[[DATE|19710304]]|F"),
        leaves=("ref 20241399", "id 87654321"),
    ),
    Pattern(
        "file-name",
        Label.DATE,
        rf"\b[A-Za-z]{{2,12}}[_-](?P<id>[0-9]{{8}})(?:[_-][0-9]{{2,6}}){{0,2}}\.(?i:{FILES})\b",
        0.9,
        check=_compact,
        finds=("see PXL_[[DATE|20220914]]_1022.jpg", "scan-[[DATE|20190302]].pdf"),
        leaves=("IMG_20229914.jpg", "DSC_10024411.jpg"),
    ),
    Pattern(
        "dotted",
        Label.DATE,
        (
            r"\b(?i:thru|through|until|till?|expires?|exp|due|valid to|good to|appt|rtc|b|d)[ .:]{1,3}"
            rf"(?P<id>{DAY}\.[0-9]{{2}})\b"
        ),
        0.65,
        not_after="/-%.0123456789",
        check=first_of(
            unless_unit, lambda found: found if _is_either(*digits_of(found.value)[-2:]) else None
        ),
        finds=("covered thru [[DATE|12.10]].", "due [[DATE|3.15]]"),
        leaves=("until 1.5 mg", "due 31.45", "thru 2.25 mL"),
    ),
    Pattern(
        "roman",
        Label.DATE,
        (
            rf"\b{DAY}([./-])(?:i{{1,3}}|iv|vi{{0,3}}|ix|xi{{0,2}}|I{{1,3}}|IV|VI{{0,3}}|IX|"
            rf"XI{{0,2}})[./-]{ANY_YEAR}\b"
        ),
        0.93,
        not_before="0123456789/.-",
        finds=("typed [[DATE|17.xi.23]]", "[[DATE|5.ii.2015]]"),
        leaves=("CN 2.iii",),
    ),
    Pattern(
        "labelled",
        Label.DATE,
        rf"\b(?i:d\.?[o0]\.?b\.?|dos|date of birth|birth ?date|born|birthday|d\. of b\.|date){CONNECT}"
        rf"(?P<id>{D} ?{D}? ?[/.?-]? ?{D} ?{D}? ?[/.?-]? ?{D} ?{D}(?: ?{D} ?{D})?)",
        0.9,
        not_after="-/",
        check=_after_label,
        finds=(
            "dob: [[DATE|031561]] here",
            "Born [[DATE|7 / l 4 / 2 8]]",
            "Date of birth [[DATE|14031956]]",
        ),
        leaves=("born 44 weeks", "DOB 99"),
    ),
    Pattern(
        "partial",
        Label.DATE,
        rf"{WITH_WEEKDAY}{D}{{1,2}}/{D}{{1,2}}\b",
        0.5,
        not_before="/",
        not_after="/%",
        check=first_of(standing_alone, _partial),
        finds=(
            "out [[DATE|3/12]]-[[DATE|3/13]]",
            "on [[DATE|3/14]], she",
            "[[DATE|Sat 5/11]] fell",
            "[[DATE|9/22]] call made",
            "clipped in [[DATE|4/88]] and",
        ),
        leaves=(
            "1/2 tab",
            "5/5 strength",
            "strength 4/5",
            "BP 10/6",
            "20/25 vision",
            "VA R 6/36 (last visit 6/24)",
            "4/6 murmur",
            "pain 9/10",
            "Apgars 8/9",
            "24/7",
            "2/3 of the cup",
            "back on BiPAP 16/6 overnight",
            "pupils 6/4, then decreasing to 3/2",
            "pN1a (3/17), margins clear",
            "stool page 2/2",
            "grew 2/2 GPC in clusters",
            "Beighton 7/9 and lax",
            "BP of 9/64",
            "pressure down to 11/58",
            "back in 6/52",
            "Zubsolv refilled, 8/2 SL daily",
        ),
    ),
    Pattern(
        "hyphenated",
        Label.DATE,
        rf"{WITH_WEEKDAY}{DAY}-{DAY}\b",
        0.6,
        not_before="0123456789/.-",
        not_after="-/.%+",
        check=first_of(cued(_HYPHEN_CUE, score=0.8, otherwise=0.4), _hyphenated),
        finds=("Next visit [[DATE|14-05]]", "light duty until [[DATE|1-27]]"),
        leaves=("on 2-3 tabs", "C5-6", "2-0 Vicryl", "by 10-12 days", "about 3-4 times"),
    ),
    Pattern(
        "apostrophe",
        Label.DATE,
        r"'(?:[0-9]{2}|[OoIl][0-9])\b",
        0.85,
        not_before="0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        not_after="s'\"",
        check=unless_unit,
        finds=("since [[DATE|'08]]", "MI x2 ([[DATE|'99]])"),
        leaves=("5'10 tall", "the '60s", "gave '50 mg'"),
    ),
)
