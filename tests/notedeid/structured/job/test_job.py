"""One specification from table to sealed release, on the demonstration table."""

import csv
import json
import re
import stat
from collections import Counter, defaultdict
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from annotation.errors import GateError, InputError, IntegrityError, ProfileError
from corpora.structured import clinic
from corpora.structured.build import build
from notedeid import Deidentifier, Quarantined, manifest
from notedeid.cli import app
from notedeid.structured.job import Inputs, ReleaseSpec, load, run
from notedeid.structured.job.build import engine_spec
from notedeid.structured.job.proof import Claim, prove
from notedeid.structured.job.tables import write_table
from notedeid.structured.job.words.models import DistinctModel, EntropyModel, KModel, RecursiveModel, TModel
from notedeid.structured.release import anonymize
from recognizers import catalogue
from surrogates.calendar import offset
from surrogates.keys import Key

ROOT = Path(__file__).parents[4]
SPEC = ROOT / "corpora" / "structured" / "spec.toml"
KEY = Key(bytes(range(32)))


def rows(path):
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    out = tmp_path_factory.mktemp("release") / "out"
    spec = load(SPEC).model_copy(update={"engine": "rules"})
    return out, run(spec, Inputs(out, KEY))


def plain(text):
    return re.sub(r"\b0(?=\d/)", "", text)


def write(folder, frame, toml):
    frame.to_csv(folder / "table.csv", index=False)
    path = folder / "spec.toml"
    path.write_text('table = "table.csv"\n' + toml, encoding="utf-8")
    return load(path)


def test_the_table_of_the_corpora_is_what_its_script_makes():
    assert (SPEC.parent / "admissions.csv").read_text(encoding="utf-8") == build()


def test_every_class_of_the_written_file_holds_five_patients(released):
    out, done = released
    classes = defaultdict(set)
    for row in rows(out / "release.csv"):
        classes[row["dob"], row["sex"], row["zip"]].add(row["patient_id"])
    assert min(map(len, classes.values())) == done.proof.k >= 5
    assert done.proof.risk == 1 / done.proof.k


def test_dates_of_the_table_move_with_the_dates_in_the_notes(released):
    out, done = released
    stays = pd.read_csv(SPEC.parent / "admissions.csv", dtype=str)
    deidentifier = Deidentifier(key=KEY, detector=catalogue.default(engine="rules"))
    seen = 0
    for row, place in zip(rows(out / "release.csv"), done.release.frame.index, strict=True):
        old = stays.loc[place]
        days = offset(deidentifier.key, old["patient_id"], deidentifier.profile.policy)
        assert (date.fromisoformat(row["admitted"]) - date.fromisoformat(old["admitted"])).days == days
        if row["summary"]:
            new, was = date.fromisoformat(row["discharged"]), date.fromisoformat(old["discharged"])
            for form in ("%-m/%-d/%Y", "%B %-d, %Y"):
                if was.strftime(form) in plain(old["summary"]):
                    seen += 1
                    assert new.strftime(form) in plain(row["summary"])
                    assert was.strftime(form) not in plain(row["summary"])
    assert seen >= 4


def test_no_name_of_a_patient_stays_in_a_note(released):
    out, _ = released
    names = {row["family"] for row in rows(SPEC.parent / "admissions.csv") if row["summary"]}
    notes = [row["summary"] for row in rows(out / "release.csv") if row["summary"]]
    assert len(notes) == 18
    for name in names:
        assert not [note for note in notes if re.search(rf"\b{re.escape(name)}\b", note, re.IGNORECASE)]


def test_direct_identifiers_and_unnamed_columns_do_not_leave(released):
    out, done = released
    assert set(done.dropped) == {"mrn", "given", "family"}
    whole = "".join(path.read_text(encoding="utf-8") for path in out.iterdir())
    for row in rows(SPEC.parent / "admissions.csv"):
        assert row["mrn"] not in whole
        assert row["patient_id"] not in whole


def test_the_manifest_seals_the_release(released):
    out, done = released
    assert manifest.verify(out, KEY) == 2
    facts = json.loads((out / "manifest.json").read_text(encoding="utf-8"))["table"]
    assert facts["search"]["proven"]
    assert facts["rows"]["released"] == done.proof.rows
    assert all(gate["passed"] for gate in facts["gates"])
    (out / "release.csv").open("a").write("x\n")
    with pytest.raises(IntegrityError):
        manifest.verify(out)


