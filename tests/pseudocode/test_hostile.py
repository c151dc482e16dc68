"""Limits of a program that runs: of time, memory and output."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from random import Random
from types import FrameType

import pytest

from pseudocode.reading.source import RunLimitError
from pseudocode.running import machine
from pseudocode.running.runner import Runner
from pseudocode.tracing import record
from pseudoku.cli import common, main, program
from pseudoku.reference import TASK_FUNCTIONS, parse, reference
from tests.places import ROOT
from tests.pseudocode.files import Captured, File
from tests.pseudocode.runs import run
from tests.pseudocode.variants import PARAMETERS
from tests.seeds import SEED


def repeated(text: str) -> str:
    """Return ``text`` with each ``⟦n×part⟧`` replaced by n times the part.

    A "#" in the part is the number of the time, from 0.
    """
    return re.sub(
        r"⟦(\d+)×(.*?)⟧",
        lambda found: "".join(
            found[2].replace("#", str(number)) for number in range(int(found[1]))
        ),
        text,
        flags=re.DOTALL,
    )


TEXTS = tomllib.loads((Path(__file__).parent / "hostile.toml").read_text("utf-8"))
HOSTILE = {name: (repeated(text), limit) for name, limit, text in TEXTS["programs"]}
BOMBS = {name: repeated(text) for name, text in TEXTS["bombs"]}
FUNCTIONS = {TASK_FUNCTIONS[task]: names for task, names in PARAMETERS.items()}
CELLS = "more than 1,000,000 elements of structures in use"
SHOWN = "the results have more than 10,000 characters"
COMMANDS = ["run", "run --json", "trace --to 20", "trace --json"]


# Of CPU. The programs take at most 4 on a quiet machine; where two processes share a
# core, a second of CPU does less.
UNCHANGED = "; nothing in this loop changes x"
MAX_SECONDS = 10
LONG = ("many variables", "calls with many variables")


@pytest.mark.sampled(14)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in LONG else [])
        for name in HOSTILE
    ],
)
def test_a_hostile_program_ends_at_a_limit(
    name: str, file: File, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here with lower limits of time and memory."""
    monkeypatch.setattr(machine, "MAX_CELLS", 15_000)
    text, limit = HOSTILE[name]
    assert main(["run", file(text), "--steps", "10000", "-q"]) == 3
    out, err = capsys.readouterr()
    err = err.replace(UNCHANGED, "")
    limits = [limit, "stopped after 10,000 steps", CELLS.replace("1,000", "15")]
    assert any(err.endswith(f"{one}\n") for one in limits)
    assert err.count("\n") == 1 and len(out) < 20_000


# Starts a program from a small process: its peak memory begins with that of the process
# that starts it, and pytest's may be 200 MB.
STARTER = """
import os, resource, subprocess, sys
end, cpu, *command = sys.argv[1:]
def bound():
    resource.setrlimit(resource.RLIMIT_CPU, (int(cpu), int(cpu)))
    resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))
status = subprocess.call(command, preexec_fn=bound)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
told = status, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024
os.write(int(end), " ".join(map(str, told)).encode())
"""


def bounded_run(words: list[str], cpu: int = 20) -> tuple[int, str, float, int, int]:
    """Status, error output, seconds of CPU, MB and bytes of output of a command.

    A command that has no limits of its own cannot harm the machine.
    """
    start, end = os.pipe()
    python = [sys.executable, "-c", STARTER, str(end), str(cpu), sys.executable]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*python, "-m", "pseudoku", *words],
        cwd=ROOT,
        stdout=pipe,
        stderr=pipe,
        pass_fds=[end],
    ) as process:
        os.close(end)
        assert process.stdout is not None and process.stderr is not None
        out, err = process.stdout.read(10**7), process.stderr.read(10**7)
    with open(start) as told:
        status, seconds, megabytes = told.read().split()
    size = len(out) + len(err)
    return int(status), err.decode(), float(seconds), int(megabytes), size


