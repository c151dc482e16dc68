"""Command lines in messages, in a form that the user can type."""

import ntpath
import os
import posixpath
import re
import sys

WINDOWS = os.name == "nt"
END_OF_INPUT = "Ctrl-Z and Enter" if WINDOWS else "Ctrl-D"
# The programs that an installation adds (setup.cfg), by their packages.
PROGRAMS = {"sudoku": "sudoku-courseworks", "marking": "sudoku-marking"}
SHELL_SAFE = re.compile(r"[A-Za-z0-9_+=:./-]+")  # means itself in every shell


def program_name(package: str, windows: bool = WINDOWS) -> str:
    """Return the command by which the user started the program of ``package``.

    It is a name such as ``pseudoku``, or a path if the shell would not find the name.
    If another program, such as a test, runs the package, it is ``python3 -m PACKAGE``;
    on ``windows``, Python is ``py``.
    """
    python = "py" if windows else "python3"
    path = sys.argv[0]
    folder, name = ntpath.split(path) if windows else posixpath.split(path)
    if name.endswith(".pyz"):
        return f"{python} {quote_argument(path, windows)}"
    name = name.removesuffix(".exe")
    if name != PROGRAMS.get(package, package):
        return f"{python} -m {package}"
    if folder in os.environ.get("PATH", "").split(os.pathsep):
        return name
    quoted = quote_argument(path, windows)
    # PowerShell reads a path in quotes as a text, not as a command.
    return name if windows and quoted != path else quoted


def command_line(package: str, *arguments: str, windows: bool = WINDOWS) -> str:
    """Return a command that runs ``package`` with ``arguments``, for the user to copy.

    Arguments are quoted if necessary, for cmd and PowerShell if ``windows`` is true,
    and for sh otherwise.
    """
    quoted = (quote_argument(word, windows) for word in arguments)
    return " ".join([program_name(package, windows), *quoted])


def install_advice(package: str) -> str:
    """Return advice such as "run `PYTHON -m pip install PACKAGE`", for this Python.

    ``package`` is a name on PyPI. Outside a virtual environment, the advice is to use
    one, because the Pythons of Debian and Homebrew install packages only there.
    """
    if sys.prefix != sys.base_prefix:
        return f"run `{quote_argument(sys.executable)} -m pip install {package}`"
    python = "py" if WINDOWS else "python3"
    return f"run `{python} -m pip install {package}` in a virtual environment"


def quote_argument(word: str, windows: bool = WINDOWS) -> str:
    """Return ``word``, in quotes if the shell would otherwise change or split it.

    The quotes are for cmd and PowerShell if ``windows`` is true, and for sh otherwise.

    >>> quote_argument("MakeVector(2413)", windows=False)
    "'MakeVector(2413)'"
    >>> quote_argument("C:\\\\my answers\\\\", windows=True)
    '"C:\\\\my answers\\\\\\\\"'
    """
    if SHELL_SAFE.fullmatch(word.replace("\\", "") if windows else word):
        return word
    if not windows:
        return "'" + word.replace("'", "'\"'\"'") + "'"
    # As `subprocess.list2cmdline` does: a backslash counts only before a quote.
    word = re.sub(r'(\\*)"', r'\1\1\\"', word)
    return '"' + re.sub(r"(\\+)\Z", r"\1\1", word) + '"'
