"""Names of many origins in the same sentences: who is found less often than others?

``names.txt`` holds sets of twenty names, ``carriers.txt`` sentences that take one; both were
written for this test. The measure is that of Xiao, Lim, Pollard and Ghassemi 2023
(arXiv:2305.11348): the recall of a set is the share of its names that are hidden whole, the gap
is the difference between the best set and the worst.

    python tests/recognizers/fairness/trials.py [--engine fast]
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from annotation import Note
from recognizers import catalogue
from recognizers.detector import Detector

HERE = Path(__file__).parent
SECOND = 7


@dataclass(frozen=True, slots=True)
class Trial:
    """A name of a set in a slot: ``text[start:end]`` must be hidden."""

    origin: str
    slot: str
    text: str
    start: int
    end: int


def people() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Name of each set, and its forty pairs of given name and surname."""
    for line in _lines("names.txt"):
        origin, _, names = line.partition(":")
        given, surnames = (part.split() for part in names.split("/"))
        turned = surnames[SECOND:] + surnames[:SECOND]
        yield origin, [*zip(given, surnames, strict=True), *zip(given, turned, strict=True)]


def trials(*, every: int = 1) -> Iterator[Trial]:
    """Each name in each carrier, or in every n-th, starting at another one for each name."""
    carriers = [line.partition("|")[::2] for line in _lines("carriers.txt")]
    for origin, names in people():
        for place, (given, surname) in enumerate(names):
            for slot, sentence in carriers[place % every :: every]:
                yield _fill(origin, slot, sentence.replace(r"\n", "\n"), given, surname)


def _fill(origin: str, slot: str, sentence: str, given: str, surname: str) -> Trial:
    before, _, rest = sentence.partition("{")
    form, _, after = rest.partition("}")
    forms = {
        "full": f"{given} {surname}",
        "last": surname,
        "first": given,
        "reversed": f"{surname.upper()}, {given.upper()}",
        "initialed": f"{given[0]}. {surname}",
    }
    name = forms[form]
    return Trial(origin, slot, before + name + after, len(before), len(before) + len(name))


def _lines(name: str) -> list[str]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


def recall(detector: Detector, *, every: int = 1) -> Mapping[tuple[str, str], tuple[int, int]]:
    """Names hidden whole and names tried, by set and slot."""
    counts: defaultdict[tuple[str, str], tuple[int, int]] = defaultdict(lambda: (0, 0))
    for number, trial in enumerate(trials(every=every)):
        spans = detector.detect(Note(f"trial-{number}", trial.text))
        hidden = {place for span in spans for place in range(span.start, span.end)}
        whole = all(place in hidden for place in range(trial.start, trial.end) if trial.text[place].isalnum())
        found, tried = counts[trial.origin, trial.slot]
        counts[trial.origin, trial.slot] = (found + whole, tried + 1)
    return counts


def by_set(counts: Mapping[tuple[str, str], tuple[int, int]]) -> dict[str, float]:
    """Recall of each set over all slots."""
    return {origin: share(counts, origin) for origin, _ in people()}


def share(counts: Mapping[tuple[str, str], tuple[int, int]], origin: str, *slots: str) -> float:
    """Recall of one set over some slots, or all."""
    pairs = [pair for (one, slot), pair in counts.items() if one == origin and slot in (slots or {slot})]
    return sum(found for found, _ in pairs) / sum(tried for _, tried in pairs)


def main() -> None:
    """Print recall by set, the lowest first, and the gap."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", choices=["accurate", "fast", "rules"], default="accurate")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    counts = recall(catalogue.default(engine=options.engine), every=options.every)
    shares = by_set(counts)
    for origin, whole in sorted(shares.items(), key=lambda pair: pair[1]):
        named = share(counts, origin, "header", "salutation")
        print(f"{origin:24} {whole:.4f}  header and salutation {named:.4f}")  # noqa: T201 - a command
    print(f"gap {max(shares.values()) - min(shares.values()):.4f}")  # noqa: T201 - a command


if __name__ == "__main__":
    main()
