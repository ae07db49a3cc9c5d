"""User names, logins and handles (45 CFR 164.514(b)(2)(i)(R)).

Where a word behind "login" or "signed by" is a login or a person's name is told by its shape:
digits, dots or underscores among lower-case letters; a plain word counts only behind "user".
"""

import re

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternRecognizer
from recognizers.words import is_given, is_ordinary

_LOGIN = r"(?P<id>@?[A-Za-z][A-Za-z0-9_.-]{2,30})"
_WORD = re.compile(r"[A-Z]?[a-z]+\Z|[A-Z]+\Z")
_COMMON = re.compile(
    r"(?i:name|names|id|ids|account|error|failed|reset|and|for|the|is|was|not|has|had|with|info|"
    r"guide|manual|group|groups|defined|friendly|of|"
    r"in|on|to|since|who|that|denies|reports?|portal|issue|issues|locked|unknown|none|"
    r"pass(?:word)?|support|time|date|page|screen|via|from|drug|drugs|"
    r"tobacco|alcohol|cocaine|heroin|iv|current|former|former|never|yes|no|patient|doctor|nurse|"
    r"provider|electronically|signed|by|md|rn|np|pa|attestation)\Z"
)
_NAME_CELL = re.compile(r"[A-Z][A-Za-z'-]+(?: [A-Z][a-z]+)?(?=,)")
_MEASURED = re.compile(
    r"\d+(?:mg|ml|mm|cm|x\d|kg|hr|h|am|pm|th|st|nd|rd|yo|y)?\Z|[A-Za-z]{1,3}\d{1,2}\Z", re.IGNORECASE
)
_ABBREVIATED = re.compile(
    r"(?:[A-Za-z]\.){1,4}[A-Za-z]?\Z|(?i:dr|mr|mrs|ms|st|prof|rev|fr|sr)\.", re.IGNORECASE
)


_TIMES = {
    "time",
    "date",
    "arrived",
    "admitted",
    "seen",
    "page",
    "called",
    "given",
    "started",
    "ended",
    "start",
    "stop",
    "drawn",
    "placed",
    "paged",
    "until",
    "about",
    "noted",
    "dose",
    "last",
    "next",
    "onset",
    "arrival",
    "discharge",
    "discharged",
    "transfer",
    "awake",
    "asleep",
    "ratio",
    "from",
}
_FIELD = re.compile(
    r"(?i:_(?:id|ids|type|date|of|name|value|text|code|no|num|count|at|time|source|key|birth|mg|"
    r"ml)\b|^(?:year|note|person|patient|visit|is|has|date|full)_)"
)


_CLINICAL = re.compile(
    r"(?:were|was|alpha|beta|gamma|from|than|with|about|covid|omega|day|week|phase|stage|grade|"
    r"type|visit|vitb|"
    r"vit[a-z]|factor|level|cycle|step|part|page|room|bed|unit|group|class|"
    r"dose|month|year|hour|season|round|arm|line|item|table|figure|version|model|sars|hepb?|"
    r"interleukin|coenzyme|p[av]?[co]o|(?:s[apv]|fi|etc|tcp)o|sglt|her|brca|case|note|test|"
    r"mouth|home|neurology|cardiology|clinic|family|staff|phone|nurse|nursing|patient|report|"
    r"history|unknown|pending|none|"
    r"[a-z]*(?:ology|ing|tion|ment|ly|ed|es|ers?|ists?|ians?))\d*\Z"
)

_MISREAD = re.compile(r"[a-z]+(?:1|l1|4)")


def _unusual(found: Candidate) -> Candidate | None:
    """Keep a lower-case token that is no plain or clinical word."""
    if (
        not found.value.islower()
        or _MISREAD.fullmatch(found.value)
        or _CLINICAL.match(found.value)
        or _COMMON.match(found.value)
    ):
        return None
    return found if any(map(str.isdigit, found.value)) or ":" in found.before(28) else None


