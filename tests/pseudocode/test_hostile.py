"""Programs and answers that try to use up time, memory or output."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from random import Random

import pytest

from pseudocode.running import machine
from pseudoku.cli import main
from pseudoku.reference import TASK_FUNCTIONS, reference
from tests.places import ROOT
from tests.pseudocode.files import Captured, File
from tests.pseudocode.variants import PARAMETERS
from tests.seeds import SEED


def repeated(text: str) -> str:
    """Return ``text`` with each ``⟦n×part⟧`` replaced by n times the part.

    A "#" in the part is the number of the time, from 0, and "#+" is the next one.
    """
    return re.sub(
        r"⟦(\d+)×(.*?)⟧",
        lambda found: "".join(
            found[2].replace("#+", str(number + 1)).replace("#", str(number))
            for number in range(int(found[1]))
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


@pytest.mark.sampled(10)
@pytest.mark.parametrize("name", HOSTILE)
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
def test_a_hostile_program_takes_little_time_and_memory(name: str, file: File) -> None:
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
def test_a_hostile_answer_takes_little_time_and_memory(name: str, file: File) -> None:
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
def test_a_bomb_takes_little_time_and_memory(name: str, file: File) -> None:
    """With hints; as a table on some days, as JSON on others."""
    text = BOMBS[name]
    if "function" not in text:
        text = f"function MakeVector(row)\n{text}\nend function"
    options = Random(f"{SEED} {name}").choice(([], ["--json"]))
    status, _, seconds, megabytes, size = bounded_run(["judge", file(text), *options])
    assert status == 1 and seconds < MAX_SECONDS and megabytes < 250 and size < 200_000


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
