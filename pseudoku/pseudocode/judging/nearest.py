"""Find the lines in which one change makes a wrong answer right.

Every edited program in `edits` is run on the call that failed; those that pass are
judged as an answer is. So a line that is shown is proved: there is a change in it with
which the answer passes. Which mistake the student made is not known.
"""

from collections.abc import Sequence
from copy import deepcopy
from difflib import SequenceMatcher
from functools import partial
from os.path import commonprefix
from typing import Final, NamedTuple

from pseudoku.pseudocode.judging.edits import (
    Edit,
    Signature,
    applied,
    edits,
    first_line,
)
from pseudoku.pseudocode.judging.exercise import Exercise
from pseudoku.pseudocode.judging.judge import (
    functions_named,
    judge_function,
    select_counting,
    with_helpers,
)
from pseudoku.pseudocode.judging.trial import (
    Trial,
    WrongResultError,
    reference_caller,
    reference_result,
)
from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.notation import function_lines
from pseudoku.pseudocode.reading.parser import Parsed
from pseudoku.pseudocode.reading.source import RunError
from pseudoku.pseudocode.reading.words import PARAMETER_KINDS, name_key
from pseudoku.pseudocode.running.machine import Store
from pseudoku.pseudocode.running.values import kind_name

MAX_NODES: Final = 2_000  # of the tree, which is about 250 lines
MAX_EDITS: Final = 900  # that are tried
MAX_STEPS: Final = 1_000_000  # of all edited programs together
STEPS_PER_CALL: Final = 30  # counted for each call of a known function
STEPS_PER_NODE: Final = 10  # counted for each node of the tree that is compiled
MAX_PATHS: Final = 200  # of an edited program
MAX_CASES: Final = 12  # arguments that an edited program must pass before it is judged
MIN_STEPS_PER_CALL: Final = 3_000
STEPS_FACTOR: Final = 10  # of the steps of the reference
MAX_MENDS_TOLD: Final = 3

# The levels of hints: none gives away the next one.
NO_HINTS, LINE, KIND, EDIT = range(4)


class Mend(NamedTuple):
    """A change with which an answer passes.

    ``lines`` are those that are changed, in the function ``name``; if the change is
    ``repeated``, it is the same in each of them. ``kind`` says what is changed, and
    ``advice`` how. ``functions`` are the answer's functions with the change.
    """

    lines: Sequence[int]
    name: str
    kind: str
    advice: str
    repeated: bool
    functions: list[syntax.Function]


def nearest(
    parsed: Parsed, exercise: Exercise, base: int = 1, store: Store = "copy"
) -> list[Mend]:
    """Return the changes of the lowest rank with which an answer that fails passes.

    There is at most one for each line. The list is empty if the function does not fail
    or no change is found.
    """
    named = functions_named(parsed, exercise.name)
    if not named:
        return []
    function = select_counting(parsed, named, exercise.task)[0][-1]
    word = judge_function(parsed, function, exercise, base, store).word
    nodes = [*syntax.walk(*with_helpers(parsed, exercise, function).functions)]
    if word not in ("fail", "error") or len(nodes) > MAX_NODES:
        return []
    return MendSearch(parsed, function, exercise, base, store).mends()


