"""Tasks 1 to 6, ColChecks and Task 8, each on the whole of its finite domain.

Every test takes the module of translations, so that the last one can show that the
others refuse wrong ones.
"""

import inspect
import tomllib
from itertools import permutations, product
from types import FunctionType, ModuleType

import pytest

import pseudoku.tasks
from adt import Stack, Vector, vector_of
from tests.adt.drawn import stack_of
from tests.places import ROOT

ROWS = list(permutations((1, 2, 3, 4)))
TRIPLES = list(product(range(4), repeat=3))
QUADRUPLES = list(product((1, 2, 3, 4), repeat=4))


def puzzle_of(*rows: tuple[int, ...]) -> Vector[Vector[int]]:
    return vector_of(*[vector_of(*row) for row in rows])


def rows_of(puzzle: Vector[Vector[int]]) -> list[tuple[int, ...]]:
    return [tuple(row) for row in puzzle]


def rotated(row: tuple[int, ...], p: int) -> tuple[int, ...]:
    return row[p:] + row[:p]


@pytest.fixture
def tasks() -> ModuleType:
    """The module with the translations of the tasks."""
    return pseudoku.tasks


def unstacked(stack: Stack[int]) -> list[int]:
    """Return the elements of ``stack``, top last; it is empty afterwards."""
    elements = []
    while not stack.empty():
        elements.append(stack.top())
        stack.pop()
    return elements[::-1]


def test_make_vector_gives_four_elements_equal_to_the_row(tasks: ModuleType) -> None:
    for numbers in ROWS:
        row = vector_of(*numbers)
        assert rows_of(tasks.make_vector(row)) == [numbers] * 4
        assert tuple(row) == numbers


def test_storing_into_an_element_changes_no_other(tasks: ModuleType) -> None:
    for i in range(1, 5):
        row = vector_of(2, 4, 1, 3)
        puzzle = tasks.make_vector(row)
        puzzle[i][1] = 9
        assert tuple(row) == (2, 4, 1, 3)
        others = [tuple(puzzle[k]) for k in range(1, 5) if k != i]
        assert others == [(2, 4, 1, 3)] * 3


def test_permute_vector_moves_values_left_in_the_row_it_got(tasks: ModuleType) -> None:
    for numbers, p in product(QUADRUPLES, range(4)):
        row = vector_of(*numbers)
        assert tasks.permute_vector(row, p) is row
        assert tuple(row) == rotated(numbers, p)


def test_permute_rows_moves_elements_1_to_3_and_leaves_4(tasks: ModuleType) -> None:
    for numbers, (x, y, z) in product(ROWS, TRIPLES):
        puzzle = puzzle_of(*[numbers] * 4)
        assert tasks.permute_rows(puzzle, x, y, z) is puzzle
        assert rows_of(puzzle) == [rotated(numbers, p) for p in (x, y, z, 0)]


def test_permute_rows_moves_elements_that_differ(tasks: ModuleType) -> None:
    rows = [(1, 2, 3, 4), (2, 1, 4, 3), (3, 4, 1, 2), (4, 3, 2, 1)]
    puzzle = tasks.permute_rows(puzzle_of(*rows), 1, 2, 3)
    assert rows_of(puzzle) == list(map(rotated, rows, (1, 2, 3, 0)))


def test_search_stack_takes_out_one_item_and_keeps_the_order(tasks: ModuleType) -> None:
    for length in range(5):
        for elements in product((1, 2, 3, 4), repeat=length):
            for item in set(elements):
                stack = stack_of(*reversed(elements))
                result = tasks.search_stack(stack, item)
                left = list(elements)
                left.remove(item)  # the topmost
                assert result is stack
                assert unstacked(result) == left[::-1]


def test_search_stack_returns_false_without_the_item_and_keeps_the_stack(
    tasks: ModuleType,
) -> None:
    for length in range(5):
        for elements in product((1, 2, 3), repeat=length):
            stack = stack_of(*elements)
            assert tasks.search_stack(stack, 4) is False
            assert unstacked(stack) == list(elements)


def test_an_emptied_stack_is_not_a_failure(tasks: ModuleType) -> None:
    stack = stack_of(3)
    result = tasks.search_stack(stack, 3)
    assert result is stack
    assert stack.empty()


def test_four_successful_searches_empty_the_stack(tasks: ModuleType) -> None:
    for order in permutations((1, 2, 3, 4)):
        stack = stack_of(4, 3, 2, 1)
        for number in order:
            stack = tasks.search_stack(stack, number)
        assert stack.empty()


def test_check_column_accepts_the_24_good_columns_of_256(tasks: ModuleType) -> None:
    for column, j in product(QUADRUPLES, range(1, 5)):
        rows = [[0] * 4 for _ in range(4)]
        for k, value in enumerate(column):
            rows[k][j - 1] = value
        puzzle = puzzle_of(*map(tuple, rows))
        assert tasks.check_column(puzzle, j) is (len(set(column)) == 4)


