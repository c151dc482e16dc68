"""Northwestern: what the starter file provides besides class Board.

The starter's two boards are lists of moves. Here they are texts, which `parse` reads as
it reads the files of the command line.
"""

from collections.abc import Iterable
from typing import Generic, TypeVar

from adt.errors import EmptyError
from adt.queue import LinkedQueue
from adt.queue import Queue as QueueADT
from adt.stack import ArrayStack
from adt.stack import Stack as StackADT
from sudoku.errors import SudokuError
from sudoku.grid import Grid

T = TypeVar("T")


class EmptyPopError(EmptyError, IndexError):
    """pop of an empty stack or queue. The starter's own lists raise an IndexError."""


class Stack(Generic[T]):
    """The starter's stack, on an abstract one: the element pushed last comes first."""

    def __init__(self, initial: Iterable[T] = ()) -> None:
        self._stack: StackADT[T] = ArrayStack()
        for elt in initial:
            self.push(elt)

    def __str__(self) -> str:
        return f"The stack contains: {self.the_stack}"

    def push(self, elt: T) -> None:
        self._stack.push(elt)

    def pop(self) -> T:
        if self._stack.empty():
            raise EmptyPopError("pop of an empty stack")
        elt = self._stack.top()
        self._stack.pop()
        return elt

    def is_empty(self) -> bool:
        return self._stack.empty()

    @property
    def the_stack(self) -> list[T]:
        """A new list of the elements, the top last; in the starter, the list itself."""
        elements: list[T] = []
        while not self._stack.empty():
            elements.append(self.pop())
        elements.reverse()
        for elt in elements:
            self.push(elt)
        return elements


class Queue(Generic[T]):
    """The starter's queue, on an abstract one: the element pushed first comes first."""

    def __init__(self, initial: Iterable[T] = ()) -> None:
        self._queue: QueueADT[T] = LinkedQueue()
        for elt in initial:
            self.push(elt)

    def __str__(self) -> str:
        return f"The queue contains: {self.the_queue}"

    def push(self, elt: T) -> None:
        self._queue.enqueue(elt)

    def pop(self) -> T:
        if self._queue.empty():
            raise EmptyPopError("pop of an empty queue")
        elt = self._queue.head()
        self._queue.dequeue()
        return elt

    enqueue = push  # as another year's starter calls them
    dequeue = pop

    def is_empty(self) -> bool:
        return self._queue.empty()

    @property
    def the_queue(self) -> list[T]:
        """A new list of the elements, the front first."""
        elements: list[T] = []
        while not self._queue.empty():
            elements.append(self.pop())
        for elt in elements:
            self.push(elt)
        return elements


FIRST_GAME = """\
.7. ... .1.
..9 7.4 2..
..8 9.. 3..
.43 .6. ...
.9. 1.8 .7.
... .2. 15.
..4 ..5 7..
..7 4.1 9..
.3. ... .8.
"""
SECOND_GAME = """\
.2. 3.5 .4.
... ... 9..
.7. .4. .8.
1.7 ..9 ..2
.9. .3. .6.
6.. 7.. 5.8
.1. .9. .2.
..6 ... ...
.4. 8.7 .5.
"""


def parse(text: str) -> Grid:
    """Return the board in *text*, 0 for an empty cell.

    It is nine lines of nine characters, ``.`` or ``0`` for an empty cell. White space
    and empty lines are ignored. Raise SudokuError if *text* is anything else.
    """
    every_line = enumerate(text.split("\n"), start=1)
    lines = [(number, line) for number, line in every_line if line.strip()]
    grid = [digits_of(line, number) for number, line in lines[:9]]
    if len(lines) > 9:
        raise SudokuError("a tenth line; expected nine lines of digits", lines[9][0], 1)
    if len(lines) < 9:
        last = lines[-1][0] if lines else 0
        raise SudokuError("the end; expected nine lines of digits", last + 1, 1)
    return grid


def digits_of(line: str, number: int) -> list[int]:
    """Return the nine digits of line *number*."""
    digits: list[int] = []
    for column, character in enumerate(line, start=1):
        if character not in ".0123456789 \t\r":
            expected = "a digit, or a dot for an empty cell"
            raise SudokuError(f"{character!r}; expected {expected}", number, column)
        if not character.isspace():
            digits.append(0 if character == "." else int(character))
    if len(digits) != 9:
        raise SudokuError(f"{len(digits)} digits; expected nine", number, 1)
    return digits
