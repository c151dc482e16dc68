"""``code``: print the pseudocode of a function next to its Python."""

from argparse import Namespace
from pkgutil import get_data
from types import FunctionType, ModuleType

from _courseware.terminal import messages, options
from pseudocode.reading import source
from pseudocode.reading.vocabulary import name_key
from pseudoku import blanks, handout, tasks
from pseudoku.cli.call import handout_name


def arguments(parser: options.Parser) -> None:
    parser.add_argument(
        "function", metavar="FUNCTION", nargs="?", help="one function (default: all)"
    )
    options.options(parser, "output")


def run(arguments: Namespace) -> int:
    functions = functions_defined_in(tasks) + functions_defined_in(blanks)
    if arguments.function:
        key = name_key(arguments.function)
        named = [
            function for function in functions if name_key(function.__name__) == key
        ]
        functions = named or [getattr(handout, handout_name(arguments.function))]
    print("\n\n".join(side_by_side(function) for function in functions))
    return messages.YES


def functions_defined_in(module: ModuleType) -> list[FunctionType]:
    """Return the functions that ``module`` defines, without those that it imports."""
    functions = [
        function
        for function in vars(module).values()
        if isinstance(function, FunctionType)
    ]
    return [
        function for function in functions if function.__module__ == module.__name__
    ]


def side_by_side(function: FunctionType) -> str:
    """Return the pseudocode of ``function``, with the Python beside each line."""
    left = pseudocode_lines(function)
    python = iter(_python_lines(function))
    right = ["" if line.split()[0] == "end" else next(python) for line in left]
    width = max(map(len, left))
    pairs = zip(left, right, strict=True)
    return "\n".join(f"{line:<{width}}  {python}".rstrip() for line, python in pairs)


def pseudocode_lines(function: FunctionType) -> list[str]:
    return source.docstring_pseudocode(function.__doc__).splitlines()


def _python_lines(function: FunctionType) -> list[str]:
    """Return the source lines of ``function`` without its docstring."""
    package, _, module = function.__module__.partition(".")
    source = (get_data(package, f"{module}.py") or b"").decode()
    parts = source.split("\n\n\n")  # `inspect` would import `ast`: 6 ms
    definition = next(
        part for part in parts if part.startswith(f"def {function.__name__}(")
    )
    lines = definition.splitlines()
    quotes = [index for index, line in enumerate(lines) if '"""' in line]
    return lines[: quotes[0]] + lines[quotes[-1] + 1 :]
