"""Account numbers (45 CFR 164.514(b)(2)(i)(J)): encounters, visits, bills, receipts."""

import re

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer
from recognizers.identifiers.shapes import first_of, labelled, number

_ACCOUNT = (
    r"acc(?:oun)?t(?:s|[ ]on bill)?(?:[ ]?(?:#|no|number|says))?|acc\.|billing[ ]acct|csn|har|"
    r"fin|guarantor[ ]?(?:#|no|id)|"
    r"invoice|inv|rcpt|receipt|bill(?:[ ]?(?:to|id|no|#))?|statement[ ]?(?:#|no)|spell|program[ "
    r"]no|voucher|bank[ ](?:acct|account)|routing|iban|card[ ]no"
)
_VISIT = (
    r"enc(?:ounter)?(?:[ ]?(?:#|no|number|id|csn))?|visit(?:[ ]?(?:#|no|number|id))?|vis|"
    r"episode(?:[ ]?(?:#|no|id))|admission[ ]?(?:#|no|number|id)|file|stay[ ]?(?:#|id)"
)

_PROCEDURE = re.compile(r"(?:CPT|HCPCS|[A-Z][0-9]{4}|[0-9]{5})\b")
_BILLED = re.compile(r"\b(?:bill|visit)[ :]*\Z", re.IGNORECASE)


def _unless_procedure(found: Candidate) -> Candidate | None:
    """Reject the code of what was done ("bill 99213"): CPT and HCPCS are of five characters."""
    return None if _PROCEDURE.match(found.value) and _BILLED.search(found.before(8)) else found


PATTERNS = (
    Pattern(
        "account",
        Label.ACCOUNT,
        labelled(_ACCOUNT),
        0.9,
        check=first_of(_unless_procedure, number(least=3, most=18)),
        not_before="$",
        finds=(
            "Acct: [[ACCOUNT|V0098814427]]",
            "acct on bill says [[ACCOUNT|7700-318-45]].",
            "CSN [[ACCOUNT|1000 4471 829]]",
            "FIN: [[ACCOUNT|7730091824]] here",
            "Inv [[ACCOUNT|FC-16-3391]]",
            "Account # [[ACCOUNT|44 7710 2208]]",
            "receipt [[ACCOUNT|88-2044]]",
        ),
        leaves=(
            "accounts for 20 %",
            "account of 3 falls",
            "bill 2 of 3",
            "fin 3",
            "on account of 12 days",
            "bill 99213",
            "Bill: G0101 yearly",
        ),
    ),
    Pattern(
        "visit",
        Label.ACCOUNT,
        labelled(_VISIT),
        0.85,
        check=first_of(_unless_procedure, number(least=5, most=18)),
        finds=(
            "Enc# [[ACCOUNT|V7710043826]]",
            "VISIT: [[ACCOUNT|V000481920]]",
            "Encounter # ......... [[ACCOUNT|50 0918 2276]]",
            "visit no. [[ACCOUNT|2023-11-0772]]",
        ),
        leaves=(
            "visit 3 of 12",
            "visit 12/03/2019",
            "Encounter date 3/4/2020",
            "file 12",
            "visit 99203 today",
        ),
    ),
)

RECOGNIZER = PatternRecognizer("account", PATTERNS)
