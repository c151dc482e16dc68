"""Find the lines in which one change makes a wrong answer right.

Every edited program in `edits` is run on the call that failed; those that pass are
judged as an answer is. Which mistake the student made is not known.
"""

from collections.abc import Sequence
from copy import deepcopy
from difflib import SequenceMatcher
from functools import partial
from itertools import groupby
from os.path import commonprefix
from typing import Final, NamedTuple

from pseudocode.judging.domains import Domain
from pseudocode.judging.edits import (
    Edit,
    Signature,
    applied,
    edits,
    first_line,
    result_kind,
)
from pseudocode.judging.exercise import Exercise
from pseudocode.judging.judge import (
    called_functions,
    functions_named,
    judge_function,
    select_counting,
    with_helpers,
)
from pseudocode.judging.paths import Chosen
from pseudocode.judging.trial import (
    Trial,
    WrongResultError,
    reference_caller,
    reference_result,
)
from pseudocode.reading import syntax
from pseudocode.reading.notation import function_lines
from pseudocode.reading.parser import Parsed
from pseudocode.reading.source import RunError
from pseudocode.reading.vocabulary import name_key
from pseudocode.running.machine import Store
from pseudocode.running.values import kind_name

MAX_NODES: Final = 2_000  # of the tree, which is about 250 lines
MAX_EDITS: Final = 900  # that are tried
MAX_STEPS: Final = 1_500_000  # of all edited programs together
STEPS_PER_EDIT: Final = 600  # counted for each edited program
STEPS_PER_CALL: Final = 20  # counted for each call of a known function
STEPS_PER_NODE: Final = 4  # counted for each node of the tree that is compiled
MAX_PATHS: Final = 200  # of an edited program
MAX_CASES: Final = 12  # arguments that an edited program must pass before it is judged
MAX_STRUCTURES: Final = 50  # in the arguments of a call; a puzzle has 5
MIN_STEPS_PER_CALL: Final = 3_000
STEPS_FACTOR: Final = 10  # of the steps of the reference
MAX_MENDS_TOLD: Final = 3

# The levels of hints: none gives away the next one.
NO_HINTS, LINE, KIND, EDIT = range(4)


class Mend(NamedTuple):
    """A change with which an answer passes.

    ``lines`` are the changed lines of the function ``name``; a ``repeated`` change is
    the same in each of them. ``kind`` says what is changed, and ``advice`` how.
    ``functions`` are the answer's functions with the change, which is made ``times``
    times.
    """

    lines: Sequence[int]
    name: str
    kind: str
    advice: str
    repeated: bool
    functions: list[syntax.Function]
    times: int = 1


