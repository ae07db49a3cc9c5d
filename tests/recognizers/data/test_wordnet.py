from pathlib import Path

from recognizers.data.wordnet import workers

NOUNS = """  1 licence
09632518 18 n 01 worker 0 000 | a person who works
00000001 18 n 02 baker 0 bread_maker 0 001 @ 09632518 n 0000 | bakes
00000002 18 n 01 hand 1 001 @ 00000001 n 0000 | a hired hand
00000003 08 n 01 hand 0 000 | the end of an arm
00000004 18 n 01 Ruiz 0 001 @i 00000001 n 0000 | a baker of note
"""
INDEX = """  1 licence
baker n 1 1 @ 1 0 00000001
hand n 2 1 @ 2 0 00000003 00000002
worker n 1 0 1 0 09632518
"""


def test_words_below_the_roots_whose_first_sense_is_such(tmp_path: Path) -> None:
    (tmp_path / "data.noun").write_text(NOUNS)
    (tmp_path / "index.noun").write_text(INDEX)
    assert sorted(workers(tmp_path)) == ["baker", "worker"]
