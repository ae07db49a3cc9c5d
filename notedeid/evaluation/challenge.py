"""The figures of the 2014 i2b2 task beside an evaluation, for comparison with papers."""

from collections.abc import Iterable, Mapping, Sequence

from annotation.errors import InputError
from annotation.gold import GoldNote
from annotation.i2b2 import Mode, Rules, Scores, count, score
from annotation.spans import Span


def challenge_scores(
    golds: Iterable[GoldNote], found: Mapping[str, Sequence[Span]], *, as_published: bool = True
) -> dict[str, Scores]:
    """Scores by mode, over all types and over those that the task called HIPAA.

    Raises:
        InputError: gold with coarse labels, which the task's rules cannot compare.
    """
    pairs = [(gold.note.text, _exact(gold), found.get(gold.note.note_id, ())) for gold in golds]
    return {
        f"{'hipaa ' if hipaa else ''}{mode}": score(
            count(text, wanted, spans, Rules(mode, hipaa=hipaa, as_published=as_published))
            for text, wanted, spans in pairs
        )
        for hipaa in (False, True)
        for mode in Mode
    }


def _exact(gold: GoldNote) -> tuple[Span, ...]:
    if coarse := [span for span in gold.spans if len(span.labels) != 1]:
        raise InputError(
            f"note {gold.note.note_id}: {coarse[0].name} is coarse; the i2b2 scores need exact labels"
        )
    return tuple(Span(span.start, span.end, next(iter(span.labels))) for span in gold.spans)