TABLE = pd.DataFrame(
    {
        "pid": [f"p{i // 2}" for i in range(40)],
        "age": [30 + i // 8 for i in range(40)],
        "seen": ["2022-03-04"] * 40,
        "dx": ["a", "b"] * 20,
        "note": ["Pt Wanda Kostrzewa seen, phone 212-555-0143."] + [None] * 39,
    }
)
BASIC = """
patient = "pid"
engine = "rules"
models = [{kind = "k-anonymity", k = 4}]
[columns]
age = {role = "quasi", hierarchy = {intervals = [5, 10]}}
dx = {role = "sensitive"}
"""


def test_a_failing_gate_leaves_nothing_behind(tmp_path):
    spec = write(tmp_path, TABLE, BASIC + "[gates]\nk = 30\nl = 2\n")
    with pytest.raises(GateError, match=r"k is 4, wanted 30; nothing was released"):
        run(spec, Inputs(tmp_path / "out", KEY))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["spec.toml", "table.csv"]


def test_ages_in_notes_undo_bands_in_the_table_and_a_gate_holds_them_back(tmp_path):
    told = TABLE.assign(note=[f"Pt is {30 + i} years old." for i in range(40)], age=range(30, 70))
    fields = BASIC + 'note = {role = "note"}\n'
    done = run(write(tmp_path, told, fields), Inputs(tmp_path / "out", KEY))
    assert (done.joint.table_below, done.joint.share_below) == (0, 1)
    assert done.joint.by_cue["age"] == 1
    facts = json.loads((tmp_path / "out" / "manifest.json").read_text(encoding="utf-8"))["table"]
    assert facts["joint"]["smallest"] == 1
    with pytest.raises(GateError, match=r"joint below k is 1, wanted 0\.1"):
        run(write(tmp_path, told, fields + "[gates]\njoint_below_k = 0.1\n"), Inputs(tmp_path / "b", KEY))


CLINIC = SPEC.with_name("clinic.toml")


def test_the_clinic_table_is_what_its_script_makes():
    assert CLINIC.with_suffix(".csv").read_text(encoding="utf-8") == clinic.build()


def test_a_table_that_passes_alone_is_refused_with_its_notes(tmp_path):
    refused = command("anonymize", CLINIC, "--out", tmp_path / "out")
    assert refused.exit_code == 3, refused.output
    assert re.search(r"joint below k is 0\.\d+, wanted 0\.1; nothing was released", refused.stderr)
    assert not (tmp_path / "out").exists()
    spec = load(CLINIC)
    gates = spec.gates.model_copy(update={"joint_below_k": None})
    done = run(spec.model_copy(update={"gates": gates}), Inputs(tmp_path / "b", KEY))
    assert done.joint.table_below == 0
    assert done.proof.k >= 5
    assert 0.1 < done.joint.share_below < done.joint.told_below
    assert max(done.joint.by_cue, key=done.joint.by_cue.get) == "age"
    notes = pd.read_csv(CLINIC.with_suffix(".csv"))["note"]
    rare = notes.str.contains("|".join(spec.conditions))[done.release.frame.index]
    assert (done.joint.likely[rare] < 5).all()


def test_a_measured_recall_is_a_gate(tmp_path):
    found = {"type": {}, "group": {"NAME": {"found": {"lower": 0.93, "demonstrated": True}}}, "kind": {}}
    (tmp_path / "evaluation.json").write_text(json.dumps(found))
    gate = '[[gates.note_recall]]\nevaluation = "evaluation.json"\nname = "{}"\nleast = 0.95\n'
    with pytest.raises(GateError, match=r"note recall of NAME is 0\.93"):
        run(write(tmp_path, TABLE, BASIC + gate.format("NAME")), Inputs(tmp_path / "out", KEY))
    with pytest.raises(InputError, match=r"no evaluation with a recall of 'AGE'"):
        run(write(tmp_path, TABLE, BASIC + gate.format("AGE")), Inputs(tmp_path / "out", KEY))


def test_a_split_release_joins_only_with_the_link_beside_it(tmp_path):
    spec = write(tmp_path, TABLE, 'demographic = ["age"]\n' + BASIC)
    run(spec, Inputs(tmp_path / "out", KEY))
    link = tmp_path / "out.link.csv"
    assert stat.S_IMODE(link.stat().st_mode) == 0o600
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "clinical.csv",
        "demographic.csv",
        "manifest.json",
        "proof.json",
    ]
    joined = pd.read_csv(link).merge(pd.read_csv(tmp_path / "out" / "clinical.csv"))
    assert len(joined.merge(pd.read_csv(tmp_path / "out" / "demographic.csv"))) == 40


