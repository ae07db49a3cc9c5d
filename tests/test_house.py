"""Promises about the house itself."""

import ast
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.main import get_command

import annotation
import notedeid
import recognizers
import surrogates
from notedeid import cli

ROOT = Path(__file__).parents[1]
PACKAGES = ("annotation", "recognizers", "surrogates", "notedeid")


def commands(group, path=()):
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield " ".join((*path, name)), command


ALL_COMMANDS = dict(commands(get_command(cli.app)))


def seconds(*arguments):
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
    return time.perf_counter() - began


def test_help_comes_at_once():
    floor = min(seconds("-c", "import typer, rich.table") for _ in range(3))
    assert min(seconds("-m", "notedeid", "--help") for _ in range(3)) < max(0.5, 3 * floor)


HEAVY = ["spacy", "onnxruntime", "pandas", "matplotlib", "presidio_analyzer", "torch"]


@pytest.mark.parametrize("heavy", HEAVY)
def test_help_imports_nothing_heavy(heavy):
    code = f"import sys, notedeid.cli; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("name", sorted(ALL_COMMANDS))
def test_every_command_has_help_and_stands_in_a_readme(name):
    assert ALL_COMMANDS[name].help
    pages = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("**/README.md"))
    assert f"notedeid {name}" in pages


@pytest.mark.parametrize("package", [annotation, recognizers, surrogates, notedeid])
def test_public_names_exist(package):
    assert package.__doc__
    for name in package.__all__:
        assert getattr(package, name) is not None


def test_a_stray_module_that_shadows_a_sibling_is_named(tmp_path):
    (tmp_path / "surrogates.py").write_text("")
    done = subprocess.run(
        [sys.executable, "-c", "import notedeid"],
        cwd=tmp_path,
        env={"PYTHONPATH": f"{tmp_path}:{ROOT}", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "notedeid needs its own package 'surrogates'" in done.stderr
    assert str(tmp_path) in done.stderr


def test_libraries_read_no_clock_and_no_global_randomness():
    offenders = []
    for package in ("annotation", "surrogates", "recognizers"):
        for path in (ROOT / package).rglob("*.py"):
            if {"training", "desk", "data"} & set(path.relative_to(ROOT).parts) or path.name == "store.py":
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
                if called in {"datetime.now", "date.today", "datetime.today", "time.time", "random.random"}:
                    offenders.append(f"{path.relative_to(ROOT)}:{node.lineno} {called}")
    assert not offenders


def test_functions_and_modules_keep_to_the_house_style():
    lengths, modules = [], []
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            modules.append((len(path.read_text(encoding="utf-8").splitlines()), str(path)))
            lengths += [
                (node.end_lineno - node.lineno + 1, f"{path}:{node.name}")
                for node in ast.walk(tree)
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            ]
    assert max(modules) <= (400, "~"), max(modules)
    assert max(lengths) <= (60, "~"), max(lengths)
    ordered = sorted(length for length, _ in lengths)
    assert ordered[len(ordered) // 2] <= 12
    assert ordered[len(ordered) * 9 // 10] <= 30


@pytest.mark.skipif(shutil.which("lint-imports") is None, reason="needs import-linter (extra lint)")
def test_layers_hold():
    done = subprocess.run(["lint-imports"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
