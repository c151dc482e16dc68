"""Tasks 1 to 6, ColChecks and Task 8 of the Pseudoku hand-out, in its order.

Each docstring gives the pseudocode, the function below it is its translation, a line
for a line. The names are those of PEP 8; the hand-out's are in `handout`.
"""

from typing import Literal, TypeAlias

from adt.queue import LinkedQueue, Queue
from adt.stack import ArrayStack, Stack
from adt.vector import ArrayVector, Vector, copy_vector

Row: TypeAlias = Vector[int]
Puzzle: TypeAlias = Vector[Row]


def make_vector(row: Row) -> Puzzle:
    """Task 1: a vector of four elements, each a copy of ``row``.

    ::

        function MakeVector(row)
            new Vector puzzle(4)
            for 1 ≤ i ≤ 4 do
                puzzle[i] ← row
            end for
            return puzzle
        end function

    >>> from adt import vector_of
    >>> [list(element) for element in make_vector(vector_of(2, 4, 1, 3))]
    [[2, 4, 1, 3], [2, 4, 1, 3], [2, 4, 1, 3], [2, 4, 1, 3]]
    """
    puzzle: Puzzle = ArrayVector(4)
    for i in range(1, 5):
        puzzle[i] = copy_vector(row)  # docs/decisions.md, "Storing a vector"
    return puzzle


def permute_vector(row: Row, p: int) -> Row:
    """Task 2: ``row`` itself, its values moved ``p`` places to the left, 0 ≤ p ≤ 3.

    ::

        function PermuteVector(row, p)
            if p = 0 then
                return row
            end if
            new Queue q
            for 1 ≤ i ≤ 4 do
                ENQUEUE[row[i], q]
            end for
            for 1 ≤ k ≤ p do
                ENQUEUE[HEAD[q], q]
                DEQUEUE[q]
            end for
            for 1 ≤ i ≤ 4 do
                row[i] ← HEAD[q]
                DEQUEUE[q]
            end for
            return row
        end function

    >>> from adt import vector_of
    >>> list(permute_vector(vector_of(2, 4, 1, 3), 1))
    [4, 1, 3, 2]
    """
    if p == 0:
        return row
    q: Queue[int] = LinkedQueue()
    for i in range(1, 5):
        q.enqueue(row[i])
    for _ in range(1, p + 1):
        q.enqueue(q.head())
        q.dequeue()
    for i in range(1, 5):
        row[i] = q.head()
        q.dequeue()
    return row


def permute_rows(puzzle: Puzzle, x: int, y: int, z: int) -> Puzzle:
    """Task 3: ``puzzle``, elements 1, 2, 3 moved x, y, z places left; 4 stays.

    ::

        function PermuteRows(puzzle, x, y, z)
            puzzle[1] ← PermuteVector(puzzle[1], x)
            puzzle[2] ← PermuteVector(puzzle[2], y)
            puzzle[3] ← PermuteVector(puzzle[3], z)
            return puzzle
        end function

    >>> from adt import vector_of
    >>> puzzle = permute_rows(make_vector(vector_of(2, 4, 1, 3)), 1, 3, 2)
    >>> [list(element) for element in puzzle]
    [[4, 1, 3, 2], [3, 2, 4, 1], [1, 3, 2, 4], [2, 4, 1, 3]]
    """
    puzzle[1] = permute_vector(puzzle[1], x)
    puzzle[2] = permute_vector(puzzle[2], y)
    puzzle[3] = permute_vector(puzzle[3], z)
    return puzzle


def search_stack(stack: Stack[int], item: int) -> Literal[False] | Stack[int]:
    """Task 4: ``stack`` without its topmost ``item``; False if there is none.

    The other elements keep their order, and a stack without ``item`` all of its own.

    ::

        function SearchStack(stack, item)
            new Stack seen
            found ← FALSE
            while ¬EMPTY[stack] ∧ ¬found do
                if TOP[stack] = item then
                    found ← TRUE
                else
                    PUSH[TOP[stack], seen]
                end if
                POP[stack]
            end while
            while ¬EMPTY[seen] do
                PUSH[TOP[seen], stack]
                POP[seen]
            end while
            if found then
                return stack
            end if
            return FALSE
        end function

    >>> stack: Stack[int] = ArrayStack()
    >>> for number in (4, 3, 2, 1):
    ...     stack.push(number)
    >>> search_stack(stack, 3)
    ArrayStack<4 2 1>
    >>> search_stack(stack, 3)
    False
    """
    seen: Stack[int] = ArrayStack()
    found = False
    while not stack.empty() and not found:
        if stack.top() == item:
            found = True
        else:
            seen.push(stack.top())
        stack.pop()
    while not seen.empty():
        stack.push(seen.top())
        seen.pop()
    if found:
        return stack
    return False