def _unlisted(found: Candidate) -> Candidate | None:
    return None if is_ordinary(found.value) or is_given(found.value) else found


def _unless_key(found: Candidate) -> Candidate | None:
    """Reject the name of a field, made of plain words: "vent_days: 7"."""
    keyed = found.text[found.end : found.end + 1] in {":", ";"}
    parts = re.split(r"[_.]", found.value.lower())
    plain = all(len(part) <= len("gcs") or is_ordinary(part) for part in parts)
    return None if keyed and plain and not any(map(is_given, parts)) else found


def _trimmed(found: Candidate) -> Candidate:
    return found.narrowed(found.start, found.start + len(found.value.rstrip(".-")))


def _any_word(found: Candidate) -> Candidate | None:
    """A login behind an unmistakable label: any word that is not plain English there."""
    found = _trimmed(found)
    if _COMMON.match(found.value) or _ABBREVIATED.match(found.value) or len(found.value) < 3:
        return None
    if _WORD.match(found.value):
        return found.scored(0.6) if found.before(2).rstrip()[-1:] in set(":=\"'") else None
    return found


def _of_who_follows(found: Candidate) -> Candidate | None:
    """A login made of the family name in the next cell of an audit trail."""
    name = _NAME_CELL.search(found.after(48))
    parts = re.split("[-' ]", name[0].lower()) if name else []
    return found if any(len(part) >= len("abc") and part in found.value[1:] for part in parts) else None


def _login_shape(found: Candidate) -> Candidate | None:
    """A login behind a label that names people as well: it needs a login's shape."""
    found = _trimmed(found)
    value = found.value
    if _MEASURED.match(value) or _ABBREVIATED.match(value) or len(value) < 4:
        return None
    if is_ordinary(value) or _COMMON.match(value.replace("1", "l").replace("0", "o")):
        return None
    mixed = (any(map(str.isdigit, value)) and any(map(str.islower, value))) or "_" in value or "." in value
    return found if mixed and any(char.isalpha() for char in value) else None


