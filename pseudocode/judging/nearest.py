"""Find the lines in which one change makes a wrong answer right.

Every edited program in `edits` is run on the call that failed; those that pass are
judged as an answer is. Which mistake the student made is not known.
"""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from copy import deepcopy
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from pseudocode.judging.callers import reference_caller, reference_result
from pseudocode.judging.domains import Case
from pseudocode.judging.edits import Edit, apply_edit, edits, text_change
from pseudocode.judging.exercise import Exercise
from pseudocode.judging.hints import MAX_MENDS_TOLD, Mend, describe_edit
from pseudocode.judging.judge import (
    FAILED,
    called_functions,
    functions_named,
    judge_function,
    program_with_helpers,
    select_counting,
)
from pseudocode.judging.trial import (
    MAX_EARLY_STEPS,
    Searches,
    Trial,
    WrongResultError,
)
from pseudocode.reading import syntax
from pseudocode.reading.notation import function_lines
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import RunError
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.compiler import Compiler
from pseudocode.running.machine import MAX_TOTAL_STEPS, Execute, Store

MAX_NODES = 2_000  # of the tree, which is about 250 lines
MAX_EDITS = 900  # that are tried
MAX_STEPS = 700_000  # of all edited programs together, before they are judged
STEPS_PER_EDIT = 300  # counted for each edited program
STEPS_PER_CALL = 20  # counted for each call of a known function
MAX_CASES = 12  # arguments that an edited program must pass before it is judged
MAX_STRUCTURES = 50  # in the arguments of a call; a puzzle has 5
MIN_STEPS_PER_CALL = 800
STEPS_FACTOR = 3  # of the steps of the reference


def nearest(
    parsed: Parsed, exercise: Exercise, base: int = 1, store: Store = "copy"
) -> list[Mend]:
    """Return the smallest changes with which an answer passes, one for each line.

    The answer is one whose verdict is "fail" or "error". The list is empty if no change
    is found.
    """
    functions = functions_named(parsed, exercise.name)
    if not functions:
        return []
    counting, _ = select_counting(parsed, functions, exercise.task)
    function = counting[-1]
    program = program_with_helpers(parsed, exercise.known_functions, function)
    nodes = [*syntax.walk(*program.functions)]
    if len(nodes) > MAX_NODES:
        return []
    trial = Trial(exercise, parsed, program, base, store)
    trial.machine.limit = MAX_EARLY_STEPS
    if trial.first_error() is None:
        return []
    search = MendSearch(parsed, function, exercise, base, store)
    search.add_case(trial)
    return search.mends()


class Survivor(NamedTuple):
    """An edit that passes the cases.

    ``length`` is that of its program, and ``change_size`` that of its change, both in
    characters.
    """

    length: int
    change_size: int
    edit: Edit


class EditCompiler(Compiler):
    """A compiler of a function and of its edited versions.

    Statements that are not `changed`, a set of ids, are compiled only once.
    """

    changed: AbstractSet[int] = frozenset()

    @cached_property
    def _compiled(self) -> dict[int, Execute]:
        return {}

    def compile_statement(self, node: syntax.Statement) -> Execute:
        """Return the compiled ``node``, from the last time if no edit changes it."""
        key = id(node)
        if key in self.changed:
            return super().compile_statement(node)
        if key not in self._compiled:
            self._compiled[key] = super().compile_statement(node)
        return self._compiled[key]


