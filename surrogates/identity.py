"""Which written names are one person: evidence over a patient's notes and record.

Every word of every mention votes for its role (given name or surname) on its side (people
around the patient, or staff), and words that are one name join. The outcome depends on the set
of notes, never on their order. A note alone goes the same way with less evidence.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from annotation import Label, PatientRecord
from surrogates.joining import Joiner, shortens, sound, stands_for
from surrogates.mention import Kind, Mention, Role, read
from surrogates.pool import FEMALE, MALE, given, surname
from surrogates.wording import listed

PATIENT, STAFF = "patient", "staff"
_RECORDED, _TITLED = 50, 2
_MISLABELLED, _SOME = 5, 3
_TIES = {
    FEMALE: "wife mother daughter sister aunt niece grandmother granddaughter mom girlfriend stepmother",
    MALE: "husband father son brother uncle nephew grandfather grandson dad boyfriend stepfather",
}
_TITLES = {"mrs": FEMALE, "ms": FEMALE, "miss": FEMALE, "mr": MALE, "mister": MALE}
_NEUTRAL_TITLES = frozenset({"dr", "doctor", "nurse", "prof"})


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
class Persons:
    """What the evidence says of the folded words of one side.

    Attributes:
        roles: given name or surname.
        same: for a word that stands for another, the other.
        sexes: ``F`` or ``M`` where known.
        families: for a given name, the words of the surname it goes with most.
        weights: how well founded each word is.
        led: for a surname, the particles before it.
    """

    roles: Mapping[str, Role] = field(repr=False)
    same: Mapping[str, str] = field(repr=False)
    sexes: Mapping[str, str] = field(repr=False)
    families: Mapping[str, tuple[str, ...]] = field(repr=False)
    weights: Mapping[str, int] = field(repr=False)
    led: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)

    def role(self, word: str) -> Role:
        """The role of a word: by evidence, else by how the Census counts it."""
        return self.roles.get(word) or likely(word)

    def sex(self, word: str) -> str:
        """``F``, ``M`` or empty: by evidence, else by how the Census counts it."""
        return self.sexes.get(word) or given(word).sex

    def root(self, word: str) -> str:
        """The word that this one stands for; itself when none."""
        return self.same.get(word, word)

    def family(self, word: str) -> str:
        """The surname that a given name goes with; empty when none is known."""
        return self.surnames(word)[-1] if self.surnames(word) else ""

    def surnames(self, word: str) -> tuple[str, ...]:
        """The words of the surname that a given name goes with, each the one it stands for."""
        words = self.families.get(self.root(word)) or self.families.get(word, ())
        return tuple(self.root(part) for part in words)

    def explains(self, letters: str, families: Sequence[str]) -> bool:
        """True when a known person has these initials, or this surname and the first of them."""
        for word in self.beginning(letters[0], Role.GIVEN):
            own = self.surnames(word)
            if {self.root(family) for family in families} & {*own}:
                return True
            if not families and len(letters) > 1 and own and own[-1].startswith(letters[-1]):
                return True
        return False

    def beginning(self, letter: str, role: Role) -> list[str]:
        """Known words of a role that begin with a letter or more, best founded first."""
        fits = [word for word, known in self.roles.items() if known is role and word.startswith(letter)]
        return sorted(fits, key=lambda word: (-self.weights.get(word, 0), word))


@dataclass(frozen=True, slots=True)
class Identities:
    """The persons of both sides."""

    sides: Mapping[str, Persons] = field(repr=False)

    def side(self, mention: Mention, labelled: str, title: str = "") -> str:
        """The side of a name: as labelled, unless the evidence is on the other side.

        That is so where the words are known there many times over, or where the name is only
        letters, or letters and a surname, that nobody on its own side has and somebody there has.
        """
        other = PATIENT if labelled == STAFF else STAFF
        own, far = (
            max((self.sides[s].weights.get(w, 0) for w in mention.telling), default=0)
            for s in (labelled, other)
        )
        if far > own * _MISLABELLED + _SOME:
            return other
        letters = "".join(word.key for word in mention.words if word.kind in (Kind.INITIAL, Kind.GLUED))
        if not letters or mention.given or title in _NEUTRAL_TITLES:
            return labelled
        here, there = (self.sides[s].explains(letters, mention.telling) for s in (labelled, other))
        return other if there and not here else labelled

    def find(self, word: str) -> str:
        """The side that knows a word; empty when none does."""
        known = [side for side in (PATIENT, STAFF) if word in self.sides[side].weights]
        return max(known, key=lambda side: self.sides[side].weights[word]) if known else ""


def likely(word: str) -> Role:
    """Given name or surname, by how the Census counts the word."""
    return Role.GIVEN if given(word).bearers > surname(word) else Role.FAMILY


class _Side:
    """Votes for the words of one side."""

    def __init__(self) -> None:
        self.roles: dict[str, Counter[Role]] = defaultdict(Counter)
        self.sexes: dict[str, Counter[str]] = defaultdict(Counter)
        self.families: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
        self.same: dict[str, str] = {}
        self.recorded: set[str] = set()
        self.seen: Counter[str] = Counter()
        self.led: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)

    def mention(self, mention: Mention, title: str, *, staff: bool) -> None:
        """Take a mention from a note."""
        if mention.family and (particles := _led(mention)):
            self.led[mention.family[0]][particles] += 1
        for role, words in ((Role.GIVEN, mention.given), (Role.FAMILY, mention.family)):
            for word in words:
                doubtful = role is Role.FAMILY and likely(word) is Role.GIVEN
                self.roles[word][role] += 1 if doubtful else _TITLED
                self.seen[word] += 1
        for word in mention.given if mention.family else ():
            self.families[word][mention.family] += 1
        double = len(mention.lone) > 1 and all(likely(word) is Role.GIVEN for word in mention.lone)
        for word in mention.lone:
            self.seen[word] += 1
            if (staff and not double) or title in _TITLES or title in _NEUTRAL_TITLES:
                self.roles[word][Role.FAMILY] += 1 if staff else _TITLED
        for word in mention.given if title in _TITLES else ():
            self.sexes[word][_TITLES[title]] += 1

    def known(self, given_words: list[str], family_words: list[str], sex: str) -> None:
        """Take a name of the record."""
        for role, words in ((Role.GIVEN, given_words), (Role.FAMILY, family_words)):
            for word in words:
                self.roles[word][role] += _RECORDED
                self.seen[word] += _RECORDED
                self.recorded.add(word)
        for word in given_words if family_words else ():
            self.families[word][tuple(family_words)] += _RECORDED
        for word in given_words if sex else ():
            self.sexes[word][sex] += _RECORDED

    def alias(self, alias: str, name: tuple[list[str], list[str]]) -> None:
        """Take a further form of a recorded name."""
        for word in read(alias).words:
            if word.kind is Kind.NAME and word.key not in name[0] and word.key not in name[1]:
                target, role = stands_for(word.key, word.role, name)
                if target:
                    self.same.setdefault(word.key, target)
                self.roles[word.key][role] += _RECORDED
                self.seen[word.key] += _RECORDED

    def settle(self) -> Persons:
        """Weigh the votes and join the words."""
        roles = {word: _first(votes) for word, votes in self.roles.items() if votes}
        roles |= {word: likely(word) for word in self.seen if word not in roles}
        roles |= dict.fromkeys(self._short_names(roles), Role.GIVEN)
        families = {word: _first(votes) for word, votes in self.families.items() if votes}
        middles = {word: families[of] for of, votes in self.families.items() for word in _middles(votes)}
        roles |= dict.fromkeys(middles, Role.GIVEN)
        joiner = Joiner(roles, self.seen, self.recorded, self.families)
        same = {word: root for word, root in self.same.items() if word not in self.recorded}
        for word in sorted(roles):
            if word not in same and word not in self.recorded and (root := joiner.root(word)):
                same[word] = root
        return Persons(
            roles,
            {word: _follow(word, same) for word in same},
            {word: _first(votes) for word, votes in self.sexes.items() if votes},
            middles | families,
            self.seen,
            {family: _first(votes) for family, votes in self.led.items()},
        )

    def _short_names(self, roles: Mapping[str, Role]) -> list[str]:
        """Words seen alone only that are a known given name, short or spelled otherwise: "Dr. Bob"."""
        alone = [word for word, votes in self.roles.items() if votes.total() <= self.seen[word]]
        known = [word for word, role in roles.items() if role is Role.GIVEN]
        given_words = [word for word in alone if roles[word] is Role.FAMILY and likely(word) is Role.GIVEN]
        return [
            word
            for word in given_words
            if any(shortens(word, name) or sound(word) == sound(name) for name in known)
        ]


class Evidence:
    """Collects mentions and records; ``settle`` turns them into Identities."""

    def __init__(self) -> None:
        self._sides = {PATIENT: _Side(), STAFF: _Side()}

    def mention(self, named: Named) -> None:
        """Take one mention from a note."""
        self._sides[named.side].mention(read(named.text), named.title, staff=named.side == STAFF)

    def record(self, record: PatientRecord) -> None:
        """Take the patient's record: names with certainty, further forms joined to them."""
        name = record.name
        given_words = [word.key for part in (name.given, name.middle) for word in read(part).words]
        family_words = [word.key for word in read(name.family).words if word.kind is not Kind.KEPT]
        sex = record.sex[:1].upper()
        self._sides[PATIENT].known(given_words, family_words, sex if sex in (FEMALE, MALE) else "")
        for alias in record.aliases:
            self._sides[PATIENT].alias(alias, (given_words, family_words))
        for side, people in ((PATIENT, record.relatives), (STAFF, record.providers)):
            for person in people:
                self._associate(person.name, person.aliases, side, person.tie)

    def _associate(self, name: str, aliases: Sequence[str], side: str, tie: str) -> None:
        parts = _parts(name, aliases, side)
        ties = set(tie.casefold().replace(",", " ").split())
        sex = next((sex for sex, words in _TIES.items() if ties & set(words.split())), "")
        self._sides[side].known(*parts, sex)
        for alias in aliases:
            self._sides[side].alias(alias, parts)

    def settle(self) -> Identities:
        """Weigh all votes."""
        return Identities({side: votes.settle() for side, votes in self._sides.items()})


