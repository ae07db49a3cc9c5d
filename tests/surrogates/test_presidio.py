import pytest
from presidio_anonymizer import AnonymizerEngine
from presidio_anonymizer.entities import OperatorConfig, RecognizerResult

from annotation import InputError, Label
from surrogates import Key, Policy, World
from surrogates.presidio import NotedeidSurrogate, label_of

KEY = Key(bytes(range(32)))
TEXT = "Orla Vantongeren came on 3/14/2019; VANTONGEREN, ORLA left. NRP: x"
FOUND = [("PERSON", 0, 16), ("DATE_TIME", 25, 34), ("PERSON", 36, 53), ("NRP", 65, 66)]


def engine():
    presidio = AnonymizerEngine()
    presidio.add_anonymizer(NotedeidSurrogate)
    return presidio


def test_entities_agree_with_the_world_of_the_patient():
    use = {"DEFAULT": OperatorConfig("notedeid_surrogate", {"key": KEY, "patient_id": "P1"})}
    results = [RecognizerResult(entity, start, end, 0.9) for entity, start, end in FOUND]
    new = engine().anonymize(text=TEXT, analyzer_results=results, operators=use).text
    world = World(KEY, "P1", Policy())
    name, day = world.value("Orla Vantongeren", Label.PATIENT), world.value("3/14/2019", Label.DATE)
    given_name, family = name.split()
    assert new == f"{name} came on {day}; {family.upper()}, {given_name.upper()} left. NRP: [NRP]"


def test_parameters_that_name_no_world_are_refused():
    with pytest.raises(InputError, match="patient_id"):
        NotedeidSurrogate().validate({"key": KEY})
    NotedeidSurrogate().validate({"world": World(KEY, "P1", Policy())})


@pytest.mark.parametrize(("entity", "text", "label"), [
    ("PERSON", "Orla", Label.PATIENT), ("LOCATION", "Tacoma", Label.CITY), ("LOCATION", "Ohio", Label.STATE),
    ("LOCATION", "12 Elm St", Label.STREET), ("US_SSN", "1", Label.SSN), ("CREDIT_CARD", "4", Label.IDNUM),
    ("MRN", "5", Label.MRN), ("NRP", "x", None),
])  # fmt: skip
def test_entities_have_labels(entity, text, label):
    assert label_of(entity, text) is label
