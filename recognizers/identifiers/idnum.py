"""Any other identifying number (45 CFR 164.514(b)(2)(i)(R)): what only its label explains.

Accession, specimen, order, case, claim, study, badge, job, prescription, passport, voucher,
tracking, seal and vaccine lot numbers, identifiers of other registers (tax, veterans', prison),
database keys (FHIR, OMOP), and codes of a shape that only registers use.
"""

import re

from annotation import Label
from recognizers.expressions.linear import ending
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer
from recognizers.identifiers.device import is_vaccine_lot
from recognizers.identifiers.shapes import (
    NUMERIC,
    SPOKEN_NUMBER,
    digits,
    first_of,
    labelled,
    number,
    unless_clock,
)

_STRONG = (
    r"access?ion(?:[ ]?(?:#|no|number|id))?|acc(?:n)?\.?[ ]?(?:#|no)|acc|specimens?(?:[ ]?(?:#|"
    r"no|number|id))?|spec(?:[ ]?(?:#|id|no))|order(?:[ ]?(?:#|no|number|id))?|ord\.?[ ]?(?:#|"
    r"no)|rqst[ ]?(?:no|#)|req(?:uisition)?[ ]?(?:#|no)|"
    r"case(?:[ ]?(?:#|no|number|id|n[o0]))?|claim(?:[ ]?(?:#|no|number|id))?|study[ ]?(?:id|#|"
    r"no|number)|subject(?:[ ]?(?:id|#|no|number))?|subj|participant(?:[ ]?(?:id|#))?|protocol[ "
    r"]?(?:id|#|no)|nct(?:[ ]no)?|irb[ ]?(?:#|no)|enrol+ment[ ]?(?:id|#)|randomi[sz]ation[ "
    r"]?(?:#|no|id)|"
    r"badge(?:[ ]?(?:#|no|number))?|job(?:[ ]?(?:#|no|number))|job(?:[ ]id)?|emp(?:loyee|"
    r"l)?\.?[ ]?(?:id|#|no|number)\.?|staff[ ](?:id|no)|rx[ ]?(?:#|no|nos|number|num)|"
    r"prescription[ ]?(?:#|no|number)|passport(?:[ ]?(?:#|no|number))?|visa[ ](?:#|no)|a#|"
    r"alien[ ]?(?:#|no|number)|uscis|"
    r"ref(?:erral)?\.?(?:[ ]?(?:#|no|number|id))?|our ref|your ref|px ref|ticket(?:[ ]?(?:#|"
    r"no))?|auth(?:ori[sz]ation)?\.?(?:[ ]?(?:#|no|number|code|ref))?|pa[ ]?(?:#|"
    r"ref(?:erence)?)|um[ ]?#|tracking(?:[ ]?(?:#|no|number))?|fedex|ups|awb|usps|dhl|"
    r"seal(?:[ ]?(?:#|no))?|bag(?:[ ]?(?:#|no))?|safe (?:bag|envelope)|property(?:[ ]?(?:#|bag|"
    r"tag|receipt))|vouchers?(?:[ ]?(?:#|no))?|incident(?:[ ]?(?:#|no|number|report))?|event[ "
    r"](?:rl|#|no)|report[ ]?(?:#|no|number)|ccn|cad(?:[ ]?#)?|run(?:[ ]?(?:#|no|number))|"
    r"mission(?:[ ]?#)?|trip(?:[ ]?(?:#|no|id))?|"
    r"docket(?:[ ]?(?:#|no))?|cause no|warrant|inmate(?:[ ]?(?:#|no|id))?|bkg#|booking(?:[ "
    r"]?(?:#|no))?|sid|doc[ ]?(?:#|no)|doccs|cdcr|so[ ]?(?:#|number)|jacket|fein|screening no|"
    r"env(?:elope)?|req|batch|bands?|"
    r"offender[ ](?:id|#)|ein|tax[ ](?:id|"
    r"#)|vat no|crm[ ]?(?:#|id)|"
    r"interp(?:reter)?\.?[ ]?(?:id|#|no)(?:[ ]?#)?|kit(?:[ ]?(?:#|no|id))?|tube(?:s)?(?:[ "
    r"]?(?:#|id))?(?: barcoded)?|barcode[d]?|sample(?:[ ]?(?:#|no|id))|slide(?:s)?[ ]?(?:#|no)|"
    r"block[ ]?(?:#)|path(?:ology)?[ ]?(?:#|no)\.?|lab[ ]?(?:#|no|id)\.?|cyto(?:logy)?[ ]?(?:#|"
    r"no)|"
    r"unos(?:[ ](?:id|donor))?|donor(?:[ ]?(?:id|#|no))?|match run|registry(?:[ ]?(?:id|#|no))?|"
    r"blood unit|unit[ ]?#|tray(?:[ ]?(?:id|#))?|application[ ]?(?:#|no|id)|app[ ]?(?:id|"
    r"#)|policy app[ ]?#|confirmation(?:[ ]?(?:#|no|number))?|conf[ ]?#|reference(?:[ ]?(?:#|no|"
    r"number))?|"
    r"call[ ](?:id|ref)|msg[ ]?#|message[ ]?(?:id|#)|meeting[ ]id|zoom(?:[ ]id)?|passcode|"
    r"access code|lockbox(?: code)?|gate code|door code|asset(?:[ ](?:tag|#))?|inventory[ ]?#|"
    r"locker[ ]?#|caregiver id|evv|opt-?in code|dmv|veteran[ ]id|edipi|dod[ ]id|service[ ]?(?:#|"
    r"no|number)|"
    r"student[ ]?(?:id|#|no)|library card|stamp no|card[ ]?(?:#|no|number)|hotline[ ](?:#|ref)|"
    r"log[ ]?#|l[o0]g[ ]?#|certificate no|deed|parcel|uin|uci|guid|uuid|form[ ]?(?:#|id)|"
    r"complaint[ ]?(?:#|no)|wc[ ]?#|workcover|"
    r"adj|eams|brn|person_id|person_source_value|patient_id|encounter_id|subject_id|hadm_id|tin|"
    r"sticker|record[ ]id|doc(?:ument)?[ ]id|chart copy id|medic(?:al)? alert(?:[ ](?:#|id))?|"
    r"medicalert(?:[ ](?:#|id))?|rems[ ]?(?:id|#)|ipledge(?:[ ](?:id|#))?|kasper|pdmp[ ](?:#|"
    r"ref|id)"
)
_ID = r"id|i\.d\.|ident(?:ifier)?|ids|id#"
_REF = re.compile(r"\bref[ .:#]*\Z", re.IGNORECASE)
_LOT_AFTER = re.compile(r"[^\n]*\b(?:l[o0]t|sn|s/n)\b", re.IGNORECASE)
_YEAR_CASE = re.compile(r"(?:19|20)\d\d\Z")


