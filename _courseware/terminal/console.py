"""Input, output, one-line errors and exit statuses, for all command lines."""

import os
import signal
import sys
from argparse import SUPPRESS, Namespace
from codecs import register_error
from collections.abc import Callable, Iterable, Mapping, Sequence
from errno import EBADF, EINVAL
from functools import partial
from importlib import import_module
from io import StringIO, TextIOWrapper
from json import dumps
from types import FrameType, ModuleType
from typing import TextIO

from _courseware.terminal.messages import (
    BAD,
    INTERRUPTED,
    LIMIT,
    NO,
    READER_GONE,
    TERMINATED,
    YES,
    CommandError,
    display_name,
    printable,
    suggestion,
)
from _courseware.terminal.options import (
    Parser,
    check_ending,
)
from _courseware.terminal.shell import END_OF_INPUT, WINDOWS, program_name
from _courseware.text import files
from _courseware.text.decoding import decode_document, decode_unicode

EXISTS = "already exists; use --force to replace it"
MAX_INPUT_BYTES = 32 * 2**20
ASCII_FALLBACKS = {"¬": "not "} | dict(
    zip(
        "←→≤≥≠⌊⌋−×·…∧∨␍␊─│┌┐└┘├┤┬┴┼",
        "<- -> <= >= != [ ] - x . ... and or \\r \\n - | + + + + + + + + +".split(),
    )
)
Commands = dict[str, tuple[str, str, str]]  # see main


class Terminated(BaseException):
    """Raised on SIGTERM, so that cleanup runs before the process ends."""


class ClosedStream(TextIOWrapper):
    """Replaces a standard stream that was closed before the start."""


def read_text(path: str, max_bytes: int = MAX_INPUT_BYTES) -> str:
    """Return the text of the file at ``path``, or of standard input for ``-``.

    The file may be packed with gzip. Raise CommandError if it cannot be read, is
    neither UTF-8 nor UTF-16, or has more than ``max_bytes``.
    """
    return decode_unicode(
        read_bytes(path, max_bytes + 1), display_name(path), max_bytes
    )


def read_document(
    path: str, max_bytes: int = MAX_INPUT_BYTES, quiet: bool = False
) -> str:
    """Return the text of a text file, a PDF or a document, in any usual encoding.

    Unless ``quiet``, print a note on how it was read. Raise CommandError as `read_text`
    does.
    """
    text, remark = decode_document(
        read_bytes(path, MAX_INPUT_BYTES + 1), display_name(path), max_bytes
    )
    if remark:
        note(f"note: {remark}", quiet)
    return text


def read_bytes(path: str, max_bytes: int) -> bytes:
    """Return the start of a file, at most ``max_bytes``; ``-`` is standard input.

    Raise CommandError if the file cannot be read.
    """
    try:
        with files.open_input(path) as file:
            return file.read(max_bytes)
    except OSError as error:
        raise CommandError(f"{display_name(path)}: {error.strerror}") from error


def write_text(path: str, text: str, force: bool = True) -> None:
    """Write ``text`` to the file at ``path``, or to standard output for ``-``.

    Raise CommandError if that fails, or if the file exists and ``force`` is false; an
    existing file is then unchanged.
    """
    if path == "-":
        sys.stdout.write(text)
        return
    try:
        # The text may contain the name of an input file that is not UTF-8.
        write_file(path, text.encode(errors="backslashreplace"), force)
    except OSError as error:
        raise CommandError(f"{display_name(path)}: {error.strerror}") from error


def write_file(path: str, data: bytes, force: bool = True) -> None:
    """Write ``data`` to the file at ``path``, or leave the file unchanged.

    Raise OSError if it cannot be written, OverwriteError if it is an input, and
    CommandError if it exists and ``force`` is false.
    """
    files.check_not_input(path)
    if force:
        files.replace_file(path, data)
        return
    try:
        files.create_file(path, data)
    except FileExistsError as error:
        raise CommandError(f"{display_name(path)}: {EXISTS}") from error


def print_json(values: Mapping[str, object]) -> None:
    print(dumps(values))


def write_folder(
    folder: str, contents: dict[str, bytes], force: bool, quiet: bool
) -> None:
    """Write files into ``folder``, and create it if needed.

    ``contents`` maps names to bytes. Without ``force``, raise CommandError and write
    nothing if one of the files exists; if another command creates it meanwhile, raise
    CommandError when its turn comes.
    """
    paths = [os.path.join(folder, name) for name in contents]
    for path in paths:
        if os.path.lexists(path) and not force:
            raise CommandError(f"{path}: {EXISTS}")
    make_folder(folder)
    for path, data in zip(paths, contents.values()):
        write_file(path, data, force)
        note(f"wrote {path}", quiet)


def make_folder(folder: str) -> None:
    """Create ``folder`` if it is missing. Raise CommandError if it is a file."""
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise CommandError(f"{display_name(folder)} is a file; expected a folder")
    os.makedirs(folder, exist_ok=True)


