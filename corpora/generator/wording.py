"""New wording for facilities, organizations, streets and landmarks.

Words of kind ("Medical Center", "Street", "St.") stay, proper words are drawn anew, the same
word the same everywhere in the note; an abbreviation follows the initials of the name it
stands for.
"""

import re
from dataclasses import dataclass, field
from random import Random
from typing import Final

from corpora.generator import figures
from corpora.generator.casing import damage, is_damaged, key, like, titled
from corpora.generator.numbers import ordinal, reshape

KIND: Final = frozenset(figures.words("kind_words"))
_WORD = re.compile(r"[^\W_]+(?:['\u2019\u02bb|][^\W_]+)*")
_PROPER: Final = figures.words("proper_words")
_ACRONYM: Final = 5
_PROPER_SHARE: Final = 0.4
_SURNAME_SHARE: Final = 0.3


@dataclass(frozen=True, slots=True)
class Wording:
    """New words of one note, remembered as they are drawn."""

    rng: Random
    new: dict[str, str] = field(default_factory=dict)

    def rewritten(self, text: str, *, keep: float = 0.0) -> str:
        """The text with its proper words and numbers drawn anew.

        Args:
            text: a marked facility, organization, street or landmark.
            keep: how likely a whole name stays as it is, so that well-known ones are seen too.
        """
        whole = "=" + key(text)
        if whole not in self.new:
            self.new[whole] = "kept" if self.rng.random() < keep else "drawn"
        if self.new[whole] == "kept":
            return text
        shouted = text.isupper() and len(_WORD.findall(text)) > 1
        return _WORD.sub(lambda found: self._word(found[0], shouted=shouted), text)

    def _word(self, old: str, *, shouted: bool) -> str:
        folded = key(old)
        if folded in KIND or (len(old) == 1 and not old.isdigit()):
            return old
        if folded not in self.new:
            self.new[folded] = self._drawn(old, shouted=shouted)
        new = like(old, self.new[folded])
        return damage(new, self.rng) if is_damaged(old) and not old[0].isdigit() else new

    def _drawn(self, old: str, *, shouted: bool) -> str:
        if old[0].isdigit() or (any(c.isdigit() for c in old) and not is_damaged(old)):
            return _ordinal(old, self.rng) or reshape(old, self.rng)
        if old.isupper() and not shouted and len(old) <= _ACRONYM:
            return self._acronym(old)
        chance = self.rng.random()
        if chance < _PROPER_SHARE:
            return self.rng.choice(_PROPER)
        if chance < _PROPER_SHARE + _SURNAME_SHARE:
            return titled(figures.surnames(self.rng.choice(figures.GROUPS)).draw(self.rng))
        return self.rng.choice(figures.column("places")).split()[-1]

    def _acronym(self, old: str) -> str:
        """Initials of the new words of the same old initials, else letters."""
        by_first = {word[0]: new[0] for word, new in self.new.items() if word[0] != "=" and new}
        return "".join(by_first.get(c.casefold(), self.rng.choice("ABCDEFGHLMNPRSTUVW")) for c in old).upper()


def _ordinal(old: str, rng: Random) -> str | None:
    """A numbered street, floor or ward: the 5th, 22nd."""
    number = re.fullmatch(r"(\d+)(?:st|nd|rd|th)", old, re.IGNORECASE)
    if number is None:
        return None
    return like(old, ordinal(rng.randrange(1, 10 ** len(number[1]))))