@pytest.mark.nightly
@pytest.mark.sampled(0, most=14)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_program_takes_little(name: str, file: File) -> None:
    """Each program has another command on another day."""
    command = Random(f"{SEED} {name}").choice(COMMANDS)
    text, limit = HOSTILE[name]
    path, (word, *options) = file(text), command.split()
    status, err, seconds, megabytes, size = bounded_run([word, path, "-q", *options])
    assert seconds < MAX_SECONDS and megabytes < 200
    if command == "run":
        assert err.replace(UNCHANGED, "").endswith(f"{limit}\n")
    if limit != SHOWN or word == "run":  # a trace shows no results
        assert status == 3 and err.count("\n") == 1 and size < 100_000


@pytest.mark.nightly
@pytest.mark.sampled(0, most=14)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_answer_takes_little(name: str, file: File) -> None:
    """Every function of the hand-out does what the program does."""
    text, _ = HOSTILE[name]
    helpers, end, body = text.rpartition("end function")
    written = [
        f"function {one}({names})\n{body}\nend function\n"
        for one, names in FUNCTIONS.items()
    ]
    path = file("\n".join([helpers + end, *written])[: 2**20])
    status, _, seconds, megabytes, size = bounded_run(["judge", path, "--hints", "0"])
    assert status == 1 and seconds < MAX_SECONDS and megabytes < 200 and size < 100_000


@pytest.mark.sampled(2, most=24)
@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_takes_little(name: str, file: File) -> None:
    """With hints; as a table on some days, as JSON on others."""
    text = BOMBS[name]
    if "function" not in text:
        text = f"function MakeVector(row)\n{text}\nend function"
    options = Random(f"{SEED} {name}").choice(([], ["--json"]))
    status, _, seconds, megabytes, size = bounded_run(["judge", file(text), *options])
    assert status == 1 and seconds < MAX_SECONDS and megabytes < 250 and size < 200_000


def test_the_remarks_outside_the_functions_have_a_limit(
    file: File, capsys: Captured
) -> None:
    text = "".join(f"retrun x{k}\n" for k in range(8000))
    assert main(["judge", "--json", "-q", file(text)]) == 1
    out = capsys.readouterr().out
    *remarks, last = json.loads(out)["remarks"]
    assert len(remarks) == 100 and len(out) < 50_000
    assert last["message"].endswith(" more outside the functions are not shown")


def test_a_long_line_of_another_notation_takes_little(tmp_path: Path) -> None:
    for part in ("store[1, ", "s is empty ", "make vector(", "repeat x until a "):
        (tmp_path / part).write_text(part * (100_000 // len(part)))
    _, _, seconds, megabytes, _ = bounded_run(["judge", *map(str, tmp_path.iterdir())])
    assert seconds < MAX_SECONDS and megabytes < 200


SLOW = "x ← 1 for 1 ≤ i ≤ 2500 do x ← {} x end for"


@pytest.mark.nightly
def test_an_answer_that_is_slow_at_every_call_takes_little(file: File) -> None:
    text = reference().source.text
    work = SLOW.format("(x + x − x − x) × (x mod 7) + " * 25)
    for name, names in FUNCTIONS.items():
        text = text.replace(f"{name}({names})\n", f"{name}({names}) {work}\n")
    _, _, seconds, _, _ = bounded_run(["judge", file(text)], cpu=60)
    assert seconds < 2 * MAX_SECONDS


def steps(text: str) -> int:
    """The steps that a program takes."""
    parsed = parse(text)
    runner = Runner(limit=10**9)
    runner.run(parsed.valid_program(), parsed.source)
    return runner.machine.step_budget - runner.machine.steps_left


MANY = "ENQUEUE[1, q] " * 100
VECTOR = "new Vector {0}(8000) for 1 ≤ i ≤ 8000 do {0}[i] ← i end for "
DEQUE = "new DynamicArray d for 1 ≤ i ≤ 8000 do d[i] ← i end for "


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("before", "after", "least"),
    [
        ("new Queue q ", f"if TRUE then {MANY} end if", 100),
        ("new Queue q ", f"if FALSE then x ← 1 else {MANY} end if", 100),
        ("new Queue q ", f"while TRUE do {MANY} break end while", 100),
        ("x ← 1 ", "x ← " + "x + " * 40 + "x", 10),
        ("x ← 1 ", "if " + "x = 2 or " * 40 + "x = 2 then x ← 2 end if", 20),
        (VECTOR.format("v") + VECTOR.format("w"), "x ← v = w", 2000),
        (VECTOR.format("v") + "new Vector p(1) ", "p[1] ← v", 1000),
        ("", "new Vector v(8000)", 1000),
        (DEQUE, "insertAt[1, 7, d]", 1000),
        (DEQUE, "removeAt[1, d]", 1000),
        ("new Stack s ", "x ← TOP[s]", 8),
    ],
)
def test_work_is_charged(before: str, after: str, least: int) -> None:
    assert least <= steps(before + after) - steps(before) <= least + 10


def test_what_is_dropped_is_in_use_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "MAX_CELLS", 1000)
    again = "for 1 ≤ i ≤ 100 do {} end for"
    assert run(again.format("new Vector v(400)"), limit=10**6)["i"] == "100"
    assert run("new Queue q " + again.format("ENQUEUE[1, q] DEQUEUE[q]" * 20))
    for kept in (
        "new Queue q " + again.format("new Vector v(90) ENQUEUE[v, q]"),
        "function F(n) new Vector v(90) return F(n + 1) end function x ← F(1)",
        "new DynamicArray d for 1 ≤ i ≤ 1001 do d[i] ← i end for",
        "new DynamicArray d for 1 ≤ i ≤ 1001 do insertAt[1, i, d] end for",
        "new Queue q for 1 ≤ i ≤ 1001 do ENQUEUE[i, q] end for",
    ):
        with pytest.raises(RunLimitError, match="more than 1,000 elements"):
            run(kept, limit=10**6)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f'x ← "{"a" * 201}"', "a text of more than 200 characters"),
        (f'N ← "{"a" * 201}" function F() return N end function', "a text of more"),
        ("x ← 999999999999999999 x ← x × x", "a number of more than 30 digits"),
        ("while TRUE do new Stack s end while", "stopped after 10,000 steps"),
    ],
)
def test_a_value_has_a_limit(text: str, message: str) -> None:
    with pytest.raises(RunLimitError, match=message):
        run(text)
    assert run(f'x ← "{"a" * 200}" y ← 99999999999999 × 999999999999999')


