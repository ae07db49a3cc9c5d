"""Vehicle identifiers and serial numbers, licence plates (45 CFR 164.514(b)(2)(i)(L)).

VIN: 17 places without I, O and Q, check digit in place 9 (49 CFR 565). Plates by their label or
the British form since 2001; aircraft by registration mark (14 CFR 45, ICAO Annex 7), ships by
IMO number.
"""

import re

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer
from recognizers.identifiers.shapes import confirmed, digits

_STATE = (
    r"(?:A[KLRZ]|C[AOT]|DC|DE|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|"
    r"S[CD]|T[NX]|UT|V[AT]|W[AIVY]|NSW|VIC|QLD|"
    r"[A-Z][a-z]{3,12}(?: [A-Z][a-z]{4,10})?|Cal|Tenn|Tex|Fla|Mich|Minn|Wis|Penn)\.?"
)
_PLATE = r"(?P<id>[A-Z0-9][A-Z0-9OIl]{0,7}(?:(?:[ ]{1,2}|[ ]?-[ ]?)[A-Z0-9OIl]{1,6}){0,3})\b"
_LABEL = (
    r"(?:(?:lic(?:en[sc]e)?|number|truck|car|van|trailer|bike|veh(?:icle)?)\.?[ ])?(?:plates?|"
    r"tags?|tag[ ]number|rego?|pl)\.?|"
    r"veh(?:icle)?\.?(?:[ ](?:reg|id|plate|tag))?|cruiser|rego|reg(?:istration)?[ ](?:plate|no|"
    r"number)|towed tag|truck|drives|(?:in|driving) (?:a|the|his|her)[ ]\w+(?:[ ]\w+)?,? "
    r"(?:plate|tag)"
)


_NO_PLATE = re.compile(
    r"ETA|CFU|[0-9]{2,4} (?:CFU|MG|ML)|T[0-9]{1,2}\b|[0-9]+ ?HOLE|[0-9]{2,3}[FC]\b|"
    r"(?:JVP|BP|HR|RR|EF|CVP|PR)[ ]?[0-9]",
    re.IGNORECASE,
)


def _plate(found: Candidate) -> Candidate | None:
    """Keep the head of a greedy match that holds a digit and has a plate's length."""
    value = found.value
    while sum(char.isalnum() for char in value) > 8 and (" " in value or "-" in value):
        value = value[: max(value.rfind(" "), value.rfind("-"))].rstrip(" -")
    if found.text[found.start - 1 : found.start].isalpha() or _NO_PLATE.match(value):
        return None
    size = sum(char.isalnum() for char in value)
    return found.narrowed(found.start, found.start + len(value)) if 3 < size <= 8 and digits(value) else None


_WORTH = dict(zip("ABCDEFGHJKLMNPRSTUVWXYZ", [*range(1, 9), *range(1, 6), 7, 9, *range(2, 10)], strict=True))
_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def _vin(value: str) -> bool:
    """Check digit of 49 CFR 565.15: weighted sum modulo 11, ten written X."""
    total = sum(
        weight * (int(char) if char.isdigit() else _WORTH[char])
        for char, weight in zip(value, _WEIGHTS, strict=True)
    )
    return value[8] == "0123456789X"[total % 11]


def _mixed(found: Candidate) -> Candidate | None:
    return found if digits(found.value) >= 4 and any(char.isalpha() for char in found.value) else None


