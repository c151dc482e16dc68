"""Students' unit tests: the modules on which they run, and what each unit shows.

A unit is a test that can fail alone, such as a method. No run decides alone: a unit
counts only if it passes in every run with right functions, and finds a mistake if it
then fails with a wrong function, after a call that had another result. Two rules keep
those from earning marks who do not know the right results:

- A unit that fails with right functions is left out. If one passes with a wrong
  function, a person decides: one method for each possible value ("it is not 17") would
  find every mistake, but the method of the right value passes with a wrong function.
- A unit that passes and fails with equal functions is for a person, too, and so is one
  that exists in some of these runs: of a thousand methods that fail, or exist, at
  random, some would find every mistake.
"""

import ast
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from marking.drivers.unit_tests import FILE, NEEDS_PYTEST, SKIPPED
from marking.errors import MarkingError

RIGHT_RUNS = tuple(f"right-{number}" for number in (1, 2, 3))
OWN_RUN = "own"  # with the student's own functions
ABSENT_PACKAGE = re.compile(r"ModuleNotFoundError: No module named '(\w+)")


class UnitRun(NamedTuple):
    """What a unit did in one run: its calls, and its error or None.

    ``wrong`` is the first function with another result than the right one, or "".
    """

    calls: int
    wrong: str
    error: str | None


class UnitVerdict(NamedTuple):
    """The verdict on a run of unit tests: a code such as "AC", and notes."""

    code: str
    notes: tuple[str, ...] = ()


Units = dict[str, UnitRun]


def parse_units(report: bytes) -> Units | None:
    """Return the units in ``report``, the driver's JSON, or None if incomplete.

    A unit that was skipped is absent.
    """
    try:
        units = {name: UnitRun(*values) for name, values in json.loads(report).items()}
    except (ValueError, TypeError, AttributeError):
        return None
    return {name: unit for name, unit in units.items() if unit.error != SKIPPED}


class SortedUnits(NamedTuple):
    """The units of the runs with right functions, sorted by how they ended.

    ``counted`` are those that always passed. ``left_out`` maps those that always failed
    to their errors, and ``unstable`` the others to what differed between the runs.
    """

    counted: list[str]
    left_out: dict[str, str]
    unstable: dict[str, str]


def judge_units(
    runs: Mapping[str, Units], missing_packages: Sequence[str] = ()
) -> dict[str, UnitVerdict]:
    """Return the verdict on each of ``runs``, which has the units of a run by its name.

    ``missing_packages`` are packages that programs may import but that are not
    installed.
    """
    right_runs = [runs.get(name, {}) for name in RIGHT_RUNS]
    own_run = runs.get(OWN_RUN, {})
    units = _sort_units(right_runs)
    verdicts = {OWN_RUN: _judge_own_run(own_run)}
    for name, run in runs.items():
        if name not in (*RIGHT_RUNS, OWN_RUN):
            verdicts[name] = _judge_mistake(run, units)
    if not all(name in runs for name in RIGHT_RUNS):
        passes = any(unit.error is None for unit in own_run.values())
        reason = "a run with right functions did not end"
        verdict = UnitVerdict("MAN" if passes else "RTE", (reason,))
    elif units.unstable:
        unit, doubt = list(units.unstable.items())[-1]
        reason = f"{unit} {doubt} with the same functions"
        verdict = UnitVerdict("MAN", (reason,))
    else:
        verdict = _judge_right_runs(right_runs[0], own_run, units, missing_packages)
    verdicts |= dict.fromkeys(RIGHT_RUNS, verdict)
    if verdict.code == "AC":  # what is left out is said once
        verdicts |= dict.fromkeys(RIGHT_RUNS[1:], UnitVerdict("AC"))
    return verdicts


def _sort_units(right_runs: Sequence[Units]) -> SortedUnits:
    """Return the units of ``right_runs``, sorted by how they ended."""
    units = SortedUnits([], {}, {})
    for unit in dict.fromkeys(chain.from_iterable(right_runs)):
        if not all(unit in run for run in right_runs):
            units.unstable[unit] = "exists only in some runs"
            continue
        errors = [run[unit].error for run in right_runs]
        if not any(errors):
            units.counted.append(unit)
        elif None in errors:
            units.unstable[unit] = "passes and fails"
        if None not in errors:
            units.left_out[unit] = errors[0] or ""
    return units


def _judge_own_run(run: Units) -> UnitVerdict:
    errors = [f"{name}: {unit.error}" for name, unit in run.items() if unit.error]
    return UnitVerdict("RTE" if errors else "AC", tuple(errors))


def _judge_right_runs(
    run: Units, own_run: Units, units: SortedUnits, missing_packages: Sequence[str]
) -> UnitVerdict:
    """Return the verdict on the runs with right functions, of which ``run`` is one.

    ``own_run`` is the run with the student's functions. It decides only between no marks
    and a person, since a program can tell it from the others.
    """
    for unit, error in units.left_out.items():
        package = ABSENT_PACKAGE.match(error)
        if package and package[1] in ("pytest", *missing_packages):
            return UnitVerdict("MAN", (f"{unit} needs {package[1]}",))
        if error == NEEDS_PYTEST:
            return UnitVerdict("MAN", (f"{unit} {error}",))
    notes = [f"left out: {unit}: {error}" for unit, error in units.left_out.items()]
    if units.left_out and not set(units.counted) - {FILE}:
        for unit, error in units.left_out.items():
            if unit in own_run and own_run[unit].error is None:
                fact = f"{unit} passes with the student's functions, not with ours"
                return UnitVerdict("MAN", (f"{fact}: {error}",))
        if FILE in units.left_out or FILE not in run or not run[FILE].calls:
            return UnitVerdict("RTE", ("no test passes with right functions", *notes))
    if not any(run[unit].calls for unit in units.counted):
        return UnitVerdict("WA", ("the tests call no function", *notes))
    return UnitVerdict("AC", tuple(notes))


