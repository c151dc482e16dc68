"""Reading whole grids at once: the same puzzles and errors as line by line."""

from random import Random

import pytest

from sudoku.formats import Entry, FormatError, parse, plain_text, write
from sudoku.formats.assembler import Assembler
from sudoku.formats.whole_grids import GridMatch
from tests.seeds import todays
from tests.sudoku.formats_files import puzzle

STYLES = ("rows", "digits", "grid", "ss", "csv", "list", "candidates", "sdk")
BETWEEN = ("", "\n", "\n\n", "Grid 2\n", "the solution\n", "# easy\n", "x y\n", "[1\n")
SIGNS = "129.0x,| +-[]#\n"


def mixed(random: Random) -> str:
    """A file of grids in several layouts, with up to two mistakes."""
    parts: list[str] = []
    for _ in range(random.randrange(1, 4)):
        puzzles = [puzzle(random, spoilt=False) for _ in range(random.randrange(1, 4))]
        parts += [*write(puzzles, random.choice(STYLES)), random.choice(BETWEEN)]
    lines = "".join(parts).splitlines(keepends=True)
    for _ in range(random.choice((0, 0, 1, 2))):
        place = random.randrange(len(lines))
        line = lines[place]
        column = random.randrange(len(line))
        changed = line[:column] + random.choice(SIGNS) + line[column + 1 :]
        lines[place : place + 1] = random.choice(
            ([], [line] * 2, [changed], [line, "\n"])
        )
    return "".join(lines)


def entries(content: str) -> list[str]:
    return [
        str(entry) if isinstance(entry, FormatError) else f"{entry.line}: {entry.cells}"
        for entry in parse(content)
    ]


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(todays(100), id="today"),
        pytest.param(range(5_000), marks=pytest.mark.slow),
    ],
)
def test_reading_a_whole_grid_gives_the_same_as_reading_it_line_by_line(
    seeds: range, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [mixed(Random(seed)) for seed in seeds]
    at_once = [entries(file) for file in files]
    monkeypatch.setattr(plain_text, "match_block", lambda *_: None)
    line_by_line = [entries(file) for file in files]
    different = [
        k for k in seeds if at_once[k - seeds[0]] != line_by_line[k - seeds[0]]
    ]
    assert different == []


@pytest.mark.parametrize("style", ["rows", "digits", "csv", "sdk"])
def test_grids_that_programs_write_are_read_at_once(
    style: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzles = without_doubt(20)
    found: list[GridMatch] = []
    whole = Assembler.add_whole_grid

    def noted(self: Assembler, one: GridMatch, number: int) -> Entry:
        found.append(one)
        return whole(self, one, number)

    monkeypatch.setattr(Assembler, "add_whole_grid", noted)
    assert len(parse("".join(write(puzzles, style)))) == len(puzzles)
    assert len(found) == len(puzzles)


def without_doubt(number: int) -> list[str]:
    random = Random(1)
    puzzles = [puzzle(random, spoilt=True) for _ in range(2 * number)]
    return [one for one in puzzles if "." * 9 not in one][:number]
