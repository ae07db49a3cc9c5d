"""Ages of 90 and over (45 CFR 164.514(b)(2)(i)(C): "all ages over 89").

In digit forms the span is the number ("91"-year-old), otherwise the whole word form
("ninety-one-year-old", "nonagenarian", "nineties"). ``recognizer(every=True)`` finds every age.
"""

import re

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer

_OLD = r"(?P<id>9[0-9OIl]|[9][ ][0-9]|1[01][0-9]|12[0-2])"
_ANY = r"(?P<id>[0-9]{1,2}|1[01][0-9]|12[0-2])"
_ONES = "(?:one|two|three|four|five|six|seven|eight|nine)"
_OLD_WORDS = (
    rf"(?:ninety(?:[ -]{{1,2}}{_ONES})?|(?:one|a) hundred(?: and)?(?:[ -](?:{_ONES}|ten|eleven|"
    rf"twelve|thirteen|fourteen|fifteen))?)"
)
_ANY_WORDS = (
    rf"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[ -]{{1,2}}{_ONES})?|ten|"
    rf"eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    rf"eighteen|nineteen|{_ONES}|(?:one|a) hundred(?: and)?(?:[ -](?:{_ONES}|ten|eleven|twelve))?)"
)
_OLD_AFTER = (
    r"(?:[ ]?-?[ ]?(?i:years?[ -]?old|years?[ -]?of[ -]?age|y\.?[ ]?/?[ ]?o\b\.?|yrs?[ "
    r".-]{0,2}old|yrs?[ ]?/?[ ]?o\b|years? young|year-?older|yo[mf]\b|y\.?[ ]?o\.?[ ]?[mf]\b))"
)
_PERSON = (
    r"(?i:male|female|man|woman|gentleman|lady|widow(?:er)?|resident|pt|patient|veteran|nun|"
    r"priest|bachelor|boy|girl|guy|mother|father)"
)
_KIN = (
    r"(?:mother|father|mom|mum|dad|lady|gentleman|man|woman|friend|twin|sister|brother|aunt|"
    r"uncle|wife|husband|"
    r"grandmother|grandfather|pt|patient|resident|widow|widower|[A-Z][A-Za-z'-]{1,20}[\"']?)"
)
_APPOSED = (
    rf"\b{_KIN}(?:,[ ]|[ ]\(|[ ](?:is|alive|now)[ ])(?:(?:is|age|aged|also|now|only)[ ])?{_OLD}"
    rf"(?:[,;)]|[ ](?:and|who|with|lives|is|was|herself|himself|at|in|next|last)\b)"
)
_QUANTITY = re.compile(
    r"[ ]?(?:mg|mcg|ml|mL|cc|kg|lbs?|pounds?|%|percent|mm|cm|bpm|beats|units?|/\d|:\d|degrees?|"
    r"deg\b|minutes?|min\b|hours?|hrs?|days?|weeks?|wks?|"
    r"months?|mos?\b|feet|ft\b|meters?|steps|g\b|gm|grams?|mmHg|on (?:room|RA|\d)|RA\b|L\b|"
    r"systolic|diastolic|F\b[ ]?(?:temp|oral|rectal)|\.\d|,\d{3}|-\d{2}|"
    r"calories|kcal|dollars|cents|points|th\b[ ]?(?:percentile|%)|nd\b|rd\b|st\b|th\b|x\b|pack|pk)",
)
_NOT_PEOPLE = re.compile(
    r"(?i:sats?|pulse|sodium|creatin\w*|glucose|pressure|rate|weight|height|score|temp\w*|"
    r"chloride|albumin|calcium|platelets?|"
    r"oxygen|saturation|hematocrit|hemoglobin|ferritin|\w*cyte\w*|\w+emia|ck|map|hr|bp|table|"
    r"figure|page|grade|index|total|range|"
    r"normal|high|low|room|bed|unit|route|lipase|amylase|bun|troponin|lactate|potassium|protein|"
    r"level|iron|triglycerides?|ldl|hdl|cholesterol)"
)
_MEASURE = re.compile(
    r"\b(?:hr|heart rate|pulse|p|bp|sbp|dbp|map|sat|sats|sao2|spo2|o2|rr|temp|tmax|t|wt|weight|"
    r"ht|height|bmi|glucose|bs|bg|fsbs|dose|dosage|"
    r"ef|fio2|score|moca|room|rm|bed|bay|icu|cr|bun|plt|wbc|na|cl|alb|hgb|plts|ck|psa|ferritin|"
    r"esr|crp|inr|paced|rate|qtc|qrs|over|x|#|no\.?|"
    r"number|unit|ward|zip|apt|hwy|route|ext|iq|pain|fev1?|dlco|gfr|egfr|cpt|icd|page|oxygen|"
    r"saturat\w+|about|around|approximately|a1c|bpm|vas|kps|gaf|dbp|peep)"
    r"[ :=~<>(]*(?:is|was|of|at|in|are|remained|stable)?[ ]?\Z",
    re.IGNORECASE,
)