def _coded(found: Candidate) -> Candidate | None:
    """Keep a number that is no year, count or dose."""
    kept = number(least=3, most=20)(found)
    if kept is None or (kept.value.isdigit() and (len(kept.value) < 4 or _YEAR_CASE.match(kept.value))):
        return None
    if kept.text[kept.start - 1] == "\n" and unless_clock(kept) is None:
        return None
    lot = _REF.search(kept.before(8)) and _LOT_AFTER.match(kept.text, kept.start, kept.end + 40)
    return None if lot else kept


_PRODUCT = ending(
    r"(?:model|ref|catalog(?:ue)?|cat|cpt|icd|ndc|hcpcs|page|phone|tel|fax|cell|call|version|"
    r"omb|dispense|range|normal|"
    r"size|part|codes?|product|compound|ext)[ .:#]*(?:no\.?|number|#)?[ :]*",
)
_NO_CODE = re.compile(
    r"(?:CPT|ICD|HCPCS|NDC|BP|HR|RR|[RW]BC|HGB|PLT|BUN|CRP|BNP|TSH|PSA|LDH|CPK|AST|ALT|CT|MK|AZD|BMS|COVID|SARS)-?\d|\d\d-(?:19|20)\d\d\Z"
)
_AMOUNT = re.compile(r"[ ]?(?:mg|mcg|ml|units?|iu|cells|hours?|hrs?|x|k|kcal|cal|/)\b", re.IGNORECASE)


def _of_a_person_or_case(found: Candidate) -> Candidate | None:
    """Reject the numbers of products, codes and forms."""
    return None if _PRODUCT(found.before(24)) else found


def _no_product(found: Candidate) -> Candidate | None:
    if _NO_CODE.match(found.value) or _AMOUNT.match(found.text, found.end):
        return None
    return _of_a_person_or_case(found)


def _vaccine(found: Candidate) -> Candidate | None:
    kept = number(least=2, most=16)(found)
    return kept.scored(0.93 if is_vaccine_lot(kept) else 0.5) if kept else None


