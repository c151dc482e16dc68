# CIT 591, Assignment 4: Sudoku
# by the reference implementation of the Sudoku courseworks

"""Unit tests for sudoku.py, function by function in the order of the assignment.

Run them with `python3 -m unittest sudoku_test`. There is no test of main, because the
assignment says "do not unit test this function".
"""

import io
import os
import tempfile
import unittest
from contextlib import redirect_stdout

from sudoku import *

ANY_NUMBER = {1, 2, 3, 4, 5, 6, 7, 8, 9}

# The puzzle of the assignment: its picture and its solution.
PICTURE = """\
+-------+-------+-------+
| . . 4 | . . . | . 6 7 |
| 3 . . | 4 7 . | . . 5 |
| 1 5 . | 8 2 . | . . 3 |
+-------+-------+-------+
| . . 6 | . . . | . 3 1 |
| 8 . 2 | 1 . 5 | 6 . 4 |
| 4 1 . | . . . | 9 . . |
+-------+-------+-------+
| 7 . . | . 8 . | . 4 6 |
| 6 . . | . 1 2 | . . . |
| 9 3 . | . . . | 7 1 . |
+-------+-------+-------+
"""
SOLUTION = [
    [2, 8, 4, 5, 9, 3, 1, 6, 7],
    [3, 6, 9, 4, 7, 1, 8, 2, 5],
    [1, 5, 7, 8, 2, 6, 4, 9, 3],
    [5, 7, 6, 9, 4, 8, 2, 3, 1],
    [8, 9, 2, 1, 3, 5, 6, 7, 4],
    [4, 1, 3, 2, 6, 7, 9, 5, 8],
    [7, 2, 1, 3, 8, 9, 5, 4, 6],
    [6, 4, 5, 7, 1, 2, 3, 8, 9],
    [9, 3, 8, 6, 5, 4, 7, 1, 2],
]


def puzzle() -> list[list[int]]:
    """Return the puzzle of the assignment, a new array at each call."""
    return [
        [0, 0, 4, 0, 0, 0, 0, 6, 7],
        [3, 0, 0, 4, 7, 0, 0, 0, 5],
        [1, 5, 0, 8, 2, 0, 0, 0, 3],
        [0, 0, 6, 0, 0, 0, 0, 3, 1],
        [8, 0, 2, 1, 0, 5, 6, 0, 4],
        [4, 1, 0, 0, 0, 0, 9, 0, 0],
        [7, 0, 0, 0, 8, 0, 0, 4, 6],
        [6, 0, 0, 0, 1, 2, 0, 0, 0],
        [9, 3, 0, 0, 0, 0, 7, 1, 0],
    ]


class TestReadSudoku(unittest.TestCase):
    def read(self, text: str) -> list[list[int]]:
        """Return what read_sudoku makes of a file that contains the text."""
        with tempfile.TemporaryDirectory() as folder:
            file_name = os.path.join(folder, "puzzle.txt")
            with open(file_name, "w", encoding="utf-8") as file:
                file.write(text)
            return read_sudoku(file_name)

    def test_reads_a_list_of_lists_of_integers(self) -> None:
        self.assertEqual(self.read(str(puzzle())), puzzle())

    def test_reads_an_array_that_takes_several_lines(self) -> None:
        self.assertEqual(self.read("[ [1, 0],\n\n  [0, 9] ]\n"), [[1, 0], [0, 9]])

    def test_does_not_run_the_file(self) -> None:
        with self.assertRaises(ValueError):
            self.read("[[abs(5)]]")


class TestConvertToSets(unittest.TestCase):
    def test_a_number_becomes_a_singleton(self) -> None:
        self.assertEqual(convertToSets([[1, 5, 9]]), [[{1}, {5}, {9}]])

    def test_zero_becomes_the_numbers_1_to_9(self) -> None:
        self.assertEqual(convertToSets([[0]]), [[ANY_NUMBER]])

    def test_works_for_any_two_dimensional_array(self) -> None:
        self.assertEqual(convertToSets([[4, 0]]), [[{4}, ANY_NUMBER]])
        self.assertEqual(convertToSets([[4], [0], [7]]), [[{4}], [ANY_NUMBER], [{7}]])

    def test_each_location_gets_a_set_of_its_own(self) -> None:
        sets = convertToSets([[0, 0], [5, 5]])
        self.assertIsNot(sets[0][0], sets[0][1])
        self.assertIsNot(sets[1][0], sets[1][1])

    def test_does_not_change_its_argument(self) -> None:
        problem = [[4, 0], [0, 7]]
        convertToSets(problem)
        self.assertEqual(problem, [[4, 0], [0, 7]])


