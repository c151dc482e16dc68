"""Run a student's unit tests on functions that are in another process.

The launcher passes this source to ``python -c``. The working directory contains the
tests, the module that they import (its functions ask this process for results), and
``served.json`` with the sources of the right module and of the module under test.
Python 3.6 can run this file; it imports only the standard library.

The process of the tests is forked before those sources are read, and starts after they
are deleted. Right and wrong modules therefore differ only in the results of calls. The
report goes to standard output, which the process of the tests cannot use.
"""

import os
import sys

folder = sys.path.pop(0)  # a submission may have a json.py
import builtins
import ctypes
import io
import json
import select
import unittest
from _thread import allocate_lock
from contextlib import redirect_stdout
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

sys.path.insert(0, folder)
TEXTS = "served.json"
PR_SET_DUMPABLE = 4
MAX_REQUEST_BYTES = 2**24
TICK = 0.05  # seconds between two looks at the process of the tests
PLAIN = (type(None), bool, int, float, str)
CONTAINERS = {"list": list, "set": set, "dict": dict}


def pack(values: "list[object]", objects: "list[object]") -> "list[object]":
    """Return *values* and the containers in them as data for JSON.

    The result is [values, contents of *objects*], where {"at": index} refers to a list,
    set or dict in *objects*, the containers that both processes share. New ones are
    appended. Raise TypeError for a value that is not plain data.
    """
    places = {id(container): n for n, container in enumerate(objects)}

    def packed(value: object) -> object:
        kind = type(value)
        if kind in PLAIN:
            return value
        if kind.__name__ in CONTAINERS and kind is CONTAINERS[kind.__name__]:
            if id(value) not in places:
                places[id(value)] = len(objects)
                objects.append(value)
            return {"at": places[id(value)]}
        if kind is tuple or kind is range:
            assert isinstance(value, (tuple, range))
            return {"tuple": [packed(item) for item in value]}
        if kind is frozenset:
            assert isinstance(value, frozenset)
            return {"frozenset": sort_items([packed(item) for item in value])}
        raise TypeError("{} is not plain data".format(kind.__name__))

    heads = [packed(value) for value in values]
    entries = []  # type: list[object]
    for container in objects:  # which grows
        if isinstance(container, dict):
            pairs = container.items()
            items = []  # type: list[object]
            items += [[packed(key), packed(item)] for key, item in pairs]
        elif isinstance(container, set):
            items = sort_items([packed(item) for item in container])
        else:
            assert isinstance(container, list)
            items = [packed(item) for item in container]
        entries.append([type(container).__name__, items])
    return [heads, entries]


def sort_items(items: "list[object]") -> "list[object]":
    """Return packed *items* sorted by their JSON text, as sets have no fixed order."""
    return sorted(items, key=json.dumps)


def unpack(data: "list[object]", objects: "list[object]") -> "list[object]":
    """Return the values in *data*, which `pack` returned in the other process.

    *objects* are the lists, sets and dicts that both processes share. Their contents
    are updated, and new ones are appended.
    """
    heads, entries = data
    assert isinstance(heads, list) and isinstance(entries, list)
    before = pack([], list(objects))[1]
    assert isinstance(before, list)
    for kind, _ in entries[len(objects) :]:
        objects.append(CONTAINERS[kind]())

    def unpacked(value: object) -> object:
        if not isinstance(value, dict):
            return value
        ((kind, items),) = value.items()
        if kind == "at":
            return objects[items]
        if kind == "tuple":
            return tuple([unpacked(item) for item in items])
        return frozenset([unpacked(item) for item in items])

    for number, entry in enumerate(entries):
        container, items = objects[number], entry[1]
        if number < len(before) and json.dumps(before[number]) == json.dumps(entry):
            continue
        if isinstance(container, list):
            container[:] = [unpacked(item) for item in items]
        elif isinstance(container, set):
            container.clear()
            container.update([unpacked(item) for item in items])
        elif isinstance(container, dict):
            container.clear()
            container.update([(unpacked(key), unpacked(item)) for key, item in items])
    return [unpacked(value) for value in heads]


