"""Explanations and steps as the values of JSON objects."""

from collections.abc import Iterable

from sudoku.explain.hints import PLACE, QUESTION, hint
from sudoku.explain.steps import Explanation, State, Step
from sudoku.grid import Location, cell_name


def as_json(explanation: Explanation) -> dict[str, object]:
    """Return *explanation* as the values of a JSON object, without its puzzle."""
    end = explanation.end
    return {
        "method": explanation.method,
        "start": state_json(explanation.start),
        "steps": [step_json(step) for step in explanation.steps],
        "end": {
            "grid": end and end.grid,
            "marks": end and end.marks,
            "open": end and end.grid.count("."),
            "ending": explanation.ending,
        },
    }


def state_json(state: State) -> dict[str, object]:
    return {"grid": state.grid, "marks": state.marks}


def step_json(step: Step) -> dict[str, object]:
    """Return *step* as the values of a JSON object."""
    return {
        "number": step.number,
        "kind": step.kind,
        "name": step.name,
        "unit": step.unit,
        "cells": [cell_name(cell) for cell in step.cells],
        "digits": step.digits,
        "placed": with_cell_names(step.placed),
        "removed": with_cell_names(step.removed),
        "marked": with_cell_names(step.marked),
        "links": [(*map(cell_name, link[:2]), *link[2:]) for link in step.links],
        "heading": step.heading,
        "reason": step.reason,
        "hints": [hint(step, PLACE), hint(step, QUESTION)],
        **(step.node._asdict() if step.node else {}),
    }


def with_cell_names(
    changes: Iterable[tuple[Location, object]],
) -> list[tuple[str, object]]:
    return [(cell_name(cell), change) for cell, change in changes]
