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
    kind = type(value).__name__
    if type(value) in PLAIN:
        return value
    if isinstance(value, (tuple, range)):
        kind = "tuple"
    elif isinstance(value, Iterator):
        kind = "list"
    elif CONTAINERS.get(kind) is not type(value):
        raise TypeError("{} is not plain data".format(kind))
    assert isinstance(value, Iterable)
    items = value.items() if isinstance(value, dict) else value
    packed = [pack(item) for item in items]
    if isinstance(value, (set, frozenset)):
        packed.sort(key=json.dumps)  # sets have no fixed order
    return [kind, packed]


def unpack(data: object) -> object:
    """Return the value that `pack` has changed into ``data``."""
    if not isinstance(data, list):
        return data
    kind, items = data
    return CONTAINERS[kind]([unpack(item) for item in items])


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
            data = request.encode() + b"\n"
            while data:
                data = data[os.write(self.requests, data) :]
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
            self.unit = ""
            self.ask(json.dumps(["", [unit, error]]))


class Unit:
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
        self.units = {FILE: Unit(NO_END)}
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
        if right != tested:
            unit.wrong = unit.wrong or name
        return tested.encode()

    def record(self, unit: str, end: "list[object]") -> None:
        """Record that ``unit`` starts, or its ``end``: a list of its error or None.

        A unit that runs twice must pass twice.
        """
        if len(self.units) > MAX_UNITS:
            sys.exit("more than {} units".format(MAX_UNITS))
        record = self.units.setdefault(unit, Unit(None))
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
    suite = unittest.defaultTestLoader.loadTestsFromModule(program)
    rest = [case for case in cases_in(suite) if unit_of(case) not in client.units]
    if rest:
        unittest.TextTestRunner(verbosity=0).run(unittest.TestSuite(rest))
    for unit, run in test_functions(program):
        client.run_unit(unit, run)
    if b">>>" in source:
        import doctest

        for example in doctest.DocTestFinder().find(program):
            run_examples = partial(doctest.DocTestRunner().run, example)
            if example.examples:
                client.run_unit(example.name, partial(example_error, run_examples))
    client.ask(json.dumps(["", [FILE, client.file_error]]))


def example_error(run: "Callable[[], tuple[int, int]]") -> "str | None":
    failed, tried = run()[:2]
    return "{} of {} examples fail".format(failed, tried) if failed else None


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

    def run(
        case: unittest.TestCase, result: "unittest.TestResult | None" = None
    ) -> "unittest.TestResult | None":
        known = case.defaultTestResult() if result is None else result
        before = [len(problems) for problems in problems_in(known)]
        skipped = len(known.skipped)

        def error() -> "str | None":
            run_case(case, known)
            for problems, count in zip(problems_in(known), before):
                if len(problems) > count:
                    return last_line(str(problems[count]))
            is_skipped = known.skipped[skipped:] and known.skipped[-1][0] is case
            return SKIPPED if is_skipped else None

        client.run_unit(unit_of(case), error)
        return known

    def add(
        result: unittest.TestResult,
        test: unittest.TestCase,
        error: "tuple[type[BaseException], BaseException, TracebackType]",
    ) -> None:
        if type(test).__name__ == "_ErrorHolder":  # of setUpClass and the like
            client.file_error = client.file_error or last_line(str(error[1]))
        add_error(result, test, error)

    setattr(unittest.TestCase, "run", run)
    setattr(unittest.TestResult, "addError", add)


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
        for inner in suite:
            yield from cases_in(inner)


def test_functions(
    program: ModuleType,
) -> "Iterator[tuple[str, Callable[[], str | None]]]":
    """Yield each function ``test…`` of ``program`` or of its classes ``Test…``.

    The pairs are (unit, a function that runs it and returns its error or None).
    """
    for name, value in list(vars(program).items()):
        if getattr(value, "__module__", "") != "__main__":  # such as imported names
            continue
        if name.startswith("test") and isinstance(value, FunctionType):
            yield name, partial(run_function, value)
        if not isinstance(value, type) or issubclass(value, unittest.TestCase):
            continue
        for inner, method in list(vars(value).items()) if "Test" in name[:4] else ():
            if inner.startswith("test") and isinstance(method, FunctionType):
                yield name + "." + inner, partial(run_function, method, value)


def run_function(function: FunctionType, owner: "type | None" = None) -> "str | None":
    """Call ``function``, on a new ``owner`` if it is a method. Return its error or None.

    Arguments are fixtures of pytest, and so is what a class sets up.
    """
    required = function.__code__.co_argcount - len(function.__defaults__ or ())
    if owner is None and not required:
        return error_of(function)
    if owner is None or required > 1 or any("setup" in name for name in dir(owner)):
        return NEEDS_PYTEST
    create = owner
    return error_of(lambda: function(create()))


def main(module: str, name: str, kind: str) -> None:
    """Run the unit tests in the file ``NAME.py``, and print the report as JSON.

    ``module`` is the module that they import, and ``kind`` is "served", or "own" for
    the student's own module.
    """
    requests = os.pipe()
    answers = os.pipe()
    start = os.pipe()
    tests = os.fork()
    if not tests:
        for unused in (requests[0], answers[1], start[1]):
            os.close(unused)
        os.dup2(2, 1)
        os.read(start[0], 1)
        run_tests(Client(requests[1], answers[0]), module, name, kind == "served")
        sys.exit()
    for unused in (requests[1], answers[0], start[0]):
        os.close(unused)
    with open(TEXTS, encoding="utf-8") as file:
        texts = json.load(file)
    os.unlink(TEXTS)
    if ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0):
        sys.exit("this process can be read")
    server = Server(texts)
    os.write(start[1], b"1")
    serve(server, tests, requests[0], answers[1])
    print(json.dumps(server.report()))


def serve(server: Server, tests: int, requests: int, answers: int) -> None:
    """Answer requests until the process ``tests`` ends.

    ``requests`` and ``answers`` are the descriptors of two pipes.
    """
    left = b""
    is_open = True
    while True:
        if select.select([requests] if is_open else [], [], [], TICK)[0]:
            piece = os.read(requests, 2**16)
            is_open = bool(piece)
            left += piece
            while b"\n" in left:
                request, _, left = left.partition(b"\n")
                data = server.answer(request) + b"\n"
                try:
                    while data:
                        data = data[os.write(answers, data) :]
                except BrokenPipeError:
                    pass  # the process of the tests has ended
            if len(left) > MAX_REQUEST_BYTES:
                sys.exit("a request is too long")
        if os.waitpid(tests, os.WNOHANG)[0]:
            return


if __name__ == "__main__":
    main(*sys.argv[1:])
