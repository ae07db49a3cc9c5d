import pytest

from annotation import Label, Span
from recognizers.settle.plausible import is_plausible


def _plausible(text: str, written: str, label: Label, score: float = 0.9) -> bool:
    at = text.rindex(written)
    return is_plausible(text, Span(at, at + len(written), label, score, "ner"))


@pytest.mark.parametrize(
    ("text", "written", "label"),
    [
        ("woke at 0310 in pain", "0310", Label.ROOM),
        ("out 2145", "2145", Label.IDNUM),
        ("he is 74 and well", "74", Label.AGE),
        ("pain 3/10 now", "3/10", Label.DATE),
        ("BP 141/90", "141/90", Label.DATE),
        ("swims on Mondays", "Mondays", Label.DATE),
        ("in the fall", "the fall", Label.DATE),
        ("last Augmentin", "Augmentin", Label.DATE),
        ("SSN 532", "SSN", Label.IDNUM),
        ("Tova Okafor, LICSW", "LICSW", Label.ORGANIZATION),
        ("the GI clinic", "GI", Label.ORGANIZATION),
        ("a dose of lactulose", "lactulose", Label.PATIENT),
        ("by Zoom", "Zoom", Label.DOCTOR),
        ("named after his father Jr.", "Jr.", Label.PATIENT),
        ("interpreter (Vietnamese)", "Vietnamese", Label.PATIENT),
        ("K in the serum", "K", Label.DOCTOR),
        ("on 2 L, sat 91-93 at rest", "sat", Label.DATE),
        ("HR | RR | SAT | FiO2", "SAT", Label.DATE),
        ("Thu\n7:51a aide at the door", "51a", Label.ROOM),
        ("Thu\n7:51a aide at the door", "7", Label.ROOM),
        ("call 988 any time", "988", Label.PHONE),
        ("SPECIMENS\nA. Left breast", "A", Label.PATIENT),
        ("Aku, 27 y F, well", "y F", Label.PATIENT),
        ("#\tpt\tdevice\n4\tOkonjo\tpump", "4", Label.ROOM),
        ("VM 3 at 8:15", "VM", Label.USERNAME),
        ("NKDA FH unremarkable", "NKDA FH", Label.PATIENT),
        ("given slowly with K 3.9 beside", "K", Label.DOCTOR),
        ("to the South", "South", Label.STREET),
        ("speaks Tigrinya", "Tigrinya", Label.PATIENT),
        ("met two Norwegians", "Norwegians", Label.PATIENT),
        ("a national card", "national", Label.COUNTRY),
        ("group B strep", "B", Label.PATIENT),
        ("died of MI at home", "MI", Label.STATE),
        ("a 67yo man", "67yo", Label.ROOM),
        ("in a N95", "N95", Label.ROOM),
        ("on HTN & CAD meds", "HTN & CAD", Label.ORGANIZATION),
        ("scan p. 1/2", "p. 1/2", Label.DATE),
        ("scan p. 1/2", "1/2", Label.DATE),
        ("Dear Sir,", "Dear Sir", Label.DOCTOR),
        ("Fwd: results", "Fwd", Label.DOCTOR),
        ("DR ON CALL: none", "ON", Label.DOCTOR),
        ("sent to the Nurse Pool", "Pool", Label.DOCTOR),
        ("his farnily came", "farnily", Label.PATIENT),
        ("saw DOG_0914.jpg", "DOG_0914.jpg", Label.USERNAME),
        ("paged 0210 / 0214", "0210 / 0214", Label.PHONE),
        ("Plan:\n3. Rest", "3", Label.ROOM),
        ("seen Mon\u2013Fri", "Mon\u2013Fri", Label.DATE),
        ("grid 77.034040", "77.034040", Label.IP),
        ("back to the Surgical Intensive Care Unit", "Surgical Intensive Care Unit", Label.HOSPITAL),
        ("notes from the Department of Urology", "Department of Urology", Label.HOSPITAL),
        ("read by Dermatology", "Dermatology", Label.HOSPITAL),
        ("a junior at Junior High School", "Junior High School", Label.ORGANIZATION),
        ("the Hospital Emergency Room", "Hospital Emergency Room", Label.HOSPITAL),
        ("walked in to A&E at noon", "A&E", Label.HOSPITAL),
        ("Zofran 4 p.r.n. then", "p.r.n.", Label.DOCTOR),
        ("seen at 8 a.m. again", "a.m.", Label.DOCTOR),
        ("lifts on Monday, Thursday, and Saturday", "Thursday", Label.DATE),
        ('backward: "August, July, June" and stops', "July", Label.DATE),
        ("pump, model # 88X1", "88X1", Label.DEVICE),
        ("HADS 9/6 today", "9/6", Label.DATE),
        ("per the KDIGO 2012 stage", "2012", Label.DATE),
        ("between C5-C6 and T1", "C5-C6", Label.ROOM),
        ("met at a barber shop", "barber", Label.PROFESSION),
        ("a heavy smoker", "smoker", Label.PROFESSION),
        ("runs cross-country", "cross-country", Label.ORGANIZATION),
        ("sealed at 2l4O hrs", "2l4O", Label.DATE),
        ("probing 4/3/4 buccal", "4/3/4", Label.DATE),
        ("you May return to school", "May", Label.DATE),
        ("she MAY HAVE one more", "MAY", Label.PATIENT),
        ("acuity R 6/24, L 6/60 aided", "6/24", Label.DATE),
        ("told for the 2nd time", "2nd", Label.DATE),
        ("in the 5th grade now", "5th", Label.ROOM),
        ("on from 7p to morning", "7p", Label.ROOM),
        ("shift 7a-7p Tue", "7a-7p", Label.ROOM),
        ("fell from the 50th -> 10th on the chart", "50th", Label.DATE),
        ("fell from the 50th -> 10th on the chart", "10th", Label.DATE),
        ("swam until her 3rd tri began", "3rd tri", Label.ORGANIZATION),
        ("speaks Haitian Krey\u00f2l at home", "Haitian Krey\u00f2l", Label.CITY),
        ("asked where Grandma is", "Grandma", Label.PATIENT),
        ("given Mon\u2013Fri only", "Mon", Label.DATE),
        ("yearly visit G0439, again", "G0439", Label.IDNUM),
        ("rides bus 72 home", "72", Label.ROOM),
        ("billed 99213 today", "99213", Label.ROOM),
        ("phone contacts x4", "4", Label.PHONE),
        ("girl, 3180 g, well", "g", Label.DOCTOR),
        ("as the MAR shows", "MAR", Label.DATE),
        ("tablet NDC 50111-0398 held", "50111-0398", Label.DEVICE),
        ("ESI 3, to hall", "3", Label.ROOM),
        ("CABG x3, POD 4 today", "4", Label.ROOM),
        ("CABG x3, POD 4 today", "x3", Label.ROOM),
        ("ST up V2-4 only", "V2-4", Label.ROOM),
        ("home in 3 d", "3", Label.ROOM),
        ("proband III-2 tested", "III-2", Label.ROOM),
        ("carried 1800-0600", "1800-0600", Label.PHONE),
        ("keeps a dog named Biscuit", "Biscuit", Label.PATIENT),
        ("bitten by own dog (Waffle)", "Waffle", Label.PATIENT),
        ("asks for Otto the dog", "Otto", Label.PATIENT),
        ("signed out, Team Teal", "Teal", Label.DOCTOR),
        ("Bay C\n1 asleep", "Bay", Label.DOCTOR),
        ("foley n/a tonight", "a", Label.DOCTOR),
        ("yours\n\nBien \u00e0 vous,\n", "Bien", Label.DOCTOR),
        ("grew C. krusei again", "C. krusei", Label.DOCTOR),
        ("E.C.G.: sinus", "E.C.G.", Label.DOCTOR),
        ("PT 44 YOF BROUGHT", "YOF", Label.PATIENT),
        ("old films from OSH", "OSH", Label.HOSPITAL),
        ("left on Ursodiol", "Ursodiol", Label.HOSPITAL),
    ],
)
def test_what_cannot_be_is_refused(text: str, written: str, label: Label) -> None:
    assert not _plausible(text, written, label, 0.55)


