"""Every way in which the names of known people are written in a note.

One pass over the words of a note. A word matches when it is a name of a known person, whatever
its case and accents, a public nickname of it, one edit away, glued to another of the same
person's names, broken by a line end, a blank or OCR digits, or spelled out letter by letter.
Matched words that stand together become one span, with initials of the same person beside
them. Words that are also ordinary ("Hope", "Will") need a capital and the place of a name.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise, permutations

from rapidfuzz.distance import OSA

from annotation import Label
from recognizers.words import abbreviations, is_clinical, is_ordinary, lines

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_GAP = re.compile(
    r"\.?[ \t]*,?[ \t]*(?:\n[ \t]*)?(?:[\"'(][ \t]*)?|[\"')]?[ \t]*-[ \t]*\n?[ \t]*|[\"')][ \t]?"
)
_SPELLED = re.compile(r"(?<![^\W_])(?:[^\W\d_][-. ]){2,}[^\W\d_](?![^\W_])")
_TITLE_BEFORE = re.compile(
    r"\b(?:[A-Z]|Drs?|Mr|Mrs|Ms|Miss|Mx|Prof|Nurse|Fr|Rev|Doctor|dr|mr|mrs|ms)\.?[ \t]+$"
)
_SENTENCE_END = re.compile(r"(?:^|[.!?:\n\u2022*-][\"')]?[ \t]*)$")
_VERB_NEXT = re.compile(
    r"'s?\b|[ \t]+(?:[a-z]+(?:s|ed)|had|has|is|was|will|went|took|came|did|and|sat|ate|met|kept)\b|,|$"
)
_NO_NAMES = frozenset(
    (
        "jr",
        "sr",
        "ii",
        "iii",
        "iv",
        "dr",
        "md",
        "rn",
        "np",
        "phd",
        "mr",
        "mrs",
        "ms",
        "miss",
        "nurse",
        "doctor",
    )
)
_OCR = str.maketrans("015", "ols")
_FUZZY_FROM = 5
_INITIALS_FROM = 2


@dataclass(frozen=True, slots=True)
class Person:
    """A known person.

    Attributes:
        label: PATIENT or DOCTOR.
        forms: the names as the record gives them.
        nicknamed: whether public nicknames of the given name count.
    """

    label: Label
    forms: tuple[str, ...] = field(repr=False)
    nicknamed: bool = True

    @property
    def names(self) -> frozenset[str]:
        """Single names, folded; a form of initials has none."""
        written = (word for form in self.forms if not _is_initials(form) for word in _words(form))
        return frozenset(word for word in written if len(word) > 1 and word not in _NO_NAMES)

    @property
    def initials(self) -> frozenset[str]:
        """Runs of initials, lower case without stops: of each form, and forms that are initials."""
        given = {"".join(word[0] for word in _words(form)) for form in self.forms if "," not in form}
        written = {"".join(_words(form.partition("/")[0])) for form in self.forms if _is_initials(form)}
        return frozenset(run for run in given | written if len(run) >= _INITIALS_FROM)


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a known person is named: a range of the folded text."""

    start: int
    end: int
    label: Label
    score: float


def bare(word: str) -> str:
    """A word without case and accents."""
    if word.isascii():
        return word.lower().replace("'", "")
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char) and char != "'")


def _words(form: str) -> list[str]:
    return [bare(word) for word in _WORD.findall(form)]


def _is_initials(form: str) -> bool:
    letters = form.partition("/")[0].replace(".", "").replace(" ", "").replace("-", "")
    return len(letters) <= 4 and letters.isupper() and (form.isupper() or "/" in form)  # noqa: PLR2004 - longer runs are words


@cache
def _nicknames() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for entry in lines("nicknames"):
        full, _, short = entry.partition("|")
        table.setdefault(full, set()).add(short)
        table.setdefault(short, set()).add(full)
    return {name: frozenset(others) for name, others in table.items()}


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    text: str
    people: frozenset[int]
    sure: bool