PATTERNS = (
    Pattern(
        "labelled",
        Label.IDNUM,
        labelled(_STRONG),
        0.85,
        check=_coded,
        not_before="$",
        finds=(
            "accession [[IDNUM|GV-MR-23-055812]]:",
            "Specimen [[IDNUM|M24-00731]] grew",
            "Case No. [[IDNUM|24 GN 118]], x",
            "claim# [[IDNUM|WC 22 K 08 4417]]",
            "badge [[IDNUM|40-2218]].",
            "Passport: [[IDNUM|EP 4471903]]",
            "Rx# [[IDNUM|6072185]]",
            "Job #[[IDNUM|338120]]",
            "Our ref: [[IDNUM|PC/CMH/00914]]",
            "study ID [[IDNUM|22-009-R]]",
            "auth [[IDNUM|A-77120-IOP]] good",
            "interpreter ID# [[IDNUM|390455]]",
            "lab order [[IDNUM|1753204418]] resulted",
        ),
        leaves=(
            "in case 2 fails",
            "order 20 mg",
            "case of 3 beers",
            "ref 2019",
            "claims 3 falls",
            "specimen 2 of 3",
            "order set 12",
            "run 3 miles",
            "trip 2019",
            "CPT 99214",
            "bag 1000 ml",
            "kit 1",
            "rest per order\n0230 awake",
            "cup ref 883104 SN 77192",
        ),
    ),
    Pattern(
        "generic",
        Label.IDNUM,
        labelled(
            r"number|no\.|nos\.|#|rx|run|report|msg|card|car|request|pass|series|photo|log|list",
            value=NUMERIC,
        ),
        0.6,
        check=first_of(_of_a_person_or_case, number(least=5, most=16)),
        finds=(
            "yellow form no. [[IDNUM|LW-DN-20931]] travels",
            "RUN [[IDNUM|25-0019403]]",
            "Rx [[IDNUM|60721851]]",
        ),
        leaves=("dispense #20", "model number 12345", "report 3/14", "Rx: ASA 325", "number 44"),
    ),
    Pattern(
        "badge",
        Label.IDNUM,
        labelled(
            r"badge(?:[ ]?(?:#|no))?|medic|interpreter(?:[ ]?#)?|key ?safe(?: code)?|key ?pad(?: code)?"
        ),
        0.75,
        check=number(least=2, most=10),
        finds=("badge [[IDNUM|417]] on", "Medic [[IDNUM|21]] arrived", "Key safe [[IDNUM|2580]]."),
        leaves=("interpreter 2 hours", "badge lost"),
    ),
    Pattern(
        "interpreter",
        Label.IDNUM,
        r"\b(?i:interp(?:reter)?)\.?[ ]#?(?P<id>[0-9]{4,7})\b",
        0.8,
        not_after="-/:",
        finds=("via tablet interp [[IDNUM|88204]].",),
        leaves=("phone interp\n12:00 lunch", "interp, 17g only"),
    ),
    Pattern(
        "police",
        Label.IDNUM,
        (
            r"\b(?:[A-Z]{1,4}PD|(?i:officer|ofc|deputy|sgt|sheriff|police|trooper))\b[^\n\d]{0,30}"
            r"[ ](?i:star|shield)[ #]{1,2}(?P<id>[0-9]{3,5})\b"
        ),
        0.85,
        finds=("Ofc. Reyes star [[IDNUM|1872]] took",),
        leaves=("police unit of 12", "North star 1872"),
    ),
    Pattern(
        "id",
        Label.IDNUM,
        labelled(_ID),
        0.7,
        check=number(least=4, most=18),
        finds=('{"id": "[[IDNUM|7719045]]"}', "ID [[IDNUM|30774]]\nHouse", "ID: [[IDNUM|TVT-6640-0091]]"),
        leaves=("ID 3 days", "ID consulted", "ID: vanc 1 g"),
    ),
    Pattern(
        "vaccine-lot",
        Label.IDNUM,
        labelled(r"lot(?:[ ]?(?:#|no|number|nbr))?"),
        0.5,
        check=_vaccine,
        finds=("Tdap lot [[IDNUM|U7732AA]] deltoid", "Engerix-B lot [[IDNUM|7GK32]] R thigh"),
        leaves=("a lot 2 days",),
    ),
    Pattern(
        "surgical",
        Label.IDNUM,
        (
            r"\b(?:S|SP|SY|SU|NS|C|CY|CYG|R|M|B|BM|BX|H|F|FN|NG|A|ED|CT|MR|US|XR|N|P|PS|D|DS|IR|HL|T|E|"
            r"L|W)[0-9]{2}-[0-9]{3,7}(?:-[A-Z0-9]{1,4})?\b"
        ),
        0.7,
        not_before="-/",
        not_after="-/",
        finds=("bx [[IDNUM|S24-10819]] read", "send slides ([[IDNUM|SP22-19337]] A1-A6)"),
        leaves=("C22-24 levels", "T12-12"),
    ),
    Pattern(
        "letters-digits",
        Label.IDNUM,
        r"\b[A-Z]{1,4}-?[0-9]{5,10}\b",
        0.55,
        not_before="-/.@#_",
        not_after="-/.@_%",
        check=_no_product,
        finds=("97F | [[IDNUM|E2000714]]", "to security, [[IDNUM|S-20914]]; she"),
        leaves=("BP120", "T-1234", "MK-3475 trial", "CPT99213", "RBC44100"),
    ),
    Pattern(
        "digits-digits",
        Label.IDNUM,
        r"\b(?:[0-9]{2}-[0-9]{4,7}|[0-9]{4}-[0-9]{5,7}|0[0-9]{3}-[0-9]{4})\b",
        0.55,
        not_before="-/.@#_+",
        not_after="-/.@_%",
        check=first_of(unless_clock, _no_product),
        finds=("Ambulance [[IDNUM|24-55190]].", "report [[IDNUM|2023-114077]],"),
        leaves=("10-2019", "08-2020", "12-1800 mg", "50-1000 units", "asleep 0115-0430"),
    ),
    Pattern(
        "trial",
        Label.IDNUM,
        r"\bNCT[ ]?(?:[0-9][ ]?){7}[0-9]\b",
        0.95,
        finds=("enrolled in [[IDNUM|NCT04998127]], arm",),
        leaves=("NCT trial", "NCT 12"),
    ),
    Pattern(
        "blood-unit",
        Label.IDNUM,
        r"\bW[0-9]{4}[ ]?[0-9]{2}[ ]?[0-9]{6}(?:[ ][0-9]{2})?(?:[ ][A-Z0-9])?\b",
        0.95,
        finds=("units [[IDNUM|W2270 22 004518]], [[IDNUM|W2270 22 004522]])", "[[IDNUM|W123424118902]]"),
        leaves=("W1234 22",),
        check=lambda found: (
            found.narrowed(found.start, found.end - 2)
            if re.search(r" [A-Z0-9]\Z", found.value) and re.match(r"\w", found.after(1))
            else found
        ),
    ),
    Pattern(
        "uuid",
        Label.IDNUM,
        r"\b[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}\b",
        0.97,
        finds=("ref [[IDNUM|123e4567-e89b-12d3-a456-426614174000]]",),
        leaves=("123e4567-e89b",),
    ),
    Pattern(
        "long-code",
        Label.IDNUM,
        r"\b[A-Z]{1,5}[-/]?[0-9]{2,8}[-/][0-9]{2,8}(?:[-/][A-Z0-9]{1,8}){0,3}\b",
        0.55,
        not_before="-/.",
        not_after="-/%.",
        check=lambda found: found if digits(found.value) >= 6 and not found.value.startswith("BP") else None,
        finds=("see [[IDNUM|MVC23-7714-221]] filed",),
        leaves=("C5-6", "COVID-19/20", "IL-2/6", "BP120/80"),
    ),
    Pattern(
        "long-number",
        Label.IDNUM,
        r"\b[0-9]{9,14}\b",
        0.5,
        not_before="-./$(+",
        not_after="-/%.",
        check=lambda found: (
            found.scored(0.4)
            if found.value.startswith(("19", "20")) and len(found.value) in {12, 14}
            else found
        ),
        finds=("stamp [[IDNUM|400118822047]] on",),
        leaves=("20240314", "ANC 12000", "1588204417.00"),
    ),
    Pattern(
        "spoken",
        Label.IDNUM,
        (
            rf"\b(?i:(?:case|badge|job|claim|accession|specimen|order|prescription|r x|tech|confirmation|"
            rf"reference)(?: number)?(?: is| on the old one was| on it was|,|:)? ){SPOKEN_NUMBER}"
        ),
        0.8,
        finds=("badge number [[IDNUM|four four one seven]] okay",),
        leaves=("case one two",),
    ),
    Pattern(
        "key-column",
        Label.IDNUM,
        r"(?m)^(?P<id>[0-9]{5,12}),[^ \n][^\n]{1,200}$",
        0.8,
        finds=("id,year\n[[IDNUM|6629183]],1981\n",),
        leaves=("12,1981,3", "120,000 cells"),
    ),
    Pattern(
        "last-column",
        Label.IDNUM,
        r"(?m)^[0-9]{5,12},[^ \n][^\n]{1,200},(?P<id>[0-9]{5,12})$",
        0.8,
        finds=("id,year,source\n[[IDNUM|6629183]],1981,[[IDNUM|5183926]]\n",),
    ),
)

RECOGNIZER = PatternRecognizer("idnum", PATTERNS)
