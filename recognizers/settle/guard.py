"""The clinical guard: eponyms, drugs, devices, scores and headings are not names.

"Foley catheter", "Parkinson's disease" and "16 Fr Coude" hold words that people also bear. Weak
evidence for such words is dropped unless the text speaks of a person; a title, a field label,
a signature or the patient's own record always outweighs the guard, but for a few brand names
that start like a title ("Dr. Scholl's").
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from functools import cache, partial
from operator import itemgetter

from ahocorasick_rs import AhoCorasick

from annotation import Label, Span
from recognizers.names import WORD
from recognizers.settle.plausible import is_plausible
from recognizers.settle.trim import PEOPLE
from recognizers.words import (
    alternatives,
    drugs,
    eponyms,
    is_clinical,
    is_given,
    is_name,
    listed,
    lowered,
    plain,
    regions,
    words,
)

_GUARDED = frozenset(
    {
        Label.PATIENT,
        Label.DOCTOR,
        Label.HOSPITAL,
        Label.ORGANIZATION,
        Label.CITY,
        Label.STATE,
        Label.COUNTRY,
        Label.LOCATION_OTHER,
        Label.PROFESSION,
        Label.USERNAME,
    }
)
_WEAK = frozenset({"ner", "lexicon", "safe", "document"})
_REGIONS = frozenset({Label.STATE, Label.COUNTRY, Label.CITY})
_MODELLED = frozenset({"ner", "document", "safe"})
_READ = frozenset({"ner", "occupations"})
"""Sources that tell work from medicine by the words around."""
_SURE = 0.9
_REACH = 40
_LIKELY = 0.6
_FOLLOWS = re.compile(rf"(?:['\u2019]s?)?[ \t\n-]+(?:[a-z]+[ \t-]+)?(?:{alternatives('after_eponym')})\b")
_PRECEDES = re.compile(
    r"(?:\b(?:an?|the|no|pos|positive|neg|negative|\+|\d+(?:\.\d+)?[- ]?(?:Fr|French|F|g|ga|gauge|mm|cm)\.?|"
    r"bilateral|left|right|indwelling|"
    r"modified|reverse|via|using|size|type|dc'?d|remove[ds]?|placed?|inserted)[ \t]+)$",
    re.IGNORECASE,
)
_WITH = re.compile(r"\b(?:with|w/|by|per)[ \t]+$", re.IGNORECASE)
_BESIDE = re.compile(r"([A-Za-z]{4,})(?:,|,? and|,? or|/)[ ]?\Z")
_AFTER_PLACE = re.compile(
    r"[ \t-]+(?:pouch|catheter|stain|criteria|scores?|scale|knife|class\w*|sign|test|splint|collar|brace|"
    r"stool|naming|index|rules?|grade|stage|questionnaire|postnatal|binet|protocol|coma|"
    r"heart failure|cardiovascular)\b",
    re.IGNORECASE,
)
_PHRASES = AhoCorasick([entry for entry in sorted(eponyms()) if " " in entry])
_INSTRUMENTS = frozenset(
    {Label.PATIENT, Label.DOCTOR, Label.HOSPITAL, Label.ORGANIZATION, Label.CITY, Label.LOCATION_OTHER}
)
_INSTRUMENT = re.compile(
    r"(?:['\u2019]s?)?[ -](?:[a-z]+[ ])?(?:shavers?|plates?|tubes?|dilators?|laryngoscopes?|forceps|"
    r"retractors?|clamps?|rongeurs?|curettes?|catheters?|stents?|screws?|ring|grafts?|patch|scissors|suture|"
    r"drains?|balloon|cage|implants?|lens|trocar|elevator|blade|electrode|guidewire|wire|sheath|introducer|stapler|mesh|"
    r"ligament|maneuver|anastomosis|monitors?|needle)\b"
)
_ONE = re.compile(r"(?:\b(?:an?|the|with|using|via|from|of|to|size|type|outpatient)|#\d+|\d)[ ]\Z")
_ANATOMY = re.compile(
    r"\b(?:arcade|ligaments?|canal|circle|angle|ampulla|sphincter|space|pouch|fascia|triangle|tubercle|islets|"
    r"tendon|duct|foramen|sinus|fossa|membrane|crypts?|valves?)[ ]of[ ]\Z"
)
_TAKEN = re.compile(
    r"\b(?:tak(?:es|en|ing|e)|took|on|her|his|my|their|the|stop(?:ped)?|start(?:ed)?|tried|us(?:es|ed|ing|e)|"
    r"prescribed|refill(?:ed)?)[ ]\Z"
)
_DEVICES = frozenset(listed("devices"))
_CLASS = re.compile(r"i{1,3}[abc]")
"""The class behind an eponym ("Forrest Ib")."""
_TITLED = (
    r"\b(?:Drs?|Mrs?|Ms|Miss|Nurse|Sister|Father|Rev|DR|MRS?|MS|PATIENT|NAME|RN|MD)[.:]?[ ]"
    r"(?:[A-Z][\w'-]*\.?[ ])?"
)
_BRANDS = re.compile(alternatives("brands"))


class Guard:
    """What the clinical words of one note explain.

    Args:
        text: the note.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._brands = [match.span() for match in _BRANDS.finditer(text)]
        self._phrases = _phrases(text)
        self._borne = cache(partial(_is_borne, text))

    def clear(self, spans: Iterable[Span]) -> list[Span]:
        """The spans, in their order, without those that only a clinical word explains."""
        return [span for span in spans if self._stands(span)]

    def _stands(self, span: Span) -> bool:
        if span.source in _MODELLED and not is_plausible(self._text, span):
            return False
        if span.label in _GUARDED and (
            _explained(self._text, span, self._brands, self._borne) or _is_thing(self._text, span)
        ):
            return False
        return span.source not in _WEAK or span.end > _end_around(self._phrases, span.start)