class KnownNames:
    """Finds the names of some people.

    Args:
        people: the patient first; earlier ones win where a name is shared.
    """

    def __init__(self, people: Sequence[Person]) -> None:
        self._people = tuple(people)
        self._owners: dict[str, set[int]] = {}
        self._soft: dict[str, set[int]] = {}
        self._initials: dict[str, set[int]] = {}
        for index, person in enumerate(self._people):
            self._learn(index, person)
        self._long = [name for name in self._owners if len(name) >= _FUZZY_FROM]

    def _learn(self, index: int, person: Person) -> None:
        for name in person.names:
            self._owners.setdefault(name, set()).add(index)
            for nickname in _nicknames().get(name, ()) if person.nicknamed else ():
                self._soft.setdefault(nickname, set()).add(index)
        for form in person.forms:
            for one, two in permutations(_words(form), 2):
                self._owners.setdefault(one + two, set()).add(index)
        for run in person.initials:
            self._initials.setdefault(run, set()).add(index)

    def mentions(self, text: str) -> Iterator[Mention]:
        """Yield where the people are named, in order of kind, not of place."""
        seen: dict[str, tuple[frozenset[int], bool]] = {}
        tokens = [self._token(text, word, seen) for word in _WORD.finditer(text)]
        known = [token for token in tokens if token.people] + list(self._broken(text, tokens))
        yield from self._joined(text, sorted(known, key=lambda token: (token.start, -token.end)))
        yield from self._bare_initials(text)
        yield from self._spelled(text)

    def _token(self, text: str, word: re.Match[str], seen: dict[str, tuple[frozenset[int], bool]]) -> _Token:
        token = word[0].removesuffix("'s").removesuffix("'S")
        if token not in seen:
            seen[token] = self._who(token)
        people, sure = seen[token]
        if people and not _stands_as_name(text, word.start(), word.start() + len(token), token):
            sure = False
        return _Token(word.start(), word.start() + len(token), token, people, sure)

    def _who(self, token: str) -> tuple[frozenset[int], bool]:
        name = bare(token)
        if owners := self._owners.get(name):
            return frozenset(owners), True
        if owners := self._soft.get(name):
            return frozenset(owners), token[0].isupper()
        clean = name.translate(_OCR) if any(char.isalpha() for char in name) else name
        if owners := self._owners.get(clean):
            return frozenset(owners), True
        if (
            len(clean) < _FUZZY_FROM
            or clean.isdigit()
            or (is_clinical(name) or (name == token and is_ordinary(name)))
        ):
            return frozenset(), False
        return self._near(clean), True

    def _near(self, name: str) -> frozenset[int]:
        size = len(name)
        near = (
            known
            for known in self._long
            if abs(len(known) - size) <= 1 and OSA.distance(known, name, score_cutoff=1) <= 1
        )
        return frozenset(index for known in near for index in self._owners[known])

    def _broken(self, text: str, tokens: Sequence[_Token]) -> Iterator[_Token]:
        for one, two in pairwise(tokens):
            between = text[one.end : two.start]
            if one.people or two.people or len(between) > 3 or between.strip(" -\n"):  # noqa: PLR2004 - hyphen, line end, blank
                continue
            owners = self._owners.get(bare(one.text + two.text))
            if owners and not (is_ordinary(one.text) and is_ordinary(two.text)):
                yield _Token(one.start, two.end, text[one.start : two.end], frozenset(owners), sure=True)

    def _joined(self, text: str, tokens: Sequence[_Token]) -> Iterator[Mention]:
        run: list[_Token] = []
        for token in tokens:
            if run and not (_GAP.fullmatch(text, run[-1].end, token.start) and self._alike(run, token)):
                yield from self._mention(text, run)
                run = []
            run.append(token)
        if run:
            yield from self._mention(text, run)

    @staticmethod
    def _alike(run: list[_Token], token: _Token) -> bool:
        again = token.text[0].islower() and any(bare(token.text) == bare(other.text) for other in run)
        return not again and any(not token.people.isdisjoint(other.people) for other in run)

    def _mention(self, text: str, run: list[_Token]) -> Iterator[Mention]:
        if not any(token.sure for token in run):
            return
        counts: dict[int, int] = {}
        for token in run:
            for index in token.people:
                counts[index] = counts.get(index, 0) + 1
        owner = min(counts, key=lambda index: (-counts[index], index))
        reach = max(token.end for token in run)
        start, end = self._with_initials(text, run[0].start, reach, owner)
        yield Mention(start, end, self._people[owner].label, 0.99)

    def _with_initials(self, text: str, start: int, end: int, owner: int) -> tuple[int, int]:
        letters = {word[0].upper() for form in self._people[owner].forms for word in _words(form)}
        before = _INITIAL_BEFORE.search(text, max(0, start - 12), start)
        if before and all(letter in letters for letter in re.findall("[A-Z]", before[0])):
            start = before.start()
        after = _INITIAL_AFTER.match(text, end)
        if after and letters.issuperset(after[1].replace(".", "")):
            end = after.end()
        suffix = _SUFFIX_AFTER.match(text, end)
        return start, suffix.end() if suffix else end

    def _bare_initials(self, text: str) -> Iterator[Mention]:
        for found in _INITIAL_RUN.finditer(text):
            owners = self._initials.get("".join(_words(found[0])))
            dotted = "." in found[0]
            if owners and (dotted or _SIGNED.match(text, found.end()) or not is_clinical_capitals(found[0])):
                owner = min(owners)
                typist = _TYPIST.match(text, found.end())
                end = typist.end() if typist else found.end()
                yield Mention(found.start(), end, self._people[owner].label, 0.9 if dotted else 0.7)

    def _spelled(self, text: str) -> Iterator[Mention]:
        for found in _SPELLED.finditer(text):
            owners = self._owners.get(bare(re.sub("[-. ]", "", found[0])))
            if owners:
                yield Mention(found.start(), found.end(), self._people[min(owners)].label, 0.95)


