"""Count what the corpora hold, for the tables of their datasheet (``README.md``).

``python -m corpora.datasheet`` prints the tables; a test compares them with the datasheet.
"""

from collections import Counter
from collections.abc import Iterable

from annotation import Label, MarkedNote
from corpora.store import PARTS, load

_QUIET = 2


def label_table() -> str:
    """Markdown rows ``| label | training | demonstration |``, the commonest first."""
    training, demonstration = (
        Counter(span.label for marked in load(part) for span in marked.spans) for part in PARTS
    )
    order = sorted(Label, key=lambda label: (-training[label], label))
    return "\n".join(f"| {label} | {training[label]:,} | {demonstration[label]:,} |" for label in order)


def part_table() -> str:
    """Markdown rows ``| part | notes | note types | words | spans | notes with at most two spans |``."""
    parts = sorted({marked.note.note_id.partition("-")[0] for marked in load("training")})
    by_part = {part: [m for m in load("training") if m.note.note_id.startswith(f"{part}-")] for part in parts}
    by_part |= {"**training**": list(load("training")), "**demonstration**": list(load("demonstration"))}
    return "\n".join(f"| {part} | {_figures(notes)} |" for part, notes in by_part.items())


def _figures(notes: Iterable[MarkedNote]) -> str:
    held = tuple(notes)
    figures = (
        len(held),
        len({marked.note.note_type for marked in held}),
        sum(len(marked.note.text.split()) for marked in held),
        sum(len(marked.spans) for marked in held),
        sum(len(marked.spans) <= _QUIET for marked in held),
    )
    return " | ".join(f"{figure:,}" for figure in figures)


def main() -> None:
    """Print both tables."""
    print(part_table(), label_table(), sep="\n\n")  # noqa: T201 - printing is what this command does


if __name__ == "__main__":
    main()
