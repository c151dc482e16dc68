"""The modules on which students' unit tests run: right and wrong functions."""

import ast
import json
import tomllib

from marking.errors import MarkingError

RIGHT_RUNS = 3


def serve_modules(
    right: str, inputs: dict[str, bytes]
) -> tuple[str, dict[str, tuple[str, bool]]]:
    """Return the module that unit tests import, and the modules for each run of them.

    *right* is the source of the right module, and *inputs* are TOML files of wrong
    functions, by name. The first result is a source whose functions ask another process
    for their values. The second maps the name of each run to (JSON text for that
    process, whether its module is the right one): RIGHT_RUNS runs "right-1" and so on,
    then one for each wrong function. Raise MarkingError for a wrong input.
    """
    modules = {f"right-{n + 1}": right for n in range(RIGHT_RUNS)}
    replaced: set[str] = set()
    for name, data in inputs.items():
        for mistake, text in load_wrong_functions(name, data).items():
            modules[mistake] = replace_function(right, text, f"{name}: {mistake}")
            replaced |= {function.name for function in functions_in(text)}
    max_length = max(map(len, modules.values()))
    runs = {}
    for name, module in modules.items():
        # Of one length, so that the server's memory has one size.
        texts = {"right": right.ljust(max_length), "tested": module.ljust(max_length)}
        runs[name] = json.dumps(texts).ljust(4 * max_length), module == right
    return served(right, replaced), runs


def served(source: str, names: set[str]) -> str:
    """Return the module *source*, with the functions *names* changed to call ``serve_``.

    ``serve_`` sends the call to another process and returns the result.
    """
    lines = source.splitlines(keepends=True)
    for function in reversed(functions_in(source)):
        if function.name in names:
            arguments = [repr(function.name), *(arg.arg for arg in function.args.args)]
            start = function.body[bool(ast.get_docstring(function))].lineno - 1
            call = f"    return serve_({', '.join(arguments)})\n"
            lines[start : function.end_lineno] = [call]
    first = functions_in(source)[0].lineno - 1
    return "".join([*lines[:first], "from served_ import serve_\n\n\n", *lines[first:]])


def load_wrong_functions(name: str, data: bytes) -> dict[str, str]:
    """Return the sources of wrong functions, by key, in *data*, the TOML file *name*.

    Raise MarkingError if it has other values than strings, or none.
    """
    try:
        table = tomllib.loads(data.decode())
    except ValueError as error:
        raise MarkingError(f"{name}: {error}") from error
    texts = {key: text for key, text in table.items() if isinstance(text, str)}
    if len(texts) < len(table) or not texts:
        raise MarkingError(f"{name}: expected NAME = '''a wrong function'''")
    return texts


def replace_function(source: str, text: str, place: str) -> str:
    """Return the module *source* with the function of the same name replaced by *text*.

    Raise MarkingError, which begins with *place*, if *text* is not one function, or its
    name is not that of a function in *source*.
    """
    try:
        (new,) = functions_in(text)
        (old,) = (part for part in functions_in(source) if part.name == new.name)
    except (SyntaxError, ValueError) as error:
        message = "expected one function, with a name of the hand-out"
        raise MarkingError(f"{place}: {message}") from error
    lines = source.splitlines(keepends=True)
    lines[old.lineno - 1 : old.end_lineno] = [text.strip("\n") + "\n"]
    return "".join(lines)


def functions_in(source: str) -> list[ast.FunctionDef]:
    body = ast.parse(source).body
    return [part for part in body if isinstance(part, ast.FunctionDef)]
