"""What can be checked mechanically of the conventions in ``corpora/README.md``."""

import re

import pytest

from annotation import Label
from corpora import PARTS, load

NOTES = [marked for part in PARTS for marked in load(part)]
TITLES = r"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Drs|Prof|Rev|Fr|Msgr|Sgt|Ofc|Det|Atty)\b\.?\s"
CREDENTIALS = r",?\s(?:MD|M\.D\.|DO|RN|LPN|NP|PA-C|PhD|PharmD|DDS|DPM|LCSW|CRNA|CNA|Esq)\.?$"
PEOPLE = {Label.PATIENT, Label.DOCTOR}
COUNTY_WORD = re.compile(r"^\s(?:County|COUNTY|Co\.)(?!\w)")
ORDINAL = re.compile(r"(?:\d{1,2}(?:st|nd|rd|th)|first|second|third|fourth|fifth)\b", re.IGNORECASE)


def spans(*labels):
    for marked in NOTES:
        text = marked.note.text
        for span in marked.spans:
            if not labels or span.label in labels:
                yield marked.note.note_id, text[: span.start], text[span.start : span.end], text[span.end :]


def offenders(found):
    return sorted({(note_id, inside) for note_id, _, inside, _ in found})


def test_note_ids_are_unique_and_ids_of_patients_do_not_cross_parts():
    ids = [marked.note.note_id for marked in NOTES]
    assert len(ids) == len(set(ids))
    patients = [{marked.note.patient_id for marked in load(part)} for part in PARTS]
    assert not patients[0] & patients[1]


def test_every_note_has_a_type_and_text():
    assert all(marked.note.note_type and marked.note.text.strip() for marked in NOTES)


def test_no_mark_is_left_in_a_text():
    assert not [marked.note.note_id for marked in NOTES if re.search(r"\[\[[A-Z_]+\|", marked.note.text)]


def test_spans_do_not_overlap():
    for marked in NOTES:
        pairs = zip(marked.spans, marked.spans[1:], strict=False)
        assert all(a.end <= b.start for a, b in pairs), marked.note.note_id


def test_spans_begin_and_end_with_text():
    assert not offenders(s for s in spans() if s[2] != s[2].strip() or re.search(r"[,;:]$", s[2]))


def test_no_title_or_credential_is_part_of_a_name():
    named = list(spans(*PEOPLE))
    assert not offenders(s for s in named if re.match(TITLES, s[2]) or re.search(CREDENTIALS, s[2]))


def test_no_possessive_is_part_of_a_name():
    assert not offenders(s for s in spans(*PEOPLE) if re.search(r"['\u2019]s$", s[2], re.IGNORECASE))


def test_the_article_before_an_ordinal_day_is_part_of_the_date():
    dates = spans(Label.DATE)
    assert not offenders(s for s in dates if ORDINAL.match(s[2]) and re.search(r"\b[Tt]he\s$", s[1]))


def test_an_article_is_part_of_no_place():
    places = spans(Label.HOSPITAL, Label.ORGANIZATION, Label.LOCATION_OTHER, Label.CITY, Label.DEPARTMENT)
    assert not offenders(s for s in places if s[2].startswith("the "))


def test_the_word_county_is_part_of_the_county():
    assert not offenders(s for s in spans(Label.COUNTY) if COUNTY_WORD.match(s[3]))


def test_flat_and_unit_are_part_of_the_street():
    units = re.compile(r"^,?\s(?:Apt|Unit|Suite|Ste|Flat)\b")
    assert not offenders(s for s in spans(Label.STREET) if units.match(s[3]))


def test_ages_are_ninety_and_over():
    digits = [s for s in spans(Label.AGE) if re.fullmatch(r"\d+", s[2])]
    assert digits
    assert not offenders(s for s in digits if int(s[2]) < 90)


def test_digits_of_an_age_stand_alone():
    assert not offenders(s for s in spans(Label.AGE) if re.match(r"\d+[- ](?:year|yr|y/?o)", s[2]))


def test_a_worded_age_is_marked_to_its_last_hyphen():
    assert not offenders(
        s for s in spans(Label.AGE) if re.match(r"-(?:year|yr)", s[3]) and not s[2][-1].isdigit()
    )


def test_recurring_weekdays_are_unmarked():
    plural = r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days"
    assert not offenders(s for s in spans(Label.DATE) if re.fullmatch(plural, s[2], re.IGNORECASE))


def test_a_weekday_and_the_date_beside_it_are_one_span():
    day = re.compile(r"\b(?:Mon|Tues?|Wed|Thurs?|Fri|Sat|Sun)(?:day|nesday|urday)?\.?,? (?=\d)")
    loose = []
    for marked in NOTES:
        for found in day.finditer(marked.note.text):
            within = [s for s in marked.spans if s.start < found.end() and found.start() < s.end]
            after = [s for s in marked.spans if s.start == found.end() and s.label is Label.DATE]
            loose += [(marked.note.note_id, found[0])] if after and not within else []
    assert not loose


def test_durations_are_unmarked():
    amount = r"(?:x\s?)?\d+\s?(?:days?|weeks?|wks?|months?|mos?|years?|yrs?|hours?|h|d)"
    assert not offenders(s for s in spans(Label.DATE) if re.fullmatch(amount, s[2], re.IGNORECASE))


@pytest.mark.parametrize("word", ["Medicare", "Medicaid", "911", "988", "Foley", "Crohn"])
def test_words_that_are_never_identifiers_are_unmarked(word):
    assert not offenders(s for s in spans() if s[2] == word)


def words(text, count=9):
    found = re.findall(r"\w+", text.casefold())
    return {tuple(found[i : i + count]) for i in range(len(found) - count + 1)}


def test_training_shares_no_run_of_nine_words_with_the_demonstration():
    shown = set().union(*(words(marked.note.text) for marked in load("demonstration")))
    assert not [marked.note.note_id for marked in load("training") if words(marked.note.text) & shown]
