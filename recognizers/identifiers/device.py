"""Device identifiers and serial numbers (45 CFR 164.514(b)(2)(i)(M)).

Serial and implant lot numbers by their label; the Unique Device Identifier by its GS1
application identifiers (21 CFR 830; (01) device, (17) expiry, (10) lot, (21) serial); hardware
addresses (IEEE 802).
"""

import re

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer
from recognizers.expressions.prefilter import CONNECT
from recognizers.identifiers.shapes import labelled, number

_SERIAL = (
    r"s/n|s\.n\.|sn|ser(?:ial)?\.?(?:[ ]?(?:#|no|num(?:ber)?|s))?|serials|udi(?:-di)?|imei|"
    r"device[ ]?(?:id|#|no|number)|unit[ ]?sn|transmitter[ ]?(?:id|sn|says|#)|"
    r"receiver[ ]?(?:id|#)|sensor[ ]?(?:id|sn)|pump[ ]?(?:#|sn|serial)|generator[ ]?(?:#|sn|no)|"
    r"model/serial|asset(?:[ ](?:tag|no|#))?|ref/lot|watch no"
)
_VACCINE = re.compile(
    r"\b(?:vacc?|vaccin\w*|imm(?:uniz\w*)?|shot|flu\w*|tdap|td\b|dtap|mmr|hep(?:lisav| ?[ab])?|"
    r"engerix|prevnar|pcv\d*|ppsv|"
    r"pneumovax|shingrix|varicella|polio|ipv|hib|hpv|gardasil|rsv|covid|moderna|pfizer|spikevax|"
    r"comirnaty|ppd|tuberculin|boostrix|"
    r"pediarix|rho\w*|rhogam|ivig|gamunex|deltoid|thigh|vis|exp|dose)\b",
    re.IGNORECASE,
)


def is_vaccine_lot(found: Candidate) -> bool:
    """True when the words around a lot number speak of a vaccine or another drug."""
    return bool(_VACCINE.search(found.before(70)) or _VACCINE.search(found.after(25)))


def _implant_lot(found: Candidate) -> Candidate | None:
    kept = number(least=2, most=16)(found)
    return kept.scored(0.55 if is_vaccine_lot(kept) else 0.9) if kept else None


PATTERNS = (
    Pattern(
        "serial",
        Label.DEVICE,
        labelled(_SERIAL),
        0.92,
        check=number(least=2, most=16),
        finds=(
            "S/N [[DEVICE|RNB604418G]] implanted",
            "serial: [[DEVICE|BWC604418H]],",
            "SN [[DEVICE|VFSM 031 4020]];",
            "hearing aid sn [[DEVICE|1921X0F7K]]",
            "serial no. [[DEVICE|Z8-220-71934]]",
            "(serial [[DEVICE|7720 418]])",
        ),
        leaves=(
            "serial troponins x3",
            "serial exams q4",
            "SN 2 mm",
            "SNF 3 days",
            "serial 7s 3/5",
            "series 2",
        ),
    ),
    Pattern(
        "udi",
        Label.DEVICE,
        r"\([O0][1Il]\)[ ]?[0-9OIl]{6,14}(?:[ ]?\([0-9OIl]{2,3}\)[ ]?[A-Za-z0-9./-]{1,20}){0,5}",
        0.98,
        finds=(
            "UDI [[DEVICE|(01)00801741027116(17)270831(10)REGT2291]]",
            "[[DEVICE|(01)10886705000123(21)7A9]]",
        ),
        leaves=("(01) first", "(01)123"),
    ),
    Pattern(
        "lot",
        Label.DEVICE,
        labelled(r"(?:ref[ ]?)?lot(?:s|[ ]?(?:#|no|number|nbr))?"),
        0.9,
        check=_implant_lot,
        finds=("stem lot [[DEVICE|66190842]],", "cup Lot: [[DEVICE|J7K21944]]", "LOT [[DEVICE|REGT2291]]"),
        leaves=("a lot 3 times", "lot of pain 20 times"),
    ),
    Pattern(
        "mac",
        Label.DEVICE,
        r"\b[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}\b",
        0.9,
        not_before=":-",
        not_after=":-",
        finds=("paired [[DEVICE|00:1B:44:11:3A:B7]]",),
        leaves=("10:20:30", "1-2-3-4-5-6"),
        check=lambda found: (
            found if any(char in "abcdefABCDEF" for char in found.value) or ":" in found.value else None
        ),
    ),
    Pattern(
        "hash",
        Label.DEVICE,
        (
            rf"\b(?i:pacemaker|icd|generator|lead|stent|pump|monitor|valve|implant|lens|iol|hearing aid|"
            rf"concentrator|ventilator|vent|defibrillator|transmitter|recorder|stimulator|breathalyzer|"
            rf"meter|sensor)\b[^\n0-9#]{{0,30}}#{CONNECT}(?P<id>[A-Z0-9][A-Z0-9-]{{3,16}})\b"
        ),
        0.8,
        check=lambda found: None if "model" in found.before(12).lower() else number(least=3, most=16)(found),
        finds=("pacemaker Azure #[[DEVICE|RNA0417]] ok",),
        leaves=("pump #2", "lead #1 ok"),
    ),
)

RECOGNIZER = PatternRecognizer("device", PATTERNS)
