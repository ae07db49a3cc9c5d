import pytest
from hypothesis import given
from hypothesis import strategies as st

from recognizers.ner.borders import fit
from recognizers.ner.scheme import Kind


def exact(text: str, inside: str, kind: Kind) -> str:
    start = text.index(inside)
    first, last = fit(text, start, start + len(inside), kind)
    return text[first:last]


@pytest.mark.parametrize(
    ("text", "inside", "kind", "expected"),
    [
        ("with Dr. Abernathyson today", "ernathy", Kind.NAME, "Abernathyson"),
        ("his aunt Zubaydah's flat", "Zubaydah's", Kind.NAME, "Zubaydah"),
        ("ZUBAYDAH'S FLAT", "ZUBAYDAH'S", Kind.NAME, "ZUBAYDAH"),
        ("(Quill, Ansel P.)", "(Quill, Ansel P.)", Kind.NAME, "Quill, Ansel P."),
        ("DOB04/05/61", "04/05", Kind.DATE, "04/05"),
        ("96yo man", "96", Kind.AGE, "96"),
        ("acc S77-1204b sent", "77-1204", Kind.ID, "S77-1204b"),
        ("at BT99 1ZZ now", "9 1", Kind.PLACE, "BT99 1ZZ"),
        ("call (907) 555-0133.", "(907) 555-0133", Kind.CONTACT, "(907) 555-0133"),
        ("call 907) 555-0133 or", "907) 555-0133", Kind.ID, "907) 555-0133"),
        ("call (907) 555-0133 or", "907) 555-0133", Kind.ID, "(907) 555-0133"),
        ('for QUILL, ANSEL "ACE" 61', 'QUILL, ANSEL "ACE', Kind.NAME, 'QUILL, ANSEL "ACE"'),
        ("Ansel (Ace) Quill (cousin)", "Quill", Kind.NAME, "Quill"),
        ("seen by Quill (Ace), his", "Quill (Ace)", Kind.NAME, "Quill (Ace)"),
        ("left ---- here", "----", Kind.NAME, ""),
    ],
)
def test_the_exact_text(text, inside, kind, expected):
    assert exact(text, inside, kind) == expected


@given(st.text(min_size=1, max_size=60), st.data())
def test_what_is_cut_off_or_added_keeps_to_its_rule(text, data):
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    kind = data.draw(st.sampled_from(list(Kind)))
    first, last = fit(text, start, end, kind)
    assert 0 <= first <= last <= len(text)
    added = text[first:start] + text[end:last]
    assert all(char.isalnum() or char in '()"' for char in added)
