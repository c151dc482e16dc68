"""Change one place of the product at a time, and find a test file that notices.

    python -m tests.mutate [ROOM ...]             compare with tests/golden/mutants.jsonl
    python -m tests.mutate --seed 7 [ROOM ...]    try other mutants, without comparing
    python -m tests.mutate --store [ROOM ...]     find again; replace lines that are gone

A mutant is a line of a function with another operator, the opposite condition, another
constant or another result; the list has one of each kind per room of tests/rooms.toml.
It is known by the text of its line, which occurs once in its file, so changes elsewhere
in the file do not matter. It is made in a copy of the files that git tracks. A file of
its room kills it if a default test or doctest in it fails, or takes too long.

The file that killed a mutant before is tried first, then the smallest. The comparison
ends with status 1 if a mutant survives that was killed, or if its line is gone. A mutant
in the list that survives has no ``killed_by``, and is not run; if no test could kill it,
a person writes why into ``equivalent``.
"""

import ast
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, pairwise
from pathlib import Path
from random import Random
from types import FrameType
from typing import NamedTuple

import pytest

from tests.places import GOLDEN, ROOT

STORED = GOLDEN / "mutants.jsonl"
ROOMS = tomllib.loads((ROOT / "tests" / "rooms.toml").read_text("utf-8"))
MAX_TEST_SECONDS = 30
MAX_RUN_SECONDS = 900
MAX_BYTES = 4 << 30  # of the memory of a process, and of a file that it writes
OLD_SYMBOLS = "+ - * / // % ** << >> & | ^ += -= *= |= &= < <= > >= == != and or"
NEW_SYMBOLS = "- + + * *  // * >> << | & | -= += += &= |= <= < >= > != == or and"
SYMBOLS = dict(zip(OLD_SYMBOLS.split(), NEW_SYMBOLS.split(), strict=True))
SYMBOLS |= {"is": "is not", "is not": "is", "in": "not in", "not in": "in"}


class Mutant(NamedTuple):
    """A line of a file without its indentation, and what replaces it."""

    room: str
    kind: str
    file: str
    line: str
    changed: str
    killed_by: str = ""
    equivalent: str = ""

    def __str__(self) -> str:
        return f"{self.room} {self.file}: {self.line}  →  {self.changed}"


