"""The command line of marking: one module for each command, with the same name."""

from collections.abc import Sequence

from _courseware.terminal import console
from _courseware.terminal.options import Parser
from adt import __version__
from marking.errors import MarkingError
from marking.sandbox.job import SandboxError

COMMANDS = {
    "run": (
        "mark a class, or continue where a run ended",
        "pseudoku submissions.zip -o marked --roster roster.csv",
        "a test could not be run",
    ),
    "check": (
        "mark one submission, with full differences",
        "pseudoku answer.txt",
        "a test is not accepted",
    ),
    "show": ("show the marks of a class, a student or a test", "marked z5000001", ""),
    "report": (
        "write the results as HTML, or for a learning platform",
        "marked --format moodle=Grades.csv",
        "",
    ),
    "autograder": (
        "write a zip with which Gradescope marks submissions itself",
        "pseudoku autograder.zip",
        "",
    ),
    "forget": ("remove everything about a student", "marked z5000001", ""),
    "rubric": ("print a rubric in words, or copy it to change it", "pseudoku mine", ""),
    "doctor": (
        "test the sandbox on this machine",
        "",
        "cannot create a sandbox, or it does not hold",
    ),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command in ``argv``, by default ``sys.argv``; return the exit status."""
    return console.main(
        "marking", __version__, COMMANDS, (MarkingError, SandboxError), argv
    )


def parser() -> Parser:
    """Return the parser of all commands, which shtab reads for shell completion."""
    from _courseware.terminal.completion import parser_of
    from marking import rubric

    return parser_of(
        "marking", "sudoku-marking", COMMANDS, {"RUBRIC": rubric.rubric_names()}
    )
