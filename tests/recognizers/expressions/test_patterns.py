from hypothesis import given, settings
from hypothesis import strategies as st

from annotation import Label
from recognizers.expressions.patterns import Candidate, Pattern, PatternEngine, PatternRecognizer
from recognizers.fold import fold
from recognizers.identifiers import RECOGNIZERS

ENGINE = PatternEngine(RECOGNIZERS)
SNIPPETS = [example for recognizer in RECOGNIZERS for p in recognizer.patterns for example in p.finds]


def one_by_one(view):
    return [span for recognizer in RECOGNIZERS for span in recognizer.find(view)]


def test_engine_gives_the_spans_of_recognizers_run_one_by_one():
    text = "\n".join(snippet.replace("[[", "").replace("]]", "") for snippet in SNIPPETS)
    view = fold(text)
    assert len(one_by_one(view)) > 300
    assert ENGINE.find(view) == one_by_one(view)


@given(st.lists(st.sampled_from(SNIPPETS), max_size=6), st.text(max_size=40))
@settings(max_examples=60, deadline=None)
def test_engine_equals_one_by_one_on_any_text(snippets, rest):
    view = fold(" ".join([*snippets, rest]))
    assert ENGINE.find(view) == one_by_one(view)


def test_engine_runs_recognizers_that_hold_no_patterns():
    class Everything:
        name = "all"
        labels = frozenset({Label.IDNUM})

        def find(self, view):
            return [view.span(0, len(view.text), Label.IDNUM, 0.9, self.name)]

    (span,) = PatternEngine([Everything()]).find(fold("abc"))
    assert (span.start, span.end, span.source) == (0, 3, "all")


def bed(**options):
    pattern = Pattern("bed", Label.ROOM, r"\bbed (?P<id>\d+)", 0.6, **options)
    return PatternRecognizer("room", [pattern])


def test_offsets_are_exact_behind_characters_of_any_width():
    text = "Zo\u00eb \U0001f9e0 caf\u00e9 \u4e2d\u6587 bed 12\u200b4"
    (span,) = bed().find(fold(text))
    assert text[span.start : span.end] == "12\u200b4"


def test_context_raises_the_score_within_its_line_only():
    near = bed(context="ward", in_context=0.95)
    assert [s.score for s in near.find(fold("ward 3 bed 4\nbed 5"))] == [0.95, 0.6]


def test_guards_look_at_the_neighbouring_characters():
    guarded = bed(not_after="/.")
    assert len(guarded.find(fold("bed 4. bed 5/6 bed 7.5 bed 8"))) == 2


def test_a_check_narrows_and_rejects():
    def odd(found: Candidate) -> Candidate | None:
        return found.narrowed(found.start, found.start + 1) if int(found.value) % 2 else None

    spans = bed(check=odd).find(fold("bed 13 bed 14"))
    assert [(s.start, s.end) for s in spans] == [(4, 5)]


def test_a_span_inside_a_surer_one_of_its_type_is_left_out():
    wide = Pattern("wide", Label.ROOM, r"bed \d+", 0.9)
    inner = Pattern("inner", Label.ROOM, r"\d+", 0.7)
    surer = Pattern("surer", Label.ROOM, r"\d\d", 0.95)
    assert len(PatternRecognizer("room", [inner, wide]).find(fold("bed 12"))) == 1
    assert len(PatternRecognizer("room", [inner, wide, surer]).find(fold("bed 12"))) == 2


def test_a_candidate_shows_no_note_text():
    assert "secret" not in repr(Candidate("secret", 0, 6, 0.5))


PIECES = st.sampled_from(
    [
        "Mon ",
        "may ",
        "March ",
        "\u00f3",
        "O",
        "l",
        "I",
        "1",
        "9",
        "20",
        "/",
        "-",
        ".",
        " ",
        "\n",
        "'",
        ":",
        "#",
        "MRN",
        "the ",
        "th",
        "'\u00e9",
        "x",
        "DOB ",
        "call ",
        "bed ",
        "in ",
        "@",
        "(01)",
        "\u0663",
        "SN",
        "|",
        ",",
    ]
)


@given(st.lists(PIECES, max_size=30))
@settings(max_examples=400, deadline=None)
def test_no_text_makes_a_rule_raise(pieces):
    text = "".join(pieces)
    assert all(0 <= span.start < span.end <= len(text) for span in ENGINE.find(fold(text)))
