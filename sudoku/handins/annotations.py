"""Remove the annotations of a program, for a Python that cannot evaluate them."""

import ast
from collections.abc import Iterator

MAX_LINE_CHARACTERS = 79

TextChange = tuple[int, int, str]  # the start, the end and the new text


def drop_annotations(text: str) -> str:
    """Return the program ``text`` without annotations of variables and functions.

    Raise ValueError if a line is nothing but an annotation.

    >>> text = 'x: int = 1\\ndef f(a: int, b: str = "") -> None: ...'
    >>> print(drop_annotations(text))
    x = 1
    def f(a, b=""): ...
    """
    for start, end, new in sorted(_annotation_edits(text), reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _annotation_edits(text: str) -> Iterator[TextChange]:
    """Yield ``(start, end, new text)`` for each edit that removes an annotation."""
    lines = text.splitlines(keepends=True)

    def index(line: int | None, column: int | None) -> int:
        """Return the index in ``text`` of a line, from 1, and of a column in bytes."""
        row = (line or 1) - 1
        before = lines[row].encode()[:column].decode()
        return sum(map(len, lines[:row])) + len(before)

    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            start = index(node.lineno, node.col_offset)
            end = start
            for part in (node.args, node.returns):
                for child in ast.walk(part) if part else ():
                    if isinstance(child, ast.expr | ast.arg):
                        end = max(end, index(child.end_lineno, child.end_col_offset))
            if not node.returns:
                end = text.index(")", end)
            yield start, text.index(":", end), _bare_header(node)
        elif isinstance(node, ast.AnnAssign):
            if node.value is None:
                raise ValueError(f"line {node.lineno} is only an annotation")
            start = index(node.target.end_lineno, node.target.end_col_offset)
            annotation = node.annotation
            yield start, index(annotation.end_lineno, annotation.end_col_offset), ""


def _bare_header(node: ast.FunctionDef) -> str:
    """Return the header of ``node`` without annotations, up to the colon."""
    parameters = node.args
    every = [*parameters.posonlyargs, *parameters.args, *parameters.kwonlyargs]
    for parameter in [*every, parameters.vararg, parameters.kwarg]:
        if parameter:
            parameter.annotation = None
    text = ast.unparse(parameters).replace("'", '"')
    line = f"def {node.name}({text})"
    if node.col_offset + len(line) < MAX_LINE_CHARACTERS:
        return line
    indent = " " * node.col_offset
    return f"def {node.name}(\n{indent}    {text}\n{indent})"
