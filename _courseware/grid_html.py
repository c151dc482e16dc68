"""A grid as HTML: a table for eyes, and words for screen readers."""

from html import escape
from math import isqrt

from _courseware.grid_state import GridState, candidate_words


def table(state: GridState, caption: str, name: str = "") -> str:
    """Return *state* as a table with a *caption*, whose id is *name* if it has one."""
    size = len(state["elements"])
    heads = "".join(f"<th scope=col>c{j}" for j in range(1, size + 1))
    rows = "".join(row(state, i) for i in range(size))
    return (
        f'<table class="grid boxes{isqrt(size)}"{name and f" id={name}"}>'
        f"<caption>{escape(caption)}</caption>\n"
        f"<thead><tr><td></td>{heads}</thead>\n<tbody>\n{rows}</tbody></table>\n"
    )


def row(state: GridState, i: int) -> str:
    cells = "".join(cell(state, i, j) for j in range(len(state["elements"])))
    return f"<tr><th scope=row>r{i + 1}{cells}\n"


def cell(state: GridState, i: int, j: int) -> str:
    """Return the cell in row *i* and column *j*, which count from 0."""
    number = state["elements"][i][j]
    roles = state["roles"][i][j] if state["roles"] else ""
    marks = state["candidates"][i][j] if state["candidates"] else ""
    shown = str(number) if number else candidates(marks, len(state["elements"]))
    words = said(number, marks, roles.split())
    spoken = f"<small>{words}</small>" if words else ""
    return f"<td{roles and f' class={quoted(roles)}'}><div>{shown}{spoken}</div>"


def quoted(roles: str) -> str:
    return f'"{roles}"' if " " in roles else roles


def candidates(marks: str, size: int) -> str:
    """Return the candidates in *marks*, each at its place; those after - crossed out.

    >>> candidates("2-4", 4)
    '<b aria-hidden=true><i></i><i>2</i><i></i><i class=out>4</i></b>'
    """
    if not marks:
        return ""
    left, _, out = marks.partition("-")
    places = "".join(
        f"<i class=out>{digit}</i>"
        if digit in out
        else f"<i>{digit if digit in left else ''}</i>"
        for digit in map(str, range(1, size + 1))
    )
    return f"<b aria-hidden=true>{places}</b>"


def said(number: int, marks: str, roles: list[str]) -> str:
    """Return what a screen reader says after the number of a cell.

    >>> said(0, "9-4", ["changed"]), said(5, "", ["changed"]), said(0, "", [])
    ('possible 9, 4 crossed out', ', placed now', 'empty')
    """
    words = ["", *["placed now"] * ("changed" in roles)]
    if not number:
        words = candidate_words(marks) or ["empty"]
    words += ["reason"] * ("reason" in roles)
    return ", ".join(words) if len(words) > bool(number) else ""
