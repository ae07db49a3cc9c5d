"""Recognizers: what finds identifiers in a note."""
