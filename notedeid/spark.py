"""De-identify a column of notes in a Spark frame (extra ``[spark]``).

All rows of a patient meet in one task, so that a patient is one world however the frame is
partitioned; the model is loaded once a Python worker. The result does not depend on partitions,
order or number of executors: it is a function of key, data set, patient and notes.
"""

from functools import cache
from typing import TYPE_CHECKING, Unpack

import pandas as pd

from annotation import InputError
from notedeid import profile as profiles
from notedeid.frames import deidentify_column
from notedeid.pipeline import Options

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

    from recognizers.catalogue import Engine
    from recognizers.detector import Detector


def deidentify(
    frame: "DataFrame",
    *,
    text: str,
    patient: str,
    **options: Unpack[Options],
) -> "DataFrame":
    """Replace the notes of one column by their de-identified form.

    Args:
        frame: one row a note.
        text: column of note text.
        patient: column of patient ids; rows without one are each a patient of their own.
        options: as for Deidentifier, but for ``detector``; every worker loads its ``engine``.

    Returns:
        A frame of the same columns and ``<text>_quarantined``, as ``deidentify_column`` gives.

    Raises:
        InputError: pyspark is not installed, or a column is not in the frame.
    """
    try:
        from pyspark.sql import functions, types  # noqa: PLC0415 - an extra
    except ImportError:
        raise InputError("Spark frames need pyspark: pip install 'notedeid[spark]'") from None
    for column in (text, patient):
        if column not in frame.columns:
            raise InputError(f"no column {column!r} (columns: {', '.join(frame.columns)})")
    schema = types.StructType(
        [*frame.schema.fields, types.StructField(f"{text}_quarantined", types.StringType())]
    )
    whose = functions.col(patient)
    alone = functions.when(whose.isNull(), functions.monotonically_increasing_id())
    shared = _one_codebook(options)

    def work(rows: pd.DataFrame) -> pd.DataFrame:
        mine: Options = {**shared, "detector": detector(shared.get("engine", "accurate"))}
        return deidentify_column(rows, text=text, patient=patient, **mine)

    return frame.groupBy(whose, alone).applyInPandas(work, schema)


def _one_codebook(options: Options) -> Options:
    """Draw a random codebook here, once, so that all workers have the same."""
    key, profile = options.get("key"), options.get("profile", profiles.DEFAULT)
    chosen = profiles.get(profile) if isinstance(profile, str) else profile
    return {**options, "codebook": options.get("codebook") or (key and chosen.scoped(key))}


@cache
def detector(engine: "Engine") -> "Detector":
    """The detector of this Python worker."""
    from recognizers import catalogue  # noqa: PLC0415 - loads the model

    return catalogue.default(engine=engine, threads=1)
