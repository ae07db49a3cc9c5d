"""A generated cohort: 200 patients, five notes each, names in every style."""

import random
from collections import Counter, defaultdict
from dataclasses import dataclass

import pytest

from annotation import Label, MarkedNote, Note, PatientRecord
from annotation.formats.inline import parse
from annotation.roster import Associate, PersonName
from surrogates import Key, Policy, World
from surrogates.pool import FEMALE, MALE, given, given_pool, nicknames, surname_pool

KEY = Key(bytes(range(32)))
POLICY = Policy()
PATIENTS, NOTES = 200, 5


@dataclass(frozen=True)
class Person:
    given: str
    middle: str
    family: str

    def styles(self):
        g, m, f = self.given, self.middle, self.family
        return {
            "given family": f"{g} {f}",
            "family, given": f"{f}, {g}",
            "capitals": f"{f.upper()}, {g.upper()} {m[0]}",
            "middle initial": f"{g} {m[0]}. {f}",
            "middle": f"{g} {m} {f}",
            "family": f,
            "small": f.lower(),
            "initial": f"{g[0]}. {f}",
            "initials": f"{g[0]}.{f[0]}.",
            "three initials": f"{g[0]}{m[0]}{f[0]}",
            "suffix": f"{g} {f} Jr.",
            "caret": f"{f.upper()}^{g.upper()}^{m[0]}",
            "spelled": "-".join(g.upper()),
        }


def drawn(rng, sex, taken=()):
    draw = Key(rng.randbytes(32)).draw("test")
    while True:
        names = given_pool(sex).name(draw), given_pool(sex).name(draw), surname_pool().name(draw)
        person = Person(*names)
        if len({*names, *taken}) == 3 + len(taken) and len(names[0]) > 4 and len(names[2]) > 5:
            return person


def slip(rng, word):
    at = rng.randrange(2, len(word) - 2)
    return (
        word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        if word[at] != word[at + 1]
        else word[:at] + word[at + 1 :]
    )


@dataclass(frozen=True)
class Case:
    patient_id: str
    sex: str
    people: dict
    notes: list
    record: PatientRecord | None


def marked(label, text):
    return f"[[{label}|{text}]]"


def case(number):
    rng = random.Random(number)
    sex = rng.choice((FEMALE, MALE))
    patient = drawn(rng, sex)
    mate = drawn(rng, MALE if sex == FEMALE else FEMALE, (patient.given, patient.middle, patient.family))
    relative = Person(mate.given, mate.middle, patient.family)
    staff = drawn(random.Random(f"staff {number % 25}"), FEMALE if number % 25 < 12 else MALE)
    people = {"patient": patient, "relative": relative, "staff": staff}
    title = "Ms." if sex == FEMALE else "Mr."
    lines = [(who, style, text) for who, one in people.items() for style, text in one.styles().items()]
    lines += [("patient", "slip", slip(rng, patient.family)) for _ in range(2)]
    short = sorted(nicknames().get(patient.given.lower(), ()))
    if short and len(short[0]) > 2 and short[0].isalpha():
        lines.append(("patient", "nickname", short[0].capitalize()))
    notes = defaultdict(list)
    for who, style, text in lines:
        label = "DOCTOR" if who == "staff" else "PATIENT"
        where = range(NOTES) if style in ("given family", "family, given") else [rng.randrange(NOTES)]
        before = f"{title} " if who == "patient" and style == "family" else ""
        for n in where:
            notes[n].append((who, style, before, label, text))
    made = []
    for n in range(NOTES):
        rng.shuffle(notes[n])
        body = "\n".join(
            f"Seen: {before}{marked(label, text)} today." for _, _, before, label, text in notes[n]
        )
        text, spans = parse(body)
        made.append(
            (MarkedNote(Note(f"{number}-{n}", text, f"P{number}"), spans), [(w, s) for w, s, *_ in notes[n]])
        )
    record = PatientRecord(
        f"P{number}",
        PersonName(patient.given, patient.middle, patient.family),
        sex=sex,
        relatives=(Associate(f"{relative.given} {relative.family}", "spouse"),),
        providers=(Associate(f"{staff.given} {staff.family}", "physician"),),
    )
    return Case(f"P{number}", sex, people, made, record if number % 2 else None)