def test_what_is_printed_is_cut_and_says_so(file: File, capsys: Captured) -> None:
    path = file("new Vector v(4000) for 1 ≤ i ≤ 4000 do v[i] ← i end for x ← 1")
    assert main(["run", path]) == 3
    out, err = capsys.readouterr()
    assert out.startswith("v = (1, 2, 3, ") and out.endswith("...\n")
    assert len(out) == 10_000 + len("...\n")
    assert err == f"pseudoku run: error: {SHOWN}\n"
    assert main(["run", path, "--json"]) == 3
    assert capsys.readouterr().out == ""


def test_a_trace_is_cut_and_says_where(file: File, capsys: Captured) -> None:
    path = file("new Queue q for 1 ≤ i ≤ 1000 do ENQUEUE[i, q] end for")
    assert main(["trace", path]) == 3
    out, err = capsys.readouterr()
    shown = len([line for line in out.splitlines() if line.startswith("Step ")])
    assert 40 < shown and len(out.encode()) <= 80_000
    assert err == (
        f"pseudoku trace: error: stopped after 80,000 bytes, at step {shown + 1:,}; "
        "--from and --to choose the steps\n"
    )
    assert main(["trace", path, "--from", "2001"]) == 0
    told = "Step 2,001 of 2,002: ENQUEUE of q: 1000"
    assert capsys.readouterr().out.startswith(told)


def test_a_limit_of_a_record_or_a_log_names_the_place_of_its_last_event(
    file: File, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "MAX_RECORDED_STEPS", 50)
    monkeypatch.setattr(machine, "MAX_EVENTS", 50)
    loop = "  new Stack s\n  for 1 ≤ i ≤ 99 do\n    PUSH[n, s]\n  end for\n"
    path = file(f"function F(n)\n{loop}end function\n")
    for command, place, limit in (
        ("run --json", "4:5", "50 events and operands"),
        ("trace", "4:5", "50 recorded steps"),
    ):
        assert main([*command.split(), path, "--call", "F(1)"]) == 3
        err = capsys.readouterr().err
        assert err.endswith(f"{path}:{place}: in F: stopped after {limit}\n")


VARIABLE = "x{} ← 1 "


