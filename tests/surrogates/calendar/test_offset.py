from math import log2

import pytest

from annotation import ProfileError
from surrogates.calendar.offset import bits, choices, offset
from surrogates.keys import Key
from surrogates.policy import Policy

KEY = Key(bytes(32))


@pytest.mark.parametrize("options", [{}, {"whole_weeks": True}, {"maximum_offset": 3650}])
def test_offsets_are_never_zero_never_small_and_never_whole_years(options):
    policy = Policy(**options)
    drawn = {offset(KEY, f"P{n}", policy) for n in range(2000)}
    assert all(policy.minimum_offset <= abs(days) <= policy.maximum_offset for days in drawn)
    assert all(abs(days - round(days / 365.25) * 365.25) > 2 or abs(days) < 180 for days in drawn)
    assert {days > 0 for days in drawn} == {True, False}
    assert not policy.whole_weeks or all(days % 7 == 0 for days in drawn)


def test_bits_say_how_many_offsets_there_are():
    assert bits(Policy()) == log2(len(choices(Policy())))
    assert 9.3 < bits(Policy()) < 9.4
    assert 6.5 < bits(Policy(whole_weeks=True)) < 6.7


def test_an_empty_range_is_refused():
    with pytest.raises(ProfileError, match="widen"):
        choices(Policy(minimum_offset=365, maximum_offset=366))
