"""Medical record and national health numbers (45 CFR 164.514(b)(2)(i)(H)).

A record number has no shape of its own; its label names it. The English NHS number (ten digits,
modulus 11, https://www.datadictionary.nhs.uk/attributes/nhs_number.html) and the Scottish CHI
number are also recognized by check digit. Parts of a number are marked as well: a partial
record number does not meet Safe Harbor.
"""

from stdnum.gb import nhs

from annotation import Label
from recognizers.expressions.patterns import Pattern, PatternRecognizer
from recognizers.identifiers.shapes import SPOKEN_NUMBER, confirmed, labelled, number

_RECORD = (
    r"m\.?[ ]?r\.?[ ]?(?:n\.?s?|#)|medical[ ]record|med\.?[ ]?rec\.?(?:ord)?|"
    r"medical[ ]rec|pt\.?[ ]?(?:id|#|no)|patient[ ]?(?:id|no|number|#|identifier|/[ ]mrn)|"
    r"res(?:ident)?[ ](?:id|#)|"
    r"client[ ]?(?:id|#|no)|clinic[ ]?(?:id|#|no)|chart[ ]?(?:#|no|number|id|nbr)|our[ ]chart|"
    r"hosp(?:ital)?\.?[ ]?(?:no|#|number|id|mrn|ur)|"
    r"unit[ ]n[o0]\.|unit[ ]?(?:no|number|record)\b|ur[ ]?(?:no|number)|record[ ]?(?:#|no|"
    r"number)|hospice[ ]?#|"
    r"h&c(?:[ ]no)?|pas[ ]no|pas|hrn|ur|dossier|expediente|trauma[ ]alias|face[ ]sheet|"
    r"urno|exp\.[ ]no|epic[ ]?(?:id|#)|cerner[ ]?(?:id|#)|emrn|mpi|empi|trauma[ ]?(?:id|#)"
)
_NATIONAL = (
    r"nhs(?:[ ]?(?:no|number|num|#|id))?|chi(?:[ ]?(?:no|number|#))|nhi(?:[ ]?(?:no|number|#))?|"
    r"ihi(?:[ ]?(?:no|number|#))?|"
    r"h&c[ ]number|hcn|ihi[ ]number|individual[ ]health[ ]identifier"
)


def _valid_nhs(value: str) -> bool:
    return bool(nhs.is_valid(value))


PATTERNS = (
    Pattern(
        "record",
        Label.MRN,
        labelled(_RECORD),
        0.9,
        check=number(most=14),
        not_before="$",
        finds=(
            "MRN:[[MRN|H-2214060]]",
            "MRN ending [[MRN|5520]], stable",
            "filed under mrn [[MRN|2391]]",
            'record {"mrn": "[[MRN|00451882]]"}',
            "M.R.#: [[MRN|OO71-3382-B]]",
            "Med Rec No. [[MRN|41-77-20]]",
            "MRN [[MRN|R 0032 551]] here",
            "MRN............[[MRN|M000339107]]",
            "MR# [[MRN|448812]] 62 y/o man",
        ),
        leaves=(
            "MRN not known",
            "MRN: pending",
            "MR 2+ on echo",
            "MR mild",
            "MRI 3 days ago",
            "hospital day 4",
        ),
    ),
    Pattern(
        "glued",
        Label.MRN,
        r"(?:\b|[a-z])(?i:mrn)[ :#]{0,3}(?P<id>[A-Z]{0,3}-?[0-9]{4,12})\b",
        0.9,
        finds=("chartMRN[[MRN|04857733]]", "MRN[[MRN|4471882]]"),
        leaves=("rifampin 900",),
    ),
    Pattern(
        "chart",
        Label.MRN,
        labelled(r"chart|record|merged(?: mrn)?|patient|merge|hosp|m\.?r\.?"),
        0.8,
        check=number(least=5, most=14),
        finds=("(chart [[MRN|RW 55-0912]])", "chart [[MRN|QM-0048821]]", "record [[MRN|T-0098117]] stay"),
        leaves=("chart reviewed 2019", "patient 62 yo", "record of 3"),
    ),
    Pattern(
        "segment",
        Label.MRN,
        r"(?m)^PID\|[^|\n]{0,8}\|[^|\n]{0,40}\|(?P<id>[A-Za-z0-9-]{3,20})",
        0.9,
        finds=("PID|1||[[MRN|MR55120]]^^^A||",),
        leaves=("PID|1||",),
    ),
    Pattern(
        "chi",
        Label.MRN,
        r"\bCHI[ :]{1,3}(?P<id>[0-9]{6}[ ]?[0-9]{4})\b",
        0.9,
        finds=("CHI [[MRN|010150 8888]]",),
        leaves=("CHI square 12",),
    ),
    Pattern(
        "national",
        Label.MRN,
        labelled(_NATIONAL),
        0.9,
        check=number(least=4, most=16),
        finds=(
            "NHS No: [[MRN|943 476 5919]]",
            "NHI [[MRN|ZZZ0016]]",
            "CHI no [[MRN|0101508888]]",
            "IHI [[MRN|8003 6012 3456 7894]]",
        ),
        leaves=("NHS trust", "NHS 111", "NHS Band 6", "chi square 14.2211"),
    ),
    Pattern(
        "nhs",
        Label.MRN,
        r"\b[0-9]{3}[ -][0-9]{3}[ -][0-9]{4}\b",
        0.1,
        check=confirmed(_valid_nhs, 0.55),
        not_before="-(.+",
        finds=("her number [[MRN|943 476 5919]]",),
        leaves=(),
    ),
    Pattern(
        "spoken",
        Label.MRN,
        (
            rf"\b(?i:(?:m ?r ?n|medical record number|record number|chart number)(?: is| of|,|:|-|number|"
            rf" ){{0,4}} ?{SPOKEN_NUMBER})"
        ),
        0.85,
        finds=("m r n is [[MRN|zero zero four eight one]]",),
        leaves=("record number one priority",),
    ),
)

RECOGNIZER = PatternRecognizer("mrn", PATTERNS)
