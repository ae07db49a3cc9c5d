"""Fixtures that several rooms use."""

from pathlib import Path

import pytest

SHARED = Path(__file__).parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared sets beside the checkout, or a clear skip."""
    if not (SHARED / "data").is_dir():
        pytest.skip("needs the shared sets beside the checkout (../shared/data)")
    return SHARED / "data"
