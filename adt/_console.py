"""What the command lines share: input, output, one-line errors, exit statuses."""

import os
import sys
from argparse import SUPPRESS, ArgumentParser, ArgumentTypeError, HelpFormatter
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from io import TextIOWrapper

from adt._files import replace_file

TYPE_CHECKING = False  # True to type checkers; every start pays for typing itself
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import NoReturn, TextIO

YES = 0
NO = 1
BAD = 2  # usage, or input that cannot be read
LIMIT = 3
INTERRUPTED = 130
READER_GONE = 141

MOST_BYTES = 32 * 2**20


class CommandError(Exception):
    """One line for the person at the terminal, and the status to end with."""

    def __init__(self, message: str, status: int = BAD) -> None:
        super().__init__(message)
        self.status = status


def at(name: str, line: int, column: int, message: str) -> str:
    """``message`` behind its place, lines and columns counted from 1."""
    return f"{name}:{line}:{column}: {message}"


class Parser(ArgumentParser):
    """An argument parser whose every complaint is one line."""

    def _get_formatter(self) -> HelpFormatter:
        # Asking for the terminal's width imports shutil, at every start.
        return HelpFormatter(self.prog, width=80)

    def error(self, message: str) -> "NoReturn":
        raise CommandError(message)


def nearest(word: str, known: Iterable[str]) -> str:
    """A question that offers the known word most like ``word``, or nothing."""
    from difflib import get_close_matches  # only a mistake needs it

    by_lower = {name.lower(): name for name in known}
    close = get_close_matches(word.lower(), by_lower, n=1)
    return f"; did you mean {by_lower[close[0]]}?" if close else ""


def whole(word: str) -> int:
    """The type of an argument that is a whole number."""
    try:
        return int(word)
    except ValueError:
        raise ArgumentTypeError(f"{word}, expected a whole number") from None


def output_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-o", "--output", default="-", metavar="FILE", help="write it to FILE"
    )


def read_text(path: str, most: int = MOST_BYTES) -> str:
    """The text of the file at ``path``, or of standard input if it is ``-``.

    CommandError if it cannot be read, is no UTF-8 text, or has over ``most`` bytes.
    """
    name = shown(path)
    try:
        if path == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(most + 1)
    except OSError as error:
        raise CommandError(f"{name}: {error.strerror}") from error
    if len(data) > most:
        raise CommandError(f"{name}: larger than {most:,} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        message = f"byte {data[error.start]:#04x}, expected UTF-8 text"
        raise CommandError(at(name, line, column, message)) from error


def shown(path: str) -> str:
    """The name by which a message calls ``path``."""
    return "standard input" if path == "-" else path or repr(path)


def write_text(path: str, text: str) -> None:
    """Write the whole of ``text`` to ``path``, or to standard output if it is ``-``.

    A file is written beside its place and then renamed: whatever goes wrong, the old
    file stays as it was. CommandError if it cannot be written.
    """
    if path == "-":
        sys.stdout.write(text)
        return
    try:
        replace_file(path, text.encode())
    except OSError as error:
        raise CommandError(f"{shown(path)}: {error.strerror}") from error


def write_pieces(path: str, pieces: Iterable[str]) -> None:
    """Write ``pieces`` to standard output one by one, or all of them to a file."""
    if path == "-":
        sys.stdout.writelines(pieces)
    else:
        write_text(path, "".join(pieces))


def note(text: str, quiet: bool = False) -> None:
    """Tell what is no result, on standard error, behind what was written so far."""
    if not quiet:
        sys.stdout.flush()
        print(text, file=sys.stderr)


def main(
    prog: str,
    commands: dict[str, str],
    known_errors: tuple[type[Exception], ...],
    argv: Sequence[str] | None = None,
) -> int:
    """Run one of ``commands``, a name and a line of help each; return its status.

    The command NAME is the module ``PROG.cli.NAME``: ``arguments(parser)`` says what it
    takes, ``run(arguments)`` does it and returns the status. Only that module is
    imported. ``known_errors`` are the base classes of the errors that are a user's.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    for stream, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, stream) is None:  # it was closed before the start
            setattr(sys, stream, open(os.devnull, mode))
    users_errors: tuple[type[Exception], ...] = (CommandError, OSError, *known_errors)
    name = words[0] if words and words[0] in commands else ""
    try:
        status = run(prog, name, commands, words)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        settle(sys.stdout)
        return READER_GONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except users_errors as error:
        if "--debug" in words:
            raise
        settle(sys.stdout)
        return complain(f"{prog} {name}".rstrip(), error)


def run(prog: str, name: str, commands: dict[str, str], words: Sequence[str]) -> int:
    """Run the command ``name``, which ``words`` begin with; what it raises goes on."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may lack ≤ or →
    if not name:
        return no_command(prog, commands, words)
    module = import_module(f"{prog}.cli.{name}")
    parser = Parser(prog=f"python -m {prog} {name}", description=commands[name])
    parser.add_argument("--debug", action="store_true", help=SUPPRESS)
    parser.set_defaults(command=f"{prog} {name}")
    module.arguments(parser)
    status: int = module.run(parsed(parser, words[1:]))
    return status


def parsed(parser: Parser, words: Sequence[str]) -> "Namespace":
    """The arguments in ``words``; options may stand between the others."""
    arguments, rest = parser.parse_known_args(words)
    if not rest:
        return arguments
    try:
        return parser.parse_intermixed_args(words)
    except TypeError:  # raised whatever the words are: there are subcommands
        return parser.parse_args(words)


def settle(stream: "TextIO") -> None:
    """Write what ``stream`` still holds, or let it go.

    The interpreter would try again at its end, and complain in its own way.
    """
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def each(
    command: str,
    sources: Iterable[str],
    act: Callable[[str], int],
    known_errors: tuple[type[Exception], ...],
) -> int:
    """Do ``act`` for every source, also behind one that fails; the worst status."""
    users_errors: tuple[type[Exception], ...] = (CommandError, *known_errors)
    worst = YES
    for source in sources:
        try:
            status = act(source)
        except users_errors as error:
            sys.stdout.flush()
            status = complain(command, error)
        worst = max(worst, status)
    return worst


def complain(command: str, error: Exception) -> int:
    """Say on one line of standard error what ``error`` says; its exit status."""
    told = str(error)
    if isinstance(error, OSError) and error.strerror:
        named = error.filename is not None
        told = (f"{error.filename or repr('')}: " if named else "") + error.strerror
    told = " ".join(told.splitlines())
    try:
        print(f"{command}: error: {told}", file=sys.stderr)
    except OSError:
        settle(sys.stderr)  # the status still tells it
    return error.status if isinstance(error, CommandError) else BAD


def no_command(prog: str, commands: dict[str, str], words: Sequence[str]) -> int:
    """Show the commands if that was asked; CommandError otherwise."""
    if words and words[0] in ("-h", "--help", "help"):
        width = max(map(len, commands))
        print(f"usage: python -m {prog} COMMAND ...\n")
        for name, help_line in commands.items():
            print(f"  {name:<{width}}  {help_line}")
        print(f"\n'python -m {prog} COMMAND --help' tells more of each.")
        return YES
    if not words:
        raise CommandError(f"expected a command: {', '.join(commands)}")
    hint = nearest(words[0], commands) or f", expected one of {', '.join(commands)}"
    raise CommandError(f"unknown command {words[0]!r}{hint}")
