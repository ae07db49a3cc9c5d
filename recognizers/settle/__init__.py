"""What stands of the evidence, and where it begins and ends.

``guard`` drops what only a clinical word explains, and asks ``plausible`` (the form of a span) and
``belied`` (the words around it) about a model's finds; ``resolve`` makes one set of spans, each
``trim``-med to the exact identifier, and ``whole`` lets a part grow to the whole name.
"""