_INITIAL_BEFORE = re.compile(r"(?<![^\W_.])(?:[A-Z]\.?[ -]?){1,2}$")
_INITIAL_AFTER = re.compile(r",?[ \t]+((?:[A-Z]\.?){1,3})(?![-/'\w.])")
_SUFFIX_AFTER = re.compile(r",?[ \t]+(?:Jr\.?|Sr\.?|JR|SR|II|III|IV)(?![\w-])")
_INITIAL_RUN = re.compile(r"(?<![\w.'-])(?:(?:[A-Z]\.[ ]?){2,4}|[A-Z]{2,4}|[A-Z]-[A-Z])(?![\w'-])")
_TYPIST = re.compile(r"[/:][A-Za-z]{2,4}\b")
_SIGNED = re.compile(r"/[A-Za-z]{2,4}\b|[ \t]*$|[ \t]*\n")
_OWN_LINE = re.compile(r"[ \t]*(?:\n|$)")


def is_clinical_capitals(run: str) -> bool:
    """True when notes write the run of capitals for something else."""
    return run.lower() in abbreviations()


def _stands_as_name(text: str, start: int, end: int, token: str) -> bool:
    if token[0].islower():
        return not is_ordinary(token)
    if not is_clinical(token) and (len(token) > _INITIALS_FROM or not token.isupper()):
        return True
    before = text[max(0, start - 12) : start]
    alone = before.rpartition("\n")[2].strip() == "" and _OWN_LINE.match(text, end)
    if alone or _TITLE_BEFORE.search(before):
        return True
    if len(token) <= _INITIALS_FROM:
        return False
    if token.isupper() and (is_clinical_capitals(token) or text[start - 2 : start - 1].isupper()):
        return False
    return not _SENTENCE_END.search(before) or bool(_VERB_NEXT.match(text, end))


def people_of(named: Iterable[tuple[Label, Iterable[str]]]) -> list[Person]:
    """People from labels and their written forms, without empty forms."""
    return [Person(label, tuple(form for form in forms if form)) for label, forms in named]