def _not_measure(found: Candidate) -> Candidate | None:
    if _QUANTITY.match(found.text, found.end) or _MEASURE.search(found.before(24)):
        return None
    return found


def _of_a_person(found: Candidate) -> Candidate | None:
    word = re.search(r"([A-Za-z'-]+)[ ,(]*(?:is|aged?)?[ ]*\Z", found.before(30))
    return None if word and _NOT_PEOPLE.fullmatch(word[1]) else _not_measure(found)


def _sexed(found: Candidate) -> Candidate | None:
    """Keep "94F" as an age unless it is a temperature or stands behind a measure."""
    if _MEASURE.search(found.before(24)) or found.before(1) in set("/.-$#"):
        return None
    return found


PATTERNS = (
    Pattern(
        "years-old",
        Label.AGE,
        rf"\b{_OLD}{_OLD_AFTER}",
        0.97,
        not_before="/.-$#",
        finds=(
            "a [[AGE|91]]-year-old woman",
            "[[AGE|91]] y/o man",
            "[[AGE|101]]-yo with",
            "[[AGE|94]] y.o. F",
            "[[AGE|97]] yrs old",
            "[[AGE|92]]yo F",
            "[[AGE|93]]yom with",
        ),
        leaves=("89-year-old", "90 years ago", "a 9-year-old", "19 y/o", "900 years old", "0.91 y"),
    ),
    Pattern(
        "years",
        Label.AGE,
        (
            rf"\b(?i:age[ds]?|is|turned|turns|turning|was|be|now|at|she's|he's|pt|patient|lived to|died "
            rf"at|living at|mother|father|man|woman|,|\()[ ]?{_OLD}[ ]?(?i:years?|yrs?|y)\b"
        ),
        0.8,
        check=_not_measure,
        finds=("she is [[AGE|97]] yrs and well", "aged [[AGE|92]] years"),
        leaves=("over 90 years follow", "was 12 yrs", "for 90 years", "over 95 years of tradition"),
    ),
    Pattern(
        "labelled",
        Label.AGE,
        rf"\b(?i:age(?:[ ]?/[ ]?sex)?|aged|ages)\b[ .:=]{{0,24}}(?:of )?{_OLD}\b",
        0.95,
        not_after="%/.",
        check=lambda found: None if _QUANTITY.match(found.text, found.end) else found,
        finds=(
            "Age: [[AGE|94]]",
            "age [[AGE|96]] F",
            "aged [[AGE|90]] and",
            "at age [[AGE|93]] she",
            "Age/Sex.......: [[AGE|90]] / F",
        ),
        leaves=("age 89", "age 9", "age: 90 days", "aged 95%", "stage 90", "dosage 90"),
    ),
    Pattern(
        "sexed",
        Label.AGE,
        (
            rf"\b{_OLD}(?:[ ]?[-/]?[ ]?(?:[MF]|Y[ ]?[MF]|y[ ]?/?[ ]?[MFmf]|m|f)\b|[ ]?(?i:y(?:ea)?rs?[ "
            rf".-]{{0,2}})?[ ]{_PERSON}\b)"
        ),
        0.85,
        not_before="0123456789/.-$#:",
        check=_sexed,
        finds=(
            "[[AGE|94]]F with CHF",
            "([[AGE|92]] F)",
            "[[AGE|98]]M, retired",
            "pt: Bishop | [[AGE|97]]F | E2",
            "[[AGE|96]] y F",
            "[[AGE|91]] female",
        ),
        leaves=("temp 98.6 F", "O2 sat 93F", "T 99 F", "HR 94 m", "sat 95 M", "BP 120/90 F", "wt 92 F"),
    ),
    Pattern(
        "turning",
        Label.AGE,
        (
            rf"\b(?i:(?:turn(?:s|ed|ing)?|living(?:,| at)?|lived to(?: be)?|died at|dies at|reached|age)|"
            rf"(?:she|he|who|they|mother|father|mom|mum|dad|grandm\w+|grandf\w+|nana|patient|pt|resident|"
            rf"wife|"
            rf"husband|aunt|uncle|sister|brother|widow|mr\.? \w+|mrs\.? \w+|ms\.? \w+|miss \w+)"
            rf"(?:'s| is| was| will be| would be|'ll be|'d be|, now)(?: only| now| just| already| almost)?)"
            rf"[ ]{_OLD}\b"
        ),
        0.7,
        not_after="/%-:",
        check=_not_measure,
        finds=(
            "she turned [[AGE|100]] in June",
            "who is [[AGE|102]], hit",
            "mother lived to [[AGE|97]] and",
            "she will be [[AGE|90]] in two",
        ),
        leaves=(
            "HR is 94",
            "sat was 95 %",
            "it is 90 mg",
            "is 98 percent",
            "pulse was 92 today",
            "turned 90 degrees",
            "is 100% on RA",
        ),
    ),
    Pattern(
        "appositive",
        Label.AGE,
        _APPOSED,
        0.62,
        check=_of_a_person,
        finds=("Her mother Alma, [[AGE|91]], lives", "Mr. Harlan ([[AGE|98]]) came"),
        leaves=("Sodium (138)", "Sats, 95, 96", "Pulse, 92, regular", "Creatine (94)"),
    ),
    Pattern(
        "beside-birth",
        Label.AGE,
        rf"\b(?i:dob|d\.o\.b\.|born|birth|b\.)[^\n]{{4,28}}?\([ ]?{_OLD}(?:[ ]?[MFmfYy])?(?:[ ]?[MF])?\)",
        0.9,
        finds=("DOB 5-17-1928 ([[AGE|96]])", "dob nov 1 28 ([[AGE|94]])"),
        leaves=("born 3/4/2019 (95th %)", "birth weight (90%)"),
    ),
    Pattern(
        "patient",
        Label.AGE,
        rf"\b(?:Pt|pt|PT|Patient|Resident|Res)[ ]{_OLD},",
        0.75,
        finds=("Pt [[AGE|101]], non-verbal",),
        leaves=("pt 45, in",),
    ),
    Pattern(
        "decade",
        Label.AGE,
        (
            r"\b(?i:her|his|their|my|mid|late|early)(?:[ -](?i:mid|late|early))?[ -](?P<id>(?:9|"
            r"1[01])0[']?s|(?i:nineties))\b"
        ),
        0.8,
        check=lambda found: (
            None
            if re.search(
                r"(?i:in the\b|sats?|bp|hr|pulse|bs|glucose|pressure|rate|temp\w*|of the)[\w ]*\Z",
                found.before(24),
            )
            else found
        ),
        finds=("in her [[AGE|90s]] and", "his mid [[AGE|nineties]]"),
        leaves=("in the 90s", "sats in the low 90s", "back in the nineties", "SBP 90s"),
    ),
    Pattern(
        "ordinal",
        Label.AGE,
        r"\b(?i:her|his|their|my)[ ](?P<id>(?:9[0-9]|1[01][0-9])(?:st|nd|rd|th))[ ](?i:year|birthday|bday)\b",
        0.9,
        finds=("in her [[AGE|100th]] year", "his [[AGE|95th]] birthday"),
        leaves=("95th percentile", "his 9th birthday", "her 90th sample"),
    ),
    Pattern(
        "noun",
        Label.AGE,
        r"\b(?i:(?:super-?)?centenarians?|nonagenarians?)\b",
        0.97,
        finds=("this [[AGE|nonagenarian]] came", "a [[AGE|supercentenarian]],"),
        leaves=("octogenarian", "centennial"),
    ),
    Pattern(
        "words-old",
        Label.AGE,
        rf"\b(?P<id>(?i:{_OLD_WORDS}(?:[ -](?:years?|yrs?)(?:[ -]old)?)))\b",
        0.93,
        check=lambda found: None if re.match(r" (?:ago|later|of\b(?! age))", found.after(7)) else found,
        finds=("this [[AGE|ninety-one-year-old]] man", "[[AGE|one hundred two year old]] lady"),
        leaves=("ninety years ago", "nineteen year old", "ninety days"),
    ),
    Pattern(
        "words",
        Label.AGE,
        (
            rf"\b(?i:age[d]?|is|was|turn(?:ed|s|ing)|be|at|i'?m|s?he'?s|who is|now|only|mother,|father,|"
            rf"reached|made|past|,)[ "
            rf"](?P<id>(?i:{_OLD_WORDS}))(?:[.,;:)\n]|\z|[ ](?i:and|years|when|who|with|or|in|on|now|"
            rf"this|next|but)\b)"
        ),
        0.75,
        check=lambda found: (
            None
            if _QUANTITY.match(found.text, found.end)
            or (
                " hundred" in found.value.lower()
                and not re.search(r"(?i:age[ds]?|turn\w*|is|be) \Z", found.before(8))
            )
            else found
        ),
        finds=("Mother is [[AGE|ninety-one]], in", "aged [[AGE|ninety]] and"),
        leaves=("at ninety degrees", "was ninety percent", "ninety tablets", "is one hundred percent"),
    ),
    Pattern(
        "damaged",
        Label.AGE,
        r"\b(?i:age)\b[ .:]{0,20}(?P<id>9[ ]?[0-9IlO])\b",
        0.9,
        not_after="0123456789%/",
        finds=("AGE [[AGE|9 2]]", "Age: [[AGE|9I]]  Rm"),
        leaves=("age 9 months", "age 9", "age 9 1/2"),
        check=lambda found: None if re.match(r"[ ]?(?:/|mo|months|days|wk)", found.after(8)) else found,
    ),
)