def test_col_checks_needs_every_column(tasks: ModuleType) -> None:
    good = puzzle_of(*[rotated((1, 2, 3, 4), p) for p in range(4)])
    assert tasks.col_checks(good) is True
    for j in range(1, 5):
        rows = [list(rotated((1, 2, 3, 4), p)) for p in range(4)]
        rows[0][j - 1] = rows[1][j - 1]
        assert tasks.col_checks(puzzle_of(*map(tuple, rows))) is False


SOLVED = [(4, 1, 3, 2), (3, 2, 4, 1), (1, 3, 2, 4), (2, 4, 1, 3)]


def test_check_grids_needs_all_four_blocks_whatever_stands_in_them(
    tasks: ModuleType,
) -> None:
    for block, a, b in product(QUADRUPLES, (0, 2), (0, 2)):
        rows = [list(row) for row in SOLVED]
        rows[a][b : b + 2] = block[:2]
        rows[a + 1][b : b + 2] = block[2:]
        puzzle = puzzle_of(*map(tuple, rows))
        assert tasks.check_grids(puzzle) is (len(set(block)) == 4)


def test_the_conditions_hold_for_the_triples_that_meet_them(tasks: ModuleType) -> None:
    for numbers in ROWS:
        columns, blocks = set(), set()
        for triple in TRIPLES:
            puzzle = tasks.permute_rows(tasks.make_vector(vector_of(*numbers)), *triple)
            if tasks.col_checks(puzzle):
                columns.add(triple)
            if tasks.check_grids(puzzle):
                blocks.add(triple)
        assert columns == set(permutations((1, 2, 3)))
        assert blocks == {(0, 2, 2), (1, 3, 2), (2, 0, 2), (3, 1, 2)}


def test_make_solution_gives_the_first_candidate_that_meets_them(
    tasks: ModuleType,
) -> None:
    for numbers in ROWS:
        row = vector_of(*numbers)
        solution = tasks.make_solution(row)
        assert rows_of(solution) == [rotated(numbers, p) for p in (1, 3, 2, 0)]
        assert tuple(row) == numbers
    assert rows_of(tasks.make_solution(vector_of(2, 4, 1, 3))) == SOLVED


def test_make_solution_is_false_for_a_row_with_a_repeat(tasks: ModuleType) -> None:
    repeats = [numbers for numbers in QUADRUPLES if len(set(numbers)) < 4]
    for numbers in repeats[::9]:  # docs/written-answers.md tries all 232, and is run
        assert tasks.make_solution(vector_of(*numbers)) is False


def test_four_equal_rows_break_the_conditions_as_the_hand_out_says(
    tasks: ModuleType,
) -> None:
    """In each column one number comes four times, in each sub-grid two come twice."""
    puzzle = [list(row) for row in tasks.make_vector(vector_of(2, 4, 1, 3))]
    assert [len({*column}) for column in zip(*puzzle)] == [1] * 4
    for top, left in product((0, 2), repeat=2):
        cells = [puzzle[top + i][left + j] for i in (0, 1) for j in (0, 1)]
        assert sorted(map(cells.count, {*cells})) == [2, 2]
    made = tasks.make_vector(vector_of(2, 4, 1, 3))
    assert not any(tasks.check_column(made, j) for j in range(1, 5))
    assert not tasks.check_grids(made)


# Wrong translations


TABLE = ROOT / "tests" / "mistakes" / "pseudoku_tasks.toml"
MISTAKES = [
    (function, right, wrong)
    for function, mistakes in tomllib.loads(TABLE.read_text("utf-8")).items()
    for right, wrong in mistakes.values()
]
TESTS = [
    test
    for name, test in globals().items()
    if name.startswith("test_") and isinstance(test, FunctionType)
]


def refuses(test: FunctionType, module: ModuleType) -> bool:
    try:
        test(module)
    except NameError:
        raise  # no wrong answer: a misspelt one
    except Exception:
        return True
    return False


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("function", "right", "wrong"), MISTAKES)
def test_a_mistake_is_refused(function: str, right: str, wrong: str) -> None:
    source = inspect.getsource(pseudoku.tasks)
    code = inspect.getsource(getattr(pseudoku.tasks, function))
    before, found, after = code.rpartition(right)  # the last place
    assert found, f"{function} has no {right!r}"
    module = ModuleType("mistaken")
    exec(source.replace(code, before + wrong + after), vars(module))
    tests = sorted(TESTS, key=lambda test: function not in test.__name__)
    assert any(refuses(test, module) for test in tests)  # those of the function first
