"""Surrogates: believable values that stay the same for a patient, put in place of what was found."""

from surrogates.keys import Key
from surrogates.policy import Policy
from surrogates.replace import Edit, Replacement
from surrogates.world import World

__all__ = ["Edit", "Key", "Policy", "Replacement", "World"]
