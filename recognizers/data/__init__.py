"""Frozen word lists: every file is named in MANIFEST.json with source, licence and hash."""
