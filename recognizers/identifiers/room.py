"""Numbers of rooms, beds, bays, theatres, cells and suites (part of 45 CFR 164.514(b)(2)(i)(B)).

The span is the number alone; the unit's name stays ("MICU 12", "bed 14B").
"""

import re

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer

_PLACE = (
    r"rooms?|rm|rrn|beds?|bay|suite|chair|stretcher|gurney|cot|crib|isolette|cell|bunk|"
    r"tank|booth|exam[ ]room|cubicle|cube|"
    r"theatre|theater|resus|hall(?:way)?[ ]?bed|hall|courtroom|conference room|desk|"
    r"cottage|sideroom|side room|s/r|lodge|cama|trauma[ ](?:room|bay)|apt|apartment|hmrm|"
    r"homeroom|dorm|housing|"
    r"locker|seclusion room"
)
_UNIT = (
    r"(?:[A-Z]{0,3}(?:ICU|icu)|[mscnptb]?icu|[Ff]luoro|[Ll]inac|[Cc]ath lab|"
    r"[Ee]ndo|CCU|CVU|PACU|NICU|PICU|HDU|ITU|AMU|MAU|CDU|SDU|IMCU|L&D|LDR|LDRP|"
    r"OR|ED (?:bed|bay|room|rm|pod)|ER (?:bed|bay|room|rm)|PIC|IMC)"
)
_NUMBER = (
    r"(?P<id>#?(?:[A-Z]{1,3}[ -]?)?[0-9OIl]{1,4}[A-Za-z]?(?:[ ]?-[ "
    r"]?(?:[0-9OIl]{1,4}[A-Za-z]{0,2}|[A-Z]{1,2}))?(?:[ ][A-Z]\b)?|[A-Z](?:[0-9]{1,3})?|"
    r"[A-Z][0-9]?-[0-9]{1,4}[A-Z]?)\b"
)
_QUANTITY = re.compile(
    r"/\d[ ]?(?:normal|pos|neg)|[ ]?(?:hrs?\b|hours?|days?\b|d\b|mg\b|min\b|weeks?|wks?\b|x\b|"
    r"times|feet|ft\b|cm\b|mm\b|%|L\b|of\b|air|am\b|pm\b|to\b|mos?\b|"
    r"months?|years?|yrs?|beats|bpm|people|patients|pts?\b|beds\b|/\d+/|:\d|\.\d|,\d{3}|\+|"
    r"degrees|steps|laps|daily|h\b|hr\b|deg\b|C\b|F\b)"
)
_SPELLED = re.compile(r"(?i:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b")
_HEART = re.compile(r"(?:HR|RR|BP|PR|CT|RA|T)[ ]?\d+|[ST][1-4]|[CLT]\d{1,2}(?:-\d)?")
_PARTED = re.compile(r"(?<!\brm)(?<!\brrn)(?<!\.)\.[ ]{0,2}#?\Z", re.IGNORECASE)
_LED = re.compile(r"\b(?:in|to|on|from|at|ed|er|nsy|nrsy|nursery|nicu)[ ]+pod[ :#.]{1,3}\Z", re.IGNORECASE)
_POD = len("pod : ")
_WORDS = {"A", "I"}


def _room(found: Candidate) -> Candidate | None:
    value = found.value
    if _HEART.fullmatch(value):
        return None
    if value.isalpha() and len(value) > 1 and not _SPELLED.match(value):
        return None
    if value.startswith("#"):
        found = found.narrowed(found.start + 1, found.end)
    if _QUANTITY.match(found.text, found.end) or re.fullmatch(r"\d[xX]", value):
        return None
    if re.search(r" [A-Z]\Z", value) and re.match(r"[\w'.&/-]", found.text[found.end : found.end + 1]):
        return found.narrowed(found.start, found.end - 2)
    return (
        None
        if value in _WORDS and not re.match(r"[ ]?[.,;)\n(]|\Z", found.text[found.end : found.end + 2])
        else found
    )


def _beside(found: Candidate) -> Candidate | None:
    """Reject what a full stop parts from the place, or a colon when it is a reading ("bed. JP 30")."""
    return None if _PARTED.search(found.before(12)) else _room(found)


def _in_pod(found: Candidate) -> Candidate | None:
    """Reject a number behind a small "pod" to which nothing leads: the day after an operation."""
    small = found.text[max(0, found.start - _POD) : found.start].lstrip(" :.#").startswith("pod")
    led = _LED.search(found.before(_POD + 8))
    kept = _numbered(found)
    return None if kept and small and not led and kept.value.isdigit() else kept


def _numbered(found: Candidate) -> Candidate | None:
    return _room(found) if any(char.isdigit() for char in found.value) else None


