"""This patient's own identifiers, in every form in which a note may write them."""

from recognizers.roster.recognizer import RosterRecognizer

__all__ = ["RosterRecognizer"]