class TestConvertToInts(unittest.TestCase):
    def test_a_singleton_becomes_its_number(self) -> None:
        self.assertEqual(convertToInts([[{1}, {5}, {9}]]), [[1, 5, 9]])

    def test_several_possible_numbers_become_zero(self) -> None:
        self.assertEqual(convertToInts([[ANY_NUMBER, {3, 8}]]), [[0, 0]])

    def test_an_empty_set_becomes_zero(self) -> None:
        self.assertEqual(convertToInts([[set(), {2}]]), [[0, 2]])

    def test_works_for_any_two_dimensional_array(self) -> None:
        self.assertEqual(convertToInts([[{4}], [{1, 2}], [{7}]]), [[4], [0], [7]])

    def test_does_not_change_its_argument(self) -> None:
        problem = [[{4}, {1, 2}], [{3, 5}, {7}]]
        convertToInts(problem)
        self.assertEqual(problem, [[{4}, {1, 2}], [{3, 5}, {7}]])

    def test_undoes_convert_to_sets(self) -> None:
        self.assertEqual(convertToInts(convertToSets(puzzle())), puzzle())


class TestGetRowLocations(unittest.TestCase):
    def test_returns_the_nine_locations_of_the_row(self) -> None:
        row_4 = [(4, 0), (4, 1), (4, 2), (4, 3), (4, 4), (4, 5), (4, 6), (4, 7), (4, 8)]
        self.assertCountEqual(getRowLocations(4), row_4)

    def test_counts_rows_from_0_to_8(self) -> None:
        for number in range(9):
            rows = [row for row, column in getRowLocations(number)]
            self.assertEqual(rows, [number] * 9)


class TestGetColumnLocations(unittest.TestCase):
    def test_returns_the_nine_locations_of_the_column(self) -> None:
        column_4 = [(row, 4) for row in (0, 1, 2, 3, 4, 5, 6, 7, 8)]
        self.assertCountEqual(getColumnLocations(4), column_4)

    def test_counts_columns_from_0_to_8(self) -> None:
        for number in range(9):
            columns = [column for row, column in getColumnLocations(number)]
            self.assertEqual(columns, [number] * 9)


class TestGetBoxLocations(unittest.TestCase):
    TOP_RIGHT = [(0, 6), (0, 7), (0, 8), (1, 6), (1, 7), (1, 8), (2, 6), (2, 7), (2, 8)]

    def test_returns_the_nine_locations_of_the_box(self) -> None:
        self.assertCountEqual(getBoxLocations((1, 7)), self.TOP_RIGHT)

    def test_is_the_same_for_every_location_of_the_box(self) -> None:
        for location in self.TOP_RIGHT:
            self.assertCountEqual(getBoxLocations(location), self.TOP_RIGHT)

    def test_the_nine_boxes_cover_the_puzzle(self) -> None:
        corners = [(row, column) for row in (0, 3, 6) for column in (0, 3, 6)]
        covered = []
        for corner in corners:
            covered += getBoxLocations(corner)
        every_location = [(row, column) for row in range(9) for column in range(9)]
        self.assertCountEqual(covered, every_location)


class TestEliminate(unittest.TestCase):
    def test_removes_the_number_from_the_listed_locations(self) -> None:
        problem = [[{5}, {4, 5}], [{5, 6, 7}, {1, 5}]]
        eliminate(problem, (0, 0), [(0, 1), (1, 0)])
        self.assertEqual(problem, [[{5}, {4}], [{6, 7}, {1, 5}]])

    def test_returns_the_number_of_removals(self) -> None:
        problem = [[{5}, {4, 5}, {5, 6}]]
        self.assertEqual(eliminate(problem, (0, 0), [(0, 1), (0, 2)]), 2)

    def test_does_not_count_a_set_without_the_number(self) -> None:
        problem = [[{5}, {4, 6}, {5, 6}]]
        self.assertEqual(eliminate(problem, (0, 0), [(0, 1), (0, 2)]), 1)
        self.assertEqual(problem, [[{5}, {4, 6}, {6}]])

    def test_finds_nothing_the_second_time(self) -> None:
        problem = [[{5}, {4, 5}]]
        eliminate(problem, (0, 0), [(0, 1)])
        self.assertEqual(eliminate(problem, (0, 0), [(0, 1)]), 0)

    def test_skips_the_location_itself(self) -> None:
        problem = [[{5}, {4, 5}]]
        self.assertEqual(eliminate(problem, (0, 0), [(0, 0), (0, 1)]), 1)
        self.assertEqual(problem, [[{5}, {4}]])

    def test_a_location_that_is_listed_twice_counts_once(self) -> None:
        self.assertEqual(eliminate([[{5}, {4, 5}]], (0, 0), [(0, 1), (0, 1)]), 1)

    def test_does_nothing_unless_the_location_holds_a_single_number(self) -> None:
        for numbers in ({1, 2}, ANY_NUMBER, set()):
            problem = [[set(numbers), {1, 2}, {2, 3}]]
            self.assertEqual(eliminate(problem, (0, 0), [(0, 1), (0, 2)]), 0)
            self.assertEqual(problem, [[numbers, {1, 2}, {2, 3}]])

    def test_may_remove_the_last_number(self) -> None:
        problem = [[{5}, {5}]]
        self.assertEqual(eliminate(problem, (0, 0), [(0, 1)]), 1)
        self.assertEqual(problem, [[{5}, set()]])

    def test_changes_no_other_location_that_holds_the_same_set(self) -> None:
        numbers = {4, 5}
        problem = [[{5}, numbers, numbers]]
        eliminate(problem, (0, 0), [(0, 1)])
        self.assertEqual(problem, [[{5}, {4}, {4, 5}]])


