# CIT 591, Assignment 4: Sudoku
# by the reference implementation of the Sudoku courseworks

"""CIT 591: elimination in sets, with the names and parameters of the hand-out.

A number that is alone in its location is removed from all other sets in its row, column
and box. This is repeated until nothing changes; nothing stronger is tried.
"""

import ast

from sudoku.grid import Location

IntGrid = list[list[int]]  # 0 for an empty location
SetGrid = list[list[set[int]]]

AUTHORS = """\
CIT 591, Assignment 4: Sudoku
by the reference implementation of the Sudoku courseworks"""
WHICH_FILE = "Which file holds the puzzle? "
ANOTHER = "Another puzzle (yes or no)? "


def read_sudoku(file_name: str) -> IntGrid:
    """The array in the file, which has a list of lists of numbers.

    The hand-out's own version calls ``eval``, which would run any program in the file.
    This one reads the same files and runs nothing.
    """
    with open(file_name, encoding="utf-8-sig") as stream:
        array: IntGrid = ast.literal_eval(stream.read())
    return array


def convertToSets(problem: IntGrid) -> SetGrid:
    """A new array with the set of possible numbers for each location.

    >>> convertToSets([[5, 0]])
    [[{5}, {1, 2, 3, 4, 5, 6, 7, 8, 9}]]
    """
    return [
        [set(range(1, 10)) if number == 0 else {number} for number in row]
        for row in problem
    ]


def convertToInts(problem: SetGrid) -> IntGrid:
    """A new array with the number of each singleton set, and 0 for any other set.

    >>> convertToInts([[{5}, {1, 2}, set()]])
    [[5, 0, 0]]
    """
    return [
        [next(iter(numbers)) if len(numbers) == 1 else 0 for numbers in row]
        for row in problem
    ]


def getRowLocations(rowNumber: int) -> list[Location]:
    """All nine locations in that row."""
    return [(rowNumber, column) for column in range(9)]


def getColumnLocations(columnNumber: int) -> list[Location]:
    """All nine locations in that column."""
    return [(row, columnNumber) for row in range(9)]


def getBoxLocations(location: Location) -> list[Location]:
    """All nine locations in the same box as ``location``.

    >>> getBoxLocations((1, 6))
    [(0, 6), (0, 7), (0, 8), (1, 6), (1, 7), (1, 8), (2, 6), (2, 7), (2, 8)]
    """
    row, column = location
    top = row - row % 3
    left = column - column % 3
    return [(r, c) for r in range(top, top + 3) for c in range(left, left + 3)]


def eliminate(
    problem: SetGrid, location: Location, listOfLocations: list[Location]
) -> int:
    """How many sets at ``listOfLocations`` lost the number at ``location``.

    >>> problem = [[{1, 2}, {2}]]
    >>> eliminate(problem, (0, 1), [(0, 0), (0, 1)]), problem
    (1, [[{1}, {2}]])
    """
    row, column = location
    single = problem[row][column]
    if len(single) != 1:
        return 0
    eliminations = 0
    for r, c in listOfLocations:
        if (r, c) != location and single <= problem[r][c]:
            problem[r][c] = problem[r][c] - single  # two locations may share a set
            eliminations += 1
    return eliminations


def isSolved(problem: SetGrid) -> bool:
    """Whether every set has exactly one element."""
    for row in problem:
        for numbers in row:
            if len(numbers) != 1:
                return False
    return True


def solve(problem: SetGrid) -> bool:
    """Whether ``problem`` is solved, after eliminating all that can be eliminated.

    Many problems are not: elimination alone does not solve every puzzle.
    """
    while True:
        eliminations = 0
        for row in range(9):
            for column in range(9):
                location = (row, column)
                eliminations += eliminate(problem, location, getRowLocations(row))
                eliminations += eliminate(problem, location, getColumnLocations(column))
                eliminations += eliminate(problem, location, getBoxLocations(location))
        if eliminations == 0:
            return isSolved(problem)


def print_sudoku(problem: IntGrid) -> None:
    """Print the array as a picture, with a dot for each 0."""
    border = "+-------+-------+-------+"
    for row in range(9):
        if row % 3 == 0:
            print(border)
        cells = [str(number) if number else "." for number in problem[row]]
        boxes = [" ".join(cells[left : left + 3]) for left in (0, 3, 6)]
        print(f"| {' | '.join(boxes)} |")
    print(border)


def main() -> None:
    """Ask for one file after another, and print its puzzle and solution."""
    print(AUTHORS)
    another = "yes"
    while is_yes(another):
        print_solution(read_sudoku(input(WHICH_FILE).strip()))
        another = input(ANOTHER)


def is_yes(answer: str) -> bool:
    """Whether the answer is ``y`` or ``yes``, in upper or lower case."""
    return answer.strip().lower() in ("y", "yes")


def print_solution(problem: IntGrid) -> bool:
    """Print the puzzle and its solution. Return whether every location is solved."""
    print_sudoku(problem)
    print()
    sets = convertToSets(problem)
    solved = solve(sets)
    print_sudoku(convertToInts(sets))
    print_unsolved(sets)
    return solved


def print_unsolved(problem: SetGrid) -> None:
    """Print each location that is not solved, with the numbers that it might be."""
    for row in range(9):
        for column in range(9):
            if len(problem[row][column]) != 1:
                numbers = ", ".join(map(str, sorted(problem[row][column])))
                print(f"Location ({row}, {column}) might be any of {{{numbers}}}")
