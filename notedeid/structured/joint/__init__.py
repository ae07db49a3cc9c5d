"""What notes add to their table: cues that stay in released notes, joined with the quasi-identifiers."""

from notedeid.structured.joint.cues import Kept, Reader, cue_frame
from notedeid.structured.joint.measure import Joint, joint

__all__ = ["Joint", "Kept", "Reader", "cue_frame", "joint"]