def _phrases(text: str) -> list[tuple[int, int]]:
    """Where eponyms of several words stand, whatever their case: sorted, disjoint, the longer first."""
    ranges: list[tuple[int, int]] = []
    found = _PHRASES.find_matches_as_indexes(lowered(text), overlapping=True)
    for start, end in sorted(((start, end) for _, start, end in found), key=_longer_first):
        bounded = not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())
        if bounded and (not ranges or start >= ranges[-1][1]):
            ranges.append((start, end))
    return ranges


def _longer_first(place: tuple[int, int]) -> tuple[int, int]:
    return place[0], -place[1]


def _end_around(ranges: list[tuple[int, int]], place: int) -> int:
    """End of the last of sorted, disjoint ranges that starts no later than a place; 0 without one."""
    index = bisect_right(ranges, place, key=itemgetter(0))
    return ranges[index - 1][1] if index else 0


def _explained(text: str, span: Span, brands: list[tuple[int, int]], borne: Callable[[str], bool]) -> bool:
    if span.start < _end_around(brands, span.start):
        return True
    if span.source not in _WEAK and span.score >= _SURE:
        return False
    tokens = [plain(word[0]) for word in WORD.finditer(text, span.start, span.end)]
    if not tokens:
        return False
    classed = len(tokens) > 1 and tokens[0] in eponyms() and _CLASS.fullmatch(tokens[-1])
    if classed or (len(tokens) == 1 and tokens[0] in _DEVICES and not borne(tokens[0])):
        return True
    phrase = len(tokens) > 1 and " ".join(tokens) in eponyms()
    if all(token in eponyms() for token in tokens):
        return phrase or _in_clinical_use(text, span, tokens)
    told = span.label is Label.COUNTRY and span.source == "lexicon"
    spelled = told or len(tokens[0]) > len("MI") or (span.source == "ner" and span.score >= _LIKELY)
    known_place = span.label in _REGIONS and tokens[0] in regions() and spelled
    single = len(tokens) == 1 and not (span.label is Label.PROFESSION and span.source in _READ)
    medicine = single and not (is_name(tokens[0]) or known_place) and _is_medicine(tokens[0])
    follows = _FOLLOWS if span.label in PEOPLE else _AFTER_PLACE
    return phrase or medicine or (tokens[-1] in eponyms() and _is_followed(text, span, follows))


def _is_borne(text: str, device: str) -> bool:
    """Whether the note names somebody like a device: "Dr. Foley", "Ana Foley", "Foley, Ana"."""
    name = f"(?:{device.capitalize()}|{device.upper()})"
    form = rf"(?:{_TITLED}|\b([A-Z][A-Za-z]+)[ ]){name}\b|\b{name},[ ]?([A-Z][A-Za-z]+)"
    return any(
        all(given is None or is_given(given) for given in found.groups()) for found in re.finditer(form, text)
    )


def _is_followed(text: str, span: Span, words_after: re.Pattern[str]) -> bool:
    """Whether an expression in small letters matches behind a span; all capitals count as small."""
    if text[span.start : span.end].isupper():
        return bool(words_after.match(text[span.end : span.end + _REACH].lower()))
    return bool(words_after.match(text, span.end))


def _is_thing(text: str, span: Span) -> bool:
    """True for an instrument, a part of the body or a drug that the words beside it name."""
    if span.source != "ner" or span.score >= _SURE:
        return False
    before = text[max(0, span.start - 24) : span.start]
    one = span.score < _LIKELY or _ONE.search(before)
    if span.label in _INSTRUMENTS and _INSTRUMENT.match(text, span.end) and one:
        return True
    beside = _BESIDE.search(before)
    taken = _TAKEN.search(before) or (beside and beside[1].lower() in _brand_drugs() | drugs())
    drug = taken and plain(text[span.start : span.end]) in _brand_drugs()
    return bool(drug or _ANATOMY.search(before))


@cache
def _brand_drugs() -> frozenset[str]:
    return frozenset(entry.lower() for entry in listed("brand_drugs"))


def _in_clinical_use(text: str, span: Span, tokens: list[str]) -> bool:
    if span.label not in PEOPLE:
        return bool(_AFTER_PLACE.match(text, span.end))
    before = text[max(0, span.start - 24) : span.start]
    if _is_followed(text, span, _FOLLOWS) or _PRECEDES.search(before):
        return True
    sure = span.source in {"ner", "document"}
    rare = not any(token in words("frequent") for token in tokens)
    return (rare or not sure) if _WITH.search(before) else (rare and not sure)


def _is_medicine(token: str) -> bool:
    return is_clinical(token) and (token in drugs() or token in words("capitalised"))
