"""Run a student's unit tests on functions that are in another process.

The launcher passes this source to ``python -c``. The working directory contains the
tests, the module that they import (its functions ask this process for results), and
``served.json`` with the sources of the right module and of the module under test. If
that file contains ``{}``, the module is the student's own and asks nothing. Python 3.6
can run this file; it imports only the standard library.

The process of the tests is forked before those sources are read, and starts after they
are deleted. Right and wrong modules therefore differ only in the results of calls.

A unit is a test that can fail alone: a method of a TestCase, a docstring with examples,
or a function ``test…``. Whatever runs outside of them is the unit FILE. The report maps
each unit to [calls, first function with a wrong result or "", error or None]. It goes
to standard output, which the process of the tests cannot use.
"""

import os
import sys

folder = sys.path.pop(0)  # a submission may have a json.py
import builtins
import ctypes
import io
import json
import select
import traceback
import unittest
from _thread import allocate_lock
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from types import FunctionType, ModuleType, TracebackType

sys.path.insert(0, folder)
TEXTS = "served.json"
FILE = "the file"
NO_END = "it did not end"
NEEDS_PYTEST = "needs pytest"
SKIPPED = "skipped"
PR_SET_DUMPABLE = 4
MAX_REQUEST_BYTES = 2**24
MAX_UNITS = 2000
MAX_CHARACTERS = 160  # of the name of a unit, and of an error
TICK = 0.05  # seconds between two looks at the process of the tests
PLAIN = (type(None), bool, int, float, str)
CONTAINERS = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
    "dict": dict,
}


def pack(value: object) -> object:
    """Return ``value`` as data for JSON: a container as [name of its type, items].

    A named tuple or a range becomes a tuple, and an iterator a list. Raise TypeError
    for any other value that is not plain data.
    """
    if type(value) in PLAIN:
        return value
    type_name = type(value).__name__
    if isinstance(value, (tuple, range)):
        type_name = "tuple"
    elif isinstance(value, Iterator):
        type_name = "list"
    elif CONTAINERS.get(type_name) is not type(value):
        raise TypeError("{} is not plain data".format(type_name))
    assert isinstance(value, Iterable)
    items = value.items() if isinstance(value, dict) else value
    packed = [pack(item) for item in items]
    if isinstance(value, (set, frozenset)):
        packed.sort(key=json.dumps)  # sets have no fixed order
    return [type_name, packed]


def unpack(data: object) -> object:
    """Return the value that `pack` has changed into ``data``."""
    if not isinstance(data, list):
        return data
    type_name, items = data
    return CONTAINERS[type_name]([unpack(item) for item in items])


def put_back(old: object, new: object) -> object:
    """Give ``old`` the contents of ``new``, its copy after a call; return the result.

    The lists, sets and dicts in ``old`` stay the same objects as far as possible,
    because the tests may use them under other names.
    """
    if json.dumps(pack(old)) == json.dumps(pack(new)):  # where 1 is not True
        return old
    if isinstance(old, list) and isinstance(new, list):
        same = [put_back(before, after) for before, after in zip(old, new)]
        old[:] = same + new[len(same) :]
    elif isinstance(old, set) and isinstance(new, set):
        old.clear()
        old.update(new)
    elif isinstance(old, dict) and isinstance(new, dict):
        items = [(key, put_back(old.get(key), value)) for key, value in new.items()]
        old.clear()
        old.update(items)
    elif isinstance(old, tuple) and isinstance(new, tuple) and len(old) == len(new):
        return tuple([put_back(before, after) for before, after in zip(old, new)])
    else:
        return new
    return old


