"""Street addresses and abbreviated states (45 CFR 164.514(b)(2)(i)(B)).

A street runs from the house number to the apartment; suffixes are those of USPS Publication 28
(appendix C1) and their British and Irish kin. Without a house number only unambiguous suffix
words after capitalised names count. States in two letters need a city's comma, a ZIP or a plate
behind them; full names are the lexicon's.
"""

import re

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer
from recognizers.identifiers.shapes import first_of
from recognizers.identifiers.zip_code import FULL_STATE, STATE

_SUFFIX = (
    r"(?i:street|st|str|road|rd|avenue|ave|av|boulevard|blvd|drive|dr|lane|ln|court|ct|circle|"
    r"cir|place|pl|terrace|terr?|way|trail|trl|"
    r"parkway|pkwy|highway|hwy|loop|square|row|crescent|cres|close|mews|gardens|grove|hill|"
    r"parade|pike|turnpike|alley|plaza|plz|crossing|xing|"
    r"bend|cove|run|ridge|point|pt|path|walk|park|view|heights|hts|landing|creek|commons|green|"
    r"rise|esplanade|quay|wharf|bypass|expressway|fwy|freeway|ranch|rnch|camino|calle)"
)
_CLEAR = (
    r"(?:Street|Road|Rd|Avenue|Ave|Boulevard|Blvd|Lane|Ln|Parkway|Pkwy|Highway|Hwy|Turnpike|"
    r"Crescent|Cres|Terrace|Drive|"
    r"STREET|ROAD|AVENUE|BOULEVARD|LANE|PARKWAY|HIGHWAY)"
)
_SIDE = r"(?:(?:[NSEW]|NE|NW|SE|SW|N\.E|N\.W|S\.E|S\.W)\b\.?[ ]|(?i:north|south|east|west)[ ])"
_UNIT = (
    r"(?:,?[ ]{0,2}\n?(?i:(?:rear |front )?(?:apt|apartment|unit|suite|ste|lot|bldg|building|floor|"
    r"fl|rm|room|trlr|no|space|spc)\b)\.?[ ]?#?[ ]?[A-Za-z0-9][A-Za-z0-9-]{0,6}\b|"
    r",?[ ](?i:rear(?: apt| cottage)?|upper|lower|front|basement)\b|,?[ ]?#[ ]?[A-Za-z0-9-]{1,6}\b)"
)
_NAME = r"(?:[A-Z0-9][A-Za-z0-9'-]{0,20}|[A-Z][a-z]{0,2}\.)"
_DIRECTION = r"(?:[ ](?:N\.E\.|N\.W\.|S\.E\.|S\.W\.|(?:N|S|E|W|NE|NW|SE|SW)\b))?"
_STOP = re.compile(
    r"\b(?:the|of|on|in|to|for|and|with|at|from|by|was|is|were|has|had|her|his|mg|mcg|ml|units|liters?|fr|"
    r"tabs?|tablets?|days?|weeks?|hours?|hrs?|"
    r"years?|yrs?|months?|x|po|bid|tid|daily|per|if|then|or|as|cm|mm|things|pts?|patients?)\b",
    re.IGNORECASE,
)
_WORDS = {"ID", "Tx", "Me", "Pa", "Ma", "In", "Md", "Mo", "OR", "IN"}
_ANY_ROAD = re.compile(
    r"\b(?:the|a|an|other|main|same|long|down|that|this|any|every|side|back|dirt|country|on|of|"
    r"in|to|and|his|her|their|my|"
    r"your|our|new|busy|open|wet|icy|cross|public|city|one|no)\b",
    re.IGNORECASE,
)
_NOT_STREETS = re.compile(
    r"(?:Main(?:stream)?|Air|High|Fast|Private|Right|Left|Outpatient|Clinic|Hospital|Upper|"
    r"Lower|Test|Sex|Blood|Tract|Memory|The|This|Rectal|"
    r"Internal|Ventilatory|Respiratory|Inspiratory|Heart|Resp)[ ](?:Drive|Terrace|Highway|Lane|"
    r"Road)|.*\b(?:Airway|Hospital|Clinic)\b",
)