PATTERNS = (
    Pattern(
        "login",
        Label.USERNAME,
        (
            rf"\b(?i:user[ ]?(?:name|id)|user|login(?:[ ]?(?:id|name))?|log-?in|logon|screen ?name|"
            rf"check-?in name|gamertag|known online as|display name|paired name)(?:[ "
            rf"]?(?:\b(?:name|id|is|says)\b|[=:#\"'(,])){{0,3}}[ ]{{0,3}}[\"'(]{{0,2}}{_LOGIN}"
        ),
        0.88,
        not_after="@",
        check=_any_word,
        finds=(
            "login [[USERNAME|jsmith2]] used",
            "user: [[USERNAME|grumpy_deputy57]]",
            "username [[USERNAME|con_tsol79]].",
            "user: [[USERNAME|vhaabqtafoyc]]",
            "User ID: [[USERNAME|RPOST7]]",
        ),
        leaves=(
            "login failed",
            "user friendly",
            "drug user since 2010",
            "user of tobacco",
            "user name and",
        ),
    ),
    Pattern(
        "handle",
        Label.USERNAME,
        rf"\b(?i:handle|under|as|called|account|acct|name)[ :,]{{1,3}}[\"'(]{{0,2}}{_LOGIN}",
        0.8,
        not_after="@",
        check=_login_shape,
        finds=("by the handle [[USERNAME|crystal.angel4u]].", "online as [[USERNAME|gaboon_kev]], bitten"),
        leaves=("handle with care", "as T2", "cannot handle having", "under 3.5"),
    ),
    Pattern(
        "signed",
        Label.USERNAME,
        (
            rf"\b(?i:(?:electronically |e-?|digitally )?(?:signed|sub(?:mitted)?|sig)(?: by)?|/es/|"
            rf"dict(?:ated)?(?: by)?|trans(?:cribed)?(?: by)?|entered(?: by)?|edited by|filed(?:[ "
            rf"0-9T:+-]{{0,28}})? by|released by|by|verified(?: by)?|verif|reviewed by|acknowledged by|"
            rf"author|provider|tech|crc|msg'?d by|route to|uploaded by|posted by|opened by|scanned by|"
            rf"logged by|wit(?:ness)?)\b[ :]{{1,24}}{_LOGIN}"
        ),
        0.85,
        not_after="@",
        check=_login_shape,
        finds=(
            "e-signed by: [[USERNAME|kpatel3]]",
            "Electronically signed: [[USERNAME|mrdean02]]  02/11",
            "Dict: [[USERNAME|psathe2]]/mm",
            "filed by [[USERNAME|ergo.mhale]].",
            "route to [[USERNAME|cfaith.cardio]]",
        ),
        leaves=(
            "signed by J.R. Smith",
            "by 2019",
            "provider Dr. Lee",
            "dictated by Mary",
            "by T12",
            "signed by St. John",
        ),
    ),
    Pattern(
        "signature-line",
        Label.USERNAME,
        (
            r"(?im)\b(?:provider|tech|user|author|entered(?: by)?|signed(?: by)?|e-sig|pyxis|"
            r"trans)[: ][ :]{0,24}(?P<id>[a-z]{5,14})[ \t]*$"
        ),
        0.6,
        check=_unusual,
        finds=("Provider: [[USERNAME|oadeyemi]]\nPt", "Tech:  [[USERNAME|lyfaleafa]]"),
        leaves=("by mouth", "Provider: unknown", "from home", "Tech: Maria", "seen by neurology"),
    ),
    Pattern(
        "audited",
        Label.USERNAME,
        (
            r"\b(?i:opened|viewed|accessed|printed|queried|released|edited)[ ](?P<id>[a-z]{5,14})[ ]"
            r"(?:[01]\d|2[0-3]):?[0-5]\d\b"
        ),
        0.7,
        check=_unlisted,
        finds=("Audit: opened [[USERNAME|jokonkwo]] 1840;", "viewed [[USERNAME|tlindq]] 09:12"),
        leaves=("opened yesterday 1840", "printed again 0912"),
    ),
    Pattern(
        "printed",
        Label.USERNAME,
        r"\b(?i:print(?:ed)?(?: by)?)[ :]{1,3}(?P<id>[a-z]{4,14}[0-9]{1,3})\b",
        0.8,
        check=lambda found: None if is_ordinary(found.value.rstrip("0123456789")) else found,
        finds=("Wed 8 Nov   print [[USERNAME|orsched1]]", "printed by [[USERNAME|mquist2]]"),
        leaves=("print page2", "printed 3 copies"),
    ),
    Pattern(
        "beside-name",
        Label.USERNAME,
        r"\b(?P<id>[a-z]{4,16}[0-9]{0,3})(?:[ ]{2,16}|[ ]?[|\t,][ ]?)[A-Z][a-z]+(?:[-' ][A-Z][a-z]+)?, [A-Z]",
        0.9,
        check=_of_who_follows,
        finds=("[[USERNAME|mquist]]       Quist, Marit", "[[USERNAME|idelgado2]] | Delgado-Roe, Ines"),
        leaves=("seen today  Quist, Marit", "nurse    Nurse, Ada"),
    ),
    Pattern(
        "numbered",
        Label.USERNAME,
        r"\b[a-z]{4,14}[0-9]{1,4}\b",
        0.55,
        not_before="-/.@_#=&?",
        not_after="-/@_%=",
        check=_unusual,
        finds=("last pull [[USERNAME|rhudson7]], for", "A viewer, [[USERNAME|hushpuppy1971]], found"),
        leaves=("covid19", "vitb12", "phase3", "day14", "omega3", "stage4"),
    ),
    Pattern(
        "at-handle",
        Label.USERNAME,
        r"(?:^|[\s(\"',:>/])(?P<id>@[A-Za-z][A-Za-z0-9_.-]{2,30})\b",
        0.9,
        not_after="@",
        check=_trimmed,
        finds=("(IG [[USERNAME|@skyelark.ct]], 412 likes)", "[[USERNAME|@drz_neuro]]: call it"),
        leaves=("@ 20 ml/h", "jane@clinic.org", "@50 mcg"),
    ),
    Pattern(
        "social",
        Label.USERNAME,
        (
            rf"\b(?i:ig|insta(?:gram)?|snap(?:chat)?|twitter|tiktok|facebook|fb|discord|reddit|telegram|"
            rf"venmo|zelle|cash ?app|whatsapp|twitch|youtube|inreach|signal|mychart|portal|dexcom|"
            rf"carelink|myair|app)[ ,:(\"']{{1,3}}(?:(?i:as|under|is|acct|account|user|name|handle|id|"
            rf"login)[ :\"']{{1,2}}){{0,2}}{_LOGIN}"
        ),
        0.8,
        not_after="@",
        check=_login_shape,
        finds=(
            "Snap ([[USERNAME|nyasia.bby08]]) and",
            "portal acct [[USERNAME|ejkim_mom]]; dad",
            "Instagram: [[USERNAME|andy_pours]]",
        ),
        leaves=("portal msg sent", "app 3 times", "signal T2", "fb removed"),
    ),
    Pattern(
        "chat",
        Label.USERNAME,
        (
            r"(?m)^[ \t>*|-]{0,6}(?P<id>@?[A-Za-z][A-Za-z0-9]{0,20}(?:[._-][A-Za-z0-9]{1,20}){1,4}|"
            r"[a-z]{4,20}[0-9]{0,4})(?:[ \t]{1,6}[0-9]{1,2}:[0-9]{2}(?: ?[AaPp][Mm])?\b)"
        ),
        0.8,
        check=lambda found: None if _COMMON.match(found.value) or found.value.lower() in _TIMES else found,
        finds=(
            "[[USERNAME|tlong-np]]  8:01   which fam",
            "[[USERNAME|nwarsame]]  7:58  fam at",
            "[[USERNAME|t.mehr.rx]]  14:05\nok",
        ),
        leaves=("arrived 10:30", "time 8:01", "admitted 10:15 with"),
    ),
    Pattern(
        "chat-colon",
        Label.USERNAME,
        (
            r"(?m)^[ \t>*|-]{0,6}(?P<id>@?[A-Za-z][A-Za-z0-9]{0,20}(?:[._][A-Za-z0-9]{1,20}){1,4}|"
            r"[a-z]{1,10}[0-9][a-z0-9]{2,14}):[ \t]"
        ),
        0.8,
        check=lambda found: (
            None
            if found.value.isupper()
            or _unless_key(found) is None
            or re.search(r"(?i:vs|no|hx|sx|rx|dx|tx|pt|pmh)\b", found.value[-3:])
            else found
        ),
        finds=("[[USERNAME|sw.hollis.v]]: hm. what", "[[USERNAME|pt_rowan]]: his wife"),
        leaves=("Resp: clear", "a.m.: given", "B.P.: 120"),
    ),
    Pattern(
        "underscored",
        Label.USERNAME,
        r"\b[A-Za-z][A-Za-z0-9]{1,20}(?:_[A-Za-z0-9]{1,20}){1,4}\b",
        0.6,
        not_before="./\\@-=&?#<{",
        not_after="@./\\=}>(",
        check=lambda found: (
            _unless_key(found)
            if any(char.islower() for char in found.value) and not _FIELD.search(found.value)
            else None
        ),
        finds=("posted by [[USERNAME|lol_kirk_03]], she", "imgs to [[USERNAME|mfm_lkam]] for"),
        leaves=("person_id", "year_of_birth", "PHQ_9", "EF_", "note_type"),
    ),
)
RECOGNIZER = PatternRecognizer("username", PATTERNS)
