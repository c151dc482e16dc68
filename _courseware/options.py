"""The arguments of commands: the options they share, their help, and suggestions."""

import sys
from argparse import (
    Action,
    ArgumentError,
    ArgumentParser,
    ArgumentTypeError,
    HelpFormatter,
    Namespace,
)
from collections.abc import Iterator, Sequence
from os.path import splitext

from _courseware.messages import CommandError, nearest, quoted

TYPE_CHECKING = False  # True for type checkers; importing typing would slow each start
if TYPE_CHECKING:
    from argparse import _ActionsContainer
    from typing import NoReturn

MOST_DIGITS = 4_300  # of a number; Python does not convert more

# What an option means is the same in every command that has it.
SWITCHES = {
    "json": ("--json", "print JSON"),
    "quiet": ("-q --quiet", "print no remarks"),
    "force": ("--force", "replace existing files"),
}
OUTPUT_HELP = "write the result to FILE (default: -, standard output)"


def options(parser: "_ActionsContainer", *names: str) -> None:
    """Add the options ``names``: ``output``, or any of SWITCHES."""
    for name in names:
        if name == "output":
            parser.add_argument(
                *("-o", "--output"), default="-", metavar="FILE", help=OUTPUT_HELP
            )
        else:
            flags, text = SWITCHES[name]
            parser.add_argument(*flags.split(), action="store_true", help=text)


def picture_options(parser: "_ActionsContainer") -> None:
    """Add the options of a command that draws one picture."""
    options(parser, "output", "quiet")
    parser.add_argument(
        "--light", action="store_true", help="draw an SVG that is never dark"
    )


def picture_ending(output: str, *endings: str) -> str:
    """Return the ending of the file ``output``, by default the last of ``endings``.

    Raise CommandError if it is not one of ``endings``.
    """
    ending = splitext(output)[1].lower() or endings[-1]
    if ending not in endings:
        known = " or ".join(filter(None, [", ".join(endings[:-1]), endings[-1]]))
        raise CommandError(f"{output} ends with {ending}; expected {known}")
    return ending


class Parser(ArgumentParser):
    """An argument parser whose error messages are one line and suggest what is near."""

    limit = ""  # what exit status 3 means, for a command that can end with it
    notes = ""  # below the help

    def _get_formatter(self) -> HelpFormatter:
        # Asking for the width of the terminal would import shutil at every start.
        return HelpFormatter(self.prog, width=80)

    def _check_value(self, action: Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            given = quoted(value) if isinstance(value, str) else value
            names = list(map(str, action.choices))
            hint = nearest(str(value), names) or f"; expected one of {', '.join(names)}"
            raise ArgumentError(action, f"invalid choice: {given}{hint}")

    def error(self, message: str) -> "NoReturn":
        unknown = message.removeprefix("unrecognized arguments: ")
        words = unknown.split() if unknown != message else []
        word = next((word for word in words if word.startswith("-")), "")
        hint = nearest(word.partition("=")[0], self.flags()) if word else ""
        raise CommandError(message + hint)

    def everything(self) -> "Iterator[Parser]":
        """Yield this parser and those of its subcommands."""
        yield self
        for action in self._actions:
            if isinstance(action.choices, dict):
                for parser in action.choices.values():
                    yield from parser.everything() if isinstance(parser, Parser) else ()

    def flags(self) -> Iterator[str]:
        """Yield every option of the parser and of its subcommands."""
        for parser in self.everything():
            for action in parser._actions:
                yield from action.option_strings

    def end_help(self, notes: str) -> None:
        """Print ``notes`` below the help, also below that of a subcommand."""
        for parser in self.everything():
            parser.notes = notes

    def format_help(self) -> str:
        return super().format_help() + self.notes

    def print_help(self, file: object = None) -> None:
        """Print the help to standard output. Unlike argparse, raise OSError."""
        sys.stdout.write(self.format_help())
        sys.stdout.flush()

    def read(self, words: Sequence[str]) -> Namespace:
        """Return the arguments in ``words``. Options may come between others."""
        arguments, rest = self.parse_known_args(words)
        if not rest:
            return arguments
        try:
            return self.parse_intermixed_args(words)
        except TypeError:  # subcommands, which argparse cannot intermix
            return self.parse_args(words)


def whole(word: str) -> int:
    """Return the argument ``word`` as an integer, or raise ArgumentTypeError."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise ArgumentTypeError(f"{quoted(word)} is not a whole number")
    if len(digits) > MOST_DIGITS:
        raise ArgumentTypeError(
            f"{len(digits):,} digits; expected at most {MOST_DIGITS:,}"
        )
    return int(word)
