import pytest

from surrogates.calendar import Calendar
from surrogates.keys import Key
from surrogates.policy import Policy


@pytest.fixture(scope="session")
def moved_by():
    """A function that gives a calendar which moves by so many days, found among patients."""

    def find(days, **options):
        policy = Policy(minimum_offset=abs(days), maximum_offset=abs(days), **options)
        patients = (Calendar(Key(bytes(range(32))), f"P{n}", policy) for n in range(99))
        return next(calendar for calendar in patients if calendar.offset == days)

    return find
