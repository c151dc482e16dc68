"""A parser for all commands of a program, from which shtab makes shell completions.

``shtab --shell bash pseudoku.cli.parser`` prints a script that bash reads.
"""

from collections.abc import Mapping, Sequence

from _courseware.terminal.console import Commands, command_module
from _courseware.terminal.options import FILE_METAVARS, Parser

# The arguments that may be files, by their names in the help.
MAY_BE_FILES = "RUBRIC FUNCTION|FILE N|FUNCTION|FILE".split()


def parser_of(
    package: str, program: str, commands: Commands, names: Mapping[str, Sequence[str]]
) -> Parser:
    """Return a parser of all ``commands`` of ``program``, with hints for shtab.

    ``package`` has the modules of the commands, and ``commands`` their help lines, as
    for `_courseware.terminal.console.main`. ``names`` maps a word such as "METHOD" to
    the values that complete each argument whose name in the help contains the word.
    Raise ImportError if shtab is not installed.
    """
    import shtab  # the extra completion

    parser = Parser(prog=program)
    parsers = parser.add_subparsers()
    for name, (help_line, _, _) in commands.items():
        command = parsers.add_parser(name, help=help_line)
        command_module(package, name).arguments(command)
    kinds = dict.fromkeys(FILE_METAVARS, shtab.FILE) | {"DIR": shtab.DIRECTORY}
    for each in parser.subparsers():
        for action in each._actions:
            metavar = str(action.metavar)
            choices = [
                choice for key in names if key in metavar for choice in names[key]
            ]
            if metavar in kinds:
                setattr(action, "complete", kinds[metavar])
            elif metavar in MAY_BE_FILES:
                setattr(action, "complete", _names_and_files(choices))
            elif choices:
                action.choices = choices
    return parser


def _names_and_files(names: list[str]) -> dict[str, object]:
    """Return shtab's instructions to complete an argument: one of ``names`` or a file.

    The result maps each shell, such as "bash", to its code, and "preamble" to the shell
    functions that this code needs.
    """
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
