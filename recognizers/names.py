"""How people's names are written: reading one name at a given place of a text.

A name is a run of capitalised words, initials, lower-case particles before a capitalised word
("van der Berg"), generational suffixes and quoted nicknames; "LAST, FIRST M" where the caller
allows a comma. What follows a title or a field label may be any capitalised word that is no
label, title or credential itself.

>>> read("Anna B. van der Lindquist Jr., MD saw", 0)
29
"""

import re

from recognizers.words import alternatives, is_clinical, is_name, is_ordinary, listed

WORD = re.compile(r"[^\W\d_]+(?:(?:['-]|-[ \t]*\n[ \t]*(?=[a-z]))[^\W\d_]+){0,4}\.?")
_GAP = re.compile(r"[ \t]{1,2}")
_WRAP = re.compile(r"[ \t]*\n[ \t]*")
_NICKNAME = re.compile(r"[\"'(]([^\W\d_]{2,14})[\"')]")
_COMMA = re.compile(r" ?,[ \t]{0,2}")
_KEY_AFTER = re.compile(r"[ \t]?[:=#]|[ \t]?\(?\d{2}")
_PARTICLES = frozenset(listed("particles"))
_SUFFIXES = frozenset({"jr", "jr.", "sr", "sr.", "ii", "iii", "iv"})
_STOPS = frozenset(listed("name_stops"))
_CREDENTIAL = re.compile(alternatives("credentials"))
_INITIAL = re.compile(r"[^\W\d_]\.")
_LONGEST = 6

_ANIMAL = (
    r"(?:dog|cat|puppy|kitten|parrot|lamb|horse|pony|goat|hamster|rabbit|ferret|pet|beagle|terrier|pug|chihuahua|"
    r"retriever|poodle|husky|heeler|collie)"
)
_PET = re.compile(
    rf"\b{_ANIMAL}s?(?:'s name)?[ ](?:(?:is|are|was|named|called|=)[ ]|\()[\"']?\Z", re.IGNORECASE
)
_PET_AFTER = re.compile(rf"[ ]the[ ]{_ANIMAL}\b")
_OWNED = re.compile(r"['\u2019]s\b")
_CALLED = ("is", "are", "was", "named", "called", "=", "(")
_NEAR = 40


def read(text: str, at: int, *, comma: bool = False, strict: bool = False) -> int:
    """Read one name that starts at ``at``.

    Args:
        text: a folded view's text.
        at: where the name should start.
        comma: "LAST, FIRST" may be one name.
        strict: every word must be more likely a name than not, as running prose needs.

    Returns:
        One past the name's last character; ``at`` when no name starts there.
    """
    end = _read_run(text, at, strict=strict)
    if comma and end > at and (gap := _COMMA.match(text, end)):
        given = _read_run(text, gap.end(), strict=strict or text[at:end].istitle())
        if given > gap.end() and not _is_credential(text, gap.end()):
            return given
    return end


def _read_run(text: str, at: int, *, strict: bool) -> int:
    end = place = at
    for count in range(_LONGEST):
        if count and (quoted := _NICKNAME.match(text, place)):
            end, place = quoted.end(), _after_gap(text, quoted.end())
            continue
        word = WORD.match(text, place)
        if not word or not _fits(text, word, first=not count, strict=strict):
            break
        stop = word.end()
        initial = bool(_INITIAL.fullmatch(word[0]))
        if word[0].endswith(".") and not initial and word[0].lower() not in _SUFFIXES:
            return stop - 1
        if word[0].lower() not in _PARTICLES or word[0][0].isupper():
            end = stop
        place = _after_gap(text, stop)
        if place == stop:
            place = _after_wrap(text, stop)
        if place == stop and not initial:
            break
    return end


def _after_gap(text: str, at: int) -> int:
    gap = _GAP.match(text, at)
    return gap.end() if gap else at


def _after_wrap(text: str, at: int) -> int:
    wrap = _WRAP.match(text, at)
    following = WORD.match(text, wrap.end()) if wrap else None
    if not wrap or not following or not following[0].istitle():
        return at
    unlike = is_clinical(following[0]) or (is_ordinary(following[0]) and not is_name(following[0]))
    return at if unlike or _KEY_AFTER.match(text, following.end()) else wrap.end()


def _fits(text: str, word: re.Match[str], *, first: bool, strict: bool) -> bool:
    token = word[0]
    low = token.lower()
    if low in _PARTICLES and not token[0].isupper():
        following = WORD.match(text, _after_gap(text, word.end()))
        return following is not None and (following[0][0].isupper() or following[0].lower() in _PARTICLES)
    if not token[0].isupper() or low.removesuffix(".") in _STOPS or _KEY_AFTER.match(text, word.end()):
        return False
    if not first and _CREDENTIAL.fullmatch(token):
        return False
    if low in _SUFFIXES:
        return not first
    lenient = (first and not strict) or len(token.removesuffix(".")) == 1
    return lenient or is_name(token) or not is_clinical(token)


def _is_credential(text: str, at: int) -> bool:
    word = WORD.match(text, at)
    return word is not None and bool(_CREDENTIAL.fullmatch(word[0]))


def is_pet(text: str, start: int, end: int) -> bool:
    """True for an animal's name: "a dog named Biscuit", "own cat (Waffle)", "Otto the dog"."""
    if _PET_AFTER.match(text, end):
        return True
    if not text[max(0, start - len("called '")) : start].lower().rstrip(" \"'").endswith(_CALLED):
        return False
    called = _PET.search(text, max(0, start - _NEAR), start)
    return called is not None and not _OWNED.match(text, end)
