"""Biometric identifiers (45 CFR 164.514(b)(2)(i)(P)): numbers of finger, voice and iris prints.

A note holds no print itself; it may hold the number under which one is kept, such as that of a
fingerprint system (AFIS, FBI number) or an enrolled template.
"""

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer
from recognizers.expressions.prefilter import CONNECT
from recognizers.identifiers.shapes import digits

_PRINT = (
    r"l?afis(?:[ ]fbi)?|fb[il](?:[ ](?:no|number|#|hit))?|finger[ ]?print(?:s|ed)?|prints?|"
    r"thumb[ ]?(?:print|scan)|finger[ ]template|finger[ ]?scan|palm[ ](?:print|vein|scan)|"
    r"iris(?:[ ](?:scan|template|id))?|retina(?:l[ ]scan)?[ ]id|"
    r"voice[ ]?print|voice[ ](?:template|id)|face[ ](?:id|template)|facial[ ]recognition|"
    r"biometric(?:s)?|dna[ ](?:profile|sample)[ ](?:id|no|#)|codis"
)
_FILLER = (
    r"(?:[ :,#(]{1,3}(?i:scan|template|login|on|file|pad|consent|id|no\.?|number|tx|ref|hit|ran|"
    r"as|is|to|match|came|back|card|enrolled|under|by|and|system|record|#)\b){0,8}"
)


def _coded(found: Candidate) -> Candidate | None:
    return found if digits(found.value) >= 3 and len(found.value) >= 5 else None


PATTERNS = (
    Pattern(
        "print",
        Label.BIOID,
        (
            rf"\b(?i:{_PRINT})\b{_FILLER}{CONNECT}(?P<id>[A-Z0-9][A-Z0-9]{{1,14}}(?:[ "
            rf"-][A-Za-z0-9]{{1,12}}){{0,5}})\b"
        ),
        0.9,
        not_after="/%",
        check=_coded,
        finds=(
            "AFIS no. [[BIOID|0922-77-1A]] (matched)",
            "Fingerprint card [[BIOID|LAFIS-00391-7745]]",
            "thumb scan on file [[BIOID|AFIS-MI-00733192-L1]]",
            "voiceprint ID: [[BIOID|VP-88120-4]]",
            "iris template [[BIOID|IR-0042-9917]]",
            "FBI no. [[BIOID|77412RB9]]",
            "palm scan enrolled [[BIOID|PV-20931]]",
        ),
        leaves=(
            "fingerprint taken",
            "prints 3 copies",
            "iris atrophy 2 mm",
            "fingerstick 120",
            "thumb 2 cm",
            "voice hoarse 3 days",
            "print match pending",
            "biometrics: BMI 31",
        ),
    ),
)

RECOGNIZER = PatternRecognizer("bioid", PATTERNS)