class TestIsSolved(unittest.TestCase):
    def test_is_true_if_every_set_has_one_element(self) -> None:
        self.assertIs(isSolved([[{1}, {2}], [{2}, {1}]]), True)

    def test_is_false_if_any_set_has_several_elements(self) -> None:
        self.assertIs(isSolved([[{1, 2}, {2}], [{2}, {1}]]), False)
        self.assertIs(isSolved([[{1}, {2}], [{2}, {1, 2}]]), False)

    def test_is_false_if_any_set_is_empty(self) -> None:
        self.assertIs(isSolved([[{1}, set()]]), False)

    def test_does_not_check_the_rules_of_sudoku(self) -> None:
        self.assertIs(isSolved([[{1}, {1}]]), True)


class TestSolve(unittest.TestCase):
    def setUp(self) -> None:
        self.blank = convertToSets([[0] * 9 for row in range(9)])

    def test_solves_the_puzzle_of_the_assignment(self) -> None:
        problem = convertToSets(puzzle())
        self.assertIs(solve(problem), True)
        self.assertEqual(convertToInts(problem), SOLUTION)

    def test_eliminates_from_the_row_the_column_and_the_box(self) -> None:
        self.blank[4][4] = {5}
        self.assertIs(solve(self.blank), False)
        for row, column in [(4, 0), (4, 8), (0, 4), (8, 4), (3, 3), (5, 5)]:
            self.assertEqual(self.blank[row][column], {1, 2, 3, 4, 6, 7, 8, 9})
        for row, column in [(0, 0), (2, 3), (3, 2), (8, 8)]:
            self.assertEqual(self.blank[row][column], ANY_NUMBER)

    def test_changes_nothing_without_a_single_number(self) -> None:
        self.assertIs(solve(self.blank), False)
        self.assertEqual(self.blank, [[ANY_NUMBER] * 9] * 9)

    def test_does_nothing_but_eliminate(self) -> None:
        for row, column in [(1, 3), (2, 6), (3, 1), (6, 2)]:
            self.blank[row][column] = {1}
        self.assertIs(solve(self.blank), False)
        # In its box the 1 can only go to (0, 0), but elimination does not see that.
        self.assertEqual(self.blank[0][0], ANY_NUMBER)

    def test_does_not_solve_a_puzzle_that_contradicts_itself(self) -> None:
        problem = convertToSets(SOLUTION)
        problem[0][0] = {8}  # and (0, 1) is {8}, too: some sets become empty
        self.assertIs(solve(problem), False)


class TestPrintSudoku(unittest.TestCase):
    def test_prints_the_picture_of_the_assignment(self) -> None:
        output = io.StringIO()
        with redirect_stdout(output):
            print_sudoku(puzzle())
        self.assertEqual(output.getvalue(), PICTURE)


class TestParameters(unittest.TestCase):
    """Each function has the parameters of the assignment, by name."""

    def test_convert_to_sets(self) -> None:
        self.assertEqual(convertToSets(problem=[[5]]), [[{5}]])

    def test_convert_to_ints(self) -> None:
        self.assertEqual(convertToInts(problem=[[{5}]]), [[5]])

    def test_get_row_locations(self) -> None:
        self.assertEqual(len(getRowLocations(rowNumber=0)), 9)

    def test_get_column_locations(self) -> None:
        self.assertEqual(len(getColumnLocations(columnNumber=0)), 9)

    def test_get_box_locations(self) -> None:
        self.assertEqual(len(getBoxLocations(location=(0, 0))), 9)

    def test_eliminate(self) -> None:
        problem = [[{5}, {4, 5}]]
        removed = eliminate(problem=problem, location=(0, 0), listOfLocations=[(0, 1)])
        self.assertEqual(removed, 1)

    def test_is_solved(self) -> None:
        self.assertIs(isSolved(problem=[[{5}]]), True)

    def test_solve(self) -> None:
        self.assertIs(solve(problem=convertToSets(puzzle())), True)


class TestIsYes(unittest.TestCase):
    """The additional function: main goes on after a yes."""

    def test_y_and_yes_are_a_yes(self) -> None:
        for answer in ("y", "yes", "Y", " Yes "):
            self.assertIs(is_yes(answer), True)

    def test_any_other_answer_is_a_no(self) -> None:
        for answer in ("n", "no", "", "ye", "yess", "maybe"):
            self.assertIs(is_yes(answer), False)


if __name__ == "__main__":
    unittest.main()
