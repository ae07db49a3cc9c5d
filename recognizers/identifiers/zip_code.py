"""Postal codes (45 CFR 164.514(b)(2)(i)(B)): ZIP, ZIP+4 and those of other countries.

Five digits alone are a laboratory value as often as a ZIP, so a ZIP needs a state, a label, a
plus-four or an address before it. Canadian, British and Irish codes (Canada Post; BS 7666;
Eircode) are recognized by shape, Australian ones after their state.
"""

import re

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer
from recognizers.expressions.prefilter import CONNECT

_FIVE = "[0-9OoIl](?:[ ]?[0-9OoIl]){4}(?:[ ]?-[ ]?[0-9OoIl]{4})?"
FULL_STATE = (
    r"alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|"
    r"guam|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|"
    r"massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new "
    r"hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|"
    r"pennsylvania|puerto rico|rhode island|south carolina|south dakota|tennessee|texas|utah|"
    r"vermont|virginia|washington|west virginia|wisconsin|wyoming"
)
"""Full names of states, as RE2 source without case."""

_STATE = (
    r"(?:A[KLRSZ]|C[AOT]|DC|DE|FL|GA|GU|HI|I[ADLN]|K[SY]|LA|M[ADEINOPST]|N[CDEHJMVY]|O[HKR]|"
    r"P[AR]|RI|S[CD]|T[NX]|UT|V[AIT]|W[AIVY]|"
    r"N\.[CDHJMY]\.|S\.[CD]\.|R\.I\.|W\.Va\.|P\.R\.|D\.C\.|Ala|Ariz|Ark|Calif|Cal|Colo|Conn|Del|"
    r"Fla|Ga|Ill|ILL|Ind|Kan|Kans|Ky|La|Mass|Md|Me|Mich|Minn|"
    r"Miss|Mo|Mont|Neb|Nebr|Nev|Okla|Ore|Oreg|Pa|Penn|Penna|Tenn|Tex|Va|Vt|Wash|Wis|Wisc|Wyo|Ma|Ny|Ca|Fl|Tx|"
    rf"(?i:{FULL_STATE}))"
)
STATE = _STATE
"""A state of the United States as written in an address, as RE2 source."""

_COUNTED = re.compile(r"[ ]?(?:mg|mcg|units?|ml|cells|/|%|k\b|g\b|iu)", re.IGNORECASE)
_SCORES = re.compile(r"E\dV[\dT]M\d|A\dL\dB\d|T\dN\dM\d")
_NOT_BRITISH = re.compile(r"(?:[CTLS]\d{1,2}|[TNMP]\d) ?\d[A-Z]{2}")


def _digits(found: Candidate) -> Candidate | None:
    if sum(map(str.isdigit, found.value)) < 2 or _COUNTED.match(found.text, found.end):
        return None
    return found


def _after_state(found: Candidate) -> Candidate | None:
    """Reject "interpreter ID 30774" and "Tx 97140": those are states only behind a comma."""
    state = re.search(
        r"(,?) *(ID|Tx|Me|Pa|Ma|In|Md|Mo|OR|IN)\.?,?[ \t\n]+\Z",
        found.text[max(0, found.start - 12) : found.start],
    )
    return None if state and not state[1] else _digits(found)


def _british(found: Candidate) -> Candidate | None:
    if re.fullmatch(r"[A-Z]{2}\d{1,2} \d[A-Z]{2}", found.value):
        return found.scored(max(found.score, 0.6))
    if _NOT_BRITISH.fullmatch(found.value) and found.score < 0.9 and " " not in found.value:
        return None
    return found


_DRUG_CODE = re.compile(r"\bNDC[ :#]*\Z", re.IGNORECASE)

