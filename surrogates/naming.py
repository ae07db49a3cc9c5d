"""The draws behind surrogate names: a name, a first letter, the letters of initials."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Protocol

from annotation import IntegrityError
from surrogates.identity import STAFF, Persons
from surrogates.keys import Draw, Key
from surrogates.mention import Mention, Role, Word
from surrogates.policy import Gender, Policy, Staff
from surrogates.pool import FEMALE, MALE, Pool, apostrophe_surnames, given_pool, nicknames, surname_pool

_MOST_DRAWS = 500
_GLUED = 2
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"


class _World(Protocol):
    """What a namer needs of the world it names."""

    key: Key
    patient_id: str
    policy: Policy
    forbidden: AbstractSet[str]


@dataclass(slots=True)
class Namer:
    """Draws the names of one side of a world.

    Attributes:
        world: key, patient, policy and what must not be drawn.
        side: the patient's people or staff.
        known: which words of the side are one name, and their roles.
        taken: folded surrogates of both sides that were prepared.
    """

    world: _World = field(repr=False)
    side: str
    known: Persons
    taken: set[str] = field(repr=False)
    _chosen: dict[tuple[str, Role, str], str] = field(default_factory=dict, repr=False)

    def prepare(self) -> None:
        """Choose for all known words in sorted order, so that no two names share a surrogate."""
        for word in sorted(self.known.weights):
            self.taken.add(self.name(word, self.known.role(word), "").lower())

    def role(self, word: Word) -> Role:
        """The role of a word: by evidence, else as the mention shows it, else as the Census counts it."""
        known = self.known.roles.get(word.key)
        return known or (self.known.role(word.key) if word.role is Role.LONE else word.role)

    def name(self, word: str, role: Role, epoch: str) -> str:
        """The surrogate of a folded word."""
        slot = (self.known.root(word), role, epoch)
        if slot not in self._chosen:
            self._chosen[slot] = self._draw(*slot)
        return self._chosen[slot]

    def lower(self, word: str, epoch: str) -> str:
        """The surrogate of a known word in small letters, as in a login."""
        return self.name(word, self.known.role(word), epoch).lower().replace("'", "")

    def _space(self) -> tuple[str, ...]:
        shared = self.side == STAFF and self.world.policy.staff is not Staff.PATIENT
        return (STAFF,) if shared else (self.side, self.world.patient_id)

    def _draw(self, word: str, role: Role, epoch: str) -> str:
        staff, family = self.side == STAFF, self._mate(word, role)
        draw = self.world.key.draw(*self._space(), role, family, word, epoch)
        if role is Role.FAMILY and word[1:2] == "'" and (some := self._apostrophe(draw, word)):
            return some
        pool = surname_pool() if role is Role.FAMILY else given_pool(self._sex(word))
        free = staff and role is Role.FAMILY
        return self._free(pool, draw, "" if free else self._letter(role, word[0], family, epoch))

    def _mate(self, word: str, role: Role) -> str:
        """The surname that a given name of staff is drawn with."""
        return self.known.family(word) if self.side == STAFF and role is Role.GIVEN else ""

    def _free(self, pool: Pool, draw: Draw, letter: str) -> str:
        for attempt in range(_MOST_DRAWS):
            name = pool.name(draw, letter if attempt < _MOST_DRAWS // 2 else "")
            if name.lower() not in self.world.forbidden and name.lower() not in self.taken:
                return name
        raise IntegrityError("no surrogate name is left; shorten the list of names that must not appear")

    def _apostrophe(self, draw: Draw, word: str) -> str:
        fit = [name for name in apostrophe_surnames(word[0]) if name not in self.world.forbidden]
        fit = [name for name in fit if name not in self.taken and name != word.replace("'", "")]
        name = draw.choose(fit) if fit else ""
        return name and f"{name[0].upper()}'{name[1:].capitalize()}"

    def _sex(self, word: str) -> str:
        if self.world.policy.gender is Gender.NEUTRAL:
            return ""
        return self.known.sex(word) or self.world.key.draw(*self._space(), "sex", word).choose((FEMALE, MALE))

    def _letter(self, role: Role, letter: str, family: str, epoch: str) -> str:
        pool = surname_pool() if role is Role.FAMILY else given_pool("")
        return pool.letter(self.world.key.draw(*self._space(), "letter", role, family, letter, epoch))

    def initial(self, letter: str, role: Role, mention: Mention, epoch: str) -> str:
        """The first letter of the surrogate that an initial stands for."""
        if role is Role.FAMILY:
            families = [self.known.family(word) for word in mention.given]
            return self._family_letter(letter, [word for word in families if word.startswith(letter)], epoch)
        if role is Role.GIVEN:
            return self._given_letter(letter, mention.family[-1] if mention.family else "", epoch)
        roles = (Role.FAMILY, Role.GIVEN) if self.side == STAFF else (Role.GIVEN, Role.FAMILY)
        for one in roles:
            if known := self.known.beginning(letter, one):
                return self.name(known[0], one, epoch)[0]
        return self._letter(roles[0], letter, "", epoch)

    def _given_letter(self, letter: str, family: str, epoch: str) -> str:
        root = self.known.root(family)
        known = self.known.beginning(letter, Role.GIVEN)
        mates = [word for word in known if root and self.known.family(word) == root]
        mates = mates or ([] if not root else self._nicknamed(letter, root))
        if mates or (known and not (root and self.side == STAFF)):
            return self.name((mates or known)[0], Role.GIVEN, epoch)[0]
        return self._letter(Role.GIVEN, letter, root if self.side == STAFF else "", epoch)

    def _nicknamed(self, letter: str, family: str) -> list[str]:
        """Given names of a surname that have a nickname with the letter."""
        return [
            word
            for word in sorted(self.known.families)
            if self.known.family(word) == family and any(n[:1] == letter for n in nicknames().get(word, ()))
        ]

    def _family_letter(self, letter: str, likely: list[str], epoch: str) -> str:
        if known := likely or self.known.beginning(letter, Role.FAMILY):
            return self.name(known[0], Role.FAMILY, epoch)[0]
        return self._letter(Role.FAMILY, letter, "", epoch)

    def glued(self, letters: str, epoch: str) -> str:
        """The letters of initials without words, e.g. of ``jml``: given names, then the surname."""
        first, last = letters[0], letters[-1]
        if len(letters) == 1:
            return self._letter(Role.GIVEN, first, "", epoch)
        givens = self.known.beginning(first, Role.GIVEN)
        for word in givens:
            if whole := self._whole(word, letters[1:], epoch):
                return self.name(word, Role.GIVEN, epoch)[0] + whole
        families = [family for word in givens if (family := self.known.family(word)).startswith(last)]
        families = families or self.known.beginning(last, Role.FAMILY)
        family = families[0] if families else ""
        leading = [self._given_letter(letter, family, epoch) for letter in letters[:-1]]
        return "".join((*leading, self._family_letter(last, families, epoch)))

    def _whole(self, word: str, letters: str, epoch: str) -> str:
        """Letters of a given name's surname: of each of its words, or its first ones; else empty."""
        surnames = self.known.surnames(word)
        if "".join(name[0] for name in surnames) == letters:
            return "".join(self.name(name, Role.FAMILY, epoch)[0] for name in surnames)
        if len(letters) > 1 and surnames and surnames[-1].startswith(letters):
            new = self.name(surnames[-1], Role.FAMILY, epoch).replace("'", "")
            return (new + new)[: len(letters)]
        return ""

    def beside(self, rest: str, name: str, epoch: str, *, leads: bool) -> str:
        """What stands before or after a known name in a login: initials or another name; else empty."""
        if rest in self.known.weights:
            return self.lower(rest, epoch)
        if len(rest) > _GLUED:
            return ""
        family = name if leads and self.known.role(name) is Role.FAMILY else ""
        return "".join(self._given_letter(letter, family, epoch) for letter in rest).lower()

    def any_word(self, run: str, epoch: str) -> str:
        """Small letters for a run that no known name explains."""
        draw = self.world.key.draw(self.world.patient_id, "login", run, epoch)
        if len(run) <= _GLUED:
            return "".join(draw.choose(_ALPHABET) for _ in run)
        return self._free(surname_pool(), draw, "").lower()