def test_a_record_counts_the_variables_and_structures_that_it_looks_at(
    file: File, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few characters of each step are written, but many are looked at."""
    monkeypatch.setattr(record, "MAX_RECORD_WORK", 100_000)
    stopped = []
    for number, each in ((1, VARIABLE), (20, "new Vector v{}(60) "), (100, VARIABLE)):
        many = "".join(each.format(k) for k in range(number))
        path = file(f"{many} new Stack s for 1 ≤ i ≤ 5000 do PUSH[1, s] POP[s]")
        assert main(["trace", "-q", path, "--to", "1"]) == 3
        stopped.append(int(capsys.readouterr().err.split()[-3].replace(",", "")))
    alone, structures, variables = stopped
    assert structures < alone / 4 and variables < alone / 1.5
    for operand, least, most in (("1", 400, 900), ("q", 200, 380)):
        path = file(f"new Queue q for 1 ≤ i ≤ 999 do ENQUEUE[{operand}, q]")
        assert main(["trace", "-q", path, "--to", "1"]) == 3
        assert least < int(capsys.readouterr().err.split()[-3]) < most


def test_a_trace_of_a_program_without_end_shows_how_it_begins(
    file: File, capsys: Captured
) -> None:
    path = file("x ← 0\nwhile TRUE do\n  x ← x + 1\nend while\n")
    error = f"pseudoku trace: error: {path}:2:1: stopped after 1,000,000 steps\n"
    note = "note: The loop of line 2 goes on: its condition 'TRUE' has no variable.\n"
    for options, last in (([], 300), (["--to", "5"], 5)):
        assert main(["trace", path, *options]) == 3
        out, err = capsys.readouterr()
        steps = [line for line in out.splitlines() if line.startswith("Step ")]
        assert steps[-1].startswith(f"Step {last} of 300: ") and err == note + error
    assert main(["trace", path, "--from", "301"]) == 3
    assert capsys.readouterr() == ("", error)


def test_recording_takes_no_steps_of_the_program(file: File, capsys: Captured) -> None:
    path = file("x ← 1 for 1 ≤ i ≤ 300 do x ← i end for")
    for command, status in ((["run"], 0), (["trace", "--to", "1"], 0)):
        assert main([command[0], path, *command[1:], "--steps", "602"]) == status


def test_json_has_a_limit(
    file: File, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common, "MAX_JSON_CHARACTERS", 1000)
    path = file("new Queue q for 1 ≤ i ≤ 99 do ENQUEUE[i, q] end for")
    for command in ("run", "trace"):
        assert main([command, path, "--json"]) == 3
        out, err = capsys.readouterr()
        assert out == "" and "1,000 characters" in err and err.count("\n") == 1


def test_a_long_text_has_one_short_message(file: File, capsys: Captured) -> None:
    name = "n" * 100_000
    assert main(["run", file(f"x ← {name}")]) == 1
    assert len(capsys.readouterr().err) < 1000
    text = "function MakeVector(row)\n" + "x = 1\n" * 500 + "end function"
    assert main(["judge", "--hints", "0", file(text)]) == 1
    out = capsys.readouterr().out
    assert "(also lines 3, 4, 5" in out and len(out) < 3000


def calls_of_python(text: str) -> int:
    """How many functions are called, those of C too, to run a program."""
    parsed = parse(text)
    number = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        Runner().run(parsed.valid_program(), parsed.source)
    finally:
        sys.setprofile(None)
    return number


def test_twice_the_names_are_twice_the_work() -> None:
    """Names that differ in case, or have no value: none is compared with all."""
    programs_of = [
        " ".join(f"y{k} ← 1 if FALSE then x ← Y{k} x ← z{k} end if" for k in range(n))
        for n in (100, 200)
    ]
    once, twice = map(calls_of_python, programs_of)
    assert twice < 2.2 * once


@pytest.mark.nightly
def test_many_answers_take_little_time_and_hardly_more_memory_than_ten(
    tmp_path: Path,
) -> None:
    paths = [tmp_path / str(number) for number in range(50)]
    for path in paths:  # each text has its own cases
        path.write_text(f"{reference().source.text}\n// {path.name}", "utf-8")
    names = [str(path) for path in paths]
    status, _, _, ten, _ = bounded_run(["judge", *names[:10]])
    assert status == 0
    status, _, seconds, megabytes, _ = bounded_run(["judge", *names], cpu=60)
    assert status == 0 and seconds < 0.7 * len(paths) and megabytes < ten + 5
