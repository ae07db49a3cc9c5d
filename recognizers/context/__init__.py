"""Identifiers that the words and places around them betray: a label, a title, a signature, a cell, a list.

Each module is one recognizer but ``well_known``, which ``lexicon`` asks for names that everybody knows.
"""
