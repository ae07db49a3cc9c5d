"""Regular expressions in linear time (RE2), and what is known before they run.

``linear`` runs them, ``prefilter`` says which can match and where their labels stand, ``screen`` asks
for many in one pass, ``patterns`` declares identifiers with examples that are their tests.
"""