def nearest(
    parsed: Parsed, exercise: Exercise, base: int = 1, store: Store = "copy"
) -> list[Mend]:
    """Return the smallest changes with which an answer passes, one for each line.

    The list is empty if the function does not fail or no change is found.
    """
    named = functions_named(parsed, exercise.name)
    if not named:
        return []
    function = select_counting(parsed, named, exercise.task)[0][-1]
    program = with_helpers(parsed, exercise.known_functions, function)
    nodes = [*syntax.walk(*program.functions)]
    if len(nodes) > MAX_NODES:
        return []
    attempt = judge_function(parsed, function, exercise, base, store)
    if attempt.word not in ("fail", "error") or attempt.trial is None:
        return []
    search = MendSearch(parsed, function, exercise, base, store)
    search.add_case(attempt.trial)
    return search.mends()


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
        self._judged = parsed, function, exercise, base, store
        self._source, self._exercise = parsed.source, exercise
        self._program = with_helpers(parsed, exercise.known_functions, function)
        self._functions = called_functions(self._program, function)
        self._nodes = len([*syntax.walk(*self._functions)])
        self._cases: list[tuple[Domain, Chosen]] = []
        self._max_steps = MIN_STEPS_PER_CALL
        self._steps = 0
        self._tried = 0

    def add_case(self, trial: Trial) -> None:
        """Add the last call of a failed trial: an edited program must pass it."""
        if len(self._cases) == MAX_CASES:
            return
        self._cases.append(trial.last)
        reference_result(self._exercise, *trial.last)
        model = reference_caller(self._exercise).machine
        steps = model.step_budget - model.steps_left
        self._max_steps = max(self._max_steps, STEPS_FACTOR * steps)

    def mends(self) -> list[Mend]:
        """Return the smallest change in each line with which the function passes."""
        before = self._text()
        seen: set[str] = set()
        for _, group in groupby(self._edits(), key=lambda edit: edit.rank):
            survivors: list[tuple[int, int, Edit]] = []
            for edit in group:
                if self._tried == MAX_EDITS or self._steps > MAX_STEPS:
                    break
                key = change_key(edit)
                if key in seen:
                    continue
                seen.add(key)
                self._tried += 1
                with applied(edit):
                    if self._passes_cases():
                        after = self._text()
                        size = changed_characters(before, after)
                        survivors.append((len(after), size, edit))
            if proved := self._proved(
                sorted(survivors, key=lambda survivor: survivor[:2])
            ):
                return proved
        return []

    def _proved(self, survivors: Sequence[tuple[int, int, Edit]]) -> list[Mend]:
        """Return the first mend of each line that passes, the smallest change first."""
        proved: dict[tuple[str, Sequence[int]], tuple[int, Mend]] = {}
        for _, size, edit in survivors:
            mend = self._mend(edit)
            place = mend.name, mend.lines
            if place not in proved and self._steps <= MAX_STEPS:
                with applied(edit):
                    if self._passes_cases() and self._passes():
                        functions = deepcopy(self._functions)
                        proved[place] = size, mend._replace(functions=functions)
        return [
            mend for _, mend in sorted(proved.values(), key=lambda ranked: ranked[0])
        ]

    def _text(self) -> str:
        """Return the functions in the module's notation."""
        lines = (
            line for function in self._functions for line in function_lines(function)
        )
        return "\n".join(lines)

    def _trial(self) -> Trial:
        parsed, _, exercise, base, store = self._judged
        return Trial(exercise, parsed, self._program, base, store)

    def _edits(self) -> list[Edit]:
        exercise = self._exercise
        functions = [function for function, _ in exercise.known_functions.values()]
        signatures: dict[str, Signature] = {}
        handout_kinds = self._source.handout.kinds
        for candidate in [*functions, *self._functions]:
            key = name_key(candidate.name)
            kinds = [kind.lower() for kind in handout_kinds.get(key, ())]
            kinds = kinds or [""] * len(candidate.parameters)
            result = result_kind(candidate, kinds, signatures)
            signatures[key] = Signature(candidate.name, kinds, result)
        domain = exercise.domains[0]
        arguments = domain.arguments(tuple(domain.example))
        key, kinds = name_key(exercise.name), [*map(kind_name, arguments)]
        signatures[key] = Signature(exercise.name, kinds, signatures[key].result)
        return edits(self._functions, self._source, signatures)

    def _passes_cases(self) -> bool:
        """Return whether the edited program passes the calls that failed so far."""
        self._steps += STEPS_PER_EDIT + STEPS_PER_NODE * self._nodes
        trial = self._trial()
        trial.machine.limit = self._max_steps
        trial.caller.max_structures = MAX_STRUCTURES
        try:
            trial.run_cases(self._cases)
        except (WrongResultError, RunError):
            return False
        finally:
            self._count_steps(trial)
        return True

    def _passes(self) -> bool:
        """Return whether the edited program passes; if not, add its failed call."""
        attempt = judge_function(*self._judged, MAX_PATHS)
        if attempt.trial is not None:
            self._count_steps(attempt.trial)
            if attempt.word in ("fail", "error"):
                self.add_case(attempt.trial)
        return attempt.word == "pass"

    def _count_steps(self, trial: Trial) -> None:
        outcomes = self._exercise.known_functions.values()
        calls = sum(trial.calls[function.name] for function, _ in outcomes)
        self._steps += trial.machine.total_steps + STEPS_PER_CALL * calls

    def _mend(self, edit: Edit) -> Mend:
        """Return the mend of an edit, without its functions."""
        lines = {self._source.line_and_column(offset)[0] for offset in edit.offsets}
        first, *_ = edit.offsets
        around = (
            function
            for function in self._functions
            if function.offset <= first < function.end
        )
        name = next(around, self._functions[0]).name
        advice = edit.advice
        if edit.new is not None and edit.old is not None and not advice:
            old = first_line(edit.old)
            with applied(edit):
                advice = f"{old} becomes {first_line(edit.new)}"
        places = tuple(sorted(lines)), name
        times = len({*edit.offsets})
        return Mend(*places, edit.kind, advice or edit.kind, edit.repeated, [], times)


def change_key(edit: Edit) -> str:
    """Return a key of an edit: edits with equal keys make the same program."""
    return repr([(id(holder), key, value) for holder, key, value in edit.changes])


def changed_characters(old: str, new: str) -> int:
    """Return how many characters of two texts have no counterpart in the other."""
    start = len(commonprefix([old, new]))
    old, new = old[start:], new[start:]
    end = len(commonprefix([old[::-1], new[::-1]]))
    old, new = old[: len(old) - end], new[: len(new) - end]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    return len(old) + len(new) - 2 * same


def hint(mends: Sequence[Mend], level: int, judged: str) -> str:
    """Return a sentence on the changes that make ``judged`` pass, or "" for none.

    ``level`` is NO_HINTS, LINE, KIND or EDIT: how much the sentence gives away.
    """
    mends = mends[:MAX_MENDS_TOLD]
    if not mends or level == NO_HINTS:
        return ""
    places = [*map(partial(place_text, judged=judged), mends)]
    subjects = (
        f"{'the same' if mend.repeated else 'one'} change {place}"
        for mend, place in zip(mends, places)
    )
    subject = " or ".join(subjects)
    sentence = f"{subject[0].upper()}{subject[1:]} makes every case right"
    details = [mend.kind if level == KIND else mend.advice for mend in mends]
    if level == LINE:
        return f"{sentence}."
    if len(mends) > 1:
        details = [f"{place}, {detail}" for place, detail in zip(places, details)]
    return f"{sentence}: {'; '.join(details)}."


def place_text(mend: Mend, judged: str) -> str:
    """Return the lines of a mend as text, such as ``in lines 4, 7 and 10 of Fill``."""
    *others, last = map(str, mend.lines)
    lines = f"in lines {', '.join(others)} and {last}" if others else f"in line {last}"
    if mend.repeated and not others:
        lines = f"twice {lines}" if mend.times == 2 else f"{lines}, {mend.times} times,"
    in_helper = name_key(mend.name) != name_key(judged)
    return lines + f" of {mend.name}" * in_helper


def mend_data(mend: Mend, level: int) -> dict[str, object]:
    """Return a mend for JSON, with only the fields that the hint ``level`` allows."""
    data = {"lines": mend.lines, "function": mend.name, "repeated": mend.repeated}
    data |= {"kind": mend.kind} if level >= KIND else {}
    return data | ({"edit": mend.advice} if level >= EDIT else {})
