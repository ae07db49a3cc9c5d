"""The draws behind surrogate names: a name, a first letter, the letters of initials."""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Protocol

from annotation import IntegrityError
from surrogates.identity import STAFF, Persons
from surrogates.keys import Draw, Key
from surrogates.mention import Kind, Mention, Role, Word
from surrogates.policy import Gender, Policy, Staff
from surrogates.pool import FEMALE, MALE, Pool, apostrophe_surnames, given_pool, nicknames, surname_pool

_MOST_DRAWS = 500
_GLUED, _LONG = 2, 4
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

    def led(self, word: Word, mention: Mention) -> bool:
        """True for a particle in a capital at the head of a surname that is known to follow it."""
        leads = self.known.led.get(next(iter(mention.family), ""), ())
        return word.role is Role.GIVEN and leads[:1] == (word.key,)

    def run_before(self, word: str) -> str:
        """The particles that are run together with a known surname, e.g. of ``vanderberg``."""
        root = self.known.root(word)
        return word.removesuffix(root) if root != word and word.endswith(root) else ""

    def initial(self, word: Word, mention: Mention, epoch: str) -> str:
        """What of the surrogate an initial stands for: its first letter, with an apostrophe what follows."""
        given_words, families = self._parts(mention)
        role = word.role
        if role is Role.FAMILY and len(word.key) == 1 and families and not given_words:
            role = self._second(word.key, families)
        if role is Role.FAMILY:
            beside = [name for one in given_words for name in self.known.surnames(one)]
            return self._family_letter(
                word.key, [name for name in beside if name.startswith(word.key)], epoch
            )
        if role is Role.GIVEN:
            return self._given_letter(word.key, families, epoch)
        roles = (Role.FAMILY, Role.GIVEN) if self.side == STAFF else (Role.GIVEN, Role.FAMILY)
        for one in roles:
            if known := self.known.beginning(word.key, one):
                return self.name(known[0], one, epoch)[0]
        return self._letter(roles[0], word.key, "", epoch)

    def _parts(self, mention: Mention, but: str = "") -> tuple[list[str], list[str]]:
        """Given names and surnames of a mention, by evidence; a surname also from its "McD"."""
        names = [word for word in mention.words if word.kind is Kind.NAME and word.key != but]
        families = [word.key for word in names if self.role(word) is Role.FAMILY]
        long = [word.key for word in mention.words if word.kind is Kind.INITIAL and len(word.key) > 1]
        families = families or [name for key in long for name in self.known.beginning(key, Role.FAMILY)[:1]]
        return [word.key for word in names if self.role(word) is Role.GIVEN], families

    def _second(self, letter: str, families: list[str]) -> Role:
        """Whether an initial after surnames stands for a given name or a second surname."""
        if self._mates(letter, families):
            return Role.GIVEN
        pairs = [self.known.surnames(word) for word in sorted(self.known.families)]
        pairs = [names for names in pairs if {*map(self.known.root, families)} & {*names}]
        return Role.FAMILY if any(name[0] == letter for names in pairs for name in names[1:]) else Role.GIVEN

    def _mates(self, letter: str, families: list[str]) -> list[str]:
        """Given names with a letter that go with a surname."""
        roots = {self.known.root(family) for family in families}
        known = self.known.beginning(letter, Role.GIVEN)
        return [word for word in known if roots & {*self.known.surnames(word)}]

    def _given_letter(self, letter: str, families: list[str], epoch: str) -> str:
        root = self.known.root(families[-1]) if families else ""
        known = self.known.beginning(letter, Role.GIVEN)
        mates = self._mates(letter, families)
        mates = mates or ([] if not root else self._nicknamed(letter, root))
        if mates or (known and not (root and self.side == STAFF)):
            return self.name((mates or known)[0], Role.GIVEN, epoch)[0]
        return self._letter(Role.GIVEN, letter, root if self.side == STAFF else "", epoch)

    def _nicknamed(self, letter: str, family: str) -> list[str]:
        """Given names of a surname that have a nickname with the letter."""
        return [
            word
            for word in sorted(self.known.families)
            if family in self.known.surnames(word) and any(n[:1] == letter for n in nicknames().get(word, ()))
        ]

    def _family_letter(self, letter: str, likely: list[str], epoch: str) -> str:
        if known := likely or self.known.beginning(letter, Role.FAMILY):
            new = self.name(known[0], Role.FAMILY, epoch)
            return new[:3] if "'" in letter and new[1:2] == "'" else new[0]
        return self._letter(Role.FAMILY, letter[0], "", epoch)

    def abbreviates(self, word: Word, mention: Mention) -> bool:
        """True for a short word in capitals that could be a name, but is initials of a known person."""
        letters, alone = word.key, len(mention.words) == 1
        if not (word.text.isupper() and 1 < len(letters) < _LONG) or (mention.text.isupper() and not alone):
            return False
        if alone:
            known = [self.known.family(one) for one in self.known.beginning(letters[0], Role.GIVEN)]
            fits = [family for family in known if family.startswith(letters[-1])]
            return len(letters) > _GLUED and bool(self._mates(letters[1], fits))
        _, families = self._parts(mention, but=letters)
        return any(mate != letters for mate in self._mates(letters[0], families))

    def letters(self, word: Word, mention: Mention, epoch: str) -> str:
        """Letters run together, alone or beside a name that says whether they are given names."""
        given_words, families = self._parts(mention, but=word.key)
        if not given_words and not families:
            return self.glued(word.key, epoch)
        if families and (word.role is Role.GIVEN or not given_words):
            return "".join(self._given_letter(letter, families, epoch) for letter in word.key)
        whole = (self._whole(one, word.key, epoch) for one in given_words)
        return next(filter(None, whole), "") or "".join(
            self._family_letter(letter, [], epoch) for letter in word.key
        )

    def glued(self, letters: str, epoch: str) -> str:
        """The letters of initials without words, e.g. of ``jml``: given names, then the surname."""
        first, last = letters[0], letters[-1]
        if len(letters) == 1:
            return self._letter(Role.GIVEN, first, "", epoch)
        givens = self.known.beginning(first, Role.GIVEN)
        for word in givens:
            if whole := self._whole(word, letters[1:], epoch):
                return self.name(word, Role.GIVEN, epoch)[0] + whole
        if run := self.particled(letters, epoch):
            return run
        families = [family for word in givens if (family := self.known.family(word)).startswith(last)]
        families = families or self.known.beginning(last, Role.FAMILY)
        if not families and (double := self._double(givens, last)):
            return "".join(self.name(word, Role.GIVEN, epoch)[0] for word in double)
        family = families[0] if families else ""
        leading = [self._given_letter(letter, [family] if family else [], epoch) for letter in letters[:-1]]
        return "".join((*leading, self._family_letter(last, families, epoch)))

    def _double(self, givens: list[str], last: str) -> list[str]:
        """Two given names of one person that letters stand for, e.g. of Jean-Paul."""
        pairs = ([word, mate] for word in givens for mate in self._mates(last, [*self.known.surnames(word)]))
        return next((pair for pair in pairs if pair[0] != pair[1]), [])

    def particled(self, letters: str, epoch: str) -> str:
        """The letters of a name with particles, e.g. ``avdb``: those of the particles stay; else empty."""
        for word in self.known.beginning(letters[0], Role.GIVEN):
            family = self.known.family(word)
            particles = "".join(name[0] for name in self.known.led.get(family, ()))
            if particles and letters[1:] == particles + family[:1]:
                new = (self.name(word, Role.GIVEN, epoch), self.name(family, Role.FAMILY, epoch))
                return f"{new[0][0]}{particles}{new[1][0]}"
        return ""

    def _whole(self, word: str, letters: str, epoch: str) -> str:
        """Letters of a given name's surname: of each of its words, or its first ones; else empty."""
        surnames = self.known.surnames(word)
        if "".join(name[0] for name in surnames) == letters:
            return "".join(self.name(name, Role.FAMILY, epoch)[0] for name in surnames)
        if len(letters) > 1 and surnames and surnames[-1].replace("'", "").startswith(letters):
            new = self.name(surnames[-1], Role.FAMILY, epoch).replace("'", "")
            return (new + new)[: len(letters)]
        return ""

    def beside(self, rest: str, name: str, epoch: str, *, leads: bool) -> str:
        """What stands before or after a known name in a login: initials or another name; else empty."""
        if rest in self.known.weights:
            return self.lower(rest, epoch)
        if len(rest) > _GLUED:
            return ""
        families = [name] if leads and self.known.role(name) is Role.FAMILY else []
        return "".join(self._given_letter(letter, families, epoch) for letter in rest).lower()

    def any_word(self, run: str, epoch: str) -> str:
        """Small letters for a run that no known name explains."""
        draw = self.world.key.draw(self.world.patient_id, "login", run, epoch)
        if len(run) <= _GLUED:
            return "".join(draw.choose(_ALPHABET) for _ in run)
        return self._free(surname_pool(), draw, "").lower()
