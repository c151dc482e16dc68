"""Damage texts of puzzles, and judge what is read from them by the written puzzles."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from sudoku.formats import FormatError, Puzzle, parse
from tests.sudoku.formats_layouts import (
    EASY,
    READ,
    REFUSED,
    SOLVED,
    SPARSE,
    SPARSE_SOLVED,
    WITH_ANOTHER,
    state,
    variant,
)

# A list of moves without a line is a list of moves, ten rows without a line are nine,
# and a solution without its name is a full grid.
UNDAMAGED = {"moves", "ten rows", "eight rows", "an answer", "a state"}


class Sample(NamedTuple):
    """A text, and the puzzles written in it.

    ``hidden`` are the solutions and states in it. ``damage`` is "" or what was changed.
    """

    name: str
    text: str
    puzzles: list[str]
    hidden: list[str]
    damage: str = ""


def whole_samples(random: Random) -> Iterator[Sample]:
    """Yield each layout alone and twice, and each pair with a solution and a state."""
    for name, layout in READ.items():
        one, _ = variant(random, EASY, SOLVED)
        two, _ = variant(random, SPARSE, SPARSE_SOLVED)
        yield Sample(f"{name}, once", layout(one), [one], [])
        yield Sample(f"{name}, twice", f"{layout(one)}\n{layout(two)}", [one, two], [])
    for name, pair in WITH_ANOTHER.items():
        puzzle, solved = variant(random, EASY, SOLVED)
        entered = state(random, puzzle, solved)
        yield Sample(f"{name}, solution", pair(puzzle, solved), [puzzle], [solved])
        yield Sample(f"{name}, state", pair(puzzle, entered), [puzzle], [entered])
    for name, layout in REFUSED.items():
        puzzle, _ = variant(random, EASY, SOLVED)
        yield Sample(f"{name}, refused", layout(puzzle), [], [puzzle])


def damaged_samples(random: Random, number: int) -> Iterator[Sample]:
    """Yield ``number`` samples with one piece of damage each."""
    whole: list[Sample] = []
    for _ in range(number):
        if not whole:
            samples = whole_samples(random)
            whole = [s for s in samples if s.name.split(",")[0] not in UNDAMAGED]
            random.shuffle(whole)
        sample = whole.pop()
        damage, text = damaged_text(random, sample.text)
        yield sample._replace(text=text, damage=damage)


def damaged_text(random: Random, text: str) -> tuple[str, str]:
    """Return what was changed, and ``text`` with this change."""
    kind = random.choice(
        ("lost sign", "new sign", "other sign", "lost line", "line twice", "cut")
    )
    k = random.randrange(len(text))
    signs = text + "0123456789.,;|[]{}#z \n"
    lines = text.splitlines(keepends=True)
    line = random.randrange(len(lines))
    if kind == "lost sign":
        return kind, text[:k] + text[k + 1 :]
    if kind == "new sign":
        return kind, text[:k] + random.choice(signs) + text[k:]
    if kind == "other sign":
        return kind, text[:k] + random.choice(signs) + text[k + 1 :]
    if kind == "lost line":
        return kind, "".join(lines[:line] + lines[line + 1 :])
    if kind == "line twice":
        return kind, "".join(lines[: line + 1] + lines[line:])
    return kind, text[:k]


def differences(cells: str, other: str) -> int:
    return sum(one != two for one, two in zip(cells, other))


def verdict(sample: Sample) -> str:
    """Return "right", "wrong", "lost", "refused" or "cut" for what is read.

    A grid is wrong if it differs in two cells from each written puzzle. One is lost if
    fewer are read and there is no error. A text is "cut" if only a solution or a state
    is left in it.
    """
    entries = parse(sample.text)
    read = [entry.cells for entry in entries if type(entry) is Puzzle]
    errors = [entry for entry in entries if isinstance(entry, FormatError)]
    written = sample.puzzles
    if sample.name.endswith("refused"):
        written = sample.hidden if sample.damage else []
    wrong = [c for c in read if all(differences(c, p) > 1 for p in written)]
    if wrong:
        alone = not any(starts_in(sample, puzzle) for puzzle in sample.puzzles)
        is_other = all(any(differences(c, p) < 2 for p in sample.hidden) for c in wrong)
        return "cut" if sample.damage and alone and is_other else "wrong"
    if len(read) < len(sample.puzzles):
        if errors:
            return "refused"
        gone = any(not starts_in(sample, puzzle) for puzzle in sample.puzzles)
        return "cut" if gone else "lost"
    if sample.name.endswith("refused") and not errors:
        return "wrong" if not sample.damage else "right"
    return "right" if not errors else "refused"


def starts_in(sample: Sample, puzzle: str) -> bool:
    """Return whether the first or the last rows of ``puzzle`` are left in a text.

    The rows of its state or solution do not count.
    """
    digits = digits_in(sample.text)
    for hidden in sample.hidden:
        digits = digits.replace(digits_in(hidden), " ", 1)
    return digits_in(puzzle[:45]) in digits or digits_in(puzzle[36:]) in digits


def digits_in(text: str) -> str:
    return "".join(sign for sign in text if sign.isdigit() and sign != "0")
