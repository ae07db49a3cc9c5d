import re

import matplotlib as mpl

from notedeid.plots import canvas, rows_down, style, svg


def drawn(salt: str) -> str:
    with style():
        figure, axes = canvas(3, 1)
        axes.plot([0, 1], [0, 1], "o-")
        rows_down(axes, ["ward", "clinic"])
        return svg(figure, salt)


def ids(text: str) -> set[str]:
    return {name for name in re.findall(r'id="(\w+)"', text) if re.fullmatch(r"[a-z]\w{10,}", name)}


def test_the_same_figures_give_the_same_bytes():
    assert drawn("one") == drawn("one")


def test_two_plots_of_a_page_share_no_hashed_id():
    one, two = ids(drawn("one")), ids(drawn("two"))
    assert one
    assert not one & two


def test_words_stay_words_and_nothing_stands_around_the_element():
    text = drawn("one")
    assert text.startswith("<svg")
    assert text.rstrip().endswith("</svg>")
    assert ">clinic<" in text
    assert "metadata" not in text


def test_the_style_ends_with_its_block():
    before = mpl.rcParams["svg.fonttype"]
    drawn("one")
    assert mpl.rcParams["svg.fonttype"] == before != "none"
