"""One run over a file or folder of notes."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from annotation import InputError, Note, roster
from notedeid import manifest, residual
from notedeid.batch.codebook import coded, open_codebook, write_crosswalk
from notedeid.batch.parts import Parts, work_folder
from notedeid.batch.workers import spread
from notedeid.files import digest, write_whole
from notedeid.pipeline import Deidentifier, Outcome, Quarantined
from notedeid.readers import Columns, Item, Ref, Release, Source, load, open_source
from notedeid.release import NAMES, Settings, Summary
from surrogates.policy import Ids
from surrogates.vault import Vault

_BATCH = 32

Progress = Callable[[int, int], None]
"""Called with the number of notes finished since the last call, and of all notes."""


@dataclass(frozen=True, slots=True)
class Job:
    """Where notes come from and go to.

    Attributes:
        source: a file or folder of notes.
        out: folder for the release.
        settings: what decides its bytes.
        columns: how the fields of a note are named.
        fields: names of the other fields that may leave; all where None. A profile with random
            ids lets none leave that is not named.
        workers: number of processes.
        resume: go on with an interrupted run.
        patients: whose notes text files are, see ``readers.patients.owners``.
    """

    source: Path
    out: Path
    settings: Settings
    columns: Columns = field(default_factory=Columns)
    fields: tuple[str, ...] | None = None
    workers: int = 1
    resume: bool = False
    patients: str | None = None

    def open(self) -> Source:
        """Open the source.

        Raises:
            InputError: see ``open_source``.
        """
        return open_source(self.source, self.columns, patients=self.patients)


def run(job: Job, progress: Progress = lambda _done, _all: None, *, source: Source | None = None) -> Summary:
    """De-identify a source into a folder with a manifest; ``source`` is the job's, where it is open already.

    Raises:
        InputError: the source, the output folder or an option cannot be used.
    """
    source = source or job.open()
    _check_vault(job)
    _check_named(job, source)
    parts = Parts(job.out, _identity(job, source), resume=job.resume)
    if job.settings.profile.policy.ids is Ids.RANDOM:
        codebook = open_codebook(parts.folder)
        job = replace(job, settings=replace(job.settings, codebook=codebook), fields=job.fields or ())
    batches = _batches(source.refs)
    todo = [(number, batch) for number, batch in enumerate(batches) if not parts.has(number)]
    progress(len(source.refs) - sum(len(batch) for _, batch in todo), len(source.refs))
    loaded = ((number, [load(source, ref) for ref in batch]) for number, batch in todo)
    for number, results in spread(loaded, make_worker, job.settings, workers=job.workers):
        parts.put(number, results)
        progress(len(batches[number]), len(source.refs))
    summary = _finish(job, source, parts, len(batches))
    parts.remove()
    return summary


def _check_vault(job: Job) -> None:
    vault = job.settings.vault
    if vault and vault.resolve().is_relative_to(job.out.resolve()):
        raise InputError(f"{vault}: the vault must not lie inside the output folder {job.out}")
    if vault and vault.exists() and not work_folder(job.out).exists():
        raise InputError(f"{vault}: exists already; a vault is never overwritten")


def _check_named(job: Job, source: Source) -> None:
    """Find mistakes before anything is written: a roster that cannot be read, a field that is not there."""
    if job.settings.roster:
        tuple(roster.read(job.settings.roster))
    unknown = sorted({*(job.fields or ())} - {*source.other_fields})
    if unknown:
        known = ", ".join(source.other_fields) or "none"
        raise InputError(f"{job.source}: no field {unknown[0]!r} to keep (other fields: {known})")


def make_worker(settings: Settings) -> Callable[[Sequence[Item]], list[dict[str, Any]]]:
    """Build the function that a worker process applies to each batch."""
    from recognizers import catalogue  # noqa: PLC0415 - loads the model

    deidentifier = Deidentifier(
        profile=settings.profile,
        key=settings.key,
        roster=roster.read(settings.roster) if settings.roster else (),
        dataset=settings.dataset,
        codebook=settings.codebook,
        denied=settings.denied.read_text(encoding="utf-8").splitlines() if settings.denied else (),
        detector=catalogue.default(engine=settings.engine, sensitivity=settings.sensitivity, threads=1),
    )

    def work(items: Sequence[Item]) -> list[dict[str, Any]]:
        readable = [(ref, note) for ref, note, _ in items if note is not None]
        outcomes = deidentifier.deidentify_many([note for _, note in readable])
        done = [
            _result(ref, note, outcome, settings)
            for (ref, note), outcome in zip(readable, outcomes, strict=True)
        ]
        unread = [{"position": ref.position, "reason": why} for ref, note, why in items if note is None]
        return done + unread

    return work


def _result(ref: Ref, note: Note, outcome: Outcome, settings: Settings) -> dict[str, Any]:
    if isinstance(outcome, Quarantined):
        return {"position": ref.position, "reason": outcome.reason}
    labels = Counter(str(span.label) for span in outcome.spans)
    names = residual.written_outsiders(outcome.replacement)
    result = {"position": ref.position, "text": outcome.text, "labels": labels, "names": names}
    if settings.vault:
        vault = Vault(settings.vault, settings.key)
        result["sealed"] = vault.seal(_shown(ref, settings).note_id, note.text, outcome.replacement)
    return result


def _shown(ref: Ref, settings: Settings) -> Ref:
    return coded(ref, settings.codebook) if settings.codebook else ref


def _batches(refs: Sequence[Ref]) -> list[list[Ref]]:
    """Group notes so that all notes of a patient are in one batch, in order of first note."""
    patients: dict[str, list[Ref]] = {}
    for ref in refs:
        patients.setdefault(ref.patient_id or f"note:{ref.note_id}", []).append(ref)
    batches: list[list[Ref]] = [[]]
    for group in patients.values():
        if batches[-1] and len(batches[-1]) + len(group) > _BATCH:
            batches.append([])
        batches[-1] += group
    return batches


def _identity(job: Job, source: Source) -> dict[str, Any]:
    settings = job.settings
    return {
        "input": [digest(path) for path in _files(job.source)],
        "columns": asdict(job.columns),
        "patients": _whose(source) if job.patients else None,
        "roster": digest(settings.roster) if settings.roster else None,
        "denied": digest(settings.denied) if settings.denied else None,
        "vault": settings.vault is not None,
        **manifest.describe(settings),
    }


def _whose(source: Source) -> str:
    listed = json.dumps([(ref.note_id, ref.patient_id) for ref in source.refs])
    return hashlib.sha256(listed.encode("utf-8", "surrogatepass")).hexdigest()


def _files(path: Path) -> list[Path]:
    return sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]


def _finish(job: Job, source: Source, parts: Parts, count: int) -> Summary:
    quarantined: list[tuple[str, str]] = []
    spans: Counter[str] = Counter()
    names: Counter[str] = Counter()
    codes: list[tuple[Ref, Ref]] = []
    sealed: list[str] = []

    def releases() -> Iterator[Release]:
        for result in parts.in_order(count):
            ref = source.refs[result["position"]]
            if "reason" in result:
                quarantined.append((ref.note_id, result["reason"]))
                continue
            spans.update(result["labels"])
            names.update(dict(zip(NAMES, result["names"], strict=True)))
            shown = _shown(ref, job.settings)
            codes.append((ref, shown))
            sealed.append(result.get("sealed", ""))
            yield Release(ref.position, result["text"], shown.note_id, shown.patient_id)

    kept = [name for name in source.other_fields if job.fields is None or name in job.fields]
    source.write(job.out, releases(), kept)
    if job.settings.codebook:
        write_crosswalk(job.out.with_name(f"{job.out.name}.crosswalk.csv"), codes)
    if job.settings.vault:
        write_whole(job.settings.vault, "".join(f"{line}\n" for line in sealed).encode(), mode=0o600)
    patients = len({ref.patient_id or f"note:{ref.note_id}" for ref in source.refs})
    summary = Summary(len(source.refs), patients, spans, tuple(quarantined), tuple(kept), names)
    manifest.write(job.out, job.settings, summary)
    return summary
