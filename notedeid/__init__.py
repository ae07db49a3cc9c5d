"""De-identify clinical notes, replace what is found with surrogates, prove the recall."""
