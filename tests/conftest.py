"""Fixtures that several rooms use; property tests draw the same examples on every run.

A build says of the same code the same thing twice. ``HYPOTHESIS_PROFILE=search`` draws new ones.
"""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("settled", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "settled"))

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared sets beside the checkout, or a clear skip."""
    if not (SHARED / "data").is_dir():
        pytest.skip("needs the shared sets beside the checkout (../shared/data)")
    return SHARED / "data"
