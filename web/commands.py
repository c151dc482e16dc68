"""Make the page of the site with the help of every command."""

from collections.abc import Iterator
from importlib import import_module

from _courseware.terminal.console import Commands, command_module, help_ending
from _courseware.terminal.options import Parser

PROGRAMS = ("pseudoku", "sudoku", "marking")
LINKS = "Every option of " + ", ".join(
    f"[{program}](#every-option-of-{program})" for program in PROGRAMS
)


def reference() -> str:
    """Return the help of all commands of all programs in Markdown.

    Links to sections rely on headings of the form ``PROGRAM NAME``.
    """
    lines: list[str] = []
    for program in PROGRAMS:
        lines += [f"## Every option of {program}", ""]
        commands: Commands = import_module(f"{program}.cli").COMMANDS
        for name in commands:
            lines += [f"### {program} {name}", ""]
            for parser in parsers(program, name, *commands[name]):
                lines += ["```text", parser.format_help().rstrip(), "```", ""]
    return "\n".join(lines)


def parsers(
    program: str, name: str, help_line: str, example: str, no: str
) -> Iterator[Parser]:
    """Yield the parsers of the command ``name`` of ``program`` and its subcommands.

    ``help_line`` describes the command, ``example`` is its arguments in an example, and
    ``no`` the meaning of exit status 1.
    """
    parser = Parser(prog=f"python3 -m {program} {name}", description=help_line)
    command_module(program, name).arguments(parser)
    command = f"{parser.prog} {example}".rstrip()
    parser.set_help_footer(help_ending(command, no, parser.limit_meaning))
    return parser.subparsers()
