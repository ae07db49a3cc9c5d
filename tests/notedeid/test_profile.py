import pytest

from annotation import Label, ProfileError
from notedeid import profile
from surrogates import Key
from surrogates.policy import Ages, Dates, Look, Places, Staff

NAMES = ["expert-determination", "safe-harbor", "safe-harbor-strict", "limited-data-set"]
KEY = Key(bytes(range(32)))


@pytest.mark.parametrize(("name", "options", "reason"), [
    ("safe-harbor", {"dates": "shift"}, "day and month"),
    ("safe-harbor", {"dates": "keep"}, r"514\(b\)\(2\)\(i\)\(C\)"),
    ("safe-harbor", {"ids": "keyed"}, r"514\(c\)"),
    ("safe-harbor", {"ages": "keep"}, "over 89"),
    ("safe-harbor", {"zips": "keep"}, "three digits"),
    ("safe-harbor", {"city": "keep"}, "cities"),
    ("safe_harbor", {"street": "keep"}, "street"),
    ("safe-harbor", {"facility": "keep"}, "smaller than a state"),
    ("safe-harbor-strict", {"providers": "keep"}, "strict"),
    ("limited-data-set", {"street": "keep"}, "street"),
    ("limited-data-set", {"ids": "keyed"}, "code"),
])  # fmt: skip
def test_an_option_that_would_make_the_name_false_is_refused_with_the_reason(name, options, reason):
    with pytest.raises(ProfileError, match=reason):
        profile.get(name, **options)


@pytest.mark.parametrize(("options", "message"), [
    ({"colour": "red"}, "unknown profile option"), ({"dates": "often"}, "shift, year, keep"),
])  # fmt: skip
def test_unknown_options_and_values_are_one_clear_line(options, message):
    with pytest.raises(ProfileError, match=message):
        profile.get("expert-determination", **options)
    with pytest.raises(ProfileError, match="expert-determination"):
        profile.get("safe")


def test_plain_strings_and_the_everyday_names_of_options_do():
    assert profile.get("safe-harbor", providers="keep").policy.staff is Staff.KEEP
    assert profile.get("expert-determination", output="tag").policy.look is Look.TAG
    assert profile.get("expert-determination", providers="surrogate").policy.staff is Staff.DATASET
    assert profile.get("expert_determination", dates=Dates.YEAR).policy.dates is Dates.YEAR


@pytest.mark.parametrize("name", NAMES)
def test_the_table_has_each_letter_once_and_says_what_happens_to_every_label(name):
    table = profile.get(name).table()
    assert "".join(row.letter for row in table) == "ABCDEFGHIJKLMNOPQR"
    kept = {label for row in table for label in row.kept}
    treatments = profile.get(name).policy.treatments()
    assert kept == {label for label in Label if treatments[label] is Places.KEEP}
    assert all(row.treatment for row in table)


def test_what_each_profile_keeps():
    kept = {name: {label for row in profile.get(name).table() for label in row.kept} for name in NAMES}
    assert kept["safe-harbor"] == {Label.STATE, Label.COUNTRY}
    assert kept["limited-data-set"] >= {Label.DATE, Label.AGE, Label.CITY, Label.STATE, Label.ZIP}
    assert Label.STREET not in kept["limited-data-set"]
    assert not kept["expert-determination"] & {Label.DATE, Label.CITY, Label.ZIP, Label.PATIENT, Label.DOCTOR}


def test_random_codebooks_share_nothing_and_keyed_ones_repeat():
    harbor, expert = profile.get("safe-harbor"), profile.get("expert-determination")
    assert harbor.scoped(KEY) != harbor.scoped(KEY)
    assert harbor.scoped(KEY) != KEY
    assert expert.scoped(KEY) == KEY


def test_the_description_is_plain_values():
    told = profile.get("expert-determination", whole_weeks=True).describe()
    assert told["name"] == "expert-determination"
    assert told["whole_weeks"] is True
    assert told["ages"] == str(Ages.POOL)
    assert all(isinstance(value, str | int | float | list | None) for value in told.values())
