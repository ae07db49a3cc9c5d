"""The account that goes with a release: what made it, what it holds, and a seal on both.

The manifest holds counts, names of versions and hashes; no note text, no note id, no clock time.
Quarantined notes are listed by a keyed fingerprint, so that only the holder of the key can tell
which they are. ``verify`` recomputes every hash; with the key it also checks the seal, an
HMAC-SHA256 over the manifest (RFC 2104).
"""

import hashlib
import json
import platform
from collections import Counter
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from annotation import InputError, IntegrityError
from notedeid.files import digest, tree_digest, write_whole
from notedeid.release import NAMES, Settings, Summary
from surrogates.keys import Key

NAME = "manifest.json"
PACKAGES = (
    "notedeid",
    "spacy",
    "onnxruntime",
    "tokenizers",
    "numpy",
    "google-re2",
    "phonenumbers",
    "python-stdnum",
)
_DATA = {"model": "recognizers/model", "lexicons": "recognizers/data", "pools": "surrogates/data"}


def describe(settings: Settings) -> dict[str, Any]:
    """What decides the output beside the notes: versions, data, profile, key fingerprint."""
    home = Path(__file__).parents[1]
    return {
        "versions": {"python": platform.python_version(), **{name: version_of(name) for name in PACKAGES}},
        "data": {name: tree_digest(home / place) for name, place in _DATA.items()},
        "profile": settings.profile.describe(),
        "detector": {"engine": settings.engine, "sensitivity": settings.sensitivity},
        "roster": settings.roster is not None,
        "dataset": settings.dataset,
        "key_fingerprint": settings.key.fingerprint,
    }


def write(folder: Path, settings: Settings, summary: Summary) -> None:
    """Write the manifest of a finished release."""
    notes = settings.key.scope(settings.dataset, "note fingerprints")
    content = {
        **describe(settings),
        "counts": {
            "notes": summary.notes,
            "patients": summary.patients,
            "released": summary.notes - len(summary.quarantined),
            "quarantined": dict(sorted(Counter(reason for _, reason in summary.quarantined).items())),
            "spans": dict(sorted(summary.spans.items())),
            "surrogate_names": {name: summary.names[name] for name in NAMES},
        },
        "quarantined_notes": sorted(
            notes.scope(note_id, "note").fingerprint for note_id, _ in summary.quarantined
        ),
        "fields_passed_through": list(summary.other_fields),
    }
    seal(folder, content, settings.key)


def seal(folder: Path, content: Mapping[str, Any], key: Key) -> None:
    """Write the manifest of a folder: the given facts, the hash of every file, and the seal on both."""
    files = {str(path.relative_to(folder)): digest(path) for path in _released(folder)}
    facts = {**content, "files": files}
    sealed = {**facts, "seal": _seal(facts, key)}
    write_whole(folder / NAME, (json.dumps(sealed, indent=1, ensure_ascii=False) + "\n").encode())


def amend(folder: Path, name: str, facts: Mapping[str, Any], key: Key) -> None:
    """Add facts to the manifest of a release and seal it anew, e.g. its evaluation.

    Raises:
        InputError, IntegrityError: see verify.
    """
    verify(folder, key)
    content = json.loads((folder / NAME).read_text(encoding="utf-8"))
    del content["seal"]
    content[name] = dict(facts)
    sealed = {**content, "seal": _seal(content, key)}
    write_whole(folder / NAME, (json.dumps(sealed, indent=1, ensure_ascii=False) + "\n").encode())


def verify(folder: Path, key: Key | None = None) -> int:
    """Check a release against its manifest.

    Args:
        folder: the output folder of a run.
        key: the run's key; checks the seal too.

    Returns:
        Number of files checked.

    Raises:
        InputError: no readable manifest.
        IntegrityError: a file is missing, added or changed, or the seal does not fit.
    """
    try:
        sealed = json.loads((folder / NAME).read_text(encoding="utf-8"))
        seal, files = sealed.pop("seal"), sealed["files"]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        raise InputError(f"{folder}: no readable {NAME}") from None
    if key is not None and seal != _seal(sealed, key):
        raise IntegrityError(
            f"{folder}: the seal does not fit: the manifest was changed, or this is another key"
        )
    present = {str(path.relative_to(folder)): path for path in _released(folder)}
    for name in sorted(files.keys() | present.keys()):
        if name not in present:
            raise IntegrityError(f"{folder}: {name} is in the manifest but not in the folder")
        if name not in files:
            raise IntegrityError(f"{folder}: {name} is in the folder but not in the manifest")
        if digest(present[name]) != files[name]:
            raise IntegrityError(f"{folder}: {name} is not the file that was released")
    return len(files)


def _seal(content: dict[str, Any], key: Key) -> str:
    digest = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
    return key.scope(digest, "manifest").fingerprint


def _released(folder: Path) -> list[Path]:
    files = (path for path in folder.rglob("*") if path.is_file() and path != folder / NAME)
    return sorted(path for path in files if ".work" not in path.relative_to(folder).parts)


def version_of(package: str) -> str:
    """Installed version of a package, or ``"not installed"``."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
