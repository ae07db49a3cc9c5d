"""``notedeid doctor``: does this installation work?"""

import typer

from notedeid.cli import edge


@edge.command
def doctor() -> None:
    """Check the installation: packages, model, pools, and one note from end to end."""
    from notedeid import checkup

    failed = False
    for name, problem in checkup.examine():
        typer.echo(f"{'FAIL' if problem else 'ok':4}  {name}{f': {problem}' if problem else ''}")
        failed = failed or bool(problem)
    if failed:
        raise typer.Exit(edge.INPUT)
