"""Input, output, one-line errors and exit statuses, for all command lines."""

import os
import signal
import sys
from argparse import SUPPRESS
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
from _courseware.terminal.options import Parser, check_output_ending, written_endings
from _courseware.terminal.shell import WINDOWS, program_name
from _courseware.text import files
from _courseware.text.decoding import decode_document, decode_unicode
from _courseware.text.documents import Document

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
    """Stands in for a standard stream that was closed before the program started."""


def read_text(path: str, max_bytes: int = MAX_INPUT_BYTES) -> str:
    """Return the text of the file at ``path``, or of standard input for ``-``.

    Raise CommandError if it cannot be read, is neither UTF-8 nor UTF-16, or has more
    than ``max_bytes``.
    """
    return decode_unicode(
        read_bytes(path, max_bytes + 1), display_name(path), max_bytes
    )


def read_document(
    path: str, max_bytes: int = MAX_INPUT_BYTES, quiet: bool = False
) -> Document:
    """Return the text of a plain text file, PDF, Word, OpenDocument or Jupyter file.

    ``path`` may be ``-`` for standard input. Plain text may have any usual encoding.
    Unless ``quiet``, print a note to standard error on the format or encoding, unless
    it is UTF-8, or UTF-16 with a byte order mark. Raise CommandError if the file cannot
    be read, or is plain text of more than ``max_bytes``.
    """
    document = decode_document(
        read_bytes(path, MAX_INPUT_BYTES + 1), display_name(path), max_bytes
    )
    if document.note:
        note(f"note: {document.note}", quiet)
    return document


def read_bytes(path: str, max_bytes: int) -> bytes:
    """Return at most ``max_bytes`` from the start of the file at ``path``.

    ``-`` is standard input. Raise CommandError if the file cannot be read.
    """
    try:
        with files.open_input(path) as file:
            return file.read(max_bytes)
    except OSError as error:
        raise CommandError(f"{display_name(path)}: {error.strerror}") from error


def read_whole(path: str, max_bytes: int = MAX_INPUT_BYTES) -> bytes:
    """Return the content of the file at ``path``, or of standard input for ``-``.

    Raise CommandError if it cannot be read, or has more than ``max_bytes``.
    """
    data = read_bytes(path, max_bytes + 1)
    if len(data) > max_bytes:
        raise CommandError(f"{display_name(path)}: larger than {max_bytes:,} bytes")
    return data


def write_text(path: str, text: str, force: bool = True) -> None:
    """Write ``text`` to the file at ``path``, or to standard output for ``-``.

    Raise CommandError, and leave the file unchanged, if it cannot be written, or if it
    exists and ``force`` is false.
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
    """Write ``data`` to the file at ``path``, completely or not at all.

    Raise OSError if the file cannot be written, OverwriteError if this command has read
    it, and CommandError if it exists and ``force`` is false.
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
    """Write several files into ``folder``, which is created if needed.

    ``contents`` maps the names of the files to their bytes. Unless ``quiet``, print a
    note for each file. Without ``force``, raise CommandError if a file exists already;
    nothing is written then, unless another command creates the file in the meantime.
    """
    paths = [os.path.join(folder, name) for name in contents]
    for path in paths:
        if os.path.lexists(path) and not force:
            raise CommandError(f"{path}: {EXISTS}")
    make_folder(folder)
    for path, data in zip(paths, contents.values()):
        write_file(path, data, force)
        note(f"wrote {path}", quiet)


def sheet_names(number: int) -> list[str]:
    """Return the names of the files with puzzle ``number`` and its solution."""
    return [f"puzzle{number}.txt", f"solution{number}.txt"]


def prepare_folder(folder: str, names: Iterable[str], output: str, force: bool) -> None:
    """Create ``folder`` for files ``names``, before the work that makes their contents.

    Raise CommandError if one of them is also the file ``output`` of ``-o`` or, without
    ``force``, if it exists.
    """
    real_output = os.path.realpath(output)
    for name in names:
        path = os.path.join(folder, name)
        if os.path.join(os.path.realpath(folder), name) == real_output:
            raise CommandError(f"-o {output} is also a file of --with-answers")
        if os.path.lexists(path) and not force:
            raise CommandError(f"{path}: {EXISTS}")
    make_folder(folder)


def make_folder(folder: str) -> None:
    """Create ``folder`` if it is missing. Raise CommandError if it is a file."""
    if os.path.exists(folder) and not os.path.isdir(folder):
        raise CommandError(f"{display_name(folder)} is a file; expected a folder")
    os.makedirs(folder, exist_ok=True)


