"""Which written names are one person: evidence over a patient's notes and record.

Every word of every mention votes for its role (given name or surname) and its side (people
around the patient, or staff). Words then join: a nickname to its given name, a form of the
record to the name it stands for, and a word one edit away from a more frequent or recorded one,
unless both are names in their own right. The outcome depends on the set of notes, never on
their order. A note alone goes the same way with less evidence.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from rapidfuzz.distance import OSA

from annotation import Label, PatientRecord
from surrogates.mention import Kind, Mention, Role, read
from surrogates.pool import FEMALE, MALE, given, nicknames, surname

PATIENT, STAFF = "patient", "staff"
_RECORDED = 50
_WRITTEN_OUT, _TITLED = 2, 2
_TYPO_LENGTH = 5
_LONG = 8
_COMMON = 20_000
_SHORT_FORM = 3
_FEMALE_TIES = frozenset(
    [
        "wife",
        "mother",
        "daughter",
        "sister",
        "aunt",
        "niece",
        "grandmother",
        "granddaughter",
        "mom",
        "girlfriend",
        "stepmother",
    ]
)
_MALE_TIES = frozenset(
    [
        "husband",
        "father",
        "son",
        "brother",
        "uncle",
        "nephew",
        "grandfather",
        "grandson",
        "dad",
        "boyfriend",
        "stepfather",
    ]
)
_FEMALE_TITLES, _MALE_TITLES = ("mrs", "ms", "miss", "sister"), ("mr", "mister", "father")


@dataclass(frozen=True, slots=True)
class Named:
    """One mention of a person in a note.

    Attributes:
        text: the name as written.
        label: PATIENT or DOCTOR.
        title: folded word before the name, e.g. ``"mr"``.
    """

    text: str = field(repr=False)
    label: Label
    title: str = ""

    @property
    def side(self) -> str:
        """Whose world the name belongs to by its label."""
        return STAFF if self.label is Label.DOCTOR else PATIENT


@dataclass(frozen=True, slots=True)
class Identities:
    """What the evidence says of each folded word.

    Attributes:
        roles: given name or surname.
        sides: the patient's people or staff.
        same: for a word that stands for another, the other.
        sexes: ``F`` or ``M`` where known.
        families: for a given name, the surname it goes with most.
        words: every folded word of a name that was seen or is on record.
    """

    roles: Mapping[str, Role] = field(repr=False)
    sides: Mapping[str, str] = field(repr=False)
    same: Mapping[str, str] = field(repr=False)
    sexes: Mapping[str, str] = field(repr=False)
    families: Mapping[str, str] = field(repr=False)
    words: frozenset[str] = field(repr=False)

    def role(self, word: str) -> Role:
        """The role of a word: by evidence, else by how the Census counts it."""
        known = self.roles.get(word)
        return known or (Role.GIVEN if given(word).bearers > surname(word) else Role.FAMILY)

    def sex(self, word: str) -> str:
        """``F``, ``M`` or empty: by evidence, else by how the Census counts it."""
        return self.sexes.get(word) or given(word).sex

    def root(self, word: str) -> str:
        """The word that this one stands for; itself when none."""
        return self.same.get(word, word)


class Evidence:
    """Collects votes; ``settle`` turns them into Identities."""

    def __init__(self) -> None:
        self._roles: dict[str, Counter[Role]] = defaultdict(Counter)
        self._sides: dict[str, Counter[str]] = defaultdict(Counter)
        self._sexes: dict[str, Counter[str]] = defaultdict(Counter)
        self._families: dict[str, Counter[str]] = defaultdict(Counter)
        self._same: dict[str, str] = {}
        self._recorded: set[str] = set()
        self._seen: Counter[str] = Counter()

    def mention(self, named: Named, weight: int = 1) -> None:
        """Take one mention from a note."""
        mention = read(named.text)
        self._vote(mention, named.side, weight * _WRITTEN_OUT)
        lone = [word.key for word in mention.words if word.kind is Kind.NAME and word.role is Role.LONE]
        titled = named.title in (*_FEMALE_TITLES, *_MALE_TITLES, "dr", "doctor", "nurse", "prof")
        for word in lone:
            self._sides[word][named.side] += weight
            self._seen[word] += weight
            if titled or named.label is Label.DOCTOR:
                self._roles[word][Role.FAMILY] += weight * (_TITLED if titled else 1)
        self._title_sex(mention, named.title)

    def _vote(self, mention: Mention, side: str, weight: int) -> None:
        families = mention.family
        for role, words in ((Role.GIVEN, mention.given), (Role.FAMILY, families)):
            for word in words:
                self._roles[word][role] += weight
                self._sides[word][side] += weight
                self._seen[word] += weight
                if role is Role.GIVEN and families:
                    self._families[word][families[-1]] += weight

    def _title_sex(self, mention: Mention, title: str) -> None:
        sex = FEMALE if title in _FEMALE_TITLES else MALE if title in _MALE_TITLES else ""
        for word in mention.given if sex else ():
            self._sexes[word][sex] += 1

    def record(self, record: PatientRecord) -> None:
        """Take the patient's record: names with certainty, aliases joined to what they stand for."""
        name = record.name
        given_words = [word.key for part in (name.given, name.middle) for word in read(part).words]
        family_words = [word.key for word in read(name.family).words if word.kind is not Kind.KEPT]
        self._known(given_words, family_words, PATIENT)
        self._aliases(record.aliases, (given_words, family_words), PATIENT)
        sex = record.sex[:1].upper()
        if sex in (FEMALE, MALE):
            for word in given_words:
                self._sexes[word][sex] += _RECORDED
        for side, people in ((PATIENT, record.relatives), (STAFF, record.providers)):
            for person in people:
                self._associate(person.name, person.aliases, side, person.tie)

    def _associate(self, name: str, aliases: Iterable[str], side: str, tie: str) -> None:
        mention = read(name)
        lone = [w.key for w in mention.words if w.role is Role.LONE and w.kind is Kind.NAME]
        given_words = list(mention.given) or (
            lone if side == PATIENT or given(lone[0] if lone else "").bearers else []
        )
        family_words = list(mention.family) or [word for word in lone if word not in given_words]
        self._known(given_words, family_words, side)
        self._aliases(aliases, (given_words, family_words), side)
        ties = set(tie.casefold().replace("-", " ").split())
        sex = FEMALE if ties & _FEMALE_TIES else MALE if ties & _MALE_TIES else ""
        for word in given_words[:1] if sex else ():
            self._sexes[word][sex] += _RECORDED

    def _known(self, given_words: list[str], family_words: list[str], side: str) -> None:
        for role, words in ((Role.GIVEN, given_words), (Role.FAMILY, family_words)):
            for word in words:
                self._roles[word][role] += _RECORDED
                self._sides[word][side] += _RECORDED
                self._recorded.add(word)
        for word in given_words if family_words else ():
            self._families[word][family_words[-1]] += _RECORDED

    def _aliases(self, aliases: Iterable[str], name: tuple[list[str], list[str]], side: str) -> None:
        known = {*name[0], *name[1]}
        for alias in aliases:
            mention = read(alias)
            for word in mention.words:
                if word.kind is not Kind.NAME or word.key in known:
                    continue
                target, role = _stands_for(word.key, word.role, name)
                if target and word.key not in self._recorded:
                    self._same[word.key] = target
                self._roles[word.key][role] += _RECORDED
                self._sides[word.key][side] += _RECORDED

    def settle(self) -> Identities:
        """Weigh the votes and join the words."""
        roles = {word: _first(votes) for word, votes in self._roles.items() if votes}
        for word in self._sides:
            if word not in roles:
                roles[word] = Role.GIVEN if given(word).bearers > surname(word) else Role.FAMILY
        same = dict(self._same)
        for word in sorted(roles):
            if word not in same and word not in self._recorded and (root := self._root(word, roles)):
                same[word] = root
        return Identities(
            roles,
            {word: _first(votes) for word, votes in self._sides.items() if votes},
            {word: _follow(word, same) for word in same},
            {word: _first(votes) for word, votes in self._sexes.items() if votes},
            {word: _first(votes) for word, votes in self._families.items() if votes},
            frozenset(self._sides),
        )

    def _root(self, word: str, roles: Mapping[str, Role]) -> str:
        """The better-founded word that this one is a nickname, short form or slip of."""
        better = [
            other
            for other in sorted(roles)
            if other != word and roles[other] is roles[word] and self._weight(other) > self._weight(word)
        ]
        near = [other for other in better if self._joins(word, other, roles[word])]
        return max(near, key=self._weight) if near else ""

    def _weight(self, word: str) -> tuple[bool, int, int, str]:
        return word in self._recorded, self._seen[word], len(word), word

    def _joins(self, word: str, other: str, role: Role) -> bool:
        if role is Role.GIVEN and self._apart(word, other):
            return False
        if role is Role.GIVEN and word in nicknames().get(other, frozenset()):
            return True
        common = given(word).bearers if role is Role.GIVEN else surname(word)
        if role is Role.GIVEN and len(word) >= _SHORT_FORM and other.startswith(word) and common < _COMMON:
            return True
        if common >= _COMMON / 20 and surname(other) + given(other).bearers >= _COMMON / 20:
            return False
        allowed = 2 if len(word) >= _LONG else 1
        return len(word) >= _TYPO_LENGTH and OSA.distance(word, other, score_cutoff=allowed) <= allowed

    def _apart(self, word: str, other: str) -> bool:
        """True when both go with a surname, and not the same one."""
        one, two = set(self._families.get(word, ())), set(self._families.get(other, ()))
        return bool(one and two) and not one & two


def _stands_for(word: str, role: Role, name: tuple[list[str], list[str]]) -> tuple[str, Role]:
    """What part of a name a further form of it stands for."""
    given_words, family_words = name
    near = min(family_words, key=lambda family: OSA.distance(word, family), default="")
    family_like = near and OSA.distance(word, near) <= max(1, len(word) // 4)
    if family_words and (role is Role.FAMILY or family_like):
        return (near, Role.FAMILY) if family_like else ("", Role.FAMILY)
    return (given_words[0] if given_words else ""), Role.GIVEN


def _follow(word: str, same: Mapping[str, str]) -> str:
    seen = {word}
    while same.get(word, word) not in seen:
        word = same[word]
        seen.add(word)
    return word


_Vote = TypeVar("_Vote", bound=str)


def _first(votes: Counter[_Vote]) -> _Vote:
    return min(votes, key=lambda vote: (-votes[vote], str(vote)))
