import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation import Label
from recognizers.fold import fold

NUMBER = "123-45-6789"


@pytest.mark.parametrize(
    "written",
    [
        "123\u201345\u20136789",
        "123\u201145\u20116789",
        "123\u201245\u20126789",
        "1\u00ad23-45-67\u00ad89",
        "123\u200b-45-\u200b6789",
        "\uff11\uff12\uff13\uff0d\uff14\uff15\uff0d\uff16\uff17\uff18\uff19",
        "123-45-67\x0089",
        "12\ufeff3-45-6789",
    ],
)
def test_typographic_variants_fold_to_ascii_and_lead_back(written):
    text = f"SSN\u00a0{written}."
    view = fold(text)
    assert view.text == f"SSN {NUMBER}."
    span = view.span(4, 4 + len(NUMBER), Label.SSN)
    assert text[span.start : span.end] == written


@pytest.mark.parametrize("escape", ["\\.br\\", "\\X0D\\", "\\X0A\\", "\\X0D0A\\", "\r\n", "\r", "\u2028"])
def test_line_ends_become_line_feeds(escape):
    assert fold(f"a{escape}b").text == "a\nb"


def test_a_repeated_obx_head_becomes_a_line_feed():
    text = "OBX|1|TX|N^b||SSN 123-45-\rOBX|2|TX|N^b||6789\rOBX|3|TX|C^d||end"
    view = fold(text)
    assert view.text == "OBX|1|TX|N^b||SSN 123-45-\n6789\nOBX|3|TX|C^d||end"
    assert text[view.starts[26]] == "6"


def test_a_decomposed_accent_is_composed_and_covered():
    view = fold("Jose\u0301 came")
    assert view.text == "Jos\u00e9 came"
    span = view.span(0, 4, Label.PATIENT)
    assert (span.start, span.end) == (0, 5)


def test_ascii_has_one_byte_for_each_character():
    view = fold("Zo\u00eb \u0141\u00f3d\u017a \u4e2d \U0001f9e0 \u00b5")
    assert len(view.ascii) == len(view.text)
    assert view.ascii.startswith(b"Zoe ")
    assert view.ascii.endswith(b"? x") or view.ascii.endswith(b"? ?")


@pytest.mark.parametrize(
    ("text", "bridged"),
    [
        ("seen by Mary\nJones today", "seen by Mary Jones today"),
        ("Name: X\nMRN: 5", "Name: X\nMRN: 5"),
        ("end\n\nnext", "end\n\nnext"),
        ("list\n- one", "list\n- one"),
        ("list\n2. two", "list\n2. two"),
        ("Plan:\nrest", "Plan:\nrest"),
    ],
)
def test_only_hard_wraps_are_bridged(text, bridged):
    assert fold(text).bridged == bridged


@given(st.text(st.characters(codec="utf-8"), max_size=200))
def test_offsets_rise_and_cover_in_order(text):
    view = fold(text)
    assert len(view.text) == len(view.bridged) == len(view.starts) == len(view.ends) == len(view.ascii)
    assert all(0 <= start < end <= len(text) for start, end in zip(view.starts, view.ends, strict=True))
    assert list(view.starts) == sorted(view.starts)
    assert all(text[start:end] for start, end in zip(view.starts, view.ends, strict=True))


def test_a_view_shows_no_note_text():
    assert "secret" not in repr(fold("secret"))


def test_cost_is_linear():
    def seconds(size: int) -> float:
        text = "Se\u00f1or 12\u20135 \u200bab\r\n" * size
        begin = time.perf_counter()
        fold(text)
        return time.perf_counter() - begin

    seconds(1_000)
    small, large = min(seconds(4_000) for _ in range(3)), min(seconds(40_000) for _ in range(3))
    assert large < 30 * small


@pytest.mark.parametrize("text", ["Tova \u00adcame", "a\u200bb \uff11\uff12 \ufb01n", "plain"])
def test_a_range_leads_to_the_view_and_back(text):
    view = fold(text)
    for start in range(len(view.text)):
        for end in range(start + 1, len(view.text) + 1):
            span = view.span(start, end, Label.PATIENT)
            inside = view.range_of(span.start, span.end)
            assert inside[0] <= start < end <= inside[1]
            assert view.span(*inside, Label.PATIENT) == span