def note(text: str, quiet: bool = False) -> None:
    """Flush standard output and print ``text`` to standard error, unless ``quiet``."""
    if not quiet:
        sys.stdout.flush()
        _print_remark(text)


def _print_remark(text: str) -> None:
    try:
        print(printable(text), file=sys.stderr)
    except OSError:
        _flush_or_discard(sys.stderr)


def main(
    prog: str,
    version: str,
    commands: Commands,
    known_errors: tuple[type[Exception], ...],
    argv: Sequence[str] | None = None,
) -> int:
    """Run the command that the first word of ``argv`` names; return its exit status.

    ``prog`` is the package of the commands, and ``version`` the text for ``--version``.
    ``commands`` maps the name of each command to three texts: a line of help, example
    arguments, and the meaning of exit status 1, or "". The module of a command has two
    functions: ``arguments(parser)`` adds its arguments, and ``run(arguments)`` runs it
    and returns the status.

    A CommandError, an OSError or one of ``known_errors``, the base classes of errors in
    the user's input, is printed on one line. If ``argv`` is None, the arguments are
    those of this process, and SIGTERM ends the command as Ctrl-C does.
    """
    words = sys.argv[1:] if argv is None else list(argv)
    if words[:1] == ["help"] and words[1:] and words[1] in commands:
        words = [words[1], "--help"]
    usage = program_name(prog)
    users_errors: tuple[type[Exception], ...] = (
        CommandError,
        OSError,
        files.OverwriteError,
        *known_errors,
    )
    name = words[0] if words and words[0] in commands else ""
    files.inputs.clear()
    _open_closed_streams()
    if argv is None and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _terminate)
    try:
        _encode_streams()
        if name:
            parser = command_parser(prog, usage, name, commands)
            status = run(prog, name, parser, words[1:])
        else:
            status = _no_command(prog, version, usage, commands, words)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        _flush_or_discard(sys.stdout)
        return READER_GONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Terminated:
        _discard(sys.stdout)
        return TERMINATED
    except users_errors as error:
        if "--debug" in words:
            raise
        _flush_or_discard(sys.stdout)
        if is_closed_pipe(error):
            return READER_GONE
        return print_error(f"{prog} {name}".rstrip(), error)


def is_closed_pipe(error: Exception, windows: bool = WINDOWS) -> bool:
    """Return whether ``error`` is how Windows reports a pipe without a reader."""
    is_bare = isinstance(error, OSError) and error.filename is None
    return windows and is_bare and error.args == (EINVAL, os.strerror(EINVAL))


def _open_closed_streams() -> None:
    """Replace each standard stream that was closed before the program started.

    Reading the new standard input or writing the new standard output is an OSError;
    output to the new standard error is lost.
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
    """Make `input` replace bytes that are not text instead of raising an error.

    If standard input was closed before the program started, it becomes empty.
    """
    if isinstance(sys.stdin, ClosedStream):
        sys.stdin = StringIO()
    elif isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _terminate(number: int, frame: FrameType | None) -> None:
    """Handle SIGTERM: raise Terminated, and ignore SIGTERM during the cleanup."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise Terminated


def run(prog: str, name: str, parser: Parser, words: Sequence[str]) -> int:
    """Run the command ``name`` of ``prog`` with ``words``; return its status."""
    module = command_module(prog, name)
    arguments = parser.parse_words(words)
    act: Callable[[], int] = partial(module.run, arguments)
    if "output" not in arguments or arguments.output == "-":
        return act()
    endings = written_endings(vars(arguments))
    check_output_ending(arguments.output, *endings)
    if arguments.output.endswith("/") and "/" in endings:
        return act()  # which writes the files of a folder
    return _run_with_output(arguments.output, act)


def command_parser(prog: str, usage: str, name: str, commands: Commands) -> Parser:
    """Return the parser of the command ``name``, for which the user types ``usage``.

    ``prog`` and ``commands`` are as in `main`. The help ends with an example and the
    meaning of each exit status that has one.
    """
    help_line, example, no = commands[name]
    parser = Parser(prog=f"{usage} {name}", description=help_line)
    parser.add_argument("--debug", action="store_true", help=SUPPRESS)
    parser.set_defaults(command=f"{prog} {name}")
    command_module(prog, name).arguments(parser)
    example = f"{parser.prog} {example}".rstrip()
    statuses = {YES: "done", NO: no, BAD: "wrong arguments or input"}
    statuses[LIMIT] = parser.limit_meaning
    lines = [f"  {number}  {words}\n" for number, words in statuses.items() if words]
    ending = f"\nexample:\n  {example}\n\nexit status:\n{''.join(lines)}"
    parser.set_help_footer(ending)
    return parser


