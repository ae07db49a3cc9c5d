"""What surrogates and splice cost of a whole run: detection, surrogates, last look.

Run ``python tests/benchmarks/bench_share.py NOTES.jsonl ROSTER.jsonl [accurate|fast|rules]``. Figures
are processor time on one core; pools, patterns and the model are loaded before.
"""

import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from annotation import Label, MarkedNote
from annotation.formats import jsonl
from annotation.roster import read as read_roster
from notedeid import residual
from recognizers import catalogue
from surrogates import Key, Policy, World

KEY = Key(bytes(range(32)))
WARM = {Label.PATIENT: "Quell, Ida", Label.DATE: "1/2/1999", Label.CITY: "Reno", Label.HOSPITAL: "Ida Clinic"}


def main() -> None:
    """Print the shares."""
    roster = {record.patient_id: record for record in read_roster(Path(sys.argv[2]))}
    notes = defaultdict(list)
    for record in jsonl.records(Path(sys.argv[1])):
        note = jsonl.note_from_record(record, sys.argv[1])
        notes[note.patient_id].append(note)
    detector = catalogue.default(engine=sys.argv[3] if len(sys.argv) > 3 else "accurate")
    detector.detect_many(next(iter(notes.values())), roster)
    for label, text in WARM.items():
        World(KEY, "warm", Policy()).value(text, label)
    spent = Counter()
    for patient, mine in notes.items():
        begin = time.process_time()
        found = detector.detect_many(mine, roster)
        detected = time.process_time()
        marked = [MarkedNote(note, spans) for note, spans in zip(mine, found, strict=True)]
        world = World(KEY, str(patient), Policy(), roster.get(patient))
        world.study(marked)
        studied = time.process_time()
        whats = [residual.watch(world.originals(one)) for one in marked]
        more = [residual.extra_spans(one, what) for one, what in zip(marked, whats, strict=True)]
        looked = time.process_time()
        whole = [MarkedNote(m.note, (*m.spans, *extra)) for m, extra in zip(marked, more, strict=True)]
        new = [world.replace(one) for one in whole]
        replaced = time.process_time()
        for one, made, what in zip(whole, new, whats, strict=True):
            residual.check(one, made, what)
        spent["detection"] += detected - begin
        spent["last look"] += looked - studied + time.process_time() - replaced
        spent["surrogates and splice"] += studied - detected + replaced - looked
    for what, seconds in spent.most_common():
        print(f"{what:22} {seconds:7.2f} s  {100 * seconds / spent.total():5.1f} %")  # noqa: T201 - its figures


if __name__ == "__main__":
    main()