class Client:
    """The process of the unit tests, which asks the server for the results of calls.

    ``requests`` and ``answers`` are the descriptors of two pipes. ``units`` are the
    names of the units that have run, and ``unit`` is the running one, or "".
    """

    def __init__(self, requests: int, answers: int) -> None:
        self.requests = requests
        self.lock = allocate_lock()
        self.answers = os.fdopen(answers, "rb")
        self.units = set()  # type: set[str]
        self.unit = ""
        self.file_error = None  # type: str | None

    def serve_(self, name: str, *arguments: object) -> object:
        """Call the function ``name`` in the server's process, and return its value.

        Output, exceptions and changes of the arguments are repeated in this process.
        Raise TypeError for an argument that is not plain data.
        """
        try:
            request = json.dumps([name, [pack(argument) for argument in arguments]])
        except (TypeError, ValueError, RecursionError) as error:
            raise TypeError("{}: {}".format(name, error))
        printed, error_type, values, changed = json.loads(self.ask(request))
        for argument, packed in zip(arguments, changed):
            put_back(argument, unpack(packed))
        sys.stdout.write(printed)
        if error_type:
            raise getattr(builtins, error_type)(*map(unpack, values))
        return unpack(values[0])

    def ask(self, request: str) -> str:
        """Send ``request``, JSON on one line, to the server; return its answer."""
        with self.lock:
            write_all(self.requests, request.encode() + b"\n")
            return self.answers.readline().decode()

    def run_unit(self, unit: str, run: "Callable[[], str | None]") -> None:
        """Call ``run``, which returns an error or None; report it as that of ``unit``.

        Inside of another unit, it is a part of that unit.
        """
        if self.unit:
            run()
            return
        self.unit = unit
        self.units.add(unit)
        self.ask(json.dumps(["", [unit]]))
        error = NO_END  # type: str | None
        try:
            error = run()
        finally:
            # Also if this process is about to end: the error is then NO_END.
            self.unit = ""
            self.ask(json.dumps(["", [unit, error]]))


class ServedUnit:
    """What the server knows of a unit: its calls, a wrong function, its error."""

    def __init__(self, error: "str | None") -> None:
        self.calls = 0
        self.wrong = ""
        self.error = error


class Server:
    """The process that calls both the right function and the function under test.

    ``texts`` are the sources of the modules "right" and "tested", or {}. ``units`` are
    those of the report. ``unit`` is the running one, whose calls are counted.
    """

    def __init__(self, texts: "dict[str, str]") -> None:
        self.modules = []  # type: list[dict[str, object]]
        for name in sorted(texts):
            module = {"__name__": "served"}  # type: dict[str, object]
            exec(compile(texts[name], "served", "exec"), module)
            self.modules.append(module)
        self.units = {FILE: ServedUnit(NO_END)}
        self.unit = FILE
        self.make_noise()

    def make_noise(self) -> None:
        """Hold a random amount of memory, up to 2 MiB, to disguise which module runs.

        Otherwise, a test could recognize a module by the memory that /proc shows.
        """
        self.noise = b"x" * (4096 * (int.from_bytes(os.urandom(2), "big") % 512))

    def answer(self, request: bytes) -> bytes:
        """Return the result of the function under test for ``request``, a line of JSON.

        The right function is called too, and the report is updated. A request without
        the name of a function is the start or the end of a unit.
        """
        self.make_noise()
        name, data = json.loads(request.decode())
        if not name:
            self.record(str(data[0])[:MAX_CHARACTERS], data[1:])
            return b"null"
        right, tested = [call(module[name], data) for module in self.modules]
        unit = self.units[self.unit]
        unit.calls += 1
        if right != tested and not unit.wrong:
            unit.wrong = name
        return tested.encode()

    def record(self, unit: str, end: "list[object]") -> None:
        """Record that ``unit`` starts, or its ``end``: a list of its error or None.

        A unit that runs twice must pass twice.
        """
        if len(self.units) > MAX_UNITS:
            sys.exit("more than {} units".format(MAX_UNITS))
        record = self.units.setdefault(unit, ServedUnit(None))
        self.unit = FILE if end else unit
        if not end:
            record.error = record.error or NO_END
        elif record.error == NO_END:
            record.error = None if end[0] is None else str(end[0])[:MAX_CHARACTERS]

    def report(self) -> "dict[str, list[object]]":
        """Return the report: for each unit, its calls, its wrong function, its error."""
        units = self.units.items()
        return {name: [unit.calls, unit.wrong, unit.error] for name, unit in units}


def call(function: object, data: "list[object]") -> str:
    """Call ``function`` with the packed arguments ``data``; return the result as JSON.

    The result is [printed text, name of the exception or "", packed values, packed
    arguments after the call]. The values are the returned one, or the arguments of the
    exception.
    """
    arguments = [unpack(argument) for argument in data]
    stream = io.StringIO()
    error_type = ""
    assert callable(function)
    with redirect_stdout(stream):
        try:
            values = [function(*arguments)]  # type: list[object]
        except Exception as error:
            error_type = type(error).__name__
            values = list(error.args)
    packed = [[pack(value) for value in part] for part in (values, arguments)]
    return json.dumps([stream.getvalue(), error_type] + packed)


