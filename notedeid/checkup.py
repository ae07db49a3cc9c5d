"""Self-examination of an installation."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from annotation import Note
from notedeid import manifest

_MIN_FREE_GB = 1


def examine() -> Iterator[tuple[str, str]]:
    """Run every check.

    Yields:
        ``(what was checked, problem)``; the problem is empty when all is well.
    """
    for name, check in _CHECKS.items():
        try:
            problem = check()
        except Exception as error:  # noqa: BLE001 - a check that raises has failed, whatever it raised
            problem = type(error).__name__
        yield name, problem


def _python() -> str:
    return "" if sys.version_info >= (3, 11) else "needs Python 3.11 or newer"


def _packages() -> str:
    missing = [name for name in manifest.PACKAGES if manifest.version_of(name) == "not installed"]
    return f"not installed: {', '.join(missing)}" if missing else ""


def _disk() -> str:
    free = shutil.disk_usage(Path.cwd()).free / 1e9
    return f"{free:.1f} GB free here" if free < _MIN_FREE_GB else ""


def _model() -> str:
    from recognizers import ner  # noqa: PLC0415 - loads the models

    for engine in ner.FOLDERS:
        ner.load(engine=engine)
    return ""


def _end_to_end() -> str:
    from notedeid.pipeline import Deidentifier, Released  # noqa: PLC0415 - loads everything
    from surrogates.keys import Key  # noqa: PLC0415 - the same

    note = Note(
        "checkup", "Patient: Okonkwo-Hale, Merrily\nMRN: 5519-2207\nSeen by Dr. Pettifer on 3/14/2021.\n"
    )
    outcome = Deidentifier(key=Key.generate()).deidentify(note)
    if not isinstance(outcome, Released):
        return outcome.reason
    left = [
        word for word in ("Okonkwo", "Merrily", "5519-2207", "Pettifer", "3/14/2021") if word in outcome.text
    ]
    return f"{len(left)} of 5 identifiers of the test note were left" if left else ""


_CHECKS: dict[str, Callable[[], str]] = {
    "Python": _python,
    "packages": _packages,
    "disk": _disk,
    "models load and are what they claim to be": _model,
    "a note from end to end": _end_to_end,
}
