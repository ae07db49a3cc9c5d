"""The exceptions of the project, in one tree.

No message ever carries note text: a message names the note, the place and what to do.

    NotedeidError
    ├── InputError        a file, column, option or record cannot be used (exit 1)
    ├── SpanError         a span does not fit its note: offset, label or text (exit 1)
    ├── KeyFileError      the key is missing, too short or readable by others (exit 1)
    ├── ProfileError      an option would make the profile's name false (exit 1)
    ├── IntegrityError    a pool, model or manifest is not the one it claims to be (exit 1)
    ├── RecognizerError   a recognizer raised or ran over its budget (the note is quarantined)
    ├── ResidualError     an original value is still in the output (the note is quarantined)
    └── GateError         a release gate failed (exit 3)
"""


class NotedeidError(Exception):
    """Root of all errors that a user can act on."""


class InputError(NotedeidError):
    """A file, column, option or record cannot be used."""


class SpanError(NotedeidError):
    """A span does not fit its note."""


class KeyFileError(NotedeidError):
    """The key is missing, too short or readable by others."""


class ProfileError(NotedeidError):
    """An option would make the profile's name false."""


class IntegrityError(NotedeidError):
    """A pool, model or manifest is not the one it claims to be."""


class RecognizerError(NotedeidError):
    """A recognizer raised or ran over its budget: the note must be quarantined."""


class ResidualError(NotedeidError):
    """An original value is still in the output: the note must be quarantined."""


class GateError(NotedeidError):
    """A release gate failed."""
