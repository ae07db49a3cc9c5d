"""File formats of marked notes: one module a format, each with ``read`` and ``write``."""
