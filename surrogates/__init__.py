"""Surrogates: believable values that stay the same for a patient, put in place of what was found."""
