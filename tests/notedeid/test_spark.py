import shutil
import sys

import pandas as pd
import pytest

from annotation import InputError
from notedeid import Key, deidentify_column, spark
from recognizers import catalogue

pyspark = pytest.importorskip("pyspark.sql", reason="needs the extra: pip install 'notedeid[spark]'")
if not shutil.which("java"):
    pytest.skip("needs Java, e.g. the package default-jre-headless", allow_module_level=True)
KEY = Key(bytes(range(32)))


@pytest.fixture(scope="module")
def session():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        builder = pyspark.SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
        built = builder.config("spark.sql.shuffle.partitions", "4").getOrCreate()
        yield built
        built.stop()


@pytest.fixture(scope="module")
def rows():
    notes = [
        "Mr. Tobias Wexcombe came on 3/14/2021.",
        "Mr. Wexcombe left on 3/17/2021.",
        None,
        "TOBIAS called 4/1/21.",
    ]
    return pd.DataFrame({"mrn": ["a", "a", None, "a"], "note": notes, "los": [1, 2, 3, 4]})


def released(session, rows, partitions):
    frame = session.createDataFrame(rows).repartition(partitions)
    found = spark.deidentify(frame, text="note", patient="mrn", key=KEY, engine="rules").toPandas()
    return found.sort_values("los", ignore_index=True)


def test_partitions_change_nothing_and_pandas_agrees(session, rows):
    one, many = released(session, rows, 1), released(session, rows, 4)
    pd.testing.assert_frame_equal(one, many)
    here = deidentify_column(
        rows, text="note", patient="mrn", key=KEY, detector=catalogue.default(engine="rules")
    )
    assert one["note"].fillna("").tolist() == here["note"].fillna("").tolist()


def test_a_missing_column_is_named(session, rows):
    with pytest.raises(InputError, match="no column 'body'"):
        spark.deidentify(session.createDataFrame(rows), text="body", patient="mrn", key=KEY)
