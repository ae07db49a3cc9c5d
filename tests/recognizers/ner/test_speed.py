"""The fast model is worth having: it reads several times as fast as the encoder."""

import time

from recognizers.ner.model import FOLDERS, Model

NOTE = "Mr. Ekwueme of Torvale was seen by Dr. Halloran-Pike on 3 June 2021; BP 120/80, no edema. "


def seconds(model: Model, sign: str) -> float:
    spent = []
    for turn in range(3):
        text = "\n".join(f"{sign}{turn}{line} {NOTE}" for line in range(60))
        began = time.process_time()
        model.read(text)
        spent.append(time.process_time() - began)
    return min(spent)


def test_the_fast_model_reads_at_least_four_times_as_fast():
    models = {name: Model(folder) for name, folder in FOLDERS.items()}
    assert seconds(models["accurate"], "a") > 4 * seconds(models["fast"], "f")