PATTERNS = (
    Pattern(
        "after-state",
        Label.ZIP,
        rf"\b{_STATE}\.?,?[ \t\n]{{1,4}}(?P<id>{_FIVE})\b",
        0.96,
        not_after="-/",
        check=_after_state,
        finds=(
            "Perrysburg, OH  [[ZIP|43552-4410]]",
            "Los Angeles CA [[ZIP|90006]]",
            "Fresno, California [[ZIP|93702]]",
            "Bridgeport CT [[ZIP|O66O8]]",
            "Rainelle W.Va. [[ZIP|25962]].",
        ),
        leaves=("CA 125 units", "PA 12 mm", "WBC 12400, plt 98765", "CPT 99214, ferritin 10025"),
    ),
    Pattern(
        "labelled",
        Label.ZIP,
        (
            rf"\b(?i:zip(?:[ ]?code)?|postal code|post ?code|zipcode){CONNECT}(?P<id>{_FIVE}|[0-9]{{3}}|"
            rf"[0-9]{{4}}|[A-Z]{{1,2}}[0-9][0-9A-Z]?[ ]?[0-9][A-Z]{{2}})\b"
        ),
        0.96,
        not_after="-/",
        check=_digits,
        finds=(
            "mailing zip [[ZIP|44099]]",
            "Zip code: [[ZIP|30302-1187]]",
            "ZIP [[ZIP|606]] area",
            "postcode [[ZIP|LS1 4AP]]",
        ),
        leaves=("zip of 3 cm", "zip line 2019"),
    ),
    Pattern(
        "plus-four",
        Label.ZIP,
        r"\b[0-9]{5}-[0-9]{4}\b",
        0.72,
        not_before="-/.#",
        not_after="-/",
        check=lambda found: None if _DRUG_CODE.search(found.before(8)) else found,
        finds=("Springfield [[ZIP|62704-1234]]",),
        leaves=("id 1-62704-1234", "62704-12345", "NDC 50111-0398"),
    ),
    Pattern(
        "after-address",
        Label.ZIP,
        (
            r"\b(?:St|ST|Street|Ave|AVE|Avenue|Rd|RD|Road|Drive|Ln|Lane|Blvd|BLVD|Way|Ct|Court|Pl|"
            r"Place|Hwy|[Aa]pt|APT|[Uu]nit|Ste|Suite|[Bb]ox|BOX|"
            r"[Ll]ot)\b[^\n0-9]{0,12}[A-Za-z0-9-]{0,5},?[ ](?:[A-Za-z.'-]{2,20},?[ "
            r"]){0,3}(?P<id>[0-9]{5})\b"
        ),
        0.85,
        not_after="-/%",
        check=lambda found: None if "CPT" in found.before(40) else _digits(found),
        finds=("1290 Alston Ave #3F, Durham [[ZIP|27713]]", "PO Box 9, [[ZIP|58225]]."),
        leaves=("dr gave 20 mg 12000", "dr placed 20000 units"),
    ),
    Pattern(
        "british",
        Label.ZIP,
        r"\b(?:[A-Z]{1,2}[0-9][0-9A-Z]?|GIR)[ ]?[0-9][ABD-HJLNP-UW-Z]{2}\b",
        0.45,
        context=(
            r"(?:street|st|road|rd|lane|ln|avenue|ave|close|drive|way|row|court|house|surgery|hospital|"
            r"practice|town|flat|address|postcode|lives|lane|end|park|hill|green|grove|gardens|terrace|"
            r"place|london|leeds|[a-z]+shire|gp)\b"
        ),
        near=60,
        in_context=0.93,
        not_before="-/.",
        not_after="-/",
        check=_british,
        finds=(
            "Tannery Row, Otley, [[ZIP|LS21 3QP]]",
            "44 Floral St, London [[ZIP|WC2E 9DA]]",
            "lives [[ZIP|E1 2LR]] with",
        ),
        leaves=("T4 5AB-1", "M1 0S", "B12 400"),
    ),
    Pattern(
        "canadian",
        Label.ZIP,
        r"\b[ABCEGHJ-NPRSTVXY][0-9][ABCEGHJ-NPRSTV-Z][ ]?[0-9][ABCEGHJ-NPRSTV-Z][0-9]\b",
        0.85,
        not_before="-/.",
        not_after="-/",
        check=lambda found: None if _SCORES.fullmatch(found.value) else found,
        finds=("MASKWACIS AB [[ZIP|T0C 1N0]]", "[[ZIP|K1A0B1]] Ottawa"),
        leaves=("A1C 6.2", "D0F 1N"),
    ),
    Pattern(
        "irish",
        Label.ZIP,
        r"\b(?:[AC-FHKNPRTV-Y][0-9OIl]{2}|D6W)[ ]?[0-9AC-FHKNPRTV-Y]{2}[ ]?[0-9AC-FHKNPRTV-YOIl]{2}\b",
        0.45,
        context=(
            r"(?:co\.|dublin|cork|galway|kerry|mayo|clare|limerick|eircode|ireland|wexford|sligo|"
            r"donegal|kilrush|tralee|castlebar|hospital|street|road)"
        ),
        near=60,
        in_context=0.93,
        not_before="-/.",
        not_after="-/",
        check=lambda found: found if sum(char.isalpha() for char in found.value) > 1 else None,
        finds=("Castlebar, Co. Mayo   [[ZIP|F23 T6V8]]", "Dublin [[ZIP|D02 AF30]]"),
        leaves=("T10 L12", "A12 3456 mg"),
    ),
    Pattern(
        "australian",
        Label.ZIP,
        r"\b(?:NSW|VIC|Vic|QLD|Qld|SA|WA|TAS|Tas|NT|ACT)[ ,]{1,3}(?P<id>[0-9]{4})\b",
        0.93,
        not_after="-/%",
        check=_digits,
        finds=("Brunswick VIC [[ZIP|3056]]", "Clinic - NT [[ZIP|0872]]"),
        leaves=("SA 12", "ACT 240 s"),
    ),
)

RECOGNIZER = PatternRecognizer("zip_code", PATTERNS)
