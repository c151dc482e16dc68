"""The arguments of commands: shared options, help, and checks of their values."""

import sys
from argparse import (
    Action,
    ArgumentError,
    ArgumentParser,
    ArgumentTypeError,
    HelpFormatter,
    Namespace,
    _ActionsContainer,
)
from collections.abc import Callable, Iterator, Sequence
from os import get_terminal_size
from os.path import splitext
from typing import NoReturn

from _courseware.terminal.messages import (
    CommandError,
    printable,
    quote_text,
    suggestion,
)
from _courseware.terminal.shell import quote_argument

MAX_INTEGER_DIGITS = 4_300  # of a number; Python does not convert more

# The arguments that are files and folders, by their names in the help.
FILE_METAVARS = "FILE PATH INPUT EXPECTED ACTUAL DIR".split()

# An option means the same in every command that has it.
SWITCHES = {
    "json": ("--json", "print JSON"),
    "quiet": ("-q --quiet", "print no remarks"),
    "force": ("--force", "replace existing files"),
}
# The endings of files that are no text. A command writes them only if it says so.
KINDS_OF_FILES = {
    ".html": "a page; 'walkthrough' writes one",
    ".svg": "a picture; 'draw' writes one",
    ".tex": "LaTeX; 'draw' writes it",
    ".json": "JSON; add --json if the command has it",
    ".pdf": "a PDF; print a page in a browser",
    **dict.fromkeys((".png", ".jpg"), "an image; 'draw' writes an SVG"),
    **dict.fromkeys((".zip", ".tar"), "an archive; pack the file with another program"),
}
OUTPUT_HELP = "write the result to FILE (default: -, standard output)"


def options(parser: _ActionsContainer, *names: str) -> None:
    """Add shared options to ``parser``: "output", "json", "quiet" or "force"."""
    for name in names:
        if name == "output":
            parser.add_argument(
                "-o", "--output", default="-", metavar="FILE", help=OUTPUT_HELP
            )
        else:
            flags, text = SWITCHES[name]
            parser.add_argument(*flags.split(), action="store_true", help=text)


def jobs_option(parser: ArgumentParser) -> None:
    """Add ``--jobs``, the number of processes (1 by default), to ``parser``."""
    parser.add_argument(
        "--jobs",
        type=integer_in_range(1, 10**9),
        default=1,
        metavar="N",
        help="use up to N processes, at most one per core (default: 1)",
    )


def picture_options(parser: _ActionsContainer) -> None:
    """Add ``--output`` (any file name), ``--quiet`` and ``--light`` to ``parser``."""
    options(parser, "output", "quiet")
    parser.set_defaults(endings=("*",))
    parser.add_argument(
        "--light", action="store_true", help="draw an SVG that ignores dark mode"
    )


def picture_ending(output: str, *endings: str) -> str:
    """Return the ending of the file name ``output`` in lower case, such as ".svg".

    If it has none, return the last of ``endings``. Raise CommandError if its ending is
    not one of ``endings``; the message says how to convert an SVG to PNG or PDF.
    """
    ending = splitext(output)[1].lower() or endings[-1]
    if ending in endings:
        return ending
    *others, last = endings
    alternatives = f"{', '.join(others)} or {last}" if others else last
    name = printable(output)
    problem = f"{name} ends with {ending}; expected {alternatives}"
    if ending in (".png", ".pdf") and ".svg" in endings:
        svg = quote_argument(name[: -len(ending)] + ".svg")
        command = f"rsvg-convert -f {ending[1:]} {svg} -o {quote_argument(name)}"
        problem += f"; to convert an SVG: {command}"
    raise CommandError(problem)


def check_output_ending(output: str, *endings: str) -> None:
    """Raise CommandError if ``output`` ends like a kind of file that is not written.

    ``endings`` are those of the kinds that the command writes besides text, or ("*",)
    if the command checks the ending with `picture_ending`.
    """
    ending = splitext(output)[1].lower()
    if ending in KINDS_OF_FILES and ending not in endings and "*" not in endings:
        expected = endings[0] if endings else "the name of a text file, such as out.txt"
        is_what = KINDS_OF_FILES[ending]
        problem = f"{printable(output)} ends with {ending}; expected {expected}"
        raise CommandError(f"{problem}; {ending} is {is_what}")


def written_endings(options: dict[str, object]) -> tuple[str, ...]:
    """Return the endings of the files besides text that a command line writes.

    ``options`` are the values of its options by name.
    """
    endings = options.get("endings")
    written = endings if isinstance(endings, tuple) else ()
    if options.get("json") or options.get("format") in ("json", "list"):
        return (*written, ".json")
    return written


def check_step(option: str, number: int, first: int, last: int) -> None:
    """Raise CommandError if ``number`` is not from ``first`` to ``last``.

    ``option`` is the name of the option with the number, such as ``--step``. If
    ``first`` is greater than ``last``, the message is that there are no steps.
    """
    if not first <= number <= last:
        steps = f"expected {first} to {last:,}" if first < last else f"expected {last}"
        if first > last:
            steps = "there are no steps"
        raise CommandError(f"{option} {number}; {steps}")