class Client:
    """The process of the unit tests, which asks the server for the results of calls.

    *requests* and *answers* are the descriptors of two pipes.
    """

    def __init__(self, requests: int, answers: int) -> None:
        self.requests, self.lock = requests, allocate_lock()
        self.answers = os.fdopen(answers, "rb")

    def serve_(self, name: str, *arguments: object) -> object:
        """Call the function *name* in the server's process, and return its value.

        Output, exceptions and changes of the arguments are repeated in this process.
        Raise TypeError for an argument that is not plain data.
        """
        objects = []  # type: list[object]
        try:
            request = json.dumps([name, pack(list(arguments), objects)])
        except (TypeError, ValueError, RecursionError) as error:
            self.ask(json.dumps(["", str(error)]))
            raise TypeError("{}: {}".format(name, error))
        printed, error_type, data = json.loads(self.ask(request))
        values = unpack(data, objects)
        sys.stdout.write(printed)
        if error_type:
            raise getattr(builtins, error_type)(*values)
        return values[0]

    def ask(self, request: str) -> str:
        """Send *request*, JSON on one line, to the server; return its answer."""
        with self.lock:
            data = request.encode() + b"\n"
            while data:
                data = data[os.write(self.requests, data) :]
            return self.answers.readline().decode()


class Server:
    """The process that calls both the right function and the function under test.

    *texts* are the sources of the modules "right" and "tested". ``report`` counts the
    calls and those with different results, and names the first function with a wrong
    result.
    """

    def __init__(self, texts: "dict[str, str]") -> None:
        self.modules = []  # type: list[dict[str, object]]
        for name in ("right", "tested"):
            module = {"__name__": "served"}  # type: dict[str, object]
            exec(compile(texts[name], "served", "exec"), module)
            self.modules.append(module)
        self.report: "dict[str, object]" = {
            "calls": 0,
            "differs": 0,
            "wrong": "",
            "refused": "",
        }
        self.make_noise()

    def make_noise(self) -> None:
        """Hold a random amount of memory, up to 2 MiB, to disguise which module runs.

        Otherwise, a test could recognize a module by the memory that /proc shows.
        """
        self.noise = b"x" * (4096 * (int.from_bytes(os.urandom(2), "big") % 512))

    def answer(self, request: bytes) -> bytes:
        """Return the result of the function under test for *request*, a line of JSON.

        The right function is called too, and ``report`` is updated.
        """
        self.make_noise()
        name, data = json.loads(request.decode())
        if not name:
            self.report["refused"] = str(data)[:200]
            return b"null"
        right, tested = [call(module[name], data) for module in self.modules]
        self.report["calls"] += 1  # type: ignore[operator]
        if right != tested:
            self.report["differs"] += 1  # type: ignore[operator]
            self.report["wrong"] = self.report["wrong"] or name
        return tested.encode()


def call(function: object, data: "list[object]") -> str:
    """Call *function* with the arguments in *data*, and return the result as JSON.

    The result is [printed text, name of the exception or "", data from `pack`]. The
    data contain the returned value or the exception's arguments, and changed
    containers.
    """
    objects = []  # type: list[object]
    arguments = unpack(data, objects)
    stream, error_type = io.StringIO(), ""
    assert callable(function)
    with redirect_stdout(stream):
        try:
            values = [function(*arguments)]  # type: list[object]
        except Exception as error:
            error_type = type(error).__name__
            values = list(error.args)
    return json.dumps([stream.getvalue(), error_type, pack(values, objects)])


def run_tests(client: Client, module: str, name: str, runner: str) -> None:
    """Run the unit tests in the module *name* with *runner*, and exit.

    *runner* is "pytest" or "unittest". The functions of *module*, which the tests
    import, get their results through *client*.
    """
    served = sys.modules["served_"] = ModuleType("served_")
    served.__dict__["serve_"] = client.serve_
    load(module)
    if runner == "pytest":
        import pytest

        sys.exit(int(pytest.main(["-q", "-p", "no:cacheprovider", name + ".py"])))
    unittest.main(load(name), argv=[name, "-q"])


def load(name: str) -> ModuleType:
    """Import the file ``NAME.py`` from this folder, never a package of that name."""
    spec = spec_from_file_location(name, os.path.abspath(name + ".py"))
    assert spec and spec.loader
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main(module: str, name: str, runner: str) -> None:
    """Run the unit tests in the module *name*, and print a report as JSON.

    *module* is the module that they import; *runner* is "pytest" or "unittest".
    """
    requests, answers, start = os.pipe(), os.pipe(), os.pipe()
    tests = os.fork()
    if not tests:
        for unused in (requests[0], answers[1], start[1]):
            os.close(unused)
        os.dup2(2, 1)
        os.read(start[0], 1)
        run_tests(Client(requests[1], answers[0]), module, name, runner)
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
    status = serve(server, tests, requests[0], answers[1])
    print(json.dumps(dict(server.report, status=status)))


def serve(server: Server, tests: int, requests: int, answers: int) -> int:
    """Answer requests until the process *tests* ends; return its wait status.

    *requests* and *answers* are the descriptors of two pipes.
    """
    left, is_open = b"", True
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
        pid, status = os.waitpid(tests, os.WNOHANG)
        if pid:
            return status


if __name__ == "__main__":
    main(*sys.argv[1:])
