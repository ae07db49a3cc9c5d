"""Where the program meets the user: exit codes, one-line errors, the progress bar.

Exit codes: 0 ok, 1 usage or input error, 2 finished with quarantined notes, 3 a gate failed,
130 stopped by the user. An unexpected error is reported by its class and place only: its
message, and Python's traceback, might hold note text.
"""

import functools
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NoReturn, ParamSpec, TypeVar

import typer

from annotation.errors import GateError, NotedeidError

if TYPE_CHECKING:
    from surrogates.keys import Key

OK, INPUT, QUARANTINED, GATE, STOPPED = 0, 1, 2, 3, 130

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

KeyFile = Annotated[
    Path | None, typer.Option("--key-file", help="File of 32 random bytes, mode 0600 ('notedeid key new').")
]
KeyEnv = Annotated[
    str | None, typer.Option("--key-env", help="Environment variable that holds the key, in hexadecimal.")
]
Roster = Annotated[
    Path | None, typer.Option("--roster", help="JSONL of what is known of the patients beforehand.")
]
Workers = Annotated[
    int, typer.Option("--workers", min=1, help="Processes, each on one core and with about 600 MB of memory.")
]
Engine = Annotated[
    Literal["accurate", "fast", "rules"],
    typer.Option(
        "--engine", help="What reads beside the rules: the accurate model, the fast one, or (rules) none."
    ),
]
Sensitivity = Annotated[
    Literal["balanced", "high"],
    typer.Option("--sensitivity", help="high finds more names, and takes more words that are none."),
]


def say(message: str) -> None:
    """Write a line for the user, beside the output."""
    typer.echo(message, err=True)


def command(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Turn errors of a command into one line and an exit code."""

    @functools.wraps(function)
    def guarded(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        try:
            return function(*args, **kwargs)
        except (typer.Exit, typer.Abort):
            raise
        except GateError as error:
            _stop(f"gate: {error}", GATE)
        except NotedeidError as error:
            _stop(f"error: {error}", INPUT)
        except KeyboardInterrupt:
            _stop("stopped", STOPPED)
        except OSError as error:
            _stop(f"error: {error.filename or 'file'}: {error.strerror or type(error).__name__}", INPUT)
        except Exception as error:  # noqa: BLE001 - the message might hold note text
            _stop(f"internal error: {type(error).__name__} at {_place(error)}; please report it", INPUT)

    return guarded


def _stop(message: str, code: int) -> NoReturn:
    say(message)
    sys.stdout.flush()
    raise typer.Exit(code) from None


def _place(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown place"


def find_key(key_file: Path | None, key_env: str | None, *, fallback: Path | None = None) -> "Key":
    """The key the user names, else the one at ``fallback``, made when it is not there.

    Raises:
        KeyFileError: no key is named and there is no fallback, or the named one cannot be read.
    """
    from annotation.errors import KeyFileError
    from surrogates.keys import Key

    if key_env:
        return Key.from_environment(key_env)
    if key_file:
        return Key.read(key_file)
    if fallback is None:
        raise KeyFileError("no key: name it with --key-file or --key-env")
    if fallback.exists():
        say(f"key: {fallback} (made by an earlier run)")
        return Key.read(fallback)
    key = Key.generate()
    fallback.parent.mkdir(parents=True, exist_ok=True)
    key.write(fallback)
    say(
        f"key: new, in {fallback} (mode 0600); keep it apart from the notes, and use it again for later notes"
    )
    return key


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error from the first call of the yielded function on: (finished, all)."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True))
    task = bar.add_task(what, total=None)

    def advance(done: int, total: int) -> None:
        bar.start()
        bar.update(task, total=total, advance=done)

    try:
        yield advance
    finally:
        if bar.live.is_started:
            bar.stop()