EVERY_AGE = (
    Pattern(
        "any-years-old",
        Label.AGE,
        rf"\b{_ANY}{_OLD_AFTER}",
        0.95,
        not_before="/.-$#",
        finds=("a [[AGE|45]]-year-old",),
    ),
    Pattern(
        "any-labelled",
        Label.AGE,
        rf"\b(?i:age(?:[ ]?/[ ]?sex)?|aged)\b[ .:=]{{0,24}}(?:of )?{_ANY}\b",
        0.93,
        not_after="%/.",
        finds=("Age: [[AGE|62]]",),
    ),
    Pattern(
        "any-sexed",
        Label.AGE,
        rf"\b{_ANY}[ ]?-?[ ]?(?:[MF]|{_PERSON})\b",
        0.75,
        not_before="0123456789/.-$#:",
        check=_sexed,
        finds=("[[AGE|34]]F with", "[[AGE|57]] male"),
        leaves=("temp 98 F",),
    ),
    Pattern(
        "any-words",
        Label.AGE,
        rf"\b(?P<id>(?i:{_ANY_WORDS}[ -](?:years?|yrs?)[ -]old))\b",
        0.93,
        finds=("this [[AGE|fifty-two-year-old]]",),
    ),
    Pattern(
        "any-decade",
        Label.AGE,
        (
            r"\b(?i:her|his|their|my)(?:[ -](?i:mid|late|early))?[ -](?P<id>[2-8]0[']?s|(?i:twenties|"
            r"thirties|forties|fifties|sixties|seventies|eighties))\b"
        ),
        0.85,
        finds=("in his late [[AGE|70s]]", "her [[AGE|forties]]"),
    ),
)


def recognizer(*, every: bool = False) -> PatternRecognizer:
    """Build the recognizer.

    Args:
        every: find every age, not only those of 90 and over.
    """
    return PatternRecognizer("age", PATTERNS + (EVERY_AGE if every else ()))


RECOGNIZER = recognizer()
