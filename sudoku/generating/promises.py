"""Promises about the inputs of each coursework, judged by its module."""

from typing import Final

from sudoku import elimination, preemptive, singles
from sudoku.errors import SudokuError
from sudoku.generating.closure import LARGEST, Masks, apply_sets, masks_of
from sudoku.generating.generator import FEWEST_GIVENS, Promise, Verdict
from sudoku.generating.limits import LimitReached, Watch, WatchedBoard
from sudoku.grid import UNITS, Grid, grid_of, moves_of
from sudoku.search import BFS, DFS

SOLVED: Final = "solved"
STUCK: Final = "stuck"
MOST_BOARDS: Final = 10_000
# In a stuck puzzle, a unit has no open cell or at least two. Four open cells would be
# the corners of a rectangle, which has two solutions; five cannot be arranged.
FEWEST_OPEN: Final = 6

# Puzzles that need preemptive sets of seven and eight cells, each found from nothing in
# up to a minute.
EXAMPLES: Final = {
    (7, SOLVED): (
        "..........46982......46328..8.6.934....7248...14...97.4382.76...951..7..........."
    ),
    (7, STUCK): (
        "............982......46328....6.934....72.8...14...9..438...6...951.............."
    ),
    (8, SOLVED): (
        "2...94............8.3..14.26.2.8.9..4.795...8..9..25.6..87..2.3.........5.43..6.9"
    ),
    (8, STUCK): (
        "..........2..9.61...94..3...15.3.79....21......4..7.2...89.2.5..463...8.........."
    ),
}


class NakedSingles(Promise):
    """Hacettepe: naked singles alone solve the puzzle."""

    def judge(self, puzzle: str) -> Verdict:
        grid = grid_of(puzzle)
        for _ in singles.solve(grid):
            pass
        return "kept" if all(map(all, grid)) else "more clues"

    def facts(self, puzzle: str) -> dict[str, int | str]:
        return {"steps": sum(1 for _ in singles.solve(grid_of(puzzle)))}

    def __str__(self) -> str:
        return "solved by naked singles alone"


class Elimination(Promise):
    """CIT 591: elimination solves the puzzle, or finds only some of its numbers."""

    def __init__(self, ending: str = SOLVED) -> None:
        self._ending = ending
        # Elimination must also find at least one number.
        self.most = 81 - FEWEST_OPEN - 1 if ending == STUCK else 81

    def judge(self, puzzle: str) -> Verdict:
        end = eliminated(puzzle)
        solved = all(map(all, end))
        if self._ending == SOLVED:
            return "kept" if solved else "more clues"
        if solved:
            return "lost"
        return "kept" if end != grid_of(puzzle) else "more clues"

    def facts(self, puzzle: str) -> dict[str, int | str]:
        unsolved = sum(row.count(0) for row in eliminated(puzzle))
        return {"ending": STUCK if unsolved else SOLVED, "unsolved": unsolved}

    def __str__(self) -> str:
        partly = "partly " if self._ending == STUCK else ""
        return f"{partly}solved by elimination"


def eliminated(puzzle: str) -> Grid:
    """Return *puzzle* with the numbers that elimination finds."""
    sets = elimination.convertToSets(grid_of(puzzle))
    elimination.solve(sets)
    return elimination.convertToInts(sets)


class PreemptiveSets(Promise):
    """COMP9021: forced digits and preemptive sets solve the puzzle, or get stuck.

    With *needs*, sets of that number of cells change the result, and no larger sets do.
    """

    def __init__(self, needs: int | None = None, ending: str = SOLVED) -> None:
        if needs is not None and not 0 <= needs <= LARGEST:
            why = "a set of nine leaves no other cell"
            raise SudokuError(f"a set of {needs}; expected 0 to {LARGEST}: {why}")
        self._needs = needs
        self._ending = ending
        self.sparse = needs is not None and needs > 5
        self.example = EXAMPLES.get((needs, ending), "") if needs else ""
        self.most = 80 - needs if needs else 81
        if ending == STUCK:
            self.most = min(self.most, 81 - FEWEST_OPEN)

    def judge(self, puzzle: str) -> Verdict:
        left = masks_in(puzzle)
        if self._needs:
            apply_sets(left, self._needs - 1)
            if not has_room(left, self._needs):
                return "lost"
        end = dict(left)
        apply_sets(end)
        if self._ending == STUCK and is_solved(end):
            return "lost"
        if self._needs is not None:
            if self._needs and left == end:
                return "lost"
            apply_sets(left, self._needs)
            if left != end:
                return "more clues"
        wants_more = self._ending == SOLVED and not is_solved(end)
        return "more clues" if wants_more else "kept"

    def facts(self, puzzle: str) -> dict[str, int | str]:
        left = masks_in(puzzle)
        end = dict(left)
        apply_sets(end)
        needs = 0
        while left != end:
            needs += 1
            apply_sets(left, needs)
        return {"needs": needs, "ending": SOLVED if is_solved(end) else STUCK}

    def __str__(self) -> str:
        after = "solved by" if self._ending == SOLVED else "stuck after"
        if self._needs is None:
            return f"{after} forced digits and preemptive sets"
        if self._needs == 0:
            return f"{after} forced digits; preemptive sets change nothing"
        cells = f"{self._needs} cell{'s' * (self._needs > 1)}"
        some = f"some of {cells} and no larger ones"
        return f"{after} forced digits and preemptive sets, {some}"


def masks_in(puzzle: str) -> Masks:
    """Return the marks of *puzzle* with its forced digits."""
    grid = preemptive.with_forced_digits(grid_of(puzzle))
    return masks_of(preemptive.possible_digits(grid))


def is_solved(left: Masks) -> bool:
    """Return whether each cell has one mark."""
    return all(digits.bit_count() == 1 for digits in left.values())


def has_room(left: Masks, size: int) -> bool:
    """Return whether some unit has more than *size* cells with several marks."""
    open_cells = {cell for cell, digits in left.items() if digits.bit_count() > 1}
    return any(len(open_cells.intersection(unit)) > size for unit in UNITS)


class SearchSize(Promise):
    """Northwestern: DFS and BFS each examine *fewest* to *most* boards."""

    def __init__(self, fewest: int = 1, most: int = 1000) -> None:
        if not 1 <= fewest <= most <= MOST_BOARDS:
            expected = f"expected A to B boards, 1 <= A <= B <= {MOST_BOARDS:,}"
            raise SudokuError(f"{fewest} to {most} boards; {expected}")
        self._fewest, self._most = fewest, most
        self.least = max(FEWEST_GIVENS, 82 - most)

    def judge(self, puzzle: str) -> Verdict:
        depth_first = self._examined(puzzle, use_dfs=True)
        if depth_first and depth_first < self._fewest:
            return "lost"
        if depth_first and self._examined(puzzle, use_dfs=False):
            return "kept"
        return "more clues"

    def facts(self, puzzle: str) -> dict[str, int | str]:
        return {
            "dfs": self._examined(puzzle, use_dfs=True),
            "bfs": self._examined(puzzle, use_dfs=False),
        }

    def _examined(self, puzzle: str, use_dfs: bool) -> int:
        """Return how many boards a search examines, or 0 if the limit stops it."""
        watch = Watch(self._most)
        board = WatchedBoard(watch)
        for move in moves_of(grid_of(puzzle)):
            board.update(*move)
        try:
            (DFS if use_dfs else BFS)(board)
        except LimitReached:
            return 0
        return watch.examined

    def __str__(self) -> str:
        return f"solved by DFS and BFS on {self._fewest:,} to {self._most:,} boards"
