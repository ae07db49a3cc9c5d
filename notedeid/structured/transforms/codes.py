"""Codes in the place of record numbers: keyed by context, or from a random codebook.

A keyed code (HMAC-SHA256, RFC 2104) is the same wherever the same key and context are used, so tables can
be joined. It is derived from information about the individual, which 45 CFR 164.514(c) rules out for a Safe
Harbor release. A codebook is random, differs from run to run, and only its crosswalk leads back.

>>> import pandas as pd
>>> visits = pd.Series(["A17", "B4", "A17"])
>>> key = Key(bytes(32))
>>> codes = pseudonyms(visits, key, context="trial-7")
>>> codes[0] == codes[2], codes[0] == pseudonyms(visits, key, context="trial-8")[0]
(True, False)
"""

from __future__ import annotations

import pandas as pd

from annotation.errors import InputError, IntegrityError
from notedeid.structured.hierarchies.hierarchy import text_of
from surrogates.keys import Key

__all__ = ["codebook", "pseudonyms"]

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
SHORTEST = 8


def pseudonyms(values: pd.Series, key: Key, *, context: str, length: int = 12) -> pd.Series:
    """Replace every value by its code; missing cells stay missing.

    Args:
        values: e.g. record numbers; 17, 17.0 and "17" are one value.
        key: the secret.
        context: codes of different contexts share nothing.
        length: symbols of a code, of 32 each: 5 bits.

    Raises:
        InputError: a length below 8, or an empty context.
        IntegrityError: two values got one code; take a greater length.
    """
    if length < SHORTEST or not context:
        raise InputError(f"a code needs a context and at least {SHORTEST} symbols")
    scoped = key.scope(context, "pseudonyms")
    texts = {text_of(value): "" for value in values.dropna().unique()}
    for text in texts:
        draw = scoped.draw("id", text)
        texts[text] = "".join(draw.choose(ALPHABET) for _ in range(length))
    if len(set(texts.values())) < len(texts):
        raise IntegrityError(
            f"column {values.name!r}: two values got one code; use more than {length} symbols"
        )
    codes = [None if pd.isna(value) else texts[text_of(value)] for value in values]
    return pd.Series(codes, index=values.index, name=values.name, dtype=object)


def codebook(values: pd.Series, *, length: int = 12) -> tuple[pd.Series, pd.DataFrame]:
    """Replace every value by a random code that is drawn afresh at each call.

    Returns:
        The codes, and the crosswalk with columns `value` and `code`: keep it apart or throw it away.

    Raises:
        InputError, IntegrityError: as `pseudonyms`.
    """
    codes = pseudonyms(values, Key.generate(), context="codebook", length=length)
    pairs = pd.DataFrame({"value": values, "code": codes}).dropna().drop_duplicates("code")
    return codes, pairs.sort_values("code", ignore_index=True)