def _prose(found: Candidate) -> Candidate | None:
    """Reject a number that prose joins to a suffix word ("42 things ... the st")."""
    return None if _STOP.search(found.value.split("\n")[0][1:]) else found


def _proper(found: Candidate) -> Candidate | None:
    """Reject "the road" and "a busy street"."""
    return None if _ANY_ROAD.search(found.value) else found


def _state(found: Candidate) -> Candidate | None:
    """Reject "ID 30774" and "Tx 97140" without a city's comma in front."""
    return None if found.value in _WORDS and not found.before(3).rstrip().endswith(",") else found


def _without_stop(found: Candidate) -> Candidate:
    """Leave out the full stop that ends the sentence, not the abbreviation."""
    ends = re.match(r"[ ]?(?:[,;)#]|[a-z0-9])", found.text[found.end : found.end + 2])
    return found.narrowed(found.start, found.end - 1) if found.value.endswith(".") and not ends else found


def _named(found: Candidate) -> Candidate | None:
    if _NOT_STREETS.match(found.value) or _STOP.match(found.value) or found.value.startswith("County "):
        return None
    return found


PATTERNS = (
    Pattern(
        "numbered",
        Label.STREET,
        (
            rf"\b(?:[1-9][0-9OIl]{{0,5}}|[OIl][0-9][0-9OIl]{{0,4}})(?:-[0-9OIl]{{1,5}})?[A-Za-z]?[ "
            rf"]{{1,2}}{_SIDE}?(?:{_NAME}[ "
            rf"]{{1,2}}\n?){{1,4}}?{_SUFFIX}\b\.?{_DIRECTION}{_UNIT}{{0,3}}"
        ),
        0.93,
        not_before="0123456789/.-",
        check=first_of(_prose, _without_stop),
        finds=(
            "lives at [[STREET|410 Elm Street]]",
            "[[STREET|3130 W Olympic Blvd Ste 410]]  Los",
            "at [[STREET|13877 SW 71st Terrace, Suite 310]], Alder",
            "[[STREET|1290 Alston Ave #3F]], Durham",
            "[[STREET|14 Tannery Row]], Otley",
            "[[STREET|908 E. Frierson Ave., rear cottage]], Tampa",
            "[[STREET|204 Heathfield Rd]] B19",
            "[[STREET|2260 Fairburn Rd SW #C-12]]",
        ),
        leaves=(
            "There are 42 things to consider when walking down the st.",
            "2 Tabs PO Dr ordered",
            "12 Hours Post Op Way too long to",
            "20 mg IV",
        ),
    ),
    Pattern(
        "lower",
        Label.STREET,
        (
            rf"\b[0-9]{{2,6}}[ ](?:[nsew]\.?[ ])?(?:[a-z][a-z'-]{{2,20}}[ ]){{1,2}}(?:st|street|rd|road|"
            rf"ave|avenue|blvd|ln|lane|ct|court|hwy|pkwy|cir|terrace|circle)\b{_UNIT}{{0,2}}"
        ),
        0.8,
        not_before="0123456789/.-",
        check=first_of(_prose, _without_stop),
        finds=("addy is [[STREET|1809 e long st unit c]], san", "at [[STREET|412 maple ave]]"),
        leaves=("20 mg then st", "10 units daily ave"),
    ),
    Pattern(
        "named",
        Label.STREET,
        (
            rf"\b(?:(?:Old|New|Upper|Lower|North|South|East|West|N|S|E|W|Mt|St|Saint|Fort|Ft|Lake)\.?[ "
            rf"])?(?:[A-Z][a-z'-]{{2,20}}|[0-9]{{1,3}}(?:st|nd|rd|th)|MLK)(?:[ "
            rf"][A-Z][a-z'-]{{2,20}})?(?:[ ][0-9]{{1,3}})?[ ]{_CLEAR}\b\.?{_DIRECTION}{_UNIT}?"
        ),
        0.72,
        not_before="-/",
        check=first_of(_named, _without_stop),
        finds=(
            "lives on [[STREET|Larkspur Lane]], moved",
            "from [[STREET|Quarry Road]] and",
            "shop on [[STREET|Kilauea Ave]] can",
            "house on [[STREET|Old Mine 42 Road]] outside",
        ),
        leaves=(
            "sex drive low",
            "down the road",
            "Respiratory drive",
            "walked the street",
            "Left lane",
            "County Road crew",
        ),
    ),
    Pattern(
        "named-lower",
        Label.STREET,
        (
            r"\b(?:on|at|off|near|from|to|lives|house on|over on)[ ](?:the[ "
            r"])?(?P<id>(?:[a-z][a-z'-]{2,20}[ ]){1,2}"
            r"(?:street|avenue|boulevard|blvd|road|rd|ave|lane|hwy|highway|parkway))\b"
        ),
        0.6,
        check=_proper,
        finds=("lot over on [[STREET|china lake boulevard]] with", "house on [[STREET|pleasant valley rd]],"),
        leaves=("on the road", "at the other avenue", "from a long road", "to the main highway"),
    ),
    Pattern(
        "named-upper",
        Label.STREET,
        (
            r"\b(?:[A-Z][A-Z0-9'-]{2,20}[ ]){1,2}(?:STREET|AVENUE|AVE|BOULEVARD|BLVD|ROAD|RD|HWY|"
            r"HIGHWAY|PARKWAY|PKWY)\b"
        ),
        0.6,
        check=_proper,
        finds=("CALLED TO RITE AID, [[STREET|MILITARY HWY]].",),
        leaves=("DOWN THE ROAD", "ON THE ROAD"),
    ),
    Pattern(
        "saint",
        Label.STREET,
        r"\b(?:[A-Z][a-z'-]{2,20}|[0-9]{1,3}(?:st|nd|rd|th))[ ]St\b\.?",
        0.6,
        context=(
            r"(?:on|at|corner|off|lives|live|near|down|apartment|house|store|shop|address|bus|stop|"
            r"rehab at)\b"
        ),
        near=25,
        in_context=0.75,
        not_after="'",
        check=lambda found: (
            None if re.match(r"\.?[ ][A-Z][a-z]", found.after(3)) and not found.value.endswith(".") else found
        ),
        finds=("apartment on [[STREET|Cedar St]], a", "off [[STREET|Main St.]], Cahersiveen"),
        leaves=("admitted to St John", "The ST segment"),
    ),
    Pattern(
        "numbered-side",
        Label.STREET,
        r"\b(?:at|on|off|near|from|to|lives?)[ ](?P<id>[NSEW]\.?[ ][0-9]{1,3}(?:st|nd|rd|th))\b",
        0.7,
        finds=("Safeway on [[STREET|E 19th]].", "at [[STREET|S 8th]] and"),
        leaves=("vitamin E 2nd dose", "E 4"),
    ),
    Pattern(
        "freeway",
        Label.STREET,
        (
            r"\b(?:on|off|along|down|up|took|takes|taking|closed)[ ]the[ ]"
            r"(?P<id>3[2-9]|[4-9][0-9]|[1-9][0-9]{2})"
            r"(?:[.,;)\n]|[ ](?:at|near|by|and|when|freeway|fwy|interchange|exit)\b)"
        ),
        0.6,
        finds=("car trouble on the [[STREET|605]].", "fog closed the [[STREET|57]], ride late"),
        leaves=("on the 14.", "off the 40 mg dose", "on the 300 unit"),
    ),
    Pattern(
        "road-number",
        Label.STREET,
        (
            r"\b(?P<id>(?:SR|CR|SH|RM|US|[AM])[ ]?[0-9]{1,4}[A-Z]?)[ ,]{1,2}(?i:eastbound|westbound|"
            r"northbound|southbound|[ewns]/?b|lay-?by|near|junction|jct|exit|slip road|hard shoulder)\b"
        ),
        0.35,
        context=r"(?:mm|mile|loc|location|on|along|off|the|at|near|crash|rtc|mvc|rta|motorbike|car|collision)\b",
        near=14,
        in_context=0.75,
        finds=(
            "mm 118 [[STREET|SR 20]] eastbound,",
            "RTC at [[STREET|A40]] lay-by",
            "on the [[STREET|M4]] near Reading",
        ),
        leaves=("the M1 segment", "A1 pulley"),
    ),
    Pattern(
        "corner",
        Label.STREET,
        (
            r"\b(?i:at|near|corner of|cnr|of|off)[ ]"
            r"(?P<id>(?:[NSEW]\.?[ ])?[0-9]{1,3}(?:st|nd|rd|th)[ ](?:and|&)[ ][A-Z][a-z]{2,}"
            r"(?: (?:St|Ave|Rd|Blvd|Street|Avenue))?)\b"
        ),
        0.85,
        finds=("found at [[STREET|29th and Gage]] by", "corner of [[STREET|5th & Main]], fell"),
        leaves=("at 5th and sixth rib", "of 2nd and third degree"),
    ),
    Pattern(
        "box",
        Label.STREET,
        (
            r"\b(?i:p\.?[ ]?[o0]\.?[ ]?b[o0]x|post office box|pmb|gpo box|locked bag|private bag|"
            r"general delivery box)[ ]{0,3}#?[ ]{0,2}[0-9A-Z][0-9OIl-]{0,7}\b"
        ),
        0.95,
        finds=("to [[STREET|PO Box 91]] not", "[[STREET|P.O. Box 4410]]", "[[STREET|PO BOX 100]], M"),
        leaves=("po box of pills", "PO boxes"),
        check=lambda found: found if any(char.isdigit() for char in found.value) else None,
    ),
    Pattern(
        "rural",
        Label.STREET,
        (
            r"\b(?:R\.?R\.?|Rt\.?|Rte|Route|Rural Route|HC|Star Route)[ ]?#?[ ]?[0-9]{1,3}(?:,?[ "
            r"](?:Box|Bx|BOX)[ "
            r"][0-9A-Z-]{1,6})?\b"
        ),
        0.7,
        not_after="/%",
        check=lambda found: found if "B" in found.value or "Rural" in found.value else None,
        finds=("at [[STREET|RR 2 Box 41]], Leigh", "[[STREET|HC 63 Box 118]]", "[[STREET|Rural Route 4]]"),
        leaves=("RR 18", "R 20", "RR 22 sat"),
    ),
    Pattern(
        "route",
        Label.STREET,
        (
            r"\b(?:Route|Rte|Rt|Hwy|Highway|US|State Route|County Road|County Rd|Co Rd|Cty Rd|CR|FM|"
            r"Farm Road|Cty Hwy|Interstate|State Road|SR|I)[ -][0-9]{1,4}[A-Z]?\b"
        ),
        0.4,
        context=(
            r"(?:on|off|at|along|lives?|crash|mvc|accident|exit|near|road|house|mile|trailer|north|"
            r"south|from|rural)\b"
        ),
        near=18,
        in_context=0.62,
        not_after="/%.",
        finds=("crash on [[STREET|Route 9]] at", "lives off [[STREET|County Road 12]],"),
        leaves=("US 12 mm", "CR 84", "I-131 ablation"),
        check=lambda found: (
            found
            if re.match(r"[RHSFC][a-z]|US[ -]\d|I-\d{2}\b(?! ?\d)|FM", found.value) and len(found.value) > 3
            else None
        ),
    ),
    Pattern(
        "unit-first",
        Label.STREET,
        (
            rf"\b(?:Flat|Apt|Unit|Suite)[ ][0-9A-Za-z]{{1,5}},?[ ](?:[0-9]{{1,5}}[A-Za-z]?[ ])?(?:The[ "
            rf"])?(?:[A-Z][a-z'-]{{2,20}}[ ]){{1,3}}{_SUFFIX}\b"
        ),
        0.95,
        finds=("[[STREET|Flat 3, 12 Rowan Close]], Otley", "[[STREET|Unit 4 Harbour View]]"),
        leaves=("Unit 3 West nursing", "Flat 3 mm lesion"),
    ),
    Pattern(
        "state-before-zip",
        Label.STATE,
        rf"\b(?P<id>{STATE}\.?)[, \t\n]{{1,4}}[0-9OoIl]{{5}}\b",
        0.93,
        check=_state,
        finds=("Perrysburg, [[STATE|OH]]  43552", "Ethete [[STATE|WY]] 82520", "Boise, [[STATE|ID]] 83702"),
        leaves=("PA 12 mm", "IN 3 days", "interpreter ID 30774"),
    ),
    Pattern(
        "state-after-city",
        Label.STATE,
        (
            r"\b[A-Z][a-z'-]{1,20},[ ]{1,2}(?P<id>A[KZ]|CO|CT|DE|FL|GA|IL|K[SY]|MN|MT|N[CEHJMVY]|OH|RI|"
            r"SC|SD|T[NX]|UT|V[AT]|W[AIVY]|QC|SK|(?i:" + FULL_STATE + r"))\b"
        ),
        0.85,
        not_after="/'",
        finds=(
            "moved to Kinderhook, [[STATE|NY]] in",
            "born in Lynn, [[STATE|CT]] and",
            "from Holland, [[STATE|Michigan]].",
        ),
        leaves=("LEFT ATRIUM: Moderate LA enlargement", "Smith, MD", "Jones, PA-C", "pain, OR 3"),
    ),
    Pattern(
        "state-before-stop",
        Label.STATE,
        (
            r"\b[A-Z][a-z'-]{2,20},[ ]{1,2}(?P<id>CA|MI|MO|ID|IA|ON|AB|BC|MB|NS)"
            r"(?:[.,;)\n]|[ ](?:in|with|at|for|on|to|where|since|after|who|and)\b|\z)"
        ),
        0.8,
        finds=("Alder Falls, [[STATE|ID]]", "in Fresno, [[STATE|CA]]."),
        leaves=("DNR, CA pancreas", "To: Reiko, ID consult", "Kezza, MO Cornelius"),
    ),
    Pattern(
        "state-ambiguous",
        Label.STATE,
        (
            r"\b(?:in|from|to|near|of|outside|lives)[ ](?:[A-Z][a-z'-]{2,20}[ "
            r"]){0,2}[A-Z][a-z'-]{2,20},[ ]{1,2}"
            r"(?P<id>MA|MD|PA|LA|AL|IN|OK|HI|ME|MS|DC|ND|OR|AR)(?:[.,;)\n]|[ ](?:in|with|at|for|on|to|"
            r"where|since)\b|\z)"
        ),
        0.75,
        finds=("drove in from Gloucester, [[STATE|MA]]. She",),
        leaves=("seen by Jones, MD. Plan", "Smith, PA, reviewed"),
    ),
    Pattern(
        "state-of",
        Label.STATE,
        r"\b(?i:state of|commonwealth of)[ ](?P<id>(?i:" + FULL_STATE + r"))\b",
        0.9,
        finds=("STATE OF [[STATE|NEVADA]]  FORM",),
        leaves=("state of mind",),
    ),
    Pattern(
        "state-dotted",
        Label.STATE,
        r"\b[A-Z][A-Za-z.'-]{2,20},?[ ]{1,2}(?P<id>N\.[CDHJMY]\.|S\.[CD]\.|W\.Va\.|R\.I\.|D\.C\.|P\.R\.)",
        0.85,
        finds=("born in Lynn, [[STATE|N.J.]] and", "Rainelle [[STATE|W.Va.]] 25962"),
        leaves=("S.C. injection", "the S.C. heparin"),
    ),
    Pattern(
        "state-plate",
        Label.STATE,
        (
            r"\b(?P<id>A[KLRZ]|C[AOT]|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|"
            r"S[CD]|T[NX]|UT|V[AT]|W[AIVY])[ ](?i:plate|tag|lic(?:ense)?|dl|d\.l\.|driver'?s)\b"
        ),
        0.85,
        finds=("[[STATE|KY]] plate 288 XKD", "a [[STATE|TN]] DL in wallet"),
        leaves=("MY plate", "HIS tag"),
    ),
    Pattern(
        "plate-state",
        Label.STATE,
        (
            r"\b(?i:plate|tag|rego|licen[sc]e plate)[ ](?P<id>A[KLRZ]|C[AOT]|DE|FL|GA|HI|I[ADLN]|K[SY]|"
            r"LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])[ ][A-Z0-9]{1,4}[- "
            r"]?[A-Z0-9]"
        ),
        0.85,
        finds=("tag [[STATE|FL]] CP-388T",),
        leaves=("plate IN place",),
    ),
)

RECOGNIZER = PatternRecognizer("address", PATTERNS)