def run_tests(client: Client, module: str, name: str, is_served: bool) -> None:
    """Run the unit tests in the file ``NAME.py``, and report each to the server.

    The file first runs as a program, as its author runs it; then the tests in it that
    have not run. If ``is_served``, the functions of ``module``, which the tests import,
    get their results through ``client``.
    """
    if is_served:
        served = sys.modules["served_"] = ModuleType("served_")
        served.__dict__["serve_"] = client.serve_
        load(module)
    watch_units(client)
    program = ModuleType("__main__")
    path = os.path.abspath(name + ".py")
    program.__file__ = path
    sys.modules["__main__"] = program
    sys.argv = [path]
    with open(path, "rb") as file:
        source = file.read()
    error = error_of(lambda: exec(compile(source, path, "exec"), program.__dict__))
    client.file_error = client.file_error or error
    run_cases(client, program)
    for unit, run in test_functions(program):
        client.run_unit(unit, run)
    if b">>>" in source:
        run_examples(client, program)
    client.ask(json.dumps(["", [FILE, client.file_error]]))


def run_cases(client: Client, program: ModuleType) -> None:
    """Run the test cases of ``program`` that have not run; `watch_units` reports them."""
    suite = unittest.defaultTestLoader.loadTestsFromModule(program)
    new_cases = [case for case in cases_in(suite) if unit_of(case) not in client.units]
    if new_cases:
        unittest.TextTestRunner(verbosity=0).run(unittest.TestSuite(new_cases))


def run_examples(client: Client, program: ModuleType) -> None:
    """Run the examples in the docstrings of ``program``, each docstring as a unit."""
    import doctest

    for docstring in doctest.DocTestFinder().find(program):
        if docstring.examples:
            run = partial(doctest.DocTestRunner().run, docstring)
            client.run_unit(docstring.name, partial(example_error, run))


def example_error(run: "Callable[[], tuple[int, int]]") -> "str | None":
    failures, examples = run()[:2]
    return "{} of {} examples fail".format(failures, examples) if failures else None


def load(name: str) -> ModuleType:
    """Import the file ``NAME.py`` from this folder, never a package of that name."""
    spec = spec_from_file_location(name, os.path.abspath(name + ".py"))
    assert spec and spec.loader
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def watch_units(client: Client) -> None:
    """Make every TestCase report itself to ``client``, whatever runs it."""
    run_case = unittest.TestCase.run
    add_error = unittest.TestResult.addError

    def run_as_unit(
        case: unittest.TestCase, result: "unittest.TestResult | None" = None
    ) -> unittest.TestResult:
        """Run ``case`` as a unit. Return ``result``, or else a new one."""
        if result is None:
            result = case.defaultTestResult()
        run = partial(run_case, case, result)
        client.run_unit(unit_of(case), partial(case_error, run, case, result))
        return result

    def add_file_error(
        result: unittest.TestResult,
        test: unittest.TestCase,
        error: "tuple[type[BaseException], BaseException, TracebackType]",
    ) -> None:
        if type(test).__name__ == "_ErrorHolder":  # of setUpClass and the like
            client.file_error = client.file_error or last_line(str(error[1]))
        add_error(result, test, error)

    setattr(unittest.TestCase, "run", run_as_unit)
    setattr(unittest.TestResult, "addError", add_file_error)


def case_error(
    run: "Callable[[], object]", case: unittest.TestCase, result: unittest.TestResult
) -> "str | None":
    """Call ``run``, which adds to ``result``; return the error of ``case``, or None."""
    problem_counts = [len(problems) for problems in problems_in(result)]
    skipped_count = len(result.skipped)
    run()
    for problems, count in zip(problems_in(result), problem_counts):
        if len(problems) > count:
            return last_line(str(problems[count]))
    if len(result.skipped) > skipped_count and result.skipped[-1][0] is case:
        return SKIPPED
    return None


def problems_in(result: unittest.TestResult) -> "Iterator[list[object]]":
    """Yield the lists of errors, failures and unexpected successes in ``result``."""
    yield [text for _, text in result.errors]
    yield [text for _, text in result.failures]
    yield ["an unexpected success" for _ in result.unexpectedSuccesses]


def unit_of(case: unittest.TestCase) -> str:
    """Return the name of a test case without its module, such as "T.test_row"."""
    name = str(case.id())
    module = type(case).__module__ + "."
    return name[len(module) :] if name.startswith(module) else name


def last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else "no message"