class MendSearch:
    """Searches the edits of a function, and of the helpers that it calls."""

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
        self.program = with_helpers(parsed, exercise, function)
        self.functions = called_functions(self.program, function)
        trial = self._trial()
        trial.first_error()
        self._cases = [trial.last]
        reference_result(exercise, *trial.last)
        model = reference_caller(exercise).machine
        steps = model.step_budget - model.steps_left
        self._max_steps = max(MIN_STEPS_PER_CALL, STEPS_FACTOR * steps)
        self._nodes = len([*syntax.walk(*self.functions)])
        self._steps = 0
        self.tried = 0

    def mends(self) -> list[Mend]:
        """Return the changes with which the function passes, the smallest first.

        Of several changes in one line, the result has that with the shortest program.
        """
        before = self._text()
        found: list[tuple[int, int, Mend]] = []
        seen: set[str] = set()
        rank = 0
        for edit in self._edits():
            if found and edit.rank > rank:
                break
            if self.tried == MAX_EDITS or self._steps > MAX_STEPS:
                break
            key = change_key(edit)
            if key in seen:
                continue
            seen.add(key)
            self.tried += 1
            old = first_line(edit.old) if edit.old else ""
            with applied(edit):
                if self._passes():
                    rank, after = edit.rank, self._text()
                    size = changed_characters(before, after)
                    found.append((len(after), size, self._mend(edit, old)))
        mends: dict[tuple[str, Sequence[int]], tuple[int, Mend]] = {}
        for _, size, mend in sorted(found, key=lambda one: one[:2]):
            mends.setdefault((mend.name, mend.lines), (size, mend))
        return [mend for _, mend in sorted(mends.values(), key=lambda one: one[0])]

    def _text(self) -> str:
        """Return the functions in the module's notation."""
        return "\n".join(line for one in self.functions for line in function_lines(one))

    def _trial(self) -> Trial:
        parsed, _, exercise, base, store = self._judged
        return Trial(exercise, parsed, self.program, base, store)

    def _edits(self) -> list[Edit]:
        exercise = self._exercise
        functions = [function for function, _ in exercise.known_functions.values()]
        signatures = {}
        for one in [*functions, *self.functions]:
            key = name_key(one.name)
            kinds = [kind.lower() for kind in PARAMETER_KINDS.get(key, ())]
            kinds = kinds or [""] * len(one.parameters)
            signatures[key] = Signature(one.name, kinds)
        domain = exercise.domains[0]
        arguments = domain.arguments(tuple(domain.example))
        own = Signature(exercise.name, [*map(kind_name, arguments)])
        signatures[name_key(exercise.name)] = own
        return edits(self.functions, self._source, signatures)

    def _passes(self) -> bool:
        """Return whether the edited program passes.

        A call that it fails is added to the calls that the next programs must pass first.
        """
        self._steps += STEPS_PER_NODE * self._nodes
        trial = self._trial()
        trial.machine.limit = self._max_steps
        try:
            trial.run_cases(self._cases)
        except (WrongResultError, RunError):
            return False
        finally:
            self._count_steps(trial)
        trial = self._trial()
        trial.stops_early, trial.max_paths = True, MAX_PATHS
        error = trial.first_error()
        self._count_steps(trial)
        if error is not None:
            if len(self._cases) < MAX_CASES:
                self._cases.append(trial.last)
            return False
        passes = trial.complete and not trial.doubts
        return passes and judge_function(*self._judged).word == "pass"

    def _count_steps(self, trial: Trial) -> None:
        known = self._exercise.known_functions.values()
        calls = sum(trial.calls[function.name] for function, _ in known)
        self._steps += trial.machine.total_steps + STEPS_PER_CALL * calls

    def _mend(self, edit: Edit, old: str) -> Mend:
        """Return the mend of an edit that is applied; ``old`` is its line before."""
        lines = {self._source.line_and_column(at)[0] for at in edit.offsets}
        first, *_ = edit.offsets
        around = (one for one in self.functions if one.offset <= first < one.end)
        name = next(around, self.functions[0]).name
        advice = edit.advice
        if edit.new is not None and not advice:
            advice = f"{old} becomes {first_line(edit.new)}"
        functions = deepcopy(self.functions)
        places = tuple(sorted(lines)), name
        return Mend(*places, edit.kind, advice or edit.kind, edit.repeated, functions)


def called_functions(
    program: syntax.Program, function: syntax.Function
) -> list[syntax.Function]:
    """Return ``function`` and the functions of ``program`` that it calls."""
    found = [function]
    for one in found:  # found grows meanwhile
        calls = syntax.walk_calls(syntax.Program([one], []))
        names = {name_key(call.name) for call in calls}
        found += [
            other
            for other in program.functions
            if name_key(other.name) in names and other not in found
        ]
    return found


def change_key(edit: Edit) -> str:
    """Return a text that edits with the same changes have in common."""
    return repr([(id(holder), key, value) for holder, key, value in edit.changes])


def changed_characters(one: str, other: str) -> int:
    """Return how many characters of two texts have no counterpart in the other."""
    start = len(commonprefix([one, other]))
    one, other = one[start:], other[start:]
    end = len(commonprefix([one[::-1], other[::-1]]))
    one, other = one[: len(one) - end], other[: len(other) - end]
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    return len(one) + len(other) - 2 * same


def hint(mends: Sequence[Mend], level: int, judged: str) -> str:
    """Return a sentence on the changes that a level of hints allows, or "".

    ``judged`` is the name of the function that is judged.
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
        details = [f"{place}, {one}" for place, one in zip(places, details)]
    return f"{sentence}: {'; '.join(details)}."


def place_text(mend: Mend, judged: str) -> str:
    """Return where a mend is: ``in line 9``, ``in lines 4, 7 and 10 of Fill``."""
    *others, last = map(str, mend.lines)
    lines = f"lines {', '.join(others)} and {last}" if others else f"line {last}"
    own = name_key(mend.name) == name_key(judged)
    return f"in {lines}" + f" of {mend.name}" * (not own)


def mend_data(mend: Mend, level: int) -> dict[str, object]:
    """Return a mend for JSON, without what its level of hints does not allow."""
    data = {"lines": mend.lines, "function": mend.name, "repeated": mend.repeated}
    data |= {"kind": mend.kind} if level >= KIND else {}
    return data | ({"edit": mend.advice} if level >= EDIT else {})
