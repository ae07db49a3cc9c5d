"""What all parts of a specification share: strictness, and errors of one line that name key and choices.

Errors show keys and choices, never values: a specification may name people and conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, model_validator
from pydantic_core import PydanticCustomError

__all__ = ["Strict", "explained", "kind_of", "name_or_table", "table_tag"]


class Strict(BaseModel):
    """A table of the file; what it does not know is refused, with the keys that it knows."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True)

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: Any) -> Any:  # noqa: ANN401 - whatever the file holds
        unknown = (
            [str(key) for key in given if key not in cls.model_fields] if isinstance(given, dict) else []
        )
        if unknown:
            raise _refusal(f"no such key {unknown[0]!r}", list(cls.model_fields))
        return given


def kind_of(*kinds: type[Strict]) -> BeforeValidator:
    """Check that a table has one of the kinds, before pydantic picks the class by it."""
    names = [kind.model_fields["kind"].annotation.__args__ for kind in kinds]  # type: ignore[union-attr]
    known = [name for some in names for name in some]

    def check(given: Any) -> Any:  # noqa: ANN401 - whatever the file holds
        if isinstance(given, dict) and given.get("kind") not in known:
            raise _refusal("kind is missing" if "kind" not in given else "no such kind", known)
        return given

    return BeforeValidator(check)


def name_or_table(names: Sequence[str], table: type[Strict]) -> BeforeValidator:
    """Check that a value is one of the names or a table."""

    def check(given: Any) -> Any:  # noqa: ANN401 - whatever the file holds
        if given in names or isinstance(given, dict | table):
            return given
        raise _refusal("no such name", [*names, f"a table of {', '.join(table.model_fields)}"])

    return BeforeValidator(check)


def table_tag(given: object) -> str:
    """The tag of a value that is a name or a table; tags in brackets stay out of messages."""
    return "<name>" if isinstance(given, str) else "<table>"


def explained(error: ValidationError) -> str:
    """The first fault in one line: the place, what is wrong, and how many more there are."""
    first = error.errors(include_input=False, include_url=False, include_context=False)[0]
    where = ".".join(str(part) for part in first["loc"] if not str(part).startswith("<"))
    message = {"missing": "is missing"}.get(first["type"], first["msg"])
    more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    return f"{where}: {message}{more}" if where else f"{message}{more}"


def _refusal(what: str, choices: Sequence[str]) -> PydanticCustomError:
    return PydanticCustomError(
        "choice", "{what}; use {choices}", {"what": what, "choices": ", ".join(choices)}
    )