def _judge_mistake(run: Units, units: SortedUnits) -> UnitVerdict:
    """Return the verdict on ``run``, with a wrong function: "AC" if a unit finds it.

    A unit that is absent finds nothing, because which units exist may depend on
    results.
    """
    for unit in units.left_out:
        if unit in run and run[unit].error is None:
            doubt = f"{unit} fails with right functions, and passes with this wrong one"
            return UnitVerdict("MAN", (doubt,))
    notes = []
    wrong_outside = run[FILE].wrong if FILE in run else ""
    for unit in units.counted:
        if unit not in run:
            continue
        _, wrong, error = run[unit]
        if error and (wrong or wrong_outside):
            return UnitVerdict("AC", (f"found by {unit}",))
        if error:
            notes.append(f"{unit} fails, but no call of it shows this mistake")
        elif wrong:
            notes.append(f"{unit} calls {wrong}, gets a wrong result, and passes")
    if not notes:
        notes.append("no call of a test that counts shows this mistake")
    return UnitVerdict("WA", tuple(notes))


class ServedRun(NamedTuple):
    """A run of unit tests: the JSON text for the process that answers their calls.

    ``is_right`` is whether the module under test is the right one.
    """

    texts: str
    is_right: bool


class ServedModules(NamedTuple):
    """The source of the module that unit tests import, and their runs by name.

    The functions of ``stub`` ask another process for their values.
    """

    stub: str
    runs: dict[str, ServedRun]


def prepare_modules(right_source: str, inputs: dict[str, bytes]) -> ServedModules:
    """Return the modules for each run of the unit tests.

    ``inputs`` are TOML files of wrong functions, by file name. The runs are RIGHT_RUNS,
    then one for each wrong function. Raise MarkingError for a wrong input.
    """
    sources = dict.fromkeys(RIGHT_RUNS, right_source)
    function_names: set[str] = set()
    for file_name, data in inputs.items():
        for run_name, function in _load_wrong_functions(file_name, data).items():
            place = f"{file_name}: {run_name}"
            if run_name in (*RIGHT_RUNS, OWN_RUN):
                raise MarkingError(f"{place}: this name is taken")
            sources[run_name] = replace_function(right_source, function, place)
            function_names |= {tree.name for tree in _functions_in(function)}
    length = max(map(len, sources.values()))
    runs = {}
    for run_name, source in sources.items():
        # Of one length, so that the server's memory has one size.
        modules = {"right": right_source.ljust(length), "tested": source.ljust(length)}
        packed = json.dumps(modules).ljust(4 * length)  # JSON escapes some characters
        runs[run_name] = ServedRun(packed, source == right_source)
    return ServedModules(_serve_functions(right_source, function_names), runs)


def _serve_functions(source: str, names: set[str]) -> str:
    """Return the module ``source``, whose functions ``names`` now call ``serve_``.

    ``serve_`` sends the call to another process and returns the result.
    """
    lines = source.splitlines(keepends=True)
    functions = _functions_in(source)
    # From the last to the first: the numbers of the lines above do not change.
    for function in reversed(functions):
        if function.name in names:
            parameters = [argument.arg for argument in function.args.args]
            arguments = ", ".join([repr(function.name), *parameters])
            body = function.body
            first = body[1] if ast.get_docstring(function) else body[0]
            call = f"    return serve_({arguments})\n"
            lines[first.lineno - 1 : function.end_lineno] = [call]
    above = functions[0].lineno - 1
    lines[above:above] = ["from served_ import serve_\n\n\n"]
    return "".join(lines)


def _load_wrong_functions(name: str, data: bytes) -> dict[str, str]:
    """Return the wrong functions, by key, in ``data``, the TOML file ``name``.

    Raise MarkingError if it has other values than strings, or none.
    """
    try:
        table = tomllib.loads(data.decode())
    except ValueError as error:
        raise MarkingError(f"{name}: {error}") from error
    texts = {key: text for key, text in table.items() if isinstance(text, str)}
    if len(texts) < len(table) or not texts:
        raise MarkingError(f"{name}: expected NAME = '''a wrong function'''")
    return texts


def replace_function(source: str, text: str, place: str) -> str:
    """Return the module ``source`` with ``text`` for the function of the same name.

    Raise MarkingError, which begins with ``place``, if ``text`` is not one function, or
    its name is not that of a function in ``source``.
    """
    try:
        (new,) = _functions_in(text)
        (old,) = (part for part in _functions_in(source) if part.name == new.name)
    except (SyntaxError, ValueError) as error:
        message = "expected one function, with a name of the hand-out"
        raise MarkingError(f"{place}: {message}") from error
    lines = source.splitlines(keepends=True)
    lines[old.lineno - 1 : old.end_lineno] = [text.strip("\n") + "\n"]
    return "".join(lines)


def _functions_in(source: str) -> list[ast.FunctionDef]:
    body = ast.parse(source).body
    return [part for part in body if isinstance(part, ast.FunctionDef)]
