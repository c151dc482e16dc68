"""Values and calls as a person types them at the command line."""

import re
from typing import NoReturn

from adt.queue import LinkedQueue
from adt.stack import ArrayStack
from adt.vector import ArrayVector
from pseudoku.errors import PseudokuError
from pseudoku.pseudocode.running.values import Value

FORMS = (
    "expected a number, a row such as 2 4 1 3, a puzzle such as 4132/3241/1324/2413, "
    "stack<1 2 3 4> with its top first, queue<3 1 4 2> with its tail first, TRUE, FALSE"
)
WORD = re.compile(
    r"\s*(stack\s*<|queue\s*<|-?\d+(?:\.\d+)?|[^\W\d]\w*|[-(),/<>\[\]]|$)"
)
CONSTANTS: dict[str, Value] = {"true": True, "false": False, "null": None}
CALL = re.compile(r"\s*([^\W\d]\w*)\s*\((.*)\)\s*", re.DOTALL)
CLOSING = {"(": ")", "[": "]", "<": ">"}


def read_call(text: str) -> tuple[str, list[Value]]:
    """The name and the arguments of a call.

    >>> name, (row, p) = read_call("PermuteVector(2 4 1 3, 1)")
    >>> name, list(row), p
    ('PermuteVector', [2, 4, 1, 3], 1)
    """
    found = CALL.fullmatch(text)
    if not found:
        raise PseudokuError(f"call {text!r}: expected NAME(ARGUMENT, ...)")
    reader = Reader(found[2])
    arguments: list[Value] = []
    while reader.word:
        arguments.append(reader.argument())
        if reader.word != ",":
            break
        reader.next()
    reader.expect("")
    return found[1], arguments


def read_value(text: str) -> Value:
    """The value that ``text`` spells, as `values.show` writes it or shorter.

    >>> read_value("stack<1 2 3>"), list(read_value("2,4,1,3"))
    (ArrayStack<3 2 1>, [2, 4, 1, 3])
    """
    reader = Reader(text)
    value = reader.argument(commas=True)
    reader.expect("")
    return value


class Reader:
    """Reads words from a text; ``word`` is the one to be read next, "" at the end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.depth = 0
        self.next()

    def next(self) -> None:
        found = WORD.match(self.text, self.position)
        if not found:
            self.refuse(self.text[self.position :].split()[0])
        self.word = found[1].replace(" ", "")
        self.position = found.end()

    def expect(self, word: str) -> None:
        if self.word != word:
            self.refuse(self.word)
        if word:
            self.next()

    def refuse(self, word: str) -> NoReturn:
        """PseudokuError: ``word`` is no value, or stands where none may."""
        text = self.text.strip()
        found = f"found {word!r}, " if word else "found the end, "
        raise PseudokuError(f"argument {text!r}: {found * (word != text)}{FORMS}")

    def argument(self, commas: bool = False) -> Value:
        """A value, or several that make a row, or rows that make a puzzle."""
        rows = [self.row(commas)]
        while self.word == "/":
            self.next()
            rows.append(self.row(commas))
        return rows[0] if len(rows) == 1 else vector(rows)

    def row(self, commas: bool) -> Value:
        items = [self.item()]
        while self.word not in ("", ",", "/", ")", ">", "]") or (
            commas and self.word == ","
        ):
            if self.word == ",":
                self.next()
            items.append(self.item())
        return items[0] if len(items) == 1 else vector(items)

    def item(self) -> Value:
        word = self.word
        if word in ("(", "["):
            return vector(self.items(CLOSING[word]))
        if word == "stack<":
            stack: ArrayStack[Value] = ArrayStack()
            for element in reversed(self.items(">")):
                stack.push(element)
            return stack
        if word == "queue<":
            queue: LinkedQueue[Value] = LinkedQueue()
            for element in reversed(self.items(">")):
                queue.enqueue(element)
            return queue
        return self.single(word)

    def items(self, closing: str) -> list[Value]:
        self.depth += 1
        if self.depth > 5:
            raise PseudokuError("argument: more than 5 brackets in one another")
        self.next()
        found: list[Value] = []
        while self.word and self.word != closing:
            found.append(self.item())
            if self.word == ",":
                self.next()
        self.expect(closing)
        self.depth -= 1
        return found

    def single(self, word: str) -> Value:
        if word.lower() in CONSTANTS:
            self.next()
            return CONSTANTS[word.lower()]
        if not word or not word.lstrip("-")[:1].isdigit() or len(word) > 18:
            self.expect("a value")
        self.next()
        if len(word) == 4 and word.isdigit():
            return vector([int(digit) for digit in word])  # 2413 is a row
        return float(word) if "." in word else int(word)


def vector(elements: list[Value]) -> ArrayVector[Value]:
    made: ArrayVector[Value] = ArrayVector(len(elements))
    for position, element in enumerate(elements, start=1):
        made[position] = element
    return made
