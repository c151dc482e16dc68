"""Arguments that several commands take."""

from argparse import ArgumentParser, ArgumentTypeError


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