PATTERNS = (
    Pattern(
        "place",
        Label.ROOM,
        (
            rf"\b(?:(?i:{_PLACE})\b|(?i:rm|rrn)\.)(?:[ ]?(?i:#|no\.?|number|:|\.{{2,40}}|-|"
            rf"=)){{0,3}}(?:[ ]{{0,8}}|[ "
            rf".]{{2,40}}){_NUMBER}"
        ),
        0.88,
        not_after="%",
        check=_beside,
        finds=(
            "in room [[ROOM|412]], stable",
            "Rm: [[ROOM|216]]",
            "bed [[ROOM|14B]]",
            "Bay [[ROOM|4]] bed [[ROOM|2]]",
            "ROOM......... [[ROOM|3-118]]",
            "bed [[ROOM|7W-03]].",
            "bed [[ROOM|A]] (window)",
            "chair [[ROOM|11]], MWF",
            "suite [[ROOM|340]]",
            "bunk [[ROOM|07]]",
            "room #[[ROOM|9A]], door",
        ),
        leaves=(
            "bed rest 3 days",
            "room air 94 %",
            "bed 2 hours",
            "chair 3x daily",
            "in bed 20 hrs",
            "room temp 21 C",
            "op 3 days ago",
            "bed A patient",
            "back in bed. 40 min later",
        ),
    ),
    Pattern(
        "unit",
        Label.ROOM,
        rf"\b{_UNIT}(?:[ ]{{1,2}}[#:-]?|[#:-])[ ]?{_NUMBER}",
        0.8,
        not_after="/%:",
        check=_numbered,
        finds=(
            "moved to MICU [[ROOM|12]]",
            "OR [[ROOM|5]] at",
            "SICU [[ROOM|4W-12]].",
            "ICU [[ROOM|6]]",
            "back to sicu [[ROOM|9]] after",
            "swallow in fluoro [[ROOM|3]], aspirated",
        ),
        leaves=(
            "ICU day 4",
            "fluoro 2 min",
            "icu 3 days",
            "fluoro 1.2 mGy",
            "OR 2.1 (1.4-3.3)",
            "ICU stay 3 days",
            "OR 12 hours",
            "PACU 2 h",
        ),
    ),
    Pattern(
        "pod",
        Label.ROOM,
        rf"\b(?:[Pp]od|exam|Ste|ste)[ :#.]{{1,3}}{_NUMBER}",
        0.7,
        not_after="-/%",
        check=_in_pod,
        finds=("pod [[ROOM|C-6]]", "waiting in exam [[ROOM|7]].", "Ste [[ROOM|410]],"),
        leaves=("POD 1", "exam 10-g monofilament", "STE II III", "exam 2/3"),
    ),
    Pattern(
        "bedded",
        Label.ROOM,
        r"\b[0-9]{3,4}-(?:[1-4]|[A-DWN])\b",
        0.52,
        not_before="-/.0123456789:",
        not_after="-/.:%0123456789",
        finds=("at the bedside in [[ROOM|1104-2]]. He", "F  [[ROOM|414-W]]"),
        leaves=("2019-1-3", "1900-2 pm", "555-0142"),
        check=_room,
    ),
    Pattern(
        "shape",
        Label.ROOM,
        r"\b[0-9]{1,2}(?:[NSEWC]|NW|NE|SW|SE)-[0-9]{1,3}[A-Z]?\b",
        0.7,
        not_before="-/.",
        not_after="-/",
        finds=("bed is ready on [[ROOM|7W-03]] now", "tx to [[ROOM|4NW-18]]"),
        leaves=("2C-9-10", "T7W-03"),
    ),
    Pattern(
        "ward",
        Label.ROOM,
        r"\b[1-9][0-9]?[NSEW][ ](?:- |bed )?(?P<id>[0-9]{1,2}(?:-[1-9]|[AB])?)\b",
        0.7,
        not_before="-/.:",
        not_after="-/.:%,0123456789",
        check=_room,
        finds=("back to 7N [[ROOM|31]] tonight", "loc 4W [[ROOM|18-2]] tele"),
        leaves=("12E 4 mg", "7N 1.5"),
    ),
    Pattern(
        "wing",
        Label.ROOM,
        r"\b[0-9]{1,2}[ -]?(?i:north|south|east|west)[ -](?:bed |rm )?[0-9]{1,3}[A-Z]?\b",
        0.7,
        not_before="-/.",
        not_after="-/:",
        check=_room,
        finds=("up to [[ROOM|3-South 9]] from", "on [[ROOM|5 East-14]],", "[[ROOM|2 West 210B]]"),
        leaves=("12 North 3rd Street", "5 East 10:30"),
    ),
    Pattern(
        "rm-slash-bed",
        Label.ROOM,
        rf"\b(?i:rm/bed|room/bed|bed/room|loc(?:ation)?)\b(?:\.{{2,24}})?:[ #]{{0,24}}{_NUMBER}",
        0.9,
        not_after="/%:",
        check=_numbered,
        finds=("Rm/Bed: [[ROOM|412-B]]", "Loc: [[ROOM|7W-12]]"),
        leaves=("LOC: 12/15", "location unknown"),
    ),
    Pattern(
        "slashed",
        Label.ROOM,
        (
            r"\b(?i:room|rm|bed)[ :#]{0,3}[0-9A-Z-]{1,6}[ ]?/[ "
            r"]?(?P<id>[0-9]{1,3}[A-Z]?(?:-[0-9A-Z]{1,3})?|[A-D])\b"
        ),
        0.75,
        not_after="/%",
        check=_room,
        finds=("Room [[ROOM|412]]/[[ROOM|2]],",),
        leaves=("room air / 3 L",),
    ),
    Pattern(
        "spelled",
        Label.ROOM,
        (
            r"\b(?i:room|theatre|theater|bed|bay|suite|operating room)[ ](?:number )?(?P<id>(?i:one|two|"
            r"three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:[ -](?i:oh|zero|one|two|three|"
            r"four|five|six|seven|eight|nine|ten|twenty|thirty|forty))*)\b"
        ),
        0.7,
        check=_room,
        finds=("in theatre [[ROOM|FOUR]] period", "room [[ROOM|two oh six]]"),
        leaves=("bed two hours", "room one of"),
    ),
)

RECOGNIZER = PatternRecognizer("room", PATTERNS)
