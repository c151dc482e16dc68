"""Convert explanations and steps to dictionaries for JSON."""

from collections.abc import Iterable

from sudoku.explain.hints import PLACE, QUESTION, hint
from sudoku.explain.steps import Explanation, Step
from sudoku.explain.words import COUNTING_FROM_ZERO, FROM_ZERO, summary, summary_line
from sudoku.grid import Location, cell_name


def to_json(
    explanation: Explanation, steps: Iterable[Step] | None = None
) -> dict[str, object]:
    """Return ``explanation`` as a dictionary for JSON, without its puzzle.

    Its keys are "method", "summary", "start", "steps" and "end". If ``steps`` is given,
    only these steps are included.
    """
    end = explanation.end
    about = [summary(explanation)]
    if explanation.method in COUNTING_FROM_ZERO:
        about.append(FROM_ZERO)
    return {
        "method": explanation.method,
        "summary": " ".join(about),
        "start": explanation.start._asdict(),
        "steps": [
            step_json(step) for step in (explanation.steps if steps is None else steps)
        ],
        "end": {
            "grid": end and end.grid,
            "marks": end and end.marks,
            "open": end and end.grid.count("."),
            "ending": explanation.ending,
            "text": summary_line(explanation),
        },
    }


def step_json(step: Step) -> dict[str, object]:
    """Return ``step`` as a dictionary for JSON: its fields, with cells such as "r1c2".

    "hints" has the hints of levels 2 and 3. A step of a search also has the fields of
    its ``SearchNode``.
    """
    return {
        "number": step.number,
        "kind": step.kind,
        "name": step.name,
        "unit": step.unit,
        "cells": [cell_name(cell) for cell in step.cells],
        "digits": step.digits,
        "placed": _name_cells(step.placed),
        "removed": _name_cells(step.removed),
        "marked": _name_cells(step.marked),
        "links": [(*map(cell_name, link[:2]), *link[2:]) for link in step.links],
        "heading": step.heading,
        "reason": step.reason,
        "hints": [hint(step, PLACE), hint(step, QUESTION)],
        **(step.node._asdict() if step.node else {}),
    }


def _name_cells(changes: Iterable[tuple[Location, object]]) -> list[tuple[str, object]]:
    return [(cell_name(cell), change) for cell, change in changes]