def note(text: str, quiet: bool = False) -> None:
    """Print a remark to standard error, after flushing standard output."""
    if not quiet:
        sys.stdout.flush()
        print_remark(text)


def note_terminal(sources: Sequence[str], quiet: bool) -> None:
    """Print a remark if the only one of ``sources`` is ``-``, and it is a keyboard."""
    if [*sources] == ["-"] and sys.stdin.isatty():
        end = f"{END_OF_INPUT} ends the input"
        note(f"reading puzzles from the terminal; {end}", quiet)


def print_remark(text: str) -> None:
    """Print ``text`` to standard error; ignore a failure to do so."""
    try:
        print(printable(text), file=sys.stderr)
    except OSError:
        flush_or_discard(sys.stderr)


def main(
    prog: str,
    version: str,
    commands: Commands,
    known_errors: tuple[type[Exception], ...],
    argv: Sequence[str] | None = None,
) -> int:
    """Run the command that ``argv`` names. Return its exit status.

    ``commands`` maps each name to a line of help, an example of the arguments, and the
    meaning of status 1, or "". Only the module of the chosen command is imported. Its
    function ``arguments(parser)`` adds the arguments, and ``run(arguments)`` runs the
    command and returns the status. ``known_errors`` are the base classes of errors in
    the user's input, which are printed on one line. Without ``argv``, the arguments are
    those of this process, and SIGTERM ends the command as Ctrl-C does.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    if words[:1] == ["help"] and words[1:] and words[1] in commands:
        words = [words[1], "--help"]
    usage = program_name(prog)
    users_errors: tuple[type[Exception], ...] = (
        *(CommandError, OSError, files.OverwriteError),
        *known_errors,
    )
    name = words[0] if words and words[0] in commands else ""
    files.inputs.clear()
    open_closed_streams()
    if argv is None and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, terminate)
    try:
        status = run(prog, version, usage, name, commands, words)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        flush_or_discard(sys.stdout)
        return READER_GONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Terminated:
        discard(sys.stdout)
        return TERMINATED
    except users_errors as error:
        if "--debug" in words:
            raise
        flush_or_discard(sys.stdout)
        if is_closed_pipe(error):
            return READER_GONE
        return print_error(f"{prog} {name}".rstrip(), error)


def is_closed_pipe(error: Exception, windows: bool = WINDOWS) -> bool:
    """Return whether *error* says, on Windows, that the output pipe is closed."""
    is_bare = isinstance(error, OSError) and error.filename is None
    return windows and is_bare and error.args == (EINVAL, os.strerror(EINVAL))


def open_closed_streams() -> None:
    """Replace each standard stream that was closed before the start.

    Reading standard input or writing standard output is then an error. Output to
    standard error is lost.
    """
    for stream, mode, flag in (
        ("stdin", "rb", os.O_WRONLY),
        ("stdout", "wb", os.O_RDONLY),
        ("stderr", "wb", os.O_WRONLY),
    ):
        if getattr(sys, stream) is None:
            nothing = open(os.open(os.devnull, flag), mode, closefd=False)
            setattr(sys, stream, ClosedStream(nothing, "utf-8", "backslashreplace"))


def tolerate_undecodable_stdin() -> None:
    """Make `input` replace bytes that are not text; a closed stream is empty."""
    if isinstance(sys.stdin, ClosedStream):
        sys.stdin = StringIO()
    elif isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def terminate(number: int, frame: FrameType | None) -> None:
    """Handle SIGTERM, and ignore it from then on, so that cleanup can finish."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise Terminated


def run(
    prog: str,
    version: str,
    usage: str,
    name: str,
    commands: Commands,
    words: Sequence[str],
) -> int:
    """Run the command ``name``, the first of ``words``; return its exit status.

    ``prog`` is the package, and ``usage`` the command that starts it. ``commands`` is
    as in `main`. Without a ``name``, print the help or the version.
    """
    encode_streams()
    if not name:
        return no_command(prog, version, usage, commands, words)
    module = command_module(prog, name)
    help_line, example, no = commands[name]
    parser = Parser(prog=f"{usage} {name}", description=help_line)
    parser.add_argument("--debug", action="store_true", help=SUPPRESS)
    parser.set_defaults(command=f"{prog} {name}")
    module.arguments(parser)
    example = f"{parser.prog} {example}".rstrip()
    parser.set_help_footer(help_ending(example, no, parser.limit_meaning))
    arguments = parser.parse_words(words[1:])
    act: Callable[[], int] = partial(module.run, arguments)
    if "output" not in arguments or arguments.output == "-":
        return act()
    if parser.result:
        check_ending(arguments.output, result_format(arguments, parser.result))
    return run_with_output(arguments.output, act)