def test_the_same_key_gives_the_same_bytes_and_another_one_other_dates(tmp_path):
    fields = BASIC + 'seen = {role = "keep", transform = {kind = "shift"}}\nnote = {role = "note"}\n'
    spec = write(tmp_path, TABLE, fields)
    for name, key in (("a", KEY), ("b", KEY), ("c", Key(bytes(32)))):
        run(spec, Inputs(tmp_path / name, key))
    first, again, other = ((tmp_path / name / "release.csv").read_bytes() for name in "abc")
    assert first == again != other
    assert (tmp_path / "a" / "manifest.json").read_bytes() == (tmp_path / "b" / "manifest.json").read_bytes()


def test_a_column_that_looks_like_an_identifier_is_a_warning_and_under_safe_harbor_an_error(tmp_path):
    kept = BASIC + 'seen = {role = "keep"}\n'
    done = run(write(tmp_path, TABLE, kept), Inputs(tmp_path / "out", KEY))
    assert [line[:40] for line in done.warnings] == ["'seen' leaves as keep and looks like a q"]
    harbor = HARBOR.replace("{intervals = [5, 10]}", '"ages"')
    run(write(tmp_path, TABLE, harbor), Inputs(tmp_path / "ok", KEY))
    for wrong in (HARBOR, harbor + 'seen = {role = "keep"}\n', harbor + 'note = {role = "keep"}\n'):
        with pytest.raises(ProfileError, match="as it is"):
            run(write(tmp_path, TABLE, wrong), Inputs(tmp_path / "no", KEY))


HARBOR = 'profile = "safe-harbor"\n' + BASIC


def test_safe_harbor_refuses_keyed_codes_and_shifted_dates(tmp_path):
    code = HARBOR + 'pid = {role = "direct", transform = {kind = "pseudonym"}}\n'
    with pytest.raises(ProfileError, match=r"164\.514\(c\)"):
        run(write(tmp_path, TABLE, code), Inputs(tmp_path / "out", KEY))
    shift = HARBOR + 'seen = {role = "keep", transform = {kind = "shift"}}\n'
    with pytest.raises(ProfileError, match="dates=year"):
        run(write(tmp_path, TABLE, shift), Inputs(tmp_path / "out", KEY))


def test_safe_harbor_releases_years_and_a_crosswalk_beside(tmp_path):
    more = 'pid = {role = "direct", transform = {kind = "codebook"}}\n'
    more += 'seen = {role = "quasi", hierarchy = "dates"}\nnote = {role = "note"}\n'
    spec = write(tmp_path, TABLE, HARBOR.replace("{intervals = [5, 10]}", '"ages"') + more)
    done = run(spec, Inputs(tmp_path / "out", KEY))
    assert set(pd.read_csv(tmp_path / "out" / "release.csv", dtype=str)["seen"]) == {"2022"}
    assert [path.name for path in done.beside] == ["out.pid.crosswalk.csv"]
    assert stat.S_IMODE(done.beside[0].stat().st_mode) == 0o600
    assert "212-555" not in (tmp_path / "out" / "release.csv").read_text()


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        (BASIC + 'sex = {role = "quasi", hierarchy = "identity"}\n', "no column 'sex'"),
        (BASIC + 'seen = {role = "quasi"}\n', "needs a hierarchy"),
        (
            BASIC + 'seen = {role = "keep", transform = {kind = "round", base = 5}}\n',
            "40 cells are no numbers",
        ),
        (BASIC.replace("k = 4", "k = 400"), "more than the 20 patients"),
    ],
)
def test_a_table_that_does_not_fit_is_one_clear_error(tmp_path, toml, said):
    with pytest.raises(InputError, match=said):
        run(write(tmp_path, TABLE, toml), Inputs(tmp_path / "out", KEY))
    assert not list(tmp_path.glob(".out*"))


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("columns = 3", "columns: Input should be"),
        (BASIC + "[gate]\nk = 3\n", "no such key 'gate'; use table, columns, dataset"),
        (BASIC.replace("sensitive", "PRIVATEWORD"), "columns.dx.role: Input should be"),
        ("= =", "not a TOML file"),
    ],
)
def test_a_wrong_specification_names_the_place_and_no_value(tmp_path, toml, said):
    with pytest.raises(InputError, match=said) as caught:
        write(tmp_path, TABLE, toml)
    assert "PRIVATEWORD" not in str(caught.value)


def proof_of(tmp_path, frame, *models):
    path = tmp_path / "r.csv"
    frame.to_csv(path, index=False)
    claim = Claim(quasi=["q"], sensitive={"s": Counter(map(str, frame["s"]))}, units=None, models=models)
    return prove(path, claim)


