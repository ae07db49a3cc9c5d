"""Guard against a stray module that shadows one of the four packages.

``annotation``, ``recognizers`` and ``surrogates`` are everyday words. A file of such a name on
the path would be imported in place of ours, and notes would be examined by something else.
"""

from importlib.util import find_spec
from pathlib import Path

SIBLINGS = ("annotation", "recognizers", "surrogates")


def check() -> None:
    """Refuse to start when a sibling package is not the one installed beside this one.

    Raises:
        ImportError: a sibling is missing or comes from elsewhere; says from where.
    """
    home = Path(__file__).resolve().parents[1]
    for name in SIBLINGS:
        spec = find_spec(name)
        origin = Path(spec.origin).resolve() if spec and spec.origin else None
        if origin != home / name / "__init__.py":
            found = origin or "nothing"
            raise ImportError(
                f"notedeid needs its own package {name!r} from {home}, but Python found {found}. "
                f"Rename or remove that module, or start Python from another folder."
            )
