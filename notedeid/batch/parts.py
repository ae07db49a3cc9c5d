"""The work folder of a run: finished batches, each written at once or not at all.

A part appears under its name only when it is complete (temporary file in the same folder,
fsync, rename), so a run that was killed goes on with the first missing part and ends in the
same bytes.
"""

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from annotation import InputError
from notedeid.files import write_whole

_MARKER = "run.json"


def work_folder(out: Path) -> Path:
    """Where the parts of an unfinished run are."""
    return out / ".work"


def check_free(out: Path, *, resume: bool) -> None:
    """Refuse an output folder that holds something else.

    Raises:
        InputError: says what.
    """
    if (work_folder(out) / _MARKER).exists():
        if not resume:
            raise InputError(f"{out}: an unfinished run is here; add --resume, or choose another folder")
    elif out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise InputError(f"{out}: not empty; choose another folder for --out")


class Parts:
    """Results by batch number under ``<out>/.work``.

    Args:
        out: the output folder.
        identity: what the run depends on; a work folder of another identity is refused.
        resume: go on with an interrupted run.

    Raises:
        InputError: the folder holds something else, or the run in it was a different one.
    """

    def __init__(self, out: Path, identity: Mapping[str, Any], *, resume: bool) -> None:
        self.folder = work_folder(out)
        stamp = json.dumps(identity, sort_keys=True, indent=1).encode()
        marker = self.folder / _MARKER
        check_free(out, resume=resume)
        if marker.exists() and marker.read_bytes() != stamp:
            raise InputError(
                f"{out}: the unfinished run here had another input, key, version or option; "
                f"start anew in another folder"
            )
        self.folder.mkdir(parents=True, exist_ok=True)
        write_whole(marker, stamp)

    def _path(self, number: int) -> Path:
        return self.folder / f"part-{number:07d}.jsonl"

    def has(self, number: int) -> bool:
        """True when this batch is finished."""
        return self._path(number).exists()

    def put(self, number: int, results: Sequence[Mapping[str, Any]]) -> None:
        """Keep the results of one batch."""
        lines = "".join(json.dumps(result, ensure_ascii=False) + "\n" for result in results)
        write_whole(self._path(number), lines.encode("utf-8"), mode=0o600)

    def index(self, count: int) -> dict[int, tuple[int, int]]:
        """Where each note's result is: position in the input -> (part, byte offset)."""
        places: dict[int, tuple[int, int]] = {}
        for number in range(count):
            offset = 0
            with self._path(number).open("rb") as lines:
                for line in lines:
                    places[json.loads(line)["position"]] = (number, offset)
                    offset += len(line)
        return places

    def in_order(self, count: int) -> Iterator[dict[str, Any]]:
        """All results in input order, holding one part's text at a time."""
        for _, (number, offset) in sorted(self.index(count).items()):
            with self._path(number).open("rb") as lines:
                lines.seek(offset)
                yield json.loads(lines.readline())

    def remove(self) -> None:
        """Clear the work folder after the output is complete."""
        shutil.rmtree(self.folder)
