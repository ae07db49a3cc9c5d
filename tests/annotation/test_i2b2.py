"""The scorer against an independent restatement that compares tags as the published script does:
objects with their own equality, put into sets."""

import random
import statistics

import pytest

from annotation import Label, Span
from annotation.i2b2 import Mode, Rules, count, score

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
OUTSIDE_HIPAA = {
    "DOCTOR", "USERNAME", "PROFESSION", "ROOM", "DEPARTMENT", "HOSPITAL", "STATE", "COUNTRY",
    "LOCATION-OTHER", "URL", "IPADDR",
}  # fmt: skip


class StrictTag:
    def __init__(self, start, end, kind):
        self.start, self.end, self.kind = start, end, kind

    def __hash__(self):
        return hash((self.start, self.kind))

    def __eq__(self, other):
        return (self.start, self.end, self.kind) == (other.start, other.end, other.kind)


class RelaxedTag(StrictTag):
    __hash__ = StrictTag.__hash__

    def __eq__(self, other):
        return (self.start, self.kind) == (other.start, other.kind) and -2 <= self.end - other.end <= 2


def pieces(text, span, published):
    if published and span.start == 0:
        yield 0, 0
    start = None
    for place in range(span.start, span.end + 1):
        inside = place < span.end and text[place] in LETTERS
        if inside and start is None:
            start = place
        if not inside and start is not None:
            yield start, place
            start = None


def restated(text, spans, mode, hipaa, published):
    tags = []
    for span in sorted(spans):
        kind = span.label.i2b2
        if hipaa and (kind in OUTSIDE_HIPAA or (published and kind == "IDNUM")):
            continue
        if mode in {"strict", "relaxed"}:
            tags.append((StrictTag if mode == "strict" else RelaxedTag)(span.start, span.end, kind))
        else:
            for start, end in pieces(text, span, published):
                tags.append(StrictTag(start, end, kind if mode == "token" else None))
    return set(tags)


def random_note(dice):
    text = "".join(dice.choice("ab1  -.\n'é") for _ in range(dice.randint(5, 40)))
    labels = [Label.PATIENT, Label.DATE, Label.IDNUM, Label.HOSPITAL]

    def spans():
        for _ in range(dice.randint(0, 7)):
            start = dice.choice([0, 0, *range(len(text))])
            yield Span(start, min(len(text), start + dice.randint(1, 6)), dice.choice(labels))

    gold = list(spans())
    jitter = [
        Span(s.start, min(len(text), max(s.start + 1, s.end + dice.randint(-3, 3))), s.label)
        for s in gold[::2]
    ]
    return text, gold, [*spans(), *jitter]


@pytest.mark.parametrize("published", [True, False])
@pytest.mark.parametrize("hipaa", [True, False])
@pytest.mark.parametrize("mode", list(Mode))
def test_equals_the_restatement_on_random_span_sets(mode, hipaa, published):
    dice = random.Random(f"{mode}{hipaa}{published}")
    for _ in range(1000):
        text, gold, system = random_note(dice)
        wanted, found = (restated(text, spans, mode, hipaa, published) for spans in (gold, system))
        counts = count(text, gold, system, Rules(mode, hipaa=hipaa, as_published=published))
        assert (counts.both, counts.system_only, counts.gold_only) == (
            len(wanted.intersection(found)),
            len(found - wanted),
            len(wanted - found),
        )


def test_idnum_counts_as_hipaa_only_when_the_slip_is_mended():
    spans = [Span(1, 4, Label.IDNUM)]
    slip = count("#A12", spans, spans, Rules(hipaa=True))
    mended = count("#A12", spans, spans, Rules(hipaa=True, as_published=False))
    assert (slip.both, mended.both) == (0, 1)


@pytest.mark.parametrize(("end", "both"), [(8, 1), (10, 1), (12, 1), (13, 0), (7, 0)])
def test_relaxed_lets_the_end_differ_by_two(end, both):
    gold, system = [Span(0, 10, Label.DATE)], [Span(0, end, Label.DATE)]
    assert count("x" * 20, gold, system, Rules(Mode.RELAXED)).both == both


def test_relaxed_needs_the_same_start():
    assert count("x" * 9, [Span(1, 5, Label.DATE)], [Span(2, 5, Label.DATE)], Rules(Mode.RELAXED)).both == 0


def test_micro_pools_and_macro_averages():
    text = "aa bb cc dd"
    spans = [Span(i, i + 2, Label.DATE) for i in (0, 3, 6, 9)]
    rules = Rules(as_published=False)
    counts = [count(text, spans, spans[:1], rules), count(text, spans[:1], spans[:1], rules)]
    result = score(counts)
    assert result.recall == pytest.approx(2 / 5)
    assert result.macro_recall == pytest.approx((0.25 + 1) / 2)
    assert result.macro_recall_sd == pytest.approx(statistics.pstdev([0.25, 1]))
    assert result.f1 == pytest.approx(2 * 1 * 0.4 / 1.4)


def test_no_notes_score_nothing():
    assert set(score([])) == {0.0}
