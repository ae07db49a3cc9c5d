"""Certificate and licence numbers (45 CFR 164.514(b)(2)(i)(K)).

National Provider Identifier (CMS; ten digits, Luhn over 80840 + number), DEA registration
(21 CFR 1301; two letters, six digits, check digit), CLIA number (42 CFR 493; ##D#######),
state licences, driver's licences and the registers of other countries (GMC, NMC, HCPC, AHPRA)
by their label.
"""

from stdnum import luhn

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer
from recognizers.identifiers.shapes import DIGIT, SPOKEN_NUMBER, VALUE, confirmed, labelled, number

_LICENCE = (
    r"lic(?:en[sc]es?)?\.?(?:[ ]?(?:#|no|num(?:ber)?))?|[a-z]{2}[ ]lic|dr\.[ ]lic|"
    r"reg(?:istration|d)?\.?[ ]?(?:#|no|number)|cert(?:ificate|ification)?\.?(?:[ ]?(?:#|no|"
    r"number))?|"
    r"cdl(?:[ ]?#)?|driver'?s?[ ]lic(?:en[sc]e)?(?:[ ]?(?:#|"
    r"no))?|ol|[o0]l|gmc(?:[ ](?:no|ref|number))?|nmc(?:[ ](?:pin|no))?|hcpc|gdc|gphc|ahpra|mcn|"
    r"imc|mcrn|nmbi|corus|"
    r"prov(?:ider)?\.?[ ]?(?:#|no|number|id)\.?|upin|board(?:[ ](?:cert|no|of registration))+|"
    r"nrcme|abpn|abim|cap[ ]?#|emt(?:-?[bp])?[ ]?(?:#|no|cert)|pmd|seaman'?s book|(?:nmc|cmw|rn|"
    r"midwife)[ ]pin|ptan|"
    r"lca?sw|nmls|crna[ ]#|medallion"
)

_CREDENTIAL = (
    r"(?:MD|M\.D\.|DO|D\.O\.|RN|NP|PA-C|PA|APRN|FNP(?:-C)?|PhD|Ph\.D\.|PsyD|DDS|DMD|DPM|LCSW|"
    r"LICSW|LMHC|AuD|CCC-SLP|OTR/L|PT|DPT|RPh|PharmD|CNM|CRNA|EMT-P|EMT-B|MBBS|ABPP)"
)
_STATE = (
    r"(?:A[KLRZ]|C[AOT]|DC|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|"
    r"S[CD]|T[NX]|UT|V[AT]|W[AIVY])"
)


def _luhn(value: str) -> bool:
    plain = "".join(char for char in value if char.isdigit())
    return len(plain) == 10 and bool(luhn.is_valid(f"80840{plain}"))


def _dea(value: str) -> bool:
    numbers = [int(char) for char in value if char.isdigit()]
    return len(numbers) == 7 and (sum(numbers[0:5:2]) + 2 * sum(numbers[1:6:2])) % 10 == numbers[6]


def _enough_digits(found: Candidate) -> Candidate | None:
    return found if sum(char.isdigit() for char in found.value) >= 5 else None


