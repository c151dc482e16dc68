"""Make the page of the site with the help of every command."""

from importlib import import_module

from _courseware.terminal.console import Commands, command_parser

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
            command = command_parser(program, f"python3 -m {program}", name, commands)
            for parser in command.subparsers():
                lines += ["```text", parser.format_help().rstrip(), "```", ""]
    return "\n".join(lines)
