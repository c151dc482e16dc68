"""The parser of each program with all its commands, from which shtab makes completions.

``shtab --shell bash _courseware.completion.pseudoku`` prints a script that bash reads.
"""

from importlib import import_module

from _courseware.console import command_module
from _courseware.options import Parser

# The arguments that are files, by their names in the help.
FILES = "FILE PATH INPUT EXPECTED ACTUAL RUBRIC FUNCTION|FILE N|FUNCTION|FILE".split()


def pseudoku() -> Parser:
    return parser("pseudoku", "pseudoku")


def sudoku() -> Parser:
    return parser("sudoku", "sudoku-courseworks")


def marking() -> Parser:
    return parser("marking", "sudoku-marking")


def parser(package: str, program: str) -> Parser:
    """Return the parser of ``program``, with each command of ``package`` in it."""
    import shtab  # the extra completion

    whole = Parser(prog=program)
    commands = whole.add_subparsers()
    for name, (help_line, _, _) in import_module(f"{package}.cli").COMMANDS.items():
        command = commands.add_parser(name, help=help_line)
        command_module(package, name).arguments(command)
    kinds = dict.fromkeys(FILES, shtab.FILE) | {"DIR": shtab.DIRECTORY}
    for each in whole.everything():
        for action in each._actions:
            if action.metavar in kinds:
                setattr(action, "complete", kinds[action.metavar])
    return whole