PATTERNS = (
    Pattern(
        "licence",
        Label.LICENSE,
        labelled(_LICENCE),
        0.88,
        check=number(least=3, most=16),
        not_before="$",
        finds=(
            "lic. [[LICENSE|UT-5521-2501]]",
            "Lic # [[LICENSE|F33-9028]]",
            "GMC [[LICENSE|7012345]]",
            "driver's license [[LICENSE|D520 081 333 742]]",
            "AHPRA [[LICENSE|MED0001773920]]",
            "CDL [[LICENSE|H00713882]]",
            "license no. [[LICENSE|MD 6044 1187]]",
        ),
        leaves=(
            "duplicate order sent",
            "license to practice",
            "registered at 10:30",
            "DL 40 mg",
            "LDL 100",
            "pin 2",
            "regular 3 meals",
            "cap refill 2 s",
        ),
    ),
    Pattern(
        "driver",
        Label.LICENSE,
        rf"\b(?:{_STATE}[ ])?D\.?L\.?(?:[ ]?(?:#|[Nn]o\.?|:))?[ ]{{0,2}}{VALUE}",
        0.85,
        not_before="/",
        check=number(least=6, most=14),
        finds=("MT DL [[LICENSE|0904 7712 881]]", "wallet D.L. [[LICENSE|D 520 081 333 742]];"),
        leaves=("58 mg/DL, RBC 2800", "DLP 612", "DL 40"),
    ),
    Pattern(
        "npi",
        Label.LICENSE,
        (
            rf"\b(?i:np[i1l]|national provider id(?:entifier)?)\b[^\n0-9]{{0,25}}?(?P<id>{DIGIT}(?:[ "
            rf"-]?{DIGIT}){{9}})\b"
        ),
        0.96,
        check=lambda found: confirmed(_luhn, 0.99)(kept) if (kept := _enough_digits(found)) else None,
        finds=(
            "NPI [[LICENSE|1881 554 027]]",
            "NPI of attending: [[LICENSE|1730558217]]",
            "NPl [[LICENSE|l9O2448713]]",
        ),
        leaves=("NPI pending", "NPI 12"),
    ),
    Pattern(
        "npi-shape",
        Label.LICENSE,
        r"\b1[0-9]{9}\b",
        0.1,
        context=r"(?:npi|attending|provider|physician|dr|md|do)\b",
        in_context=0.3,
        check=lambda found: found.scored(0.55 if found.score > 0.2 else 0.2) if _luhn(found.value) else None,
        finds=("MD [[LICENSE|1245319599]]",),
        leaves=("order 1245319590",),
    ),
    Pattern(
        "dea",
        Label.LICENSE,
        (
            rf"\b(?i:dea)\b[^\n0-9]{{0,12}}?(?P<id>[A-Za-z][A-Za-z9][ -]?{DIGIT}{{3}}[ "
            rf"]?{DIGIT}{{4}}(?:-[A-Z0-9]{{1,6}})?)\b"
        ),
        0.96,
        finds=("DEA [[LICENSE|MO 4471903]]", "DEA # [[LICENSE|FK4471906]]."),
        leaves=("DEA form 222", "DEA schedule 2"),
    ),
    Pattern(
        "dea-shape",
        Label.LICENSE,
        r"\b[ABCDEFGHJKLMPRSTUX][A-Z9][0-9]{7}\b",
        0.3,
        check=confirmed(_dea, 0.6),
        not_before="-",
        not_after="-",
        finds=("MD PGY-1, [[LICENSE|BP1234563]]",),
        leaves=("lot AB1234567",),
    ),
    Pattern(
        "clia",
        Label.LICENSE,
        r"\b[0-9]{2}D[ ]?[0-9]{7}\b",
        0.95,
        finds=("CLIA [[LICENSE|05D2207714]]", "lab [[LICENSE|50D2144093]]"),
        leaves=("05D22", "12D 1234"),
    ),
    Pattern(
        "after-credential",
        Label.LICENSE,
        (
            rf"\b{_CREDENTIAL}[ ,]{{1,12}}(?:{_STATE}[ ]{{1,2}}|#[ ]?)(?P<id>(?:[A-Z]{{1,4}}[-. "
            rf"]?)?[0-9]{{3,8}}(?:[-. ][0-9A-Z]{{2,6}}){{0,2}})\b"
        ),
        0.7,
        not_after="-/",
        check=lambda found: None if len(found.value) == 5 else _enough_digits(found),
        finds=("Ho, PhD     CT [[LICENSE|003119]] here", "Combs APRN  KY [[LICENSE|3011874]]"),
        leaves=("RN MA 1200", "Jones MD, CA 90006 2"),
    ),
    Pattern(
        "spoken",
        Label.LICENSE,
        rf"\b(?i:(?:npi|dea|license|licence)(?: number)?(?: is| given for \w+|,|:)? ){SPOKEN_NUMBER}",
        0.9,
        finds=("npi is [[LICENSE|one eight eight four zero zero seven]]",),
        leaves=("license one year",),
    ),
    Pattern(
        "npi-spaced",
        Label.LICENSE,
        r"\b(?i:npi)[^\n0-9]{0,25}(?P<id>[0-9](?: [0-9]){9})\b",
        0.96,
        finds=("npi for pharmacy [[LICENSE|1 8 8 4 0 0 7 2 6 1]]",),
        leaves=("npi 1 2 3",),
    ),
)

RECOGNIZER = PatternRecognizer("license", PATTERNS)