def outcome(one, policy=POLICY):
    """For each mention: who, style, original text, surrogate text."""
    world = World(KEY, one.patient_id, policy, one.record)
    world.study(note for note, _ in one.notes)
    found = []
    for note, said in one.notes:
        new = world.replace(note)
        for edit, (who, style) in zip(new.edits, said, strict=True):
            old = note.note.text[edit.start : edit.end]
            found.append((who, style, old, new.text[edit.new_start : edit.new_end]))
    return found


@pytest.fixture(scope="module")
def cohort():
    return [(one, outcome(one)) for one in map(case, range(PATIENTS))]


def identity(found, who):
    """The surrogate person as the full names show it, most often."""
    full = Counter(new for w, style, _, new in found if w == who and style == "given family")
    middle = next(new for w, style, _, new in found if w == who and style == "middle")
    given_name, family = full.most_common(1)[0][0].split()
    return Person(given_name, middle.split()[1], family)


def test_every_style_of_a_name_leads_to_the_same_person(cohort):
    right, total, wrong = 0, 0, Counter()
    for _, found in cohort:
        for who in ("patient", "relative", "staff"):
            styles = identity(found, who).styles()
            styles["slip"] = styles["family"]
            styles["nickname"] = styles["given family"].split()[0]
            for _, style, _, new in (line for line in found if line[0] == who):
                right += new == styles[style]
                total += 1
                wrong[who, style] += new != styles[style]
    assert right / total >= 0.99, wrong.most_common(12)


def test_no_two_patients_become_one(cohort):
    full = Counter(
        (identity(found, "patient").given, identity(found, "patient").family) for _, found in cohort
    )
    originals = Counter((one.people["patient"].given, one.people["patient"].family) for one, _ in cohort)
    assert max(originals.values()) == 1
    assert max(full.values()) == 1


def test_sex_is_kept(cohort):
    kept = [given(identity(found, "patient").given.lower()).sex == one.sex for one, found in cohort]
    assert sum(kept) / len(kept) >= 0.99


def test_the_number_of_words_is_kept(cohort):
    assert all(len(old.split()) == len(new.split()) for _, found in cohort for _, _, old, new in found)


def test_relatives_keep_the_shared_surname_and_are_another_person(cohort):
    for _, found in cohort:
        patient, relative = identity(found, "patient"), identity(found, "relative")
        assert patient.family == relative.family
        assert patient.given != relative.given


def test_staff_is_the_same_over_patients(cohort):
    seen = defaultdict(Counter)
    for one, found in cohort:
        new = identity(found, "staff")
        seen[one.people["staff"]][new.given, new.family] += 1
    assert len(seen) == 25
    agree = sum(counts.most_common(1)[0][1] for counts in seen.values())
    assert agree / len(cohort) >= 0.98


def test_no_surrogate_is_the_original_or_another_name_of_the_patient(cohort):
    for one, found in cohort:
        own = {
            part for person in one.people.values() for part in (person.given, person.middle, person.family)
        }
        for who in one.people:
            new = identity(found, who)
            assert not {new.given, new.middle, new.family} & own


def test_order_of_notes_does_not_matter():
    one = case(7)
    forward = outcome(one)
    backward = outcome(Case(one.patient_id, one.sex, one.people, one.notes[::-1], one.record))
    assert sorted(forward) == sorted(backward)


def test_labels_are_patient_and_doctor_only():
    assert {span.label for note, _ in case(1).notes for span in note.spans} == {Label.PATIENT, Label.DOCTOR}