def test_the_proof_by_hand(tmp_path):
    frame = pd.DataFrame({"q": list("aaaabb"), "s": list("xxyzxx")})
    proof = proof_of(tmp_path, frame, KModel(kind="k-anonymity", k=2))
    assert (proof.k, proof.classes, proof.l) == (2, 2, {"s": 1})
    assert proof.t["s"] == pytest.approx(1 / 3)
    assert proof.average_risk == pytest.approx(2 / 6)


@pytest.mark.parametrize(
    "model",
    [
        KModel(kind="k-anonymity", k=3),
        DistinctModel(kind="distinct-l", column="s", l=2),
        EntropyModel(kind="entropy-l", column="s", l=1.1),
        RecursiveModel(kind="recursive-l", column="s", l=2, c=3),
        TModel(kind="t-closeness", column="s", t=0.3),
    ],
)
def test_the_proof_refuses_a_file_that_breaks_a_model(tmp_path, model):
    frame = pd.DataFrame({"q": list("aaaabb"), "s": list("xxyzxx")})
    with pytest.raises(IntegrityError, match=re.escape(model.kind)):
        proof_of(tmp_path, frame, model)


def test_the_proof_of_numbers_moves_by_rank(tmp_path):
    frame = pd.DataFrame({"q": list("aaabbbccc"), "s": [3, 4, 5, 6, 11, 8, 7, 9, 10]})
    model = TModel(kind="t-closeness", column="s", t=0.375, ground="ordered")
    assert proof_of(tmp_path, frame, model).models == {
        "t-closeness (column s, t 0.375, ground ordered)": True
    }


def command(*args):
    return CliRunner().invoke(app, ["structured", *map(str, args)])


def test_the_command_releases_and_says_what_the_file_shows(tmp_path):
    write(tmp_path, TABLE, BASIC + "[gates]\nk = 4\n")
    report = tmp_path / "report"
    done = command("anonymize", tmp_path / "spec.toml", "--out", tmp_path / "out", "--report", report)
    assert (report / "utility.html").exists()
    assert done.exit_code == 0, done.output
    assert "released 40 of 40 rows" in done.stdout
    assert "left out: pid, seen, note" in done.stdout
    again = command("anonymize", tmp_path / "spec.toml", "--out", tmp_path / "out")
    assert again.exit_code == 1
    assert "exists already" in again.stderr


def test_the_command_ends_with_3_when_a_gate_fails(tmp_path):
    write(tmp_path, TABLE, BASIC + "[gates]\nk = 40\n")
    assert command("anonymize", tmp_path / "spec.toml", "--out", tmp_path / "out").exit_code == 3


def test_profile_and_risk_of_a_table():
    table = SPEC.parent / "admissions.csv"
    judged = {one["name"]: one["role"] for one in json.loads(command("profile", table, "--json").stdout)}
    assert (judged["mrn"], judged["zip"], judged["diagnosis"]) == ("direct", "quasi", "sensitive")
    assert (
        "medical record" in command("profile", table).stdout
        or "record number" in command("profile", table).stdout
    )
    found = command("risk", table, "--quasi", "dob", "--quasi", "zip", "--sensitive", "diagnosis", "--json")
    facts = json.loads(found.stdout)
    assert facts["k"] == 1
    assert facts["highest risk"] == 1.0
    assert (
        "unique in the population" in command("risk", table, "--quasi", "zip", "--population", 90000).stdout
    )


def test_a_first_specification_is_drafted_and_runs(tmp_path):
    (tmp_path / "admissions.csv").write_bytes((SPEC.parent / "admissions.csv").read_bytes())
    made = command("profile", tmp_path / "admissions.csv", "--draft", tmp_path / "first.toml")
    assert made.exit_code == 0, made.output
    again = command("profile", tmp_path / "admissions.csv", "--draft", tmp_path / "first.toml")
    assert again.exit_code == 1
    spec = load(tmp_path / "first.toml")
    assert spec.patient == "patient_id"
    assert spec.columns["zip"].hierarchy == "zip"
    assert spec.columns["dob"].hierarchy == "dates"
    assert spec.named("note") == ["summary"]
    assert not {"mrn", "given", "family"} & set(spec.columns)
    done = run(spec.model_copy(update={"engine": "rules"}), Inputs(tmp_path / "out", KEY))
    assert done.proof.k >= 5


