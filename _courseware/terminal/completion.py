"""The parser of each program with all its commands, from which shtab makes completions.

``shtab --shell bash _courseware.terminal.completion.pseudoku`` prints a script that bash reads.
"""

from importlib import import_module

from _courseware.terminal.console import command_module
from _courseware.terminal.options import FILE_METAVARS, Parser

# The arguments that may be files, by their names in the help.
MAY_BE_FILES = "RUBRIC FUNCTION|FILE N|FUNCTION|FILE".split()


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
    kinds = dict.fromkeys(FILE_METAVARS, shtab.FILE) | {"DIR": shtab.DIRECTORY}
    for each in whole.subparsers():
        for action in each._actions:
            names = completions(action.metavar)
            if action.metavar in kinds:
                setattr(action, "complete", kinds[action.metavar])
            elif action.metavar in MAY_BE_FILES:
                setattr(action, "complete", names_and_files(names))
            elif names:
                action.choices = names
    return whole


def completions(metavar: str | tuple[str, ...] | None) -> list[str]:
    """Return the names that complete an argument called ``metavar`` in the help."""
    names: list[str] = []
    if metavar == "RUBRIC":
        names = import_module("marking.rubric").names()
    elif isinstance(metavar, str) and "FUNCTION" in metavar:
        names = import_module("pseudoku.handout").__all__
    return names


def names_and_files(names: list[str]) -> dict[str, object]:
    """Return what shtab writes for an argument that is one of *names*, or a file."""
    words = " ".join(names)
    function = f"_courseware_{names[0]}_or_file"
    bash = f'compgen -W "{words}" -- "$1"; _shtab_compgen_files "$1"'
    zsh = f"_alternative 'names:name:({words})' 'files:file:_files'"
    return {
        "preamble": {
            "bash": f"{function}() {{ {bash}; }}\n",
            "zsh": f"{function}() {{ {zsh}; }}\n",
        },
        "bash": function,
        "zsh": function,
        "fish": f"{words} (__fish_complete_path (commandline -ct))",
        "tcsh": f"({words})",
    }