def error_of(run: "Callable[[], object]") -> "str | None":
    """Call ``run``. Return how it failed, or None; the end of unittest is no error."""
    try:
        run()
    except SystemExit as error:
        end = error.__traceback__
        while end and end.tb_next:
            end = end.tb_next
        name = str(end.tb_frame.f_globals.get("__name__")) if end else ""
        if error.code and not name.startswith("unittest"):
            return "exit status {}".format(error.code)
    except unittest.SkipTest:
        return SKIPPED
    except BaseException as error:
        traceback.print_exc()
        return last_line("".join(traceback.format_exception_only(type(error), error)))
    return None


def cases_in(suite: object) -> "Iterator[unittest.TestCase]":
    """Yield the test cases in ``suite``, which may be nested."""
    if isinstance(suite, unittest.TestCase):
        yield suite
    elif isinstance(suite, Iterable):
        for part in suite:
            yield from cases_in(part)


def test_functions(
    program: ModuleType,
) -> "Iterator[tuple[str, Callable[[], str | None]]]":
    """Yield each function ``test…`` of ``program`` or of its classes ``Test…``.

    The pairs are (unit, a function that runs it and returns its error or None).
    """
    for name, value in list(vars(program).items()):
        if getattr(value, "__module__", "") != "__main__":  # such as imported names
            continue
        if is_test_function(name, value):
            yield name, partial(run_function, value)
        if not isinstance(value, type) or issubclass(value, unittest.TestCase):
            continue
        if not name.startswith("Test"):
            continue
        for method_name, method in list(vars(value).items()):
            if is_test_function(method_name, method):
                unit = name + "." + method_name
                yield unit, partial(run_function, method, value)


def is_test_function(name: str, value: object) -> bool:
    return name.startswith("test") and isinstance(value, FunctionType)


def run_function(function: FunctionType, owner: "type | None" = None) -> "str | None":
    """Call ``function``, on a new ``owner`` if it is a method. Return its error or None.

    Arguments are fixtures of pytest, and so is what a class sets up.
    """
    required = function.__code__.co_argcount - len(function.__defaults__ or ())
    if owner is None:
        return NEEDS_PYTEST if required else error_of(function)
    if required > 1 or any("setup" in name for name in dir(owner)):
        return NEEDS_PYTEST
    create = owner
    return error_of(lambda: function(create()))


def main(module: str, name: str, kind: str) -> None:
    """Run the unit tests in the file ``NAME.py``, and print the report as JSON.

    ``module`` is the module that they import, and ``kind`` is "served", or "own" for
    the student's own module.
    """
    request_reader, request_writer = os.pipe()
    answer_reader, answer_writer = os.pipe()
    start_reader, start_writer = os.pipe()
    tests_pid = os.fork()
    if not tests_pid:
        for unused in (request_reader, answer_writer, start_writer):
            os.close(unused)
        os.dup2(2, 1)
        os.read(start_reader, 1)  # until the sources are deleted
        client = Client(request_writer, answer_reader)
        run_tests(client, module, name, kind == "served")
        sys.exit()
    for unused in (request_writer, answer_reader, start_reader):
        os.close(unused)
    with open(TEXTS, encoding="utf-8") as file:
        texts = json.load(file)
    os.unlink(TEXTS)
    if ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0):
        sys.exit("this process can be read")
    server = Server(texts)
    os.write(start_writer, b"1")
    serve(server, tests_pid, request_reader, answer_writer)
    print(json.dumps(server.report()))


def serve(server: Server, tests_pid: int, requests: int, answers: int) -> None:
    """Answer requests until the process ``tests_pid`` ends.

    ``requests`` and ``answers`` are the descriptors of two pipes.
    """
    unread = b""
    is_open = True
    while True:
        if select.select([requests] if is_open else [], [], [], TICK)[0]:
            piece = os.read(requests, 2**16)
            is_open = bool(piece)
            unread += piece
            while b"\n" in unread:
                request, _, unread = unread.partition(b"\n")
                send_answer(answers, server.answer(request))
            if len(unread) > MAX_REQUEST_BYTES:
                sys.exit("a request is too long")
        if os.waitpid(tests_pid, os.WNOHANG)[0]:
            return


def send_answer(answers: int, answer: bytes) -> None:
    """Write ``answer`` as a line to the pipe with the descriptor ``answers``."""
    try:
        write_all(answers, answer + b"\n")
    except BrokenPipeError:
        pass  # the process of the tests has ended


def write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]


if __name__ == "__main__":
    main(*sys.argv[1:])
