"""Health plan beneficiary numbers (45 CFR 164.514(b)(2)(i)(I)).

Member, group and policy numbers by their label; the Medicare Beneficiary Identifier by its
shape (CMS, "Understanding the MBI": eleven places, no S, L, O, I, B or Z); Canadian health
cards (Ontario with version code, Quebec's NAM) and the Australian Medicare card.
"""

from annotation import Label
from recognizers.expressions.patterns import Pattern, PatternRecognizer
from recognizers.identifiers.shapes import SPOKEN_NUMBER, labelled, number

_MEMBER = (
    r"member(?:ship)?(?:'s)?(?:[ ]?(?:id|#|no|number))?|mbr(?:[ ]?(?:id|#|no))?|"
    r"subscr(?:iber)?\.?(?:'s)?(?:[ ]?(?:id|#|no|number))?|policy(?:[ ]?(?:holder))?(?:[ "
    r"]?(?:id|#|no|number))?|"
    r"gr(?:ou)?p(?:[ ]?(?:id|#|no|number|policy))?|plan[ ]?(?:id|#|no|number)|"
    r"ins(?:urance)?\.?[ ]?(?:id|#|no|number|card|policy)|medicare(?:[ ]?advantage)?(?:[ "
    r"]?(?:id|#|no|number|card|claim))?|medicaid(?:[ ]?(?:id|#|no|number|card))?|"
    r"mbi|hicn?|hi[ ]claim(?:[ ]no)?|beneficiary(?:[ ]?(?:id|#|no|number))?|rxbin|pcn|rx[ "
    r"]?(?:grp|group)|phn|phin|mhsc|ohip|ramq|nam|uli|mcp(?:[ ]number)?|msp|"
    r"care[ ]?card|health[ ]card(?:[ ]?(?:#|no|number))?|dva|gms|medical card|vhi(?:[ ]policy)?|"
    r"contract(?:[ ]?(?:id|#|no|number))?|certificate(?:[ ]?(?:#|no))|va[ ]claim|payer[ ]id|cert"
)
_PLAN = (
    r"humana|aetna|cigna|bcbs|blue[ ]?cross|blue[ ]?shield|bluecare|anthem|kaiser|uhc|united[ "
    r"]?health(?:care)?|tricare|molina|wellcare|ambetter|centene|"
    r"health[ ]?net|healthplan|health[ ]plan|hmo|ppo|epo|insurance|insurer|ins|coverage|carrier|"
    r"plan|payer|payor|medicare|medicaid|secondary|supplement|triple-s|medica|tufts|fallon|"
    r"priority"
)

PATTERNS = (
    Pattern(
        "member",
        Label.HEALTHPLAN,
        labelled(_MEMBER),
        0.88,
        check=number(least=4, most=20),
        not_before="$",
        finds=(
            "member # [[HEALTHPLAN|ZHM100 4471 8820 01]]",
            "Medicare no. [[HEALTHPLAN|3482 90177 1]]",
            "Policy: [[HEALTHPLAN|RFU/PL/338817]]",
            "Grp [[HEALTHPLAN|10887-04]] active",
            "subscriber [[HEALTHPLAN|H 0046 8812 01]].",
            "PHN [[HEALTHPLAN|9012 345 678]]",
            "Medicaid ID: [[HEALTHPLAN|77004193K]]",
        ),
        leaves=(
            "Medicare part B",
            "group therapy 3 times",
            "member of 2 clubs",
            "policy on visitors",
            "plan: 20 mg",
            "group 2 pulmonary",
        ),
    ),
    Pattern(
        "plan-id",
        Label.HEALTHPLAN,
        rf"\b(?i:{_PLAN})\b[^\n0-9]{{0,40}}?{labelled('id|card|number|no|#|contract')}",
        0.85,
        check=number(least=4, most=20),
        finds=(
            "Humana ID [[HEALTHPLAN|H 5521 90 771]];",
            "Kaiser Permanente WA, card [[HEALTHPLAN|KPW0019-44273-02]]",
        ),
        leaves=("insurance card copied", "plan no 2 mg"),
    ),
    Pattern(
        "insurer",
        Label.HEALTHPLAN,
        (
            rf"\b(?i:{_PLAN})\b[^\n0-9]{{0,14}}?[ (/]{{1,4}}(?P<id>[A-Z]{{1,4}}[0-9]{{0,8}}(?:[ "
            rf"-]?[0-9]{{2,10}}){{1,5}}(?:[ -][A-Z0-9]{{1,2}})?)\b"
        ),
        0.7,
        not_after="-/%",
        check=number(least=7, most=20),
        finds=("(Ambetter [[HEALTHPLAN|U70114 88 01]]).", "Fallon  [[HEALTHPLAN|FCH0 882 117 4]]"),
        leaves=("Medicare A/B 12", "plan B12 1000", "Plan: T4 120 80"),
    ),
    Pattern(
        "mbi",
        Label.HEALTHPLAN,
        (
            r"\b[1-9][AC-HJKMNP-RT-Yac-hjkmnp-rt-y][0-9AC-HJKMNP-RT-Y][0-9][ ]?-?[ "
            r"]?[AC-HJKMNP-RT-Y][0-9AC-HJKMNP-RT-Y][0-9][ ]?-?[ ]?[AC-HJKMNP-RT-Y]{2}[ ]?[0-9]{2}\b"
        ),
        0.93,
        not_before="-",
        not_after="-",
        finds=("MBI [[HEALTHPLAN|1EG4-TE5-MK73]]", "on file [[HEALTHPLAN|3QH7WV2KD81]]."),
        leaves=("1EG4-TE5", "4TR7-QX0-MM9"),
    ),
    Pattern(
        "ontario",
        Label.HEALTHPLAN,
        r"\b[0-9]{4}[ -][0-9]{3}[ -][0-9]{3}(?:[ -]?[A-Z]{2})\b",
        0.85,
        not_before="-.",
        finds=("card [[HEALTHPLAN|5584 017 226 KV]] in",),
        leaves=("1200 120 120 mg",),
    ),
    Pattern(
        "quebec",
        Label.HEALTHPLAN,
        r"\b[A-Z]{4}[ ]?[0-9]{4}[ ]?[0-9]{4}\b",
        0.75,
        not_before="-./",
        not_after="-/",
        finds=("carte [[HEALTHPLAN|THEJ 8706 0412]] exp",),
        leaves=("CODE 1200 12",),
    ),
    Pattern(
        "australia",
        Label.HEALTHPLAN,
        r"\b[2-6][0-9]{3}[ -]?[0-9]{5}[ -]?[0-9](?:[ ]?[/-][ ]?[1-9])?\b",
        0.3,
        context=r"(?:medicare|mcare|card)\b",
        in_context=0.93,
        not_before="-./",
        not_after="-/",
        finds=("Medicare [[HEALTHPLAN|2314-05580-2 / 4]]", "medicare card [[HEALTHPLAN|4951 06632 8/3]]."),
        leaves=("2951 06632 8",),
    ),
    Pattern(
        "spoken",
        Label.HEALTHPLAN,
        rf"\b(?i:(?:member(?: number| id)?|policy(?: number)?|subscriber)(?: is| id|,|:)? ){SPOKEN_NUMBER}",
        0.85,
        finds=("member number [[HEALTHPLAN|w four four zero seven one]]",),
        leaves=("policy one or two",),
    ),
)

RECOGNIZER = PatternRecognizer("health_plan", PATTERNS)
