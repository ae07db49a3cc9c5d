from hashlib import sha256

from corpora.generator import figures


def test_tables_are_the_frozen_ones():
    sums = dict(line.split()[::-1] for line in (figures.DATA / "SHA256SUMS").read_text().splitlines())
    found = {path.name: sha256(path.read_bytes()).hexdigest() for path in figures.DATA.iterdir()}
    assert {name: found[name] for name in sums} == sums
    assert {name for name in found if name.endswith((".gz", ".tsv", ".txt"))} == set(sums)


def test_tables_are_small():
    assert sum(path.stat().st_size for path in figures.DATA.glob("*.gz")) < 700_000


def test_frequent_names_are_drawn_more_often():
    pool = figures.surnames("pcthispanic")
    weight = dict(zip(pool.words, pool.reached, strict=True))
    assert weight["GARCIA"] - weight[pool.words[pool.words.index("GARCIA") - 1]] > 500