def result_format(arguments: Namespace, usual: str) -> str:
    """Return the format that ``--json`` or ``--format`` chose, or ``usual``."""
    if "json" in arguments and arguments.json:
        return "json"
    named: str | None = arguments.format if "format" in arguments else None
    return named or usual


def command_module(prog: str, name: str) -> ModuleType:
    """Return the module of the command ``name`` of the package ``prog``.

    It is ``PROG.cli.NAME``, or ``PROG.NAME.command`` for the command of a course.
    """
    usual = f"{prog}.cli.{name}"
    try:
        return import_module(usual)
    except ModuleNotFoundError as error:
        if error.name != usual:
            raise
        return import_module(f"{prog}.{name}.command")


def help_ending(example: str, no: str, limit: str) -> str:
    """Return the end of the help of a command: an example, and its exit statuses.

    ``no`` and ``limit`` are the meanings of two statuses; one that is "" is omitted.
    """
    statuses = {YES: "done", NO: no, BAD: "wrong arguments or input", LIMIT: limit}
    lines = [f"  {number}  {words}\n" for number, words in statuses.items() if words]
    return f"\nexample:\n  {example}\n\nexit status:\n{''.join(lines)}"


def encode_streams() -> None:
    """Set the encoding of standard output and standard error.

    Files and pipes get UTF-8. On a terminal, characters it cannot show become ASCII.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.isatty():
            register_error("in ascii", replace_with_ascii)
            stream.reconfigure(errors="in ascii")
        elif isinstance(stream, TextIOWrapper):
            # Windows would write each line break as two characters.
            stream.reconfigure(
                encoding="utf-8", errors="backslashreplace", newline="\n"
            )


def replace_with_ascii(error: UnicodeError) -> tuple[str, int]:
    """Return the ASCII text for characters that cannot be encoded, and their end index.

    This is an error handler for `codecs.register_error`.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(ASCII_FALLBACKS.get(sign, "?") for sign in signs), error.end


def run_with_output(path: str, act: Callable[[], int]) -> int:
    """Call ``act`` with its standard output in the file at ``path``; return its status.

    The file is replaced at the end, unless ``act`` fails before it has any output.
    """
    failure: CommandError | None = None
    stdout = sys.stdout
    with files.open_output(path) as result:
        sys.stdout = text = TextIOWrapper(result, "utf-8", "backslashreplace", "")
        try:
            status = act()
        except CommandError as error:
            failure, status = error, error.status
        finally:
            sys.stdout = stdout
        text.flush()
        if status < BAD or not result.is_empty():
            result.write_through()
    if failure:
        raise failure
    return status


def flush_or_discard(stream: TextIO) -> None:
    """Flush ``stream``, or discard the rest of its buffer if that fails.

    Otherwise the interpreter would flush it again at exit, and print an error.
    """
    try:
        stream.flush()
    except OSError:
        discard(stream)


def discard(stream: TextIO) -> None:
    """Discard the buffer of ``stream``, and all later output to it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def for_each_source(
    command: str,
    sources: Iterable[str],
    act: Callable[[str], int],
    known_errors: tuple[type[Exception], ...],
) -> int:
    """Call ``act`` for each source, and return the highest exit status.

    A CommandError or one of ``known_errors`` is printed, and the next source follows.
    """
    users_errors: tuple[type[Exception], ...] = (CommandError, *known_errors)
    worst = YES
    for source in sources:
        try:
            status = act(source)
        except users_errors as error:
            sys.stdout.flush()
            status = print_error(command, error)
        worst = max(worst, status)
    return worst


def print_error(command: str, error: Exception) -> int:
    """Print ``command`` and the message of ``error``; return its exit status.

    The message is on one line.
    """
    message = str(error)
    if isinstance(error, OSError) and error.strerror:
        message = error.strerror
        if error.filename is not None:
            message = f"{error.filename or repr('')}: {message}"
        elif error.errno == EBADF:
            message = "standard input or output is closed"
    print_remark(f"{command}: error: {' '.join(message.splitlines())}")
    return error.status if isinstance(error, CommandError) else BAD


def no_command(
    prog: str, version: str, usage: str, commands: Commands, words: Sequence[str]
) -> int:
    """Print the help or the version that ``words`` ask for, or raise CommandError."""
    if words and words[0] == "--version":
        print(prog, version)
        return YES
    if words and words[0] in ("-h", "--help", "help"):
        width = max(map(len, commands))
        print(f"usage: {usage} COMMAND ...\n")
        for name, (help_line, _, _) in commands.items():
            print(f"  {name:<{width}}  {help_line}")
        print(f"\n'{usage} COMMAND --help' describes a command.")
        return YES
    if not words:
        names = ", ".join(commands)
        raise CommandError(
            f"expected a command: {names}; '{usage} --help' describes them"
        )
    known = [*commands, "--help", "--version"]
    hint = suggestion(words[0], known) or f"; expected one of {', '.join(commands)}"
    raise CommandError(f"unknown command {words[0]!r}{hint}")
