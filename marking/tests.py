"""The tests of a rubric: the program that each runs, and the correct answer."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from itertools import count
from pathlib import Path, PurePath
from time import process_time
from types import ModuleType

from _courseware.grading import GradingError
from marking.data_tests import CALLS_DRIVER, VALUES_SOURCE, data_tests, driver_text
from marking.drivers.calls import ANSWER_FILE
from marking.drivers.unit_tests import TEXTS
from marking.errors import MarkingError
from marking.rubric import ANSWER as ANY_NAME
from marking.rubric import CALL, RUN, Criterion, Group, Rubric, rubric_names
from marking.test import Test
from marking.unit_tests import OWN_RUN, prepare_modules
from sudoku import handins
from sudoku.courses import load_course

JUDGE_DRIVER = driver_text("judge.py")
UNIT_TESTS_DRIVER = driver_text("unit_tests.py")
UNIT_TESTS = "unit-tests"
UNIT_TESTS_SECONDS = 0.15  # so the short limit is 3 s, and the full one 30 s
JUDGE_RUN_ID = "judge"  # one run judges every task


def all_tests(rubric: Rubric) -> list[Test]:
    """Return the tests of all criteria of ``rubric``, in the order of the rubric.

    Raise MarkingError, with the path of the rubric, if it asks for an unknown test or
    for two tests with the same id.
    """
    try:
        course = course_of(rubric)
        tests = [
            test
            for part in rubric.criterion
            for test in _tests_of(rubric, part, course)
        ]
        for test_id, number in Counter(test.id for test in tests).items():
            if number > 1:
                raise MarkingError(f"{number} tests have the id {test_id}")
    except (MarkingError, GradingError) as error:
        raise MarkingError(f"{rubric.path}: {error}") from error
    return tests


def course_of(rubric: Rubric) -> ModuleType | None:
    """Import the module ``grading``, with reference answers, of a rubric's course.

    Return None for a rubric without a course. Raise MarkingError for an unknown course.
    """
    if not rubric.course:
        return None
    modules = {name: grading_module(name) for name in rubric_names()}
    if modules.get(rubric.course):
        return import_module(modules[rubric.course])
    courses = " or ".join(name for name, module in modules.items() if module)
    raise MarkingError(f"course: {rubric.course!r}; expected {courses}, or no course")


def grading_module(course: str) -> str:
    """Return the name of the module with the reference answers of ``course``, or ""."""
    # Nothing outside the project may be imported, such as a student's `hacettepe.py`.
    module = "pseudoku.grading" if course == "pseudoku" else f"sudoku.{course}.grading"
    with suppress(ModuleNotFoundError):
        if find_spec(module):
            return module
    return ""


def _tests_of(
    rubric: Rubric, criterion: Criterion, course: ModuleType | None
) -> Iterator[Test]:
    """Yield the tests of ``criterion``, with the processor seconds of the reference.

    ``course`` is the module with the reference answers, or None. Raise MarkingError or
    GradingError if the rubric asks for an unknown or impossible test.
    """
    numbers = count(1)
    for group in criterion.test:
        if group.do in (RUN, CALL):
            yield from data_tests(rubric, criterion, group, numbers)
            continue
        began = process_time()
        for test in _course_tests(rubric, criterion, group, course):
            yield test._replace(seconds=test.seconds or process_time() - began)
            began = process_time()


def _course_tests(
    rubric: Rubric, criterion: Criterion, group: Group, course: ModuleType | None
) -> Iterator[Test]:
    """Yield the tests of ``group``, of a kind that ``course`` defines.

    Raise MarkingError for another kind, and for inputs that are missing or not used.
    """
    test_kind = group.do
    place = f"{criterion.id}: do = {test_kind!r}"
    kinds = _test_kinds(course)
    if course is None or test_kind not in kinds:
        raise MarkingError(f"{place}; expected one of {', '.join(kinds)}")
    without_input = getattr(course, "WITHOUT_INPUT", ())
    if test_kind in without_input and group.inputs:
        raise MarkingError(f"{place} has inputs; expected none")
    if test_kind not in without_input and not group.inputs:
        raise MarkingError(f"{place} has no inputs")
    if test_kind == UNIT_TESTS:
        yield from _unit_tests(rubric, criterion, group)
        return
    for input_name in group.inputs or ("",):
        content = rubric.input(input_name) if input_name else b""
        expected = course.expected(test_kind, input_name, content)
        if expected.data is not None:
            content = expected.data
        test = Test(
            f"{criterion.id}/{PurePath(input_name).stem or test_kind}",
            criterion.id,
            (),
            {input_name: content},
            expected.answer,
            expected.output,
            expected.text.encode(),
            is_acceptable=expected.accepts,
            call=expected.call,
        )
        if expected.answer == "judge":
            yield _to_judge_test(rubric, test, input_name, course.JUDGE)
        else:
            yield _to_call_test(rubric, test, test_kind, input_name)


def _test_kinds(course: ModuleType | None) -> list[str]:
    if course is None:
        return [RUN, CALL]
    if hasattr(course, "JUDGE"):  # nothing of a submission is executed
        return [*course.DOES]
    return [*course.DOES, UNIT_TESTS, RUN, CALL]


def _to_call_test(rubric: Rubric, test: Test, test_kind: str, input_name: str) -> Test:
    """Return ``test``, changed to call functions by ``inside.py`` of the course.

    Raise MarkingError if the course has no such file.
    """
    inside_file = files(f"sudoku.{rubric.course}").joinpath("inside.py")
    if not inside_file.is_file():
        raise MarkingError(f"sudoku/{rubric.course} has no inside.py to call functions")
    sources = CALLS_DRIVER, VALUES_SOURCE, inside_file.read_text("utf-8")
    module = PurePath(rubric.files[0]).stem
    test = test._replace(argv=("-c", *sources, module, test_kind, input_name))
    if test.answer_source == "value":
        return test._replace(output=ANSWER_FILE)
    return test


def _to_judge_test(
    rubric: Rubric, test: Test, exercise_name: str, packages: tuple[str, ...]
) -> Test:
    """Return ``test``, changed to judge an answer in pseudocode.

    One run of the judge covers all tasks, for which ``exercise_name`` is ""; an
    exercise has its own. Raise MarkingError if the rubric requires file names.
    """
    if rubric.names != (ANY_NAME,):
        raise MarkingError('files: expected ["*"], an answer of any name')
    inputs = {"judge.zip": judge_zip(packages)}
    if exercise_name:
        inputs["exercise.toml"] = test.inputs[exercise_name]
    return test._replace(
        argv=("-c", JUDGE_DRIVER, packages[-1], str(rubric.run.hints)),
        inputs=inputs,
        run="" if exercise_name else JUDGE_RUN_ID,
        seconds=float(rubric.limits.seconds),  # our program gets the whole limit
    )


@cache
def judge_zip(packages: tuple[str, ...]) -> bytes:
    """Return a reproducible ZIP archive of the packages that the judge needs."""
    members = []
    for package in packages:
        top = Path(str(files(package)))
        for path in sorted((*top.rglob("*.py"), *top.rglob("*.toml"))):
            name = path.relative_to(top.parent).as_posix()
            members.append((name, path.read_bytes()))
    return handins.zip_members(members)


def _unit_tests(rubric: Rubric, criterion: Criterion, group: Group) -> Iterator[Test]:
    """Yield the tests that run a student's unit tests on right and wrong functions.

    They run with right functions, with each wrong one in the inputs of ``group``, and
    with the student's own. Raise MarkingError if the course asks for no unit tests, or
    if an input cannot be used.
    """
    hand_in = load_course(rubric.course).hand_in
    module = hand_in.name
    tests = hand_in.tests
    if not tests:
        raise MarkingError(f"{UNIT_TESTS}: students of {rubric.course} submit none")
    right_source = dict(handins.files(rubric.course, ""))[module].decode()
    inputs = {name: rubric.input(name) for name in group.inputs}
    served_modules = prepare_modules(right_source, inputs)
    served = Test(
        criterion.id,
        criterion.id,
        _unit_tests_argv(module, tests, "served"),
        {},
        "success",
        required_files=(tests,),
        seconds=UNIT_TESTS_SECONDS,
    )
    stub = served_modules.stub.encode()
    for name, run in served_modules.runs.items():
        functions = "our functions" if run.is_right else repr(name)
        yield served._replace(
            id=f"{criterion.id}/{name}",
            inputs={module: stub, TEXTS: run.texts.encode()},
            answer_source="success" if run.is_right else "failure",
            call=f"{tests}, with {functions}",
        )
    yield served._replace(
        id=f"{criterion.id}/{OWN_RUN}",
        argv=_unit_tests_argv(module, tests, "own"),
        inputs={TEXTS: b"{}"},
        answer_source="own",
        required_files=(tests, module),
        call=f"{tests}, with the student's functions",
    )


def _unit_tests_argv(module: str, tests: str, kind: str) -> tuple[str, ...]:
    """Return Python's arguments to run the file ``tests``, which imports ``module``.

    ``kind`` is "served", or "own" for the student's own module.
    """
    return "-c", UNIT_TESTS_DRIVER, PurePath(module).stem, PurePath(tests).stem, kind
