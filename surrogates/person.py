"""Surrogate names: part for part, in the order, punctuation and case of the mention.

People around the patient: each first letter has a keyed draw per patient and role, and a name
is drawn among those with that letter; so "John Lee", "LEE, JOHN", "J. Lee" and "JL" agree from
the mention alone. Staff: surnames are drawn one by one and a given name's first letter goes
with its surname, for one table of letters over a whole data set could be solved like a cipher.
First letter, length and origin of the surrogate say nothing of the original's; sex is kept
unless the policy is neutral. A hyphen, an apostrophe, a particle or a suffix stays where it is.
"""

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from annotation import IntegrityError
from surrogates.identity import PATIENT, STAFF, Identities, Named
from surrogates.keys import Draw, Key
from surrogates.mention import Kind, Mention, Role, Word, read
from surrogates.policy import Gender, Policy, Staff
from surrogates.pool import FEMALE, MALE, Pool, apostrophe_surnames, given_pool, surname_pool
from surrogates.style import fold, like

_MOST_DRAWS = 500
_GLUED = 2


@dataclass(slots=True)
class Names:
    """The surrogate names of one patient's world; ``epoch`` renews them all.

    Attributes:
        key: scoped to the data set.
        patient_id: whose world it is.
        policy: sex kept or not, staff per data set or per patient.
        known: which words are whose.
        forbidden: folded words that no surrogate may be.
    """

    key: Key
    patient_id: str
    policy: Policy
    known: Identities
    forbidden: AbstractSet[str]
    _chosen: dict[tuple[str, ...], str] = field(default_factory=dict, repr=False)
    _taken: set[str] = field(default_factory=set, repr=False)

    def prepare(self) -> None:
        """Choose for all known words in their sorted order, so that no two share a surrogate."""
        for word in sorted(self.known.words, key=self._staff_first):
            role, side = self.known.role(word), self.known.sides.get(word, PATIENT)
            self._taken.add(self._name(word, role, side, "").lower())

    def _staff_first(self, word: str) -> tuple[bool, str]:
        return self.known.sides.get(word) != STAFF, word

    def replace(self, named: Named, epoch: str = "") -> str:
        """The surrogate of a mention, in its own form."""
        mention = read(named.text)
        side = self._side(mention, named)
        parts, last = [], 0
        for word in mention.words:
            parts += [mention.text[last : word.start], self._word(word, mention, side, epoch)]
            last = word.end
        return "".join(parts) + mention.text[last:]

    def run(self, run: str, epoch: str = "") -> str:
        """The surrogate of a run of small letters in a login: known names, glued or whole."""
        if run in self.known.words:
            return self._known(run, epoch)
        for at in range(1, len(run)):
            left, right = run[:at], run[at:]
            if right in self.known.words and (left in self.known.words or at <= _GLUED):
                return self._glue(left, epoch) + self._known(right, epoch)
            if left in self.known.words and len(right) <= _GLUED:
                return self._known(left, epoch) + self._glue(right, epoch)
        draw = self.key.draw(PATIENT, self.patient_id, "login", run, epoch)
        if len(run) <= _GLUED:
            return "".join("abcdefghijklmnopqrstuvwxyz"[draw.below(26)] for _ in run)
        return self._free(surname_pool(), draw, "").lower()

    def _known(self, word: str, epoch: str) -> str:
        side = self.known.sides.get(word, PATIENT)
        return self._name(word, self.known.role(word), side, epoch).lower().replace("'", "")

    def _glue(self, part: str, epoch: str) -> str:
        if part in self.known.words:
            return self._known(part, epoch)
        return "".join(self._letters_of(letter, Role.GIVEN, PATIENT, ("", epoch)) for letter in part)

    def _side(self, mention: Mention, named: Named) -> str:
        names = [word for word in mention.words if word.kind in (Kind.NAME, Kind.SPELLED)]
        families = [word for word in names if word.role is Role.FAMILY] or names
        for word in families:
            if side := self.known.sides.get(word.key):
                return side
        return named.side

    def _word(self, word: Word, mention: Mention, side: str, epoch: str) -> str:
        if word.kind is Kind.KEPT:
            return word.text
        if word.kind is Kind.INITIAL:
            return like(word.text, self._initial(word, mention, side, epoch))
        if word.kind is Kind.GLUED:
            return like(word.text, self._glued(fold(word.text), side, epoch))
        role = self.known.roles.get(word.key) or word.role
        role = self.known.role(word.key) if role is Role.LONE else role
        new = self._name(word.key, role, side, epoch)
        if word.kind is Kind.SPELLED:
            return _spell(word.text, new)
        return _dress(word.text, new)

    def _name(self, word: str, role: Role, side: str, epoch: str) -> str:
        slot = (self.known.root(word), role, side, epoch)
        if slot not in self._chosen:
            self._chosen[slot] = self._draw(
                slot[0], role, (self._space(side), self._mate(slot[0], role, side)), epoch
            )
        return self._chosen[slot]

    def _mate(self, word: str, role: Role, side: str) -> str:
        """The surname that a given name of staff is drawn with."""
        wanted = side == STAFF and role is Role.GIVEN
        return self.known.root(self.known.families.get(word, "")) if wanted else ""

    def _space(self, side: str) -> tuple[str, ...]:
        shared = side == STAFF and self.policy.staff is not Staff.PATIENT
        return (STAFF,) if shared else (side, self.patient_id)

    def _draw(self, word: str, role: Role, where: tuple[tuple[str, ...], str], epoch: str) -> str:
        space, family = where
        draw = self.key.draw(*space, role.value, family, word, epoch)
        if word[1:2] == "'" and word[2:] and role is Role.FAMILY and (few := apostrophe_surnames(word[0])):
            options = [name for name in few if name not in self.forbidden | self._taken] or list(few)
            name = draw.choose([name for name in options if name != word.replace("'", "")])
            return f"{name[0].upper()}'{name[1:].capitalize()}"
        pool = surname_pool() if role is Role.FAMILY else given_pool(self._sex(word, space))
        free = space[0] == STAFF and role is Role.FAMILY
        letter = "" if free else self._letter(role, word[0], (space, family), epoch)
        return self._free(pool, draw, letter)

    def _free(self, pool: Pool, draw: Draw, letter: str) -> str:
        """A name that is neither forbidden nor taken; a taken or any letter where none is left."""
        for attempt in range(_MOST_DRAWS):
            name = pool.name(draw, letter if attempt < _MOST_DRAWS // 2 else "")
            if name.lower() not in self.forbidden and name.lower() not in self._taken:
                return name
        raise IntegrityError("no surrogate name is left; shorten the list of names that must not appear")

    def _sex(self, word: str, space: tuple[str, ...]) -> str:
        if self.policy.gender is Gender.NEUTRAL:
            return ""
        return self.known.sex(word) or self.key.draw(*space, "sex", word).choose((FEMALE, MALE))

    def _letter(self, role: Role, letter: str, where: tuple[tuple[str, ...], str], epoch: str) -> str:
        space, family = where
        pool = surname_pool() if role is Role.FAMILY else given_pool("")
        return pool.letter(self.key.draw(*space, "letter", role.value, family, letter, epoch))

    def _initial(self, word: Word, mention: Mention, side: str, epoch: str) -> str:
        role = Role.GIVEN if word.role is Role.LONE else word.role
        families = mention.family
        if role is Role.FAMILY and (full := self._known_family(word.key, side, mention.given)):
            return self._name(full, Role.FAMILY, side, epoch)[0]
        return self._letters_of(word.key, role, side, (families[-1] if families else "", epoch))

    def _letters_of(self, letter: str, role: Role, side: str, where: tuple[str, str]) -> str:
        family, epoch = where
        full = self._known_word(letter, role, side, family)
        if full:
            return self._name(full, role, side, epoch)[0]
        root = self.known.root(family) if side == STAFF else ""
        return self._letter(role, letter, (self._space(side), root), epoch)

    def _known_word(self, letter: str, role: Role, side: str, family: str) -> str:
        """A known name of this role that begins with the letter, best one that goes with the surname."""
        fits = sorted(
            word
            for word, known in self.known.roles.items()
            if known is role and word[0] == letter and self.known.sides.get(word) == side
        )
        mates = [word for word in fits if family and self.known.families.get(word) == family]
        return (mates or ([] if family and side == STAFF else fits) or [""])[0]

    def _known_family(self, letter: str, side: str, givens: tuple[str, ...]) -> str:
        for name in givens:
            family = self.known.families.get(name, "")
            if family.startswith(letter):
                return family
        return self._known_word(letter, Role.FAMILY, side, "")

    def _glued(self, letters: str, side: str, epoch: str) -> str:
        family = self._known_family(letters[-1], side, self._fitting(letters[0], side))
        first = self._letters_of(letters[0], Role.GIVEN, side, (family, epoch))
        middle = [self._letters_of(letter, Role.GIVEN, side, ("", epoch)) for letter in letters[1:-1]]
        last = (
            self._name(family, Role.FAMILY, side, epoch)[0]
            if family
            else self._letters_of(letters[-1], Role.FAMILY, side, ("", epoch))
        )
        return "".join((first, *middle, last))

    def _fitting(self, letter: str, side: str) -> tuple[str, ...]:
        return tuple(
            sorted(
                word
                for word, role in self.known.roles.items()
                if role is Role.GIVEN and word[0] == letter and self.known.sides.get(word) == side
            )
        )


def _dress(model: str, name: str) -> str:
    if "'" in name and any(char in model for char in "'\u2019"):
        mark = next(char for char in model if char in "'\u2019")
        return "".join(like(model, part) if part != "'" else mark for part in (name[0], "'", name[2:]))
    return like(model, name.replace("'", ""))


def _spell(model: str, name: str) -> str:
    joint = model[1]
    return joint.join(like(model, letter) for letter in name)
