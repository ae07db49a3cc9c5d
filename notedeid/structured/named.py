"""Columns that a request names must be there, and once.

>>> need(pd.DataFrame({"age": [1]}), "sex")
Traceback (most recent call last):
    ...
annotation.errors.InputError: the table has no column 'sex'; its columns are ['age']
"""

from __future__ import annotations

import pandas as pd

from annotation.errors import InputError

__all__ = ["need"]


def need(frame: pd.DataFrame, *names: str) -> None:
    """Check that a frame has each of the columns exactly once, and that none is named twice.

    Raises:
        InputError: names the first column that is not so.
    """
    for name in names:
        held = int((frame.columns == name).sum())
        if held != 1:
            said, known = f"{held or 'no'} column{'s' * (held > 1)}", [str(one) for one in frame.columns]
            raise InputError(f"the table has {said} {name!r}; its columns are {known}")
        if names.count(name) > 1:
            raise InputError(f"column {name!r} is named twice")
