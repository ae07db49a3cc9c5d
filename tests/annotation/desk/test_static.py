import random

import pytest

CHARACTERS = ["a", "é", "ל", "中", "\u200d", "\r\n", "\n", " ", "😀", "👩🏽‍⚕️", "𝔄", "🇮🇪"]


@pytest.fixture
def run(desk, browser):
    """Run a function of one of the page's modules, as the page itself loads it."""
    page = browser.new_page()
    page.goto(desk.links["anna"])

    def called(module, body, *arguments):
        load = f"const it = await import('/static/{module}.js'); return ({body})(it, ...given);"
        return page.evaluate(f"async (given) => {{ {load} }}", list(arguments))

    yield called
    page.close()


def _texts(count, length):
    drawn = random.Random(7)
    return ["".join(drawn.choices(CHARACTERS, k=length)) for _ in range(count)]


def test_offsets_are_code_points_both_ways(run):
    texts = _texts(60, 40)
    body = """(it, texts) => texts.map((text) => {
      const offsets = new it.Offsets(text);
      let unit = 0;
      const points = [...text].map((character) => (unit += character.length) && offsets.toPoints(unit));
      return [points, points.map((point) => offsets.toUnits(point))];
    })"""
    for text, (points, units) in zip(texts, run("offsets", body, texts), strict=True):
        assert points == list(range(1, len(text) + 1))
        assert units == [len(text[:point].encode("utf-16-le")) // 2 for point in points]


def test_blocks_join_to_the_text_and_cut_no_pair(run):
    texts = [*_texts(3, 9000), "😀" * 4000, "x" + "😀" * 4000, "word " * 2000, ""]
    body = "(it, texts) => texts.map((text) => it.cut(text))"
    for text, starts in zip(texts, run("textview", body, texts), strict=True):
        units = text.encode("utf-16-le")
        blocks = [units[2 * a : 2 * b] for a, b in zip(starts, [*starts[1:], len(units) // 2], strict=True)]
        assert b"".join(blocks) == units
        assert all(block.decode("utf-16-le") or not text for block in blocks)
        assert max(map(len, blocks)) <= 6000


WORDS = [
    ("seen 03/14/2031.", 8, "03/14/2031"),
    ("Ms. Abernale's leg", 6, "Abernale"),
    ("Ms. Abernale\u2019s leg", 6, "Abernale"),
    ("(O'Neil)", 4, "O'Neil"),
    ("MRN:4711", 5, "4711"),
    ("j.lee@ward.example,", 3, "j.lee@ward.example"),
    ("see https://ward.example/a now", 20, "https://ward.example/a"),
    ("JMO/rt", 4, "JMO/rt"),
    ("😀לביא😀", 4, "לביא"),
    ("👩‍⚕️ Lee", 4, None),
    ("Zoe\u0308 said", 1, "Zoe\u0308"),
    ("a  b", 2, None),
    ("...", 1, None),
]


def test_a_word_is_what_an_identifier_is(run):
    body = """(it, cases) => cases.map(([text, at]) => {
      const found = it.wordAt(text, at);
      return found && text.slice(found.start, found.end);
    })"""
    assert run("words", body, [case[:2] for case in WORDS]) == [word for _, _, word in WORDS]


def test_words_are_found_far_away(run):
    text = "first" + " " * 5000 + "last"
    body = "(it, text) => [it.wordAfter(text, 5), it.wordBefore(text, 5005), it.wordAfter(text, 5006)]"
    last, first, none = run("words", body, text)
    assert (last, first, none) == ({"start": 5005, "end": 5009}, {"start": 0, "end": 5}, None)


def test_shrinking_stops_at_the_last_piece(run):
    body = """(it, text) => {
      const ends = [text.length];
      while (ends.length < 9) ends.push(it.shrunkEnd(text, { start: 0, end: ends.at(-1) }));
      return ends;
    }"""
    assert run("words", body, "03/14/2031 Lee") == [14, 10, 5, 2, 2, 2, 2, 2, 2]