class MendSearch:
    """A search of the edits of a function, and of the helpers that it calls."""

    def __init__(
        self,
        parsed: Parsed,
        function: syntax.Function,
        exercise: Exercise,
        base: int,
        store: Store,
    ) -> None:
        self._answer = parsed, function, exercise, base, store
        self._source = parsed.source
        self._exercise = exercise
        program = program_with_helpers(parsed, exercise.known_functions, function)
        self._functions = called_functions(program, function)
        self._unedited_text = self._functions_text()
        self._cases: list[Case] = []
        self._searches: Searches = {}
        self._steps = 0
        self._edit_count = 0
        self._edit_keys: set[str] = set()
        self._trial = Trial(exercise, parsed, program, base, store)
        self._machine = self._trial.machine
        self._machine.limit = MIN_STEPS_PER_CALL
        self._machine.max_total_steps = MAX_TOTAL_STEPS
        self._trial.caller.max_structures = MAX_STRUCTURES
        constants = syntax.constant_values(program.statements)
        self._compilers = [
            EditCompiler(self._machine, parsed.source, called, base, constants)
            for called in self._functions
        ]
        self._parents: dict[int, syntax.SyntaxNode] = {}
        for node in syntax.walk(*self._functions):
            for value in node.__dict__.values():
                self._parents[id(value)] = node
            for child in node.children():
                self._parents[id(child)] = node

    def add_case(self, trial: Trial) -> None:
        """Add the last call of a failed trial: an edited program must pass it."""
        if len(self._cases) == MAX_CASES:
            return
        self._cases.append(trial.last_case)
        reference_result(self._exercise, trial.last_case)
        model = reference_caller(self._exercise).machine
        steps = STEPS_FACTOR * (model.step_budget - model.steps_left)
        self._machine.limit = max(self._machine.limit, steps)

    def mends(self) -> list[Mend]:
        """Return the smallest change in each line with which the function passes."""
        for _, group in groupby(self._edits(), key=lambda edit: edit.rank):
            if mends := self._passing_mends(self._survivors(group)):
                return mends
        return []

    def _survivors(self, group: Iterable[Edit]) -> list[Survivor]:
        """Return those of ``group`` that pass the cases, the shortest programs first."""
        survivors: list[Survivor] = []
        for edit in group:
            if self._edit_count == MAX_EDITS or self._steps > MAX_STEPS:
                break
            key = _change_key(edit)
            if key in self._edit_keys:
                continue
            self._edit_keys.add(key)
            self._edit_count += 1
            with apply_edit(edit):
                if self._passes_cases(edit):
                    text = self._functions_text()
                    change_size = len(text_change(self._unedited_text, text))
                    survivors.append(Survivor(len(text), change_size, edit))
        return sorted(survivors, key=lambda survivor: survivor[:2])

    def _passing_mends(self, survivors: Sequence[Survivor]) -> list[Mend]:
        """Return the mends with which the judge passes the answer, at most one a place.

        There are at most MAX_MENDS_TOLD, sorted by the size of their changes.
        """
        sized_mends: dict[tuple[str, Sequence[int]], tuple[int, Mend]] = {}  # by place
        for _, change_size, edit in survivors:
            if len(sized_mends) == MAX_MENDS_TOLD:
                break
            mend = describe_edit(edit, self._functions, self._source)
            place = mend.name, mend.lines
            if place in sized_mends:
                continue
            with apply_edit(edit):
                if self._passes_cases(edit) and self._passes_judge():
                    mend = mend._replace(functions=deepcopy(self._functions))
                    sized_mends[place] = change_size, mend
        by_size = sorted(sized_mends.values(), key=lambda sized: sized[0])
        return [mend for _, mend in by_size]

    def _functions_text(self) -> str:
        texts = ["\n".join(function_lines(function)) for function in self._functions]
        return "\n".join(texts)

    def _edits(self) -> list[Edit]:
        known = [function for function, _ in self._exercise.known_functions.values()]
        counts = {
            function.name: len(function.parameters)
            for function in [*known, *self._functions]
        }
        return edits(self._functions, counts)

    def _passes_cases(self, edit: Edit) -> bool:
        """Return whether the edited program passes the calls that failed so far."""
        changed = self._changed_ids(edit)
        before = self._used_steps()
        try:
            for compiler in self._compilers:
                compiler.changed = changed
                key = name_key(compiler.function.name)
                self._machine.routines[key] = compiler.compile_routine()
            self._trial.run_cases(self._cases)
        except (WrongResultError, RunError):
            return False
        finally:
            self._steps += STEPS_PER_EDIT + self._used_steps() - before
        return True

    def _changed_ids(self, edit: Edit) -> set[int]:
        """Return the ids of all nodes that ``edit`` changes, moves or makes."""
        changed: set[int] = set()
        for change in edit.changes:
            node = self._parents.get(id(change.holder))
            changed.add(id(change.holder))
            while node:
                changed.add(id(node))
                node = self._parents.get(id(node))
            if isinstance(change.value, list):
                changed.update(map(id, syntax.walk(*change.value)))
        return changed

    def _passes_judge(self) -> bool:
        """Return whether the judge passes the program; if not, add its failed call."""
        attempt = judge_function(*self._answer, self._searches)
        if attempt.trial is not None and attempt.word in FAILED:
            self.add_case(attempt.trial)
        return attempt.word == "pass"

    def _used_steps(self) -> int:
        outcomes = self._exercise.known_functions.values()
        calls = sum(self._trial.calls[function.name] for function, _ in outcomes)
        return self._machine.total_steps + STEPS_PER_CALL * calls


def _change_key(edit: Edit) -> str:
    """Return a key of an edit: edits with equal keys make the same program."""
    return repr([(id(change.holder), *change[1:]) for change in edit.changes])
