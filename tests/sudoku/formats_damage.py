"""Damage texts of puzzles, and judge what is read from them by the written puzzles."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from sudoku.formats import FormatError, Puzzle, parse
from tests.sudoku.formats_layouts import READ, REFUSED, WITH_ANOTHER
from tests.sudoku.puzzles import lines
from tests.sudoku.sudoku_commands import EASY, SOLVED

SPARSE = (
    "...2.14...5..........7........36.1...3..5..........7.27......8.....3..6.1........"
)
UNDAMAGED = {"moves"}  # without a line it is a list of moves


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
        [one], [two] = variants(random, EASY), variants(random, SPARSE)
        yield Sample(f"{name}, once", layout(one), [one], [])
        yield Sample(f"{name}, twice", f"{layout(one)}\n{layout(two)}", [one, two], [])
    for name, pair in WITH_ANOTHER.items():
        puzzle, solved = variants(random, EASY, SOLVED)
        entered = state(random, puzzle, solved)
        yield Sample(f"{name}, solution", pair(puzzle, solved), [puzzle], [solved])
        yield Sample(f"{name}, state", pair(puzzle, entered), [puzzle], [entered])
    for name, layout in REFUSED.items():
        [puzzle] = variants(random, EASY)
        yield Sample(f"{name}, refused", layout(puzzle), [], [puzzle])


def variants(random: Random, *grids: str) -> list[str]:
    """Return the grids with other digits, all in the same other order of rows."""
    order, digits = lines(random), "".join(random.sample("123456789", 9))
    moved = ("".join(grid[9 * row :][:9][::-1] for row in order) for grid in grids)
    return [grid.translate(str.maketrans("123456789", digits)) for grid in moved]


def state(random: Random, cells: str, solved: str) -> str:
    """Return the puzzle with some cells of its solution, and perhaps a wrong one."""
    blanks = [k for k, cell in enumerate(cells) if cell == "."]
    filled = set(random.sample(blanks, random.randrange(4, len(blanks) - 4)))
    entered = [solved[k] if k in filled else cell for k, cell in enumerate(cells)]
    if random.random() < 0.3:
        entered[min(filled)] = random.choice("123456789")
    return "".join(entered)


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
    rows = text.splitlines(keepends=True)
    line = random.randrange(len(rows))
    if kind == "lost sign":
        return kind, text[:k] + text[k + 1 :]
    if kind == "new sign":
        return kind, text[:k] + random.choice(signs) + text[k:]
    if kind == "other sign":
        return kind, text[:k] + random.choice(signs) + text[k + 1 :]
    if kind == "lost line":
        return kind, "".join(rows[:line] + rows[line + 1 :])
    if kind == "line twice":
        return kind, "".join(rows[: line + 1] + rows[line:])
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
