"""The roster recognizer: what is known of this note's patient, found however it is written.

Takes the patient's record (names, aliases, relatives, providers, numbers, date of birth,
address, phones, e-mail) and finds all of it in the patient's notes; see ``names`` and
``values`` for the forms.
"""

from collections.abc import Iterator

from annotation import Label, PatientRecord, Span
from recognizers.fold import View
from recognizers.roster.names import KnownNames, people_of
from recognizers.roster.values import patterns


class RosterRecognizer:
    """Finds one patient's known identifiers.

    Args:
        record: what is known of the patient.
    """

    name = "roster"
    labels = frozenset(
        {
            Label.PATIENT,
            Label.DOCTOR,
            Label.MRN,
            Label.SSN,
            Label.PHONE,
            Label.EMAIL,
            Label.DATE,
            Label.STREET,
            Label.CITY,
            Label.STATE,
            Label.ZIP,
        }
    )

    def __init__(self, record: PatientRecord) -> None:
        named = [(Label.PATIENT, (record.name.full, *record.aliases))]
        named += [(Label.PATIENT, (person.name, *person.aliases)) for person in record.relatives]
        named += [(Label.DOCTOR, (person.name, *person.aliases)) for person in record.providers]
        self._names = KnownNames(people_of(named))
        self._values = patterns(record)

    def find(self, view: View) -> Iterator[Span]:
        """Yield the known identifiers of a note."""
        for mention in self._names.mentions(view.text):
            yield view.span(mention.start, mention.end, mention.label, mention.score, self.name)
        for label, pattern in self._values:
            for found in pattern.finditer(view.text):
                start, end = found.span("id")
                yield view.span(start, end, label, 0.99, self.name)
