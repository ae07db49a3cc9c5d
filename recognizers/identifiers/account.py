"""Account numbers (45 CFR 164.514(b)(2)(i)(J)): encounters, visits, bills, receipts."""

from annotation import Label
from recognizers.identifiers.shapes import labelled, number
from recognizers.patterns import Pattern, PatternRecognizer

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

PATTERNS = (
    Pattern(
        "account",
        Label.ACCOUNT,
        labelled(_ACCOUNT),
        0.9,
        check=number(least=3, most=18),
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
        leaves=("accounts for 20 %", "account of 3 falls", "bill 2 of 3", "fin 3", "on account of 12 days"),
    ),
    Pattern(
        "visit",
        Label.ACCOUNT,
        labelled(_VISIT),
        0.85,
        check=number(least=5, most=18),
        finds=(
            "Enc# [[ACCOUNT|V7710043826]]",
            "VISIT: [[ACCOUNT|V000481920]]",
            "Encounter # ......... [[ACCOUNT|50 0918 2276]]",
            "visit no. [[ACCOUNT|2023-11-0772]]",
        ),
        leaves=("visit 3 of 12", "visit 12/03/2019", "Encounter date 3/4/2020", "file 12"),
    ),
)

RECOGNIZER = PatternRecognizer("account", PATTERNS)