def _parts(name: str, aliases: Iterable[str], side: str) -> tuple[list[str], list[str]]:
    """Given names and surnames of a recorded name; its further forms show when the surname leads."""
    mention = read(name)
    lone = list(mention.lone)
    if lone:
        is_given = side == PATIENT or likely(lone[0]) is Role.GIVEN
        return (lone, []) if is_given else ([], lone)
    given_words, family_words = list(mention.given), list(mention.family)
    leading = any(set(read(alias).family) & set(given_words[:1]) for alias in aliases)
    return (family_words, given_words) if leading else (given_words, family_words)


def _led(mention: Mention) -> tuple[str, ...]:
    """The particles before the surname of a mention."""
    first = next((word.start for word in mention.words if word.key == mention.family[0]), 0)
    kept = [word for word in mention.words if word.kind is Kind.KEPT and word.start < first]
    return tuple(word.key for word in kept if word.key in listed("particles"))


def _middles(votes: Counter[tuple[str, ...]]) -> list[str]:
    """Words before a surname that mostly stands without them: middle names that are surnames too."""
    best = _first(votes)
    longer = (names for names in votes if votes[names] < votes[best] and names[-len(best) :] == best)
    return [word for names in longer for word in names[: -len(best)]]


def _follow(word: str, same: Mapping[str, str]) -> str:
    seen = {word}
    while same.get(word, word) not in seen:
        word = same[word]
        seen.add(word)
    return word


_Vote = TypeVar("_Vote", bound="str | tuple[str, ...]")


def _first(votes: Counter[_Vote]) -> _Vote:
    return min(votes, key=lambda vote: (-votes[vote], str(vote)))