def changes(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the kind, the line and the changed line of each mutant of a module."""
    lines = text.split("\n")
    count_of_line = Counter(line.strip() for line in lines)
    for node, result in nodes_in_functions(ast.parse(text)):
        for kind, number, start, end in spans(node):
            line = lines[number - 1].encode()
            new = replacement(kind, line[start:end].decode(), result).encode()
            changed = (line[:start] + new + line[end:]).decode().strip()
            original = line.decode().strip()
            if count_of_line[original] == 1 and changed != original:
                yield kind, original, changed


def nodes_in_functions(
    node: ast.AST, result: str | None = None
) -> Iterator[tuple[ast.AST, str]]:
    """Yield each node in the functions of ``node``, with the type of the result.

    Annotations, defaults and f-strings (which have no columns before Python 3.12) are
    left out.
    """
    children = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        children = [*node.body]
        result = ast.unparse(node.returns) if node.returns else ""
    elif isinstance(node, ast.AnnAssign):
        children = [node.value] if node.value else []
    elif isinstance(node, ast.JoinedStr):
        children = []
    for child in children:
        if result is not None:
            yield child, result
        yield from nodes_in_functions(child, result)


def spans(  # noqa: C901 (a case for each kind of node)
    node: ast.AST,
) -> Iterator[tuple[str, int, int, int]]:
    """Yield the kind, line, start and end (in bytes) of each text to change in ``node``.

    An operator's text has the spaces and brackets around it. No text has two lines.
    """
    operands: list[ast.expr] = []
    parts: list[tuple[str, ast.expr | None]] = []
    match node:
        case ast.BinOp():
            operands = [node.left, node.right]
        case ast.BoolOp():
            operands = node.values
        case ast.Compare():
            operands = [node.left, *node.comparators]
        case ast.AugAssign():
            operands = [node.target, node.value]
        case ast.If() | ast.While() | ast.IfExp():
            parts = [("condition", node.test)]
        case ast.comprehension():
            parts = [("condition", test) for test in node.ifs]
        case ast.Constant() if isinstance(node.value, int):  # True and False, too
            parts = [("constant", node)]
        case ast.Return():
            parts = [("result", node.value)]
    for left, right in pairwise(operands):
        if left.end_lineno == right.lineno:
            yield "operator", right.lineno, left.end_col_offset or 0, right.col_offset
    for kind, part in parts:
        if part and part.lineno == part.end_lineno:
            yield kind, part.lineno, part.col_offset, part.end_col_offset or 0


def replacement(kind: str, text: str, result: str) -> str:
    """Return what replaces ``text`` in a function that returns a ``result``."""
    if kind == "operator":
        symbol = text.strip(" ()")
        return text.replace(symbol, SYMBOLS.get(symbol, symbol))
    if kind == "condition" or (kind == "result" and result == "bool"):
        return f"not ({text})"
    if kind == "constant" and text in ("True", "False"):
        return str(text == "False")
    if kind == "constant":
        return str(int(text, 0) + 1)
    return f"({text}) + 1" if result == "int" else "None"


def matching_files(folder: Path, patterns: Sequence[str]) -> list[str]:
    """Return the files of ``folder`` that match ``patterns``, the smallest first."""
    paths = {path for pattern in patterns for path in folder.glob(pattern)}
    ordered = sorted(paths, key=lambda path: (path.stat().st_size, path))
    return [str(path.relative_to(folder)) for path in ordered]


def draw(
    folder: Path, rooms: Sequence[str], seed: int, drawn: Sequence[Mutant]
) -> list[Mutant]:
    """Return a mutant of each kind for each of ``rooms``, except those ``drawn``."""
    chosen = {}
    for room in rooms:
        mutants = [
            Mutant(room, kind, file, line, changed)
            for file in sorted(matching_files(folder, ROOMS[room]["product"]))
            for kind, line, changed in changes((folder / file).read_text("utf-8"))
        ]
        Random(f"{seed} {room}").shuffle(mutants)
        chosen.update({mutant[:2]: mutant for mutant in mutants})
    known = {mutant[:2] for mutant in drawn}
    return [mutant for key, mutant in chosen.items() if key not in known]


def mutated_text(folder: Path, mutant: Mutant) -> str | None:
    """Return the text of the changed file, or None if its line is gone."""
    path = folder / mutant.file
    lines = path.read_text("utf-8").split("\n") if path.is_file() else []
    numbers = [n for n, line in enumerate(lines) if line.strip() == mutant.line]
    if len(numbers) != 1:
        return None
    lines[numbers[0]] = lines[numbers[0]].replace(mutant.line, mutant.changed)
    return "\n".join(lines)


def copy_project(folder: Path) -> Path:
    """Copy the files that git tracks into ``folder``, and return it."""
    command = ["git", "ls-files", "-z"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    for file in done.stdout.decode().split("\0"):
        if (ROOT / file).is_file():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, folder / file)
    return folder


def write_module(path: Path, text: str) -> None:
    """Write ``text``, and delete the code that was compiled from a text as long."""
    path.write_text(text, "utf-8")
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*"):
        compiled.unlink()


def run_tests(
    folder: Path, words: Sequence[str], seconds: int, **environment: str
) -> subprocess.CompletedProcess[str] | None:
    """Run pytest in ``folder``, alike in each run. Return None if it takes too long."""
    same = {"CI": "1", "SEED": "1", "PYTHONHASHSEED": "1", "ALLOWED_SKIPS": ""}
    paths = {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    try:
        return subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
            cwd=folder,
            env=os.environ | same | paths | environment,
            capture_output=True,
            encoding="utf-8",
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return None


def failing_file(folder: Path, room: str, files: Sequence[str]) -> str:
    """Return the first of ``files`` in which a test fails, or else ""."""
    words = ["-x", "-rfE", "-p", "tests.mutate"]
    if "part" in ROOMS[room]:
        words += ["--part", ROOMS[room]["part"]]
    limit = str(ROOMS[room].get("test_seconds", MAX_TEST_SECONDS))
    done = run_tests(folder, [*words, *files], MAX_RUN_SECONDS, TEST_SECONDS=limit)
    if not done:
        return f"(no end after {MAX_RUN_SECONDS} seconds)"
    if done.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return ""
    failed = re.findall(r"^(?:FAILED|ERROR) ([^\s:]+)", done.stdout, re.MULTILINE)
    return next((file for file in files if file in failed), f"({done.stderr[-300:]})")


def find_killer(folder: Path, mutant: Mutant, red: set[str]) -> str:
    """Return the first file that kills ``mutant`` in ``folder`` and is not in ``red``."""
    room = ROOMS[mutant.room]
    files = matching_files(folder, room["tests"])
    for file in matching_files(folder, room["product"]):
        if ">>> " in (folder / file).read_text("utf-8"):
            files.append(file)
    files = [file for file in files if file not in red]
    files.sort(key=lambda file: file != mutant.killed_by)
    original = (folder / mutant.file).read_text("utf-8")
    write_module(folder / mutant.file, mutated_text(folder, mutant) or original)
    killer = failing_file(folder, mutant.room, files)
    write_module(folder / mutant.file, original)
    return killer


def run_mutants(folder: Path, mutants: Sequence[Mutant]) -> list[Mutant]:
    """Return ``mutants`` with the files that kill them.

    A file that fails without a change as well is named, and kills nothing.
    """
    results = []
    red: set[str] = set()
    green: set[str] = set()
    for mutant in mutants:
        killer = find_killer(folder, mutant, red)
        while killer not in green and (folder / killer).is_file():
            if not failing_file(folder, mutant.room, [killer]):
                green.add(killer)
            else:
                print(f"fails without a change: {killer}")
                red.add(killer)
                killer = find_killer(folder, mutant, red)
        print(f"{killer or 'nothing'} kills {mutant}", flush=True)
        results.append(mutant._replace(killed_by=killer))
    return results


def read_stored() -> list[Mutant]:
    lines = STORED.read_text("utf-8").splitlines()
    return [Mutant(**json.loads(line)) for line in lines]


def write_stored(mutants: Sequence[Mutant]) -> None:
    rooms = list(ROOMS)
    ordered = sorted(
        mutants, key=lambda mutant: (rooms.index(mutant.room), mutant.kind)
    )
    lines = [json.dumps(mutant._asdict(), ensure_ascii=False) for mutant in ordered]
    STORED.write_text("".join(f"{line}\n" for line in lines), "utf-8")


# What follows are hooks of pytest, which loads this module when it runs a mutant.
def stop_test(signal_number: int, frame: FrameType | None) -> None:
    pytest.fail("the test takes too long")


def pytest_configure() -> None:
    """Limit what a mutant that never ends may use."""
    signal.signal(signal.SIGALRM, stop_test)
    for limit in (resource.RLIMIT_DATA, resource.RLIMIT_FSIZE):
        resource.setrlimit(limit, (MAX_BYTES, MAX_BYTES))


class Untested(pytest.Module):
    """A module of the product, which pytest is given for its doctests alone."""

    def collect(self) -> list[pytest.Item]:
        return []


def pytest_pycollect_makemodule(
    module_path: Path, parent: pytest.Collector
) -> pytest.Module | None:
    if module_path.name.startswith("test_"):
        return None  # pytest makes the module
    return Untested.from_parent(parent, path=module_path)


def pytest_runtest_logstart() -> None:
    signal.alarm(int(os.environ["TEST_SECONDS"]))


def pytest_runtest_logfinish() -> None:
    signal.alarm(0)


def main() -> int:
    """Run mutants; return 1 if one survives that was killed, or if its line is gone."""
    parser = ArgumentParser(prog="tests.mutate", description="run mutants")
    parser.add_argument("room", nargs="*", help=f"some of {', '.join(ROOMS)}")
    parser.add_argument("--seed", type=int, help="try other mutants")
    parser.add_argument("--store", action="store_true", help="write the list")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    arguments = parser.parse_args()
    rooms = arguments.room or list(ROOMS)
    stored = read_stored()
    if unknown := {*rooms, *(mutant.room for mutant in stored)} - {*ROOMS}:
        names = ", ".join(sorted(unknown))
        parser.error(f"unknown room {names}; expected some of {', '.join(ROOMS)}")
    others = [mutant for mutant in stored if mutant.room not in rooms]
    own = [mutant for mutant in stored if mutant.room in rooms]
    is_compared = not arguments.store and arguments.seed is None
    with tempfile.TemporaryDirectory() as scratch:
        copies = range(arguments.jobs)
        folders = [copy_project(Path(scratch, str(copy))) for copy in copies]
        present = [mutant for mutant in own if mutated_text(folders[0], mutant)]
        if is_compared:
            mutants = [mutant for mutant in present if mutant.killed_by]
        elif arguments.store:
            mutants = present + draw(folders[0], rooms, arguments.seed or 0, present)
        else:
            mutants = draw(folders[0], rooms, arguments.seed, [])
        shares = [mutants[copy :: arguments.jobs] for copy in copies]
        with ThreadPoolExecutor(arguments.jobs) as executor:
            parts = executor.map(run_mutants, folders, shares)
            results = list(chain.from_iterable(parts))
    survivors = [f"survives: {mutant}" for mutant in results if not mutant.killed_by]
    gone = [f"the line is gone: {mutant}" for mutant in own if mutant not in present]
    for problem in survivors + gone:
        print(problem)
    print(f"killed {len(results) - len(survivors)} of {len(results)} mutants")
    if arguments.store:
        write_stored(others + results)
    return is_compared and bool(survivors or gone)


if __name__ == "__main__":
    sys.exit(main())