def check_column(puzzle: Puzzle, j: int) -> bool:
    """Task 5: whether column ``j`` holds all of 1 to 4.

    ::

        function CheckColumn(puzzle, j)
            new Stack numbers
            for 1 ≤ n ≤ 4 do
                PUSH[n, numbers]
            end for
            k ← 1
            while k ≤ 4 do
                value ← puzzle[k][j]
                result ← SearchStack(numbers, value)
                if result = FALSE then
                    return FALSE
                end if
                numbers ← result
                k ← k + 1
            end while
            return TRUE
        end function

    >>> from adt import vector_of
    >>> check_column(make_vector(vector_of(2, 4, 1, 3)), 1)
    False
    """
    numbers: Stack[int] = ArrayStack()
    for n in range(1, 5):
        numbers.push(n)
    k = 1
    while k <= 4:
        value = puzzle[k][j]
        result = search_stack(numbers, value)
        if result is False:
            return False
        numbers = result
        k = k + 1
    return True


def col_checks(puzzle: Puzzle) -> bool:
    """Given in the hand-out: whether every column holds all of 1 to 4.

    ::

        function ColChecks(puzzle)
            for 1 ≤ j ≤ 4 do
                if CheckColumn(puzzle, j) = FALSE then
                    return FALSE
                end if
            end for
            return TRUE
        end function

    >>> from adt import vector_of
    >>> col_checks(permute_rows(make_vector(vector_of(2, 4, 1, 3)), 1, 2, 3))
    True
    """
    for j in range(1, 5):
        if check_column(puzzle, j) is False:
            return False
    return True


def check_grids(puzzle: Puzzle) -> bool:
    """Task 6: whether every 2-by-2 sub-grid holds all of 1 to 4.

    ``top`` and ``left`` are the coordinates of a sub-grid's first element.

    ::

        function CheckGrids(puzzle)
            for 0 ≤ a ≤ 1 do
                for 0 ≤ b ≤ 1 do
                    top ← 2 × a + 1
                    left ← 2 × b + 1
                    new Stack numbers
                    for 1 ≤ n ≤ 4 do
                        PUSH[n, numbers]
                    end for
                    for top ≤ i ≤ top + 1 do
                        for left ≤ j ≤ left + 1 do
                            result ← SearchStack(numbers, puzzle[i][j])
                            if result = FALSE then
                                return FALSE
                            end if
                            numbers ← result
                        end for
                    end for
                end for
            end for
            return TRUE
        end function

    >>> from adt import vector_of
    >>> check_grids(permute_rows(make_vector(vector_of(2, 4, 1, 3)), 1, 2, 3))
    False
    """
    for a in range(0, 2):
        for b in range(0, 2):
            top = 2 * a + 1
            left = 2 * b + 1
            numbers: Stack[int] = ArrayStack()
            for n in range(1, 5):
                numbers.push(n)
            for i in range(top, top + 2):
                for j in range(left, left + 2):
                    result = search_stack(numbers, puzzle[i][j])
                    if result is False:
                        return False
                    numbers = result
    return True


def make_solution(row: Row) -> Literal[False] | Puzzle:
    """Task 8: the first puzzle made from ``row`` that meets every condition.

    Of all rotations (x, y, z), x outermost; False if none works, which does not happen
    for a row of the numbers 1 to 4.

    ::

        function MakeSolution(row)
            for 0 ≤ x ≤ 3 do
                for 0 ≤ y ≤ 3 do
                    for 0 ≤ z ≤ 3 do
                        puzzle ← MakeVector(row)
                        puzzle ← PermuteRows(puzzle, x, y, z)
                        if CheckGrids(puzzle) = TRUE then
                            if ColChecks(puzzle) = TRUE then
                                return puzzle
                            end if
                        end if
                    end for
                end for
            end for
            return FALSE
        end function

    >>> from adt import vector_of
    >>> solution = make_solution(vector_of(2, 4, 1, 3))
    >>> solution and [list(element) for element in solution]
    [[4, 1, 3, 2], [3, 2, 4, 1], [1, 3, 2, 4], [2, 4, 1, 3]]
    """
    for x in range(0, 4):
        for y in range(0, 4):
            for z in range(0, 4):
                puzzle = make_vector(row)
                puzzle = permute_rows(puzzle, x, y, z)
                if check_grids(puzzle) is True:
                    if col_checks(puzzle) is True:
                        return puzzle
    return False
