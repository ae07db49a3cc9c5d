"""How many identifiers a second get a surrogate on one core.

Run ``python tests/benchmarks/bench_surrogates.py [NOTES.jsonl ROSTER.jsonl]`` with marked notes;
without files it makes 300 patients of five notes. Every figure is processor time, the best of
three runs: study and replacement of all notes, and replacement alone in worlds already studied.
"""

import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from annotation import MarkedNote, Note, PatientRecord
from annotation.formats import jsonl
from annotation.formats.inline import parse
from annotation.roster import read as read_roster
from surrogates import Key, Policy, World
from surrogates.pool import given_pool, surname_pool

KEY = Key(bytes(range(32)))
FORM = """[[PATIENT|{upper}, {given}]] MRN [[MRN|CB-{n:06d}]] DOB [[DATE|{m:02d}/14/1950]]
[[PATIENT|{given} {family}]] was admitted on [[DATE|{m}/3/2019]] and left [[DATE|March {d}, 2019]].
Mr. [[PATIENT|{family}]] lives at [[STREET|{n} Quillmere Ave]], [[CITY|Tacoma]], [[STATE|WA]] [[ZIP|98418]],
tel. [[PHONE|253-472-{d:04d}]], [[EMAIL|{small}@mail.org]]. Seen by Dr. [[DOCTOR|{doctor}]] of
[[HOSPITAL|Tarn Medical Center]] on [[DATE|{m}/{d}]]; returns [[DATE|Monday]]. [[DOCTOR|{doctor}]]
"""


def generated(patients: int = 300, notes: int = 5) -> dict[str, list[MarkedNote]]:
    """Marked notes by patient."""
    made = defaultdict(list)
    for p in range(patients):
        draw = KEY.draw("bench", str(p))
        given, family, doctor = (
            given_pool("M").name(draw),
            surname_pool().name(draw),
            surname_pool().name(draw),
        )
        for n in range(notes):
            fields = {"given": given, "family": family, "doctor": doctor, "upper": family.upper()}
            text, spans = parse(
                FORM.format(**fields, small=family.lower(), n=p * 7 + 1000, m=1 + n, d=1 + p % 28)
            )
            made[f"P{p}"].append(MarkedNote(Note(f"{p}-{n}", text), spans))
    return made


def best(work: Callable[[], object], runs: int = 3) -> float:
    """Processor seconds of the fastest run."""
    spent = []
    for _ in range(runs):
        begin = time.process_time()
        work()
        spent.append(time.process_time() - begin)
    return min(spent)


def worlds(notes: dict[str, list[MarkedNote]], roster: dict[str, PatientRecord]) -> dict[str, World]:
    """A studied world for each patient."""
    made = {patient: World(KEY, patient, Policy(), roster.get(patient)) for patient in notes}
    for patient, world in made.items():
        world.study(notes[patient])
    return made


def main() -> None:
    """Print the figures."""
    notes, roster = generated(), {}
    if len(sys.argv) > 1:
        notes = defaultdict(list)
        for marked in jsonl.read(Path(sys.argv[1])):
            notes[str(marked.note.patient_id)].append(marked)
        roster = {record.patient_id: record for record in read_roster(Path(sys.argv[2]))}
    spans = sum(len(marked.spans) for listed in notes.values() for marked in listed)

    def whole() -> None:
        made = worlds(notes, roster)
        for patient, listed in notes.items():
            for marked in listed:
                made[patient].replace(marked)

    studied = worlds(notes, roster)
    both = best(whole)
    alone = best(lambda: [studied[p].replace(m) for p, listed in notes.items() for m in listed])
    print(f"{len(notes)} patients, {spans} identifiers")  # noqa: T201 - a benchmark prints its figures
    print(f"study and replace {spans / both:10,.0f} /s")  # noqa: T201 - the same
    print(f"replace alone     {spans / alone:10,.0f} /s")  # noqa: T201 - the same


if __name__ == "__main__":
    main()