def check_steps(
    first: int | None, last: int | None, total: int, option: str = "--from"
) -> None:
    """Raise CommandError if ``first`` or ``last`` is not a step of ``total`` steps.

    They are the values of ``option`` and of ``--to``, None for an unused one. ``last``
    may be greater than ``total``, but not less than ``first``.
    """
    if first is not None:
        check_step(option, first, 1, total)
    if last is not None and last < (first or 1):
        check_step("--to", last, first or 1, total)


class Parser(ArgumentParser):
    """An argument parser whose error messages are one line and suggest corrections.

    ``limit_meaning`` is the meaning of exit status 3, or "" if the command never ends
    with it. ``help_footer`` is printed below the help.
    """

    limit_meaning = ""
    help_footer = ""

    def _get_formatter(self) -> HelpFormatter:
        return HelpFormatter(self.prog, width=_help_width())

    def _check_value(self, action: Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            shown_value = quote_text(value) if isinstance(value, str) else value
            names = list(map(str, action.choices))
            hint = "" if str(value).isdecimal() else suggestion(str(value), names)
            hint = hint or f"; expected one of {', '.join(names)}"
            raise ArgumentError(action, f"invalid choice: {shown_value}{hint}")

    def error(self, message: str) -> NoReturn:
        """Raise CommandError with argparse's ``message`` and, if possible, a hint."""
        unknown = message.removeprefix("unrecognized arguments: ")
        words = unknown.split() if unknown != message else []
        word = next((word for word in words if word.startswith("-")), "")
        hint = suggestion(word.partition("=")[0], self.flags()) if word else ""
        if message.startswith("the following arguments are required"):
            hint = f"; '{self.prog} --help' shows an example"
        raise CommandError(message + hint)

    def subparsers(self) -> "Iterator[Parser]":
        """Yield this parser and the parsers of its subcommands, at every level."""
        yield self
        for action in self._actions:
            if isinstance(action.choices, dict):
                for parser in action.choices.values():
                    yield from parser.subparsers() if isinstance(parser, Parser) else ()

    def flags(self) -> Iterator[str]:
        """Yield the options, such as ``--json``, of this parser and its subcommands."""
        for parser in self.subparsers():
            for action in parser._actions:
                yield from action.option_strings

    def set_help_footer(self, notes: str) -> None:
        """Print ``notes`` below the help, and below the help of each subcommand."""
        for parser in self.subparsers():
            parser.help_footer = notes

    def format_help(self) -> str:
        return super().format_help() + self.help_footer

    def print_help(self, file: object = None) -> None:
        """Print the help to standard output; ``file`` is ignored.

        Unlike argparse, raise OSError if that fails.
        """
        sys.stdout.write(self.format_help())
        sys.stdout.flush()

    def parse_words(self, words: Sequence[str]) -> Namespace:
        """Parse ``words``, options and positional arguments in any order.

        Raise CommandError if the words are wrong, or if a file name is empty, as it is
        for an unset variable of the shell.
        """
        arguments, rest = self.parse_known_args(words)
        if rest:
            try:
                arguments = self.parse_intermixed_args(words)
            except TypeError:  # subcommands, which argparse cannot intermix
                arguments = self.parse_args(words)
        for parser in self.subparsers():
            for action in parser._actions:
                current: object = getattr(arguments, action.dest, None)
                is_empty = current == "" or isinstance(current, list) and "" in current
                if is_empty and action.metavar in FILE_METAVARS:
                    raise CommandError(f"{action.metavar} is ''; expected a name")
        return arguments


def _help_width() -> int:
    try:
        return max(40, min(get_terminal_size(sys.stdout.fileno()).columns, 100))
    except (OSError, ValueError):
        return 80


def integer_in_range(minimum: int, maximum: int | None = None) -> Callable[[str], int]:
    """Return a function that converts an argument to an integer in a range.

    Use it as the ``type`` of an argparse argument. It raises ArgumentTypeError if the
    text is not an integer from ``minimum`` to ``maximum``; None means no maximum.
    """
    expected = f"{minimum} or more" if maximum is None else f"{minimum} to {maximum:,}"

    def checked(word: str) -> int:
        value = integer_argument(word)
        if value < minimum or maximum is not None and value > maximum:
            raise ArgumentTypeError(f"{quote_text(word)}; expected {expected}")
        return value

    return checked


def integer_argument(word: str) -> int:
    """Return ``word`` as an int, for argparse.

    Raise ArgumentTypeError if it is not an integer, or has too many digits for `int`.
    """
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise ArgumentTypeError(f"{quote_text(word)} is not a whole number")
    if len(digits) > MAX_INTEGER_DIGITS:
        raise ArgumentTypeError(
            f"{len(digits):,} digits; expected at most {MAX_INTEGER_DIGITS:,}"
        )
    return int(word)