PATTERNS = (
    Pattern(
        "vin",
        Label.VEHICLE,
        r"\b[A-HJ-NPR-Z0-9]{17}\b",
        0.75,
        context=r"(?:vin|vehicle|car|truck|van)\b",
        in_context=0.96,
        not_before="-/",
        not_after="-/",
        check=lambda found: confirmed(_vin, 0.97)(kept) if (kept := _mixed(found)) else None,
        finds=("VIN [[VEHICLE|1HGCM82633A004352]]", "found [[VEHICLE|5YJSA1DG9DFP14705]]."),
        leaves=("12345678901234567", "ABCDEFGHJKLMNPRST", "UDI 1HGCM82633A00435"),
    ),
    Pattern(
        "vin-labelled",
        Label.VEHICLE,
        r"\b(?i:vin|v[1l]n)\b[ :#.]{0,6}(?P<id>[A-Z0-9]{2,17}(?:[ -][A-Z0-9]{1,12}){0,6})\b",
        0.95,
        check=_mixed,
        finds=("VIN [[VEHICLE|2C3CC AAG8 GH0 55127]], crash",),
        leaves=("VIN unknown", "vin 3"),
    ),
    Pattern(
        "plate",
        Label.VEHICLE,
        (
            rf"\b(?i:{_LABEL})[ ]?(?:(?i:#|no\.?|number|is|on the back|found|on file|says|was|of|from|"
            rf"with|=|:|\()[ ]?){{0,4}}(?:{_STATE}[ ]{{1,2}})?{_PLATE}"
        ),
        0.88,
        not_after="/%",
        check=_plate,
        finds=(
            "plate [[VEHICLE|HKR 9104]] seen",
            "his plate: [[VEHICLE|7TK-941]].",
            "tag FL [[VEHICLE|CP-388T]]",
            "license plate [[VEHICLE|SKI 1]]",
            "van plate [[VEHICLE|118-7731]] towed",
            "rego [[VEHICLE|S 448-BXT]],",
        ),
        leaves=(
            "plate fixation T12",
            "skin tag removed",
            "tag team",
            "growth plate",
            "reg 10 units",
            "plate 4-hole",
            "drives to work",
            "truck driver 20 yrs",
        ),
    ),
    Pattern(
        "state-plate",
        Label.VEHICLE,
        rf"\b{_STATE}[ ](?i:plate|tag|reg|registration)[ ]{_PLATE}",
        0.9,
        check=_plate,
        finds=("KY plate [[VEHICLE|288 XKD]], seen",),
        leaves=("Growth plate 12",),
    ),
    Pattern(
        "british",
        Label.VEHICLE,
        r"\b[A-HJ-PR-Y][A-HJ-PR-Y][0-9]{2}[ ]?[A-HJ-PR-Z]{3}\b",
        0.6,
        context=r"(?:car|vehicle|van|reg|plate|taxi|drives?|driving|ford|vauxhall|golf|corsa)\b",
        in_context=0.95,
        not_before="-/",
        not_after="-/",
        finds=("Vehicle [[VEHICLE|FX19 KTM]] white", "his car [[VEHICLE|LB07SDF]]."),
        leaves=("AB12 34C", "IL17 ABC"),
    ),
    Pattern(
        "aircraft",
        Label.VEHICLE,
        r"\bN[1-9][0-9OIl]{1,4}[A-Z]{0,2}\b",
        0.35,
        context=(
            r"(?:tail|flight|helo|helicopter|aircraft|plane|flies|flew|medevac|lifeflight|airmed|pilot|"
            r"balloon|inbound|s-92|ec-?1[34][05]|a/c|rotor)\b"
        ),
        near=45,
        in_context=0.92,
        not_before="-/.",
        not_after="-/",
        finds=("tail number [[VEHICLE|N4417K]].", "helicopter ([[VEHICLE|N411PG]]) inbound"),
        leaves=("N95 mask", "pT2 N1", "N20 code"),
    ),
    Pattern(
        "aircraft-abroad",
        Label.VEHICLE,
        r"\b(?:VH-[A-Z]{3}|G-[A-Z]{4}|C-[FG][A-Z]{3}|EI-[A-Z]{3}|ZK-[A-Z]{3})\b",
        0.4,
        context=r"(?:tail|flight|helo|helicopter|aircraft|a/c|plane|retrieval|rfds|dep|arr|pilot)\b",
        near=45,
        in_context=0.93,
        not_after="-",
        finds=("A/C [[VEHICLE|VH-ABC]]  dep",),
        leaves=("C-FLEX", "G-TUBE1"),
    ),
    Pattern(
        "ship",
        Label.VEHICLE,
        r"\bIMO[ ](?:(?i:no\.?|number|#)[ ]?)?(?P<id>[0-9]{7})\b",
        0.95,
        finds=("SPIRIT // IMO [[VEHICLE|9417283]]",),
        leaves=("IMO 3",),
    ),
)

RECOGNIZER = PatternRecognizer("vehicle", PATTERNS)