def command_module(prog: str, name: str) -> ModuleType:
    """Import and return the module of the command ``name`` of the package ``prog``.

    It is ``PROG.cli.NAME``, or ``PROG.NAME.command`` for the command of a course.
    """
    usual = f"{prog}.cli.{name}"
    try:
        return import_module(usual)
    except ModuleNotFoundError as error:
        if error.name != usual:
            raise
        return import_module(f"{prog}.{name}.command")


def _encode_streams() -> None:
    """Set the encoding of standard output and standard error.

    Files and pipes get UTF-8. On a terminal, characters that it cannot show become
    ASCII.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.isatty():
            register_error("in ascii", _replace_with_ascii)
            stream.reconfigure(errors="in ascii")
        elif isinstance(stream, TextIOWrapper):
            # Windows would write each line break as two characters.
            stream.reconfigure(
                encoding="utf-8", errors="backslashreplace", newline="\n"
            )


def _replace_with_ascii(error: UnicodeError) -> tuple[str, int]:
    """Return ASCII for the characters that cannot be encoded, and the index after them.

    This is an error handler for `codecs.register_error`: ``←`` becomes ``<-``, and an
    unknown character ``?``. Raise ``error`` if it is no UnicodeEncodeError.
    """
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(ASCII_FALLBACKS.get(sign, "?") for sign in signs), error.end


def _run_with_output(path: str, act: Callable[[], int]) -> int:
    """Call ``act`` with its output going to the file at ``path``; return its status.

    The file is replaced when ``act`` returns. It is unchanged if ``act`` raises an
    error, or returns an error status without printing anything. If ``act`` raises a
    CommandError after printing something, the file is replaced before the error is
    raised again.
    """
    failure: CommandError | None = None
    stdout = sys.stdout
    with files.open_output(path) as result:
        sys.stdout = text = TextIOWrapper(result, "utf-8", "backslashreplace", "")
        try:
            status = act()
        except CommandError as error:
            failure = error
            status = error.status
        finally:
            sys.stdout = stdout
        text.flush()
        if status < BAD or result.tell():
            files.save_output(result, path)
    if failure:
        raise failure
    return status


def _flush_or_discard(stream: TextIO) -> None:
    """Flush ``stream``, or discard the rest of its buffer if that fails.

    Otherwise the interpreter would flush it again at exit, and print an error.
    """
    try:
        stream.flush()
    except OSError:
        _discard(stream)


def _discard(stream: TextIO) -> None:
    """Send the buffer of ``stream``, and all later output to it, to the null device."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def for_each_source(
    command: str,
    sources: Iterable[str],
    act: Callable[[str], int],
    known_errors: tuple[type[Exception], ...],
) -> int:
    """Call ``act`` with each of ``sources``; return the highest exit status.

    A CommandError or one of ``known_errors`` is printed after the name ``command``, and
    the next source follows.
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
    """Print ``COMMAND: error: MESSAGE`` to standard error; return the exit status.

    The message of ``error`` is put on one line. The status is that of a CommandError,
    or 2 for any other error.
    """
    message = str(error)
    if isinstance(error, OSError) and error.strerror:
        message = error.strerror
        if error.filename is not None:
            message = f"{error.filename or repr('')}: {message}"
        elif error.errno == EBADF:
            message = "standard input or output is closed"
    _print_remark(f"{command}: error: {' '.join(message.splitlines())}")
    return error.status if isinstance(error, CommandError) else BAD


def _no_command(
    prog: str, version: str, usage: str, commands: Commands, words: Sequence[str]
) -> int:
    """Print the help or the version, as ``words`` ask, and return exit status 0.

    ``words`` is a command line that names no known command. Raise CommandError if it is
    empty or asks for anything else. ``prog`` is the package, and ``usage`` the command
    that starts the program, as help shows it.
    """
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
    allowed = [*commands, "--help", "--version"]
    hint = suggestion(words[0], allowed) or f"; expected one of {', '.join(commands)}"
    raise CommandError(f"unknown command {words[0]!r}{hint}")
