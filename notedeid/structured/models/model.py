"""What a privacy model is.

A model names the classes that must not be released. Where it is `steady`, the records that it suppresses
never get more by generalization, and a search may prune by their number. Entropy and recursive diversity,
closeness and presence are not: a class that passes can be spoiled by merging it with one that fails. They
are still `mergeable`: classes that pass still pass when merged with each other, so that without suppression
a node that fails rules out every finer one.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Protocol

import numpy as np

from annotation.errors import InputError
from notedeid.structured.classes import Classes, Mask
from notedeid.structured.distributions import Floats
from notedeid.structured.table import Attribute

__all__ = ["Model", "OfSize", "Scope", "Steady", "Unsteady", "at_least"]


class Scope(StrEnum):
    """What a model must see."""

    CLASS = "each class by itself"
    POPULATION = "the population table"
    TABLE = "all classes at once"


class Model(Protocol):
    """A privacy model."""

    @property
    def column(self) -> str | None:
        """The attribute it looks at, if any."""
        ...

    @property
    def steady(self) -> bool:
        """Whether no finer node ever suppresses fewer records."""
        ...

    @property
    def mergeable(self) -> bool:
        """Whether classes that pass still pass when merged with each other."""
        ...

    @property
    def scope(self) -> Scope:
        """What it must see. Models of all classes at once are asked last, about what the others left."""
        ...

    def fails(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Mask:
        """Per class, whether it breaks the model."""
        ...

    def least_lost(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Floats:
        """Per class, records of it that must be suppressed at every finer node, as far as the model can tell.

        A class that fails a steady model is suppressed as a whole; the search counts it by itself.
        """
        ...


class PerClass:
    """Looks at each class by itself; merging classes can help, and nothing is known of what is lost."""

    __slots__ = ()

    @property
    def scope(self) -> Scope:
        """Each class."""
        return Scope.CLASS

    @property
    def mergeable(self) -> bool:
        """Unless said otherwise."""
        return True

    def least_lost(self, classes: Classes, attributes: Mapping[str, Attribute]) -> Floats:
        """Nothing beside the failing classes."""
        del attributes
        return np.zeros(len(classes))


class Steady(PerClass):
    """A larger class is never worse: what fails here fails at every finer node."""

    __slots__ = ()

    @property
    def steady(self) -> bool:
        """Always."""
        return True


class Unsteady(PerClass):
    """A passing class can be spoiled by merging it with a failing one."""

    __slots__ = ()

    @property
    def steady(self) -> bool:
        """Never."""
        return False


class OfSize:
    """Looks at the size of a class alone."""

    __slots__ = ()

    @property
    def column(self) -> None:
        """No attribute."""
        return


def at_least(name: str, value: float, least: int) -> None:
    """Refuse a parameter below its least value.

    Raises:
        InputError: it is below.
    """
    if not value >= least:
        raise InputError(f"{name} must be at least {least}, not {value}")