@pytest.mark.parametrize(
    ("text", "written", "label"),
    [
        ("moved to room 0310", "0310", Label.ROOM),
        ("Board:\n3 Okafor", "3", Label.ROOM),
        ("Mr. Pool came", "Pool", Label.PATIENT),
        ("call 2135-0142", "2135-0142", Label.PHONE),
        ("she is 94", "94", Label.AGE),
        ("seen 3/28 again", "3/28", Label.DATE),
        ("May Okafor has it", "May", Label.PATIENT),
        ("back in May as planned", "May", Label.DATE),
        ("moved to bed 7p", "7p", Label.ROOM),
        ("up to 4A tonight", "4A", Label.ROOM),
        ("the dog is Otto's", "Otto", Label.PATIENT),
        ("walks with the cat, Priya follows", "Priya", Label.PATIENT),
        ("seen 6/24 and on 7/2", "6/24", Label.DATE),
        ("back in MAR for labs", "MAR", Label.DATE),
        ("14 MAR at noon", "MAR", Label.DATE),
        ("vaccine lot J4472 left arm", "J4472", Label.IDNUM),
        ("M. abebe rn", "M. abebe", Label.DOCTOR),
        ("reviewed (Lindqvist/Abara)", "Abara", Label.DOCTOR),
        ("St. John's, NL  A1C 2B9", "NL", Label.STATE),
        ("T.R.W. signed", "T.R.W.", Label.DOCTOR),
        ("in 2020", "2020", Label.DATE),
        ("on Nochebuena", "Nochebuena", Label.DATE),
        ("since the third of June", "the third of June", Label.DATE),
        ("case A-4471", "A-4471", Label.IDNUM),
        ("at the VA", "VA", Label.HOSPITAL),
        ("Okafor Creek Surgery", "Okafor Creek Surgery", Label.HOSPITAL),
        ("sent to General Hospital", "General Hospital", Label.HOSPITAL),
        ("at Yarrow High School", "Yarrow High School", Label.ORGANIZATION),
        ("the Department of Labor wrote", "Department of Labor", Label.ORGANIZATION),
        ("seen Monday and Thursday", "Thursday", Label.DATE),
        ("from March, worse in April, then", "April", Label.DATE),
        ("monitor, serial # 88X1", "88X1", Label.DEVICE),
        ("a barber in Yarrow", "barber", Label.PROFESSION),
        ("HADS on 9/6 was low", "9/6", Label.DATE),
        ("saw okafor", "okafor", Label.PATIENT),
        ("Mrs. K slept", "K", Label.PATIENT),
        ("OKAFOR, R", "R", Label.PATIENT),
        ("Yarrow MA", "MA", Label.STATE),
        ("left Ukraine", "Ukraine", Label.COUNTRY),
        ("came to the US", "US", Label.COUNTRY),
        ("Slept well. qz", "qz", Label.DOCTOR),
        ("woke\nqz rn\nlater", "qz", Label.DOCTOR),
        ("entered by Qz at once", "Qz", Label.DOCTOR),
        ("host 10.4.17.220", "10.4.17.220", Label.IP),
        ("lives 1204 Yarrow Way", "1204", Label.STREET),
        ("on Labor  Day", "Labor  Day", Label.DATE),
    ],
)
def test_what_may_be_is_kept(text: str, written: str, label: Label) -> None:
    score = 0.98 if written.lower() in {"nochebuena", "qz"} else 0.7
    assert _plausible(text, written, label, score)


def test_fraction_that_may_be_a_score_needs_a_certain_model() -> None:
    assert _plausible("seen 7/10 again", "7/10", Label.DATE, 0.9)
    assert not _plausible("seen 7/10 again", "7/10", Label.DATE, 0.84)


def test_ordinary_word_as_a_street_needs_a_certain_model() -> None:
    assert _plausible("the shop on Market", "Market", Label.STREET, 0.9)
    assert not _plausible("the shop on Market", "Market", Label.STREET, 0.84)


def test_names_of_columns_are_no_login():
    assert not _plausible("id: visit_id,date_of_visit,value", "visit_id,date_of_visit,value", Label.USERNAME)
    assert _plausible("by jdoe_rn,mpatel7", "jdoe_rn,mpatel7", Label.USERNAME)


def test_clinical_shorthand_is_a_name_only_to_a_model_that_is_certain():
    assert not _plausible("sertraline. Nkda. lives", "Nkda", Label.DOCTOR, 0.7)
    assert _plausible("sertraline. Nkda. lives", "Nkda", Label.DOCTOR, 0.95)
    assert _plausible("seen by Ed today", "Ed", Label.DOCTOR, 0.7)
