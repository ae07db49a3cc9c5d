"""One set of spans out of the evidence of many recognizers.

Recall first: every character that evidence at or above the threshold covers stays covered, but for
leftovers of a model's span that cannot be what its label says (the "SSN" before a number). Among
overlapping spans the most reliable source decides the type, then the longer, then the stronger;
where that source tells only the kind of thing, the model names the type. What a beaten span covers
beyond the winner is joined to it when both mean the same kind of thing, and otherwise stands as a
span of its own. Pieces of one name, facility or occupation that only blanks, an initial or a
linking word part become one span.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from annotation import Group, Label, Span
from recognizers.settle.plausible import is_plausible
from recognizers.settle.trim import PEOPLE, trim

_TIERS = {
    **dict.fromkeys(("headers", "cues", "signatures"), 1),
    "roster": 2,
    **dict.fromkeys(("ner", "document", "facilities", "occupations", "initials", "columns"), 3),
    "lexicon": 4,
    "safe": 5,
}
_FACILITIES = frozenset({Label.HOSPITAL, Label.ORGANIZATION, Label.DEPARTMENT})
_LINES = frozenset({Label.PHONE, Label.FAX})
_JOINT = re.compile(r"[ \t]+(?:[A-Z]\.?[ \t]+)?|-\n?[ \t]*|\.[ \t]*")
_LINKS = {
    Label.PROFESSION: frozenset({" ", " of ", " and "}),
    **dict.fromkeys(_FACILITIES, frozenset({" ", " of ", " of the "})),
}
_MODELLED = frozenset({"ner", "document"})
_SURE = 0.9
_CUED = 0.8
_BARE = 0.7
_WORTH = re.compile(r"[^\W_]")


_WHOLE = PEOPLE | {Label.USERNAME}
"""What is left of these beside a stronger find tells the rest of them ("hquill" of "hquill.rad")."""


def tier(span: Span) -> int:
    """Rank of a span's source; lower is more reliable."""
    return _TIERS.get(span.source, 0)


def same_kind(one: Label, other: Label) -> bool:
    """True when two labels name one kind of thing, so that their spans may be joined."""
    if one is other:
        return True
    both = {one, other}
    return both <= PEOPLE or both <= _FACILITIES or both <= _LINES or (one.group is other.group is Group.ID)


def resolve(text: str, spans: Iterable[Span], *, threshold: float = 0.5) -> tuple[Span, ...]:
    """Settle overlapping evidence.

    Args:
        text: the note.
        spans: evidence in any order.
        threshold: lowest score that counts.

    Returns:
        Spans, sorted, no two overlapping; the same whatever the order of the evidence.
    """
    exact = (trim(text, span) for span in spans if span.score >= threshold)
    evidence = sorted({span for span in exact if span is not None}, key=_in_place)
    settled = [kept for cluster in _clusters(evidence) for kept in _settle(text, cluster)]
    return tuple(_join_names(text, settled))


def _in_place(span: Span) -> tuple[int, int, int, float, str, str]:
    return (span.start, -span.end, tier(span), -span.score, span.label, span.source)


def _by_strength(span: Span) -> tuple[int, int, float, int, str, str]:
    return (tier(span), -len(span), -span.score, span.start, span.label, span.source)


def _clusters(evidence: Sequence[Span]) -> Iterator[list[Span]]:
    cluster: list[Span] = []
    reach = 0
    for span in evidence:
        if cluster and span.start >= reach:
            yield cluster
            cluster = []
        cluster.append(span)
        reach = max(reach, span.end)
    if cluster:
        yield cluster


def _settle(text: str, cluster: list[Span]) -> list[Span]:
    if len(cluster) == 1:
        return cluster
    winners: list[Span] = []
    best = min(cluster, key=_by_strength)
    for span in [best] if all(map(best.covers, cluster)) else sorted(cluster, key=_by_strength):
        for piece in _uncovered(span, winners):
            _place(text, piece, span, winners)
    read = [span for span in cluster if span.source == "ner" and span.score >= _SURE]
    return sorted(_typed(winner, read) for winner in winners)


def _is_vague(span: Span) -> bool:
    """True when a source tells the kind of thing, but hardly which one: a courtesy title, a bare code."""
    if span.label in PEOPLE and span.source == "cues":
        return span.score <= _CUED or span.label is Label.PATIENT
    if span.label in PEOPLE or span.source in {"document", "facilities"}:
        return span.source in {"document", "facilities"}
    return tier(span) == 0 and span.score <= _BARE


def _typed(winner: Span, read: Iterable[Span]) -> Span:
    """Give a winner that only knows its kind the type that the model reads there."""
    if not _is_vague(winner):
        return winner
    label = next(
        (span.label for span in read if span.overlaps(winner) and same_kind(span.label, winner.label)),
        winner.label,
    )
    return Span(winner.start, winner.end, label, winner.score, winner.source)


def _uncovered(span: Span, winners: list[Span]) -> list[Span]:
    pieces, start = [], span.start
    for winner in sorted(one for one in winners if one.overlaps(span)):
        if start < winner.start:
            pieces.append(Span(start, winner.start, span.label, span.score, span.source))
        start = max(start, winner.end)
    if start < span.end:
        pieces.append(Span(start, span.end, span.label, span.score, span.source))
    return pieces


def _place(text: str, piece: Span, span: Span, winners: list[Span]) -> None:
    exact = trim(text, piece)
    if exact is None or not _WORTH.search(text, piece.start, piece.end):
        return
    leftover = span.source in _MODELLED and any(winner.overlaps(span) for winner in winners)
    if leftover and exact.label not in _WHOLE and not is_plausible(text, exact):
        return
    for at, winner in enumerate(winners):
        if same_kind(winner.label, piece.label) and (piece.end == winner.start or piece.start == winner.end):
            winners[at] = _union(winner, piece)
            return
    winners.append(exact)


def _union(winner: Span, other: Span) -> Span:
    start, end = min(winner.start, other.start), max(winner.end, other.end)
    return Span(start, end, winner.label, max(winner.score, other.score), winner.source)


def _are_one(text: str, last: Span, span: Span) -> bool:
    if {last.label, span.label} <= PEOPLE:
        return bool(_JOINT.fullmatch(text, last.end, span.start))
    between = text[last.end : span.start]
    return last.label is span.label and between in _LINKS.get(span.label, ())


def _join_names(text: str, spans: list[Span]) -> Iterator[Span]:
    last: Span | None = None
    for span in spans:
        if last and _are_one(text, last, span):
            best = span if _by_strength(span) < _by_strength(last) else last
            last = _union(best, span if best is last else last)
            continue
        if last:
            yield last
        last = span
    if last:
        yield last
