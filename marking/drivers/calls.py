"""Call functions of a submission, as ``inside.py`` of its course specifies.

The launcher passes this source to ``python -c``, with the texts of `_courseware.values`
and of ``inside.py``, the name of the student's module, the kind of test, and its input.
Python 3.6 can run it; it imports only the submission and the standard library.
"""

import os
import sys

folder = sys.path.pop(0)  # a submission may have an importlib.py
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

sys.path.insert(0, folder)
ANSWER_FILE = "answer.txt"
NOT_FOUND = "not found: "
write_file = open  # a submission can replace it


def module_of(name: str, text: str) -> ModuleType:
    """Return a new module ``name`` with the source ``text``, in `sys.modules`."""
    module = sys.modules[name] = ModuleType(name)
    exec(compile(text, "<" + name + ">", "exec"), module.__dict__)
    return module


def load(name: str) -> ModuleType:
    """Import and return the student's file ``NAME.py``, not a package of that name."""
    spec = spec_from_file_location(name, os.path.abspath(name + ".py"))
    assert spec and spec.loader
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main(values: str, inside: str, name: str, do: str, source: str) -> None:
    """Run one test of a submission, and write its result, if any, to ``answer.txt``.

    ``values`` and ``inside`` are the sources of two modules, ``name`` is the student's
    module, ``do`` the kind of test, and ``source`` its input. Exit with "not found:
    NAME" if the submission lacks a function.
    """
    folder = sys.path.pop(0)  # as above, for an ast.py
    sys.modules["_courseware"] = ModuleType("_courseware")
    module_of("_courseware.values", values)
    course = module_of("inside", inside)
    sys.path.insert(0, folder)
    stdout = os.dup(1)
    os.dup2(2, 1)  # what is printed while importing is not compared
    module = load(name)
    sys.stdout.flush()
    os.dup2(stdout, 1)
    for needed in course.needs(do):
        owner = module  # type: object
        for part in needed.split("."):
            if not hasattr(owner, part):
                sys.exit(NOT_FOUND + part)
            owner = getattr(owner, part)
    answer = course.answer(module, do, source)
    if answer is not None:
        with write_file(ANSWER_FILE, "w", encoding="utf-8") as file:
            file.write(answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
