"""New names for the people of one note, the same person the same in every form.

Each word of a name gets one new word in its part, so "John Lee", "LEE, JOHN", "Mr. Lee" and
relatives who share the surname stay together; initials follow the new words; a nickname that
shortens a known name shortens the new one, a misspelling misspells it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from rapidfuzz.distance import DamerauLevenshtein

from annotation import MarkedNote
from corpora.generator import figures
from corpora.generator.casing import damage, is_damaged, key, like, plain
from corpora.generator.mentions import Mention, Part, Word, read_mentions
from corpora.generator.names import Origin, draw_given, draw_origin, draw_surname
from corpora.generator.splice import Edit

Slot = tuple[str, Part]
_NAMED: Final = (Part.GIVEN, Part.FAMILY)
_SHORTEST_STEM: Final = 3
_SHORTEST_TYPO: Final = 5


@dataclass(frozen=True, slots=True)
class People:
    """The names of one note, old to new.

    Attributes:
        mentions: every marked name, read into words.
        new: new word of each slot, a slot being an old word and its part.
        letters: new letter of each old initial that no name explains.
        accents: False when the note writes names without accents.
    """

    mentions: tuple[Mention, ...]
    new: dict[Slot, str]
    letters: dict[str, str]
    accents: bool

    def edits(self, rng: Random) -> Iterator[Edit]:
        """One edit for each word that changes."""
        for mention in self.mentions:
            for word in mention.words:
                if word.part is not Part.KEPT:
                    yield Edit(word.start, word.end, self._written(word, mention, rng))

    def _written(self, word: Word, mention: Mention, rng: Random) -> str:
        if word.part is Part.INITIALS:
            return "".join(self._initial(letter, mention) for letter in word.text)
        if word.part is Part.SPELLED:
            return _spelled(word.text, self.word(word))
        new = like(word.text, self.word(word))
        if is_damaged(word.text):
            new = damage(new, rng)
        return _wrapped(word.text, new)

    def word(self, word: Word) -> str:
        """The new word in its own case, with accents as the note writes them."""
        given = (key(word.text), Part.GIVEN)
        new = self.new[given if word.part is Part.SPELLED and given in self.new else slot(word)]
        return new if self.accents else plain(new)

    def _initial(self, letter: str, mention: Mention) -> str:
        if not letter.isalpha():
            return letter
        own = [slot(word) for word in mention.words if word.part in _NAMED]
        others = [found for found in self.new if found not in own]
        for old, part in [*own, *others]:
            if old[:1] == key(letter):
                return like(letter, plain(self.new[old, part])[0].upper())
        return like(letter, self.letters[key(letter)]) if key(letter) in self.letters else letter


def slot(word: Word) -> Slot:
    """Old word and part under which the new word is kept."""
    if word.part is Part.SPELLED:
        return key(word.text), Part.FAMILY
    return key(word.text), word.part


def _spelled(old: str, new: str) -> str:
    """The new word letter by letter, with the marks that stood between the old letters."""
    letters = [c for c in new if c.isalpha()]
    marks = re.findall(r"(?<=\w)[^\w]+(?=\w)", old)
    filled = [marks[min(i, len(marks) - 1)] for i in range(len(letters) - 1)]
    text = "".join(letter + mark for letter, mark in zip(letters, [*filled, ""], strict=True))
    return text.upper() if old.isupper() else text.lower() if old.islower() else text


def _wrapped(old: str, new: str) -> str:
    """Hyphenate over a line end where the old word was."""
    gap = re.search(r"-\n\s*", old)
    middle = len(new) // 2
    return f"{new[:middle]}{gap[0]}{new[middle:]}" if gap and middle else new


def _clusters(mentions: Sequence[Mention]) -> dict[Slot, int]:
    """A number for each slot, the same for slots that some mention joins."""
    cluster: dict[Slot, int] = {}
    for mention in mentions:
        slots = [slot(word) for word in mention.words if word.part in {*_NAMED, Part.SPELLED}]
        found = {cluster[s] for s in slots if s in cluster}
        number = min(found, default=len(cluster))
        for old, held in cluster.items():
            if held in found:
                cluster[old] = number
        cluster.update(dict.fromkeys(slots, number))
    return cluster


def _derived(old: Slot, new: dict[Slot, str], rng: Random) -> str | None:
    """A short form or a misspelling of a name that already has a new word, else None."""
    for (full, part), word in new.items():
        if part is not old[1] or full == old[0]:
            continue
        if full.startswith(old[0]) and len(old[0]) >= _SHORTEST_STEM:
            return word[: max(_SHORTEST_STEM, round(len(word) * len(old[0]) / len(full)))].rstrip("-' ")
        if len(full) >= _SHORTEST_TYPO and DamerauLevenshtein.distance(full, old[0]) == 1:
            return _misspelled(word, rng)
    return None


def _misspelled(word: str, rng: Random) -> str:
    """Double, drop or swap one letter after the first."""
    if len(word) < _SHORTEST_TYPO:
        return word
    place = rng.randrange(1, len(word) - 2)
    kinds = (
        word[:place] + word[place] + word[place:],
        word[:place] + word[place + 1 :],
        word[:place] + word[place + 1] + word[place] + word[place + 2 :],
    )
    return rng.choice(kinds)


def _drawn(old: Slot, origin: Origin, rng: Random) -> str:
    name, part = old
    if part is Part.FAMILY:
        return draw_surname(origin, rng)
    share = figures.given_share_of_men().get(name, rng.random())
    return draw_given(origin, rng, female=rng.random() >= share)


def draw_people(marked: MarkedNote, rng: Random) -> People:
    """Draw new names for everyone marked in a note."""
    mentions = read_mentions(marked)
    cluster = _clusters(mentions)
    origin: defaultdict[int, Origin] = defaultdict(lambda: draw_origin(rng))
    new: dict[Slot, str] = {}
    used: Counter[str] = Counter()
    for old in sorted(cluster, key=lambda s: (-len(s[0]), s)):
        word = _derived(old, new, rng) or _drawn(old, origin[cluster[old]], rng)
        if used[key(word)]:
            word = _drawn(old, origin[cluster[old]], rng)
        used[key(word)] += 1
        new[old] = word
    letters = {letter: rng.choice("ABCDEFGHJKLMNPRSTW") for letter in "abcdefghijklmnopqrstuvwxyz"}
    return People(mentions, new, letters, accents=rng.random() < _ACCENTS)


_ACCENTS: Final = 0.6
