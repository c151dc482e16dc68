"""Run pseudocode, for the tests."""

import pytest

from pseudocode.reading.source import RunError
from pseudocode.running.machine import Store
from pseudocode.running.runner import Runner
from pseudocode.running.values import format_value
from pseudoku.reference import parse


def run(
    text: str,
    store: Store = "copy",
    base: int = 1,
    strict: bool = False,
    limit: int = 10_000,
) -> dict[str, str]:
    """Return the variables that the statements in ``text`` leave, as texts by name.

    The other parameters are those of `Runner`: what storing a vector does, whether
    positions count from 0 or 1, whether the notation is strict, and the most steps.
    """
    parsed = parse(text, "program")
    runner = Runner(store, strict, limit)
    runner.load(parsed.valid_program(), parsed.source, base)
    values = runner.run(parsed.program, parsed.source, base)
    return {name: format_value(value) for name, value in values.items()}


def fault(text: str) -> str:
    with pytest.raises(RunError) as caught:
        run(text)
    return str(caught.value)


def steps(text: str, store: Store = "copy") -> int:
    """Return the number of steps that the statements in ``text`` take."""
    parsed = parse(text)
    runner = Runner(store, limit=10**9)
    runner.run(parsed.valid_program(), parsed.source)
    return runner.machine.step_budget - runner.machine.steps_left
