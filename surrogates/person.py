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

from surrogates.identity import STAFF, Identities, Named
from surrogates.keys import Key
from surrogates.mention import Kind, Mention, Word, read
from surrogates.naming import Namer
from surrogates.policy import Policy
from surrogates.style import fold, like

_APART = ("mc", "o'")


@dataclass(slots=True)
class Names:
    """The surrogate names of one patient's world.

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
    _namers: dict[str, Namer] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        taken: set[str] = set()
        self._namers = {}
        for side in (STAFF, *(side for side in self.known.sides if side != STAFF)):
            self._namers[side] = Namer(self, side, self.known.sides[side], taken)
            self._namers[side].prepare()

    def replace(self, named: Named, epoch: str = "") -> str:
        """The surrogate of a mention, in its own form; ``epoch`` renews all names."""
        mention = read(named.text)
        namer = self._namers[self.known.side(mention, named.side, named.title)]
        if mention.initials:
            return _initials(mention, namer, epoch)
        parts, last = [], 0
        for word in mention.words:
            parts += [mention.text[last : word.start], _word(word, mention, namer, epoch)]
            last = word.end
        return "".join(parts) + mention.text[last:]

    def run(self, run: str, epoch: str = "") -> str:
        """The surrogate of a run of small letters in a login: known names, whole or glued."""
        if side := self.known.find(run):
            return self._namers[side].lower(run, epoch)
        for at in range(1, len(run)):
            for name, rest, leads in ((run[at:], run[:at], True), (run[:at], run[at:], False)):
                side = self.known.find(name)
                if side and (glued := self._namers[side].beside(rest, name, epoch, leads=leads)):
                    new = self._namers[side].lower(name, epoch)
                    return glued + new if leads else new + glued
        return next(iter(self._namers.values())).any_word(run, epoch)


def _word(word: Word, mention: Mention, namer: Namer, epoch: str) -> str:
    if word.kind is Kind.KEPT or namer.led(word, mention):
        return word.text
    if word.kind is Kind.INITIAL:
        return _dress(word.text, namer.initial(word, mention, epoch))
    if word.kind is Kind.GLUED or (word.kind is Kind.NAME and namer.abbreviates(word, mention)):
        return like(word.text, namer.letters(word, mention, epoch))
    if word.text.isupper() and (run := namer.particled(word.key, epoch)):
        return run.upper()
    return _name(word, namer, epoch)


def _name(word: Word, namer: Namer, epoch: str) -> str:
    new = namer.name(word.key, namer.role(word), epoch)
    if word.kind is Kind.SPELLED:
        return _spell(word.text, new)
    if word.key.startswith(_APART) and word.key != fold(word.text):
        new = new.partition("'")[2] or new.removeprefix("Mc").capitalize()
    lead = namer.run_before(word.key)
    return word.text[: len(lead)] + _dress(word.text[len(lead) :], new)


def _initials(mention: Mention, namer: Namer, epoch: str) -> str:
    """A mention of single letters only, e.g. ``J.M.L.``."""
    words = [word for word in mention.words if word.kind is Kind.INITIAL]
    new = namer.glued("".join(word.key for word in words), epoch)
    parts, last = [], 0
    for word, letter in zip(words, new, strict=True):
        parts += [mention.text[last : word.start], like(word.text, letter)]
        last = word.end
    return "".join(parts) + mention.text[last:]


def _dress(model: str, name: str) -> str:
    marks = [char for char in model if fold(char) == "'"]
    if "'" in name and marks:
        return like(model, name[0]) + marks[0] + like(model[2:], name[2:])
    return like(model, name.replace("'", ""))


def _spell(model: str, name: str) -> str:
    joint = next(char for char in model if not char.isalpha() and fold(char) != "'")
    return joint.join(like(model, letter) for letter in name if letter != "'")
