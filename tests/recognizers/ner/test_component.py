import pytest
import spacy

from annotation import IntegrityError
from recognizers.ner import load

NOTE = "Seen by Dr. Halloran-Pike on 03/06/2021 for Tobias Ekwueme (MRN 77-4410-2)."


@pytest.fixture(scope="module", params=["accurate", "fast"])
def nlp(request):
    return load(engine=request.param)


def test_a_pipeline_sets_entities_and_scored_spans(nlp):
    doc = nlp(NOTE)
    entities = {entity.text: entity.label_ for entity in doc.ents}
    assert entities["Halloran-Pike"] == "DOCTOR"
    assert entities["03/06/2021"] == "DATE"
    group = doc.spans["clinical_ner"]
    assert len(group.attrs["scores"]) == len(group)
    assert all(0 < score <= 1 for score in group.attrs["scores"])


def test_pipe_gives_what_single_calls_give(nlp):
    notes = [NOTE, "", "Nothing here.", NOTE + NOTE]
    piped = [[(e.start_char, e.end_char, e.label_) for e in doc.ents] for doc in nlp.pipe(notes)]
    assert piped == [[(e.start_char, e.end_char, e.label_) for e in nlp(note).ents] for note in notes]


def test_a_pipeline_saved_and_loaded_is_the_same(nlp, tmp_path):
    nlp.to_disk(tmp_path)
    again = spacy.load(tmp_path)
    assert [e.text for e in again(NOTE).ents] == [e.text for e in nlp(NOTE).ents]


def test_another_folder_is_checked(tmp_path):
    blank = spacy.blank("en")
    with pytest.raises(IntegrityError):
        blank.add_pipe("clinical_ner", config={"folder": str(tmp_path)})