def test_a_draft_in_another_folder_still_finds_its_table(tmp_path):
    (tmp_path / "tables").mkdir()
    table = tmp_path / "tables" / "admissions.csv"
    table.write_bytes((SPEC.parent / "admissions.csv").read_bytes())
    assert command("profile", table, "--draft", tmp_path / "first.toml").exit_code == 0
    assert 'table = "tables/admissions.csv"' in (tmp_path / "first.toml").read_text()


def test_parquet_goes_in_and_out_and_numbers_stay_numbers(tmp_path):
    frame = TABLE.assign(
        cost=[float(i % 4) + 0.5 * (i % 8 == 0) for i in range(40)], seen=pd.Timestamp("2022-03-04")
    )
    spec = write(tmp_path, frame, BASIC + 'cost = {role = "sensitive"}\nseen = {role = "sensitive"}\n')
    frame.to_parquet(tmp_path / "table.parquet")
    model = TModel(kind="t-closeness", column="cost", t=0.5)
    spec = spec.model_copy(
        update={"table": tmp_path / "table.parquet", "models": [*spec.models, model]},
    )
    done = run(spec, Inputs(tmp_path / "out", KEY))
    made = pd.read_parquet(tmp_path / "out" / "release.parquet")
    assert sorted(made["cost"]) == sorted(frame["cost"])
    assert made["cost"].tolist() != frame["cost"].tolist()
    assert done.proof.t["seen"] == 0
    assert done.proof.t["cost"] <= 0.5


def test_the_note_of_a_suppressed_row_is_neither_released_nor_counted(tmp_path):
    frame = TABLE.assign(note=[None] * 40).astype({"note": object})
    frame.loc[0, "note"] = "Seen for a cough."
    frame.loc[40] = ["p0", 99, "2022-03-04", "a", "Seen for a rash."]
    frame = frame.iloc[[40, *range(40)]].reset_index(drop=True)
    spec = write(tmp_path, frame, "suppression = 0.05\n" + BASIC + 'note = {role = "note"}\n')
    done = run(spec, Inputs(tmp_path / "out", KEY))
    assert list(done.release.suppressed) == [0]
    assert done.noted.notes == 1
    made = (tmp_path / "out" / "release.csv").read_text()
    assert "cough" in made
    assert "rash" not in made


def test_a_quarantined_note_leaves_an_empty_cell_and_a_private_list(tmp_path, monkeypatch):
    held = [Quarantined("x", "a recognizer ran over its budget")]
    monkeypatch.setattr(Deidentifier, "deidentify_many", lambda _, notes: held * len(notes))
    fields = BASIC + 'note = {role = "note"}\n'
    write(tmp_path, TABLE, fields)
    made = command("anonymize", tmp_path / "spec.toml", "--out", tmp_path / "out")
    assert made.exit_code == 2
    assert "Kostrzewa" not in made.output + (tmp_path / "out" / "release.csv").read_text()
    listed = tmp_path / "out.quarantine.csv"
    assert stat.S_IMODE(listed.stat().st_mode) == 0o600
    assert rows(listed) == [{"row": "0", "column": "note", "reason": "a recognizer ran over its budget"}]
    write(tmp_path, TABLE, fields + "[gates]\nquarantined = 0.5\n")
    refused = command("anonymize", tmp_path / "spec.toml", "--out", tmp_path / "b")
    assert refused.exit_code == 3
    assert "quarantined is 1, wanted 0.5" in refused.stderr


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, 30), st.sampled_from("FM"), st.sampled_from("abc")), min_size=8, max_size=60
    ),
    st.integers(2, 4),
    st.sampled_from([0.0, 0.2]),
)
def test_whatever_the_engine_releases_the_file_proves(found, k, suppression):
    frame = pd.DataFrame(found, columns=["age", "sex", "dx"])
    models = [KModel(kind="k-anonymity", k=k), TModel(kind="t-closeness", column="dx", t=0.6)]
    columns = {
        "age": {"role": "quasi", "hierarchy": {"intervals": [5, 10]}},
        "sex": {"role": "quasi", "hierarchy": "identity"},
        "dx": {"role": "sensitive"},
    }
    spec = ReleaseSpec(table=Path("t.csv"), columns=columns, models=models, suppression=suppression)
    try:
        release = anonymize(frame, engine_spec(spec, frame))
    except InputError:
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "r.csv"
        write_table(path, release.frame)
        claim = Claim(quasi=["age", "sex"], sensitive={"dx": Counter(frame["dx"])}, units=None, models=models)
        proof = prove(path, claim)
    assert proof.k == release.measures.k
    assert proof.l["dx"] == release.measures.attributes["dx"].distinct_l
