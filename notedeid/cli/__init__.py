"""The command line: one module a command; heavy imports stand inside the commands."""

import typer

from notedeid.cli import (
    annotate,
    detect,
    doctor,
    evaluate,
    inspect,
    key,
    memorization,
    profile,
    program,
    reveal,
    run,
    structured,
    verify,
)

app = typer.Typer(
    name="notedeid",
    cls=program.Program,
    help="De-identify clinical notes offline, replace what is found with surrogates, prove the recall.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.callback()(program.program)
app.command("run")(run.run)
app.command("detect")(detect.detect)
app.command("evaluate")(evaluate.evaluate)
app.command("reveal")(reveal.reveal)
app.command("verify")(verify.verify)
app.command("inspect")(inspect.inspect)
app.command("profile")(profile.profile)
app.command("doctor")(doctor.doctor)
app.add_typer(key.app, name="key")
app.add_typer(memorization.app, name="memorization")
app.add_typer(annotate.annotate_app, name="annotate")
app.add_typer(structured.structured_app, name="structured")

__all__ = ["app"]
