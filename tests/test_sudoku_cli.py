"""solve, count, check and convert as a person runs them, and as a pipe does."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest

from adt.console import CommandError
from sudoku.cli import check, main, puzzles
from sudoku.cli.solve import solved
from sudoku.formats import FORMATS, Found, Puzzle, write

ROOT = Path(__file__).parents[1]
EASY = (
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
)
SOLVED = (
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
)
OPEN = SOLVED.translate(dict(zip(map(ord, "13"), "..")))  # 1 and 3 can change places
NONE = "12345678." + "." * 8 + "9" + "." * 63
CLASH = "5.......5" + "." * 72
BAD = f"{EASY[:40]}z{EASY[41:]}"
Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a file of each kind."""
    monkeypatch.chdir(tmp_path)
    Path("good").write_text(f"{EASY}\n{SOLVED}\n")
    Path("none").write_text(f"# none\n{NONE}\n")
    Path("mixed").write_text(f"{EASY}\n{BAD}\n{NONE}\n{OPEN}\n{CLASH}\n{SOLVED}")
    return tmp_path


def run(line: str, capsys: Captured) -> tuple[int, str, str]:
    """The status, output and error output of a command line."""
    status = main(line.split())
    captured = capsys.readouterr()
    return status, captured.out, captured.err


ERROR = "error: mixed:2:41: 'z', expected a digit or a blank (. 0 _ * - x X ?)\n"
IN_ROW_1 = "mixed:5: clash: 5 stands 2 times in row 1: r1c1 and r1c9\n"


def test_solve_prints_a_line_for_each_solution_and_says_what_is_wrong_with_others(
    capsys: Captured,
) -> None:
    assert run("solve good", capsys) == (0, f"{SOLVED}\n{SOLVED}\n", "")
    status, out, err = run("solve mixed", capsys)
    assert (status, out.splitlines()[::2]) == (2, [SOLVED, SOLVED])
    several = out.splitlines()[1]
    assert all(a in (b, ".") for a, b in zip(OPEN, several))
    assert err == (
        f"sudoku solve: {ERROR}mixed:3: no solution\n"
        f"mixed:4: several solutions, this is the first\n{IN_ROW_1}"
    )
    assert run("solve none", capsys) == (1, "", "none:2: no solution\n")
    assert run("solve none -q", capsys) == (1, "", "")
    assert run("solve none good -q", capsys) == (1, f"{SOLVED}\n{SOLVED}\n", "")


def test_count_prints_a_number_for_each_puzzle_and_ends_well(capsys: Captured) -> None:
    assert run("count good none", capsys) == (0, "1\n1\n0\n", "")
    status, out, err = run("count mixed", capsys)
    assert (status, out, err) == (
        2,
        "1\n0\n2+\n0\n1\n",
        f"sudoku count: {ERROR}{IN_ROW_1}",
    )
    assert run(f"count {OPEN} --limit 3", capsys)[1] == "2\n"
    assert run(f"count {OPEN} --limit 1", capsys)[1] == "1+\n"
    assert run(f"count {'.' * 81} --limit 500", capsys)[1] == "500+\n"


def test_check_names_each_clash_and_the_line_where_a_file_has_several_puzzles(
    capsys: Captured,
) -> None:
    status, out, err = run("check mixed none", capsys)
    assert (status, err) == (2, f"sudoku check: {ERROR}")
    assert out == (
        "mixed:1: no clash, 49 empty\nmixed:3: no clash, 72 empty\n"
        f"mixed:4: no clash, 18 empty\n{IN_ROW_1}"
        "mixed:6: solved: no clash, no cell empty\nnone: no clash, 72 empty\n"
    )
    assert run(f"check {CLASH}", capsys)[0] == 1


@pytest.mark.parametrize("style", FORMATS)
def test_convert_writes_what_solve_and_convert_read(
    style: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, text, err = run(f"convert good --to {style}", capsys)
    assert (status, text, err) == (0, "".join(write([EASY, SOLVED], style)), "")
    for line, expected in [
        ("solve", [SOLVED] * 2),
        ("convert --to line -", [EASY, SOLVED]),
    ]:
        if (style, line[:7]) == ("candidates", "convert"):
            continue  # a digit that is left alone counts as given
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))
        assert run(line, capsys) == (0, "".join(f"{one}\n" for one in expected), "")
    shown = run(f"solve {EASY} --format {style}", capsys)[1]
    assert shown == "".join(write([SOLVED], style))


def test_json_has_an_object_for_each_puzzle_and_each_error(capsys: Captured) -> None:
    def objects(line: str) -> Iterator[dict[str, object]]:
        status, out, err = run(line, capsys)
        assert (status, err) == (2, f"sudoku {line.split()[0]}: {ERROR}")
        return map(json.loads, out.splitlines())

    solved, error, none, several, clash, _ = objects("solve --json mixed")
    assert (solved["file"], solved["line"], solved["puzzle"]) == ("mixed", 1, EASY)
    assert (solved["solutions"], solved["solution"]) == (1, SOLVED)
    assert (none["solutions"], none["solution"], none["clashes"]) == (0, None, [])
    assert (several["solutions"], clash["solutions"]) == (2, 0)
    assert clash["clashes"] == [IN_ROW_1.partition(" ")[2].strip()]
    assert (error["line"], error["column"]) == (2, 41)
    counted = list(objects("count --json mixed"))
    assert [one.get("solutions") for one in counted] == [1, None, 0, 2, 0, 1]
    assert [one.get("at_limit") for one in counted].count(True) == 1
    checked = list(objects("check --json mixed"))
    assert [one.get("empty") for one in checked] == [49, None, 72, 18, 79, 0]
    assert [bool(one.get("clashes")) for one in checked].index(True) == 4


def test_what_json_says_can_be_read_again(capsys: Captured) -> None:
    Path("objects").write_text(run("solve --json good", capsys)[1])
    assert run("convert --to line objects", capsys)[1] == f"{EASY}\n{SOLVED}\n"


@pytest.mark.parametrize("command", ["solve", "count", "check", "convert --to ss"])
def test_processes_change_nothing_but_the_time(command: str, capsys: Captured) -> None:
    Path("many").write_text(Path("mixed").read_text() * 60)
    assert run(f"{command} many --jobs 2", capsys) == run(f"{command} many", capsys)


def test_options_may_stand_between_files(capsys: Captured) -> None:
    between, before = "convert good --to sdm none", "convert --to sdm good none"
    assert run(between, capsys) == run(before, capsys)
    assert run("solve good -q -- none", capsys) == run("solve -q good none", capsys)
    between, before = "comp9021 rows --outdir . bare", "comp9021 rows bare --outdir ."
    Path("rows").write_text("".join(write([EASY], "digits")))
    assert run(between, capsys) == run(before, capsys) == (0, "", "")
    status, out, err = run("solve good -q none --fast", capsys)
    unknown = "sudoku solve: error: unrecognized arguments: --fast\n"
    assert (status, out, err) == (2, "", unknown)
    status, _, err = run("northwestern dfs x --limit-boards 5 y", capsys)
    assert (status, err.count("unrecognized arguments: y")) == (2, 1)


def test_a_file_may_be_called_like_a_puzzle(capsys: Captured) -> None:
    Path(CLASH).write_text(EASY)
    assert run(f"solve {CLASH}", capsys) == (0, f"{SOLVED}\n", "")
    assert run(f"solve {EASY}", capsys) == (0, f"{SOLVED}\n", "")


def stop(cells: list[str]) -> list[str]:
    os._exit(1)


def test_a_process_that_dies_is_one_line() -> None:
    batch: list[Found] = [Puzzle(EASY, "", 1)]
    with pytest.raises(CommandError, match="ended too early"):
        list(puzzles.in_turn([batch], stop, 2))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve nowhere", "solve: error: nowhere: No such file or directory"),
        ("count .", "count: error: .: Is a directory"),
        ("check empty", "check: error: empty:1:1: no puzzle, expected one of 81 cells"),
        ("solve binary", "solve: error: binary:2:1: byte 0x00, expected text"),
        ("convert good", "convert: error: the following arguments are required: --to"),
        ("convert good --to x", "convert: error: argument --to: invalid choice: 'x'"),
        ("solve good --jobs 0", "solve: error: argument --jobs: 0, expected a number"),
        ("count good --limit 9999999999", "count: error: argument --limit: 9999999999"),
        (f"count good --limit {'9' * 5000}", "count: error: argument --limit: 9999"),
        ("count good --limit x", "count: error: argument --limit: x, expected a numb"),
        (
            f"solve {EASY[:-1]}",
            "solve: error: argument:1:81: 80 cells, expected 9 in a",
        ),
        (f"solve {EASY[:40]}", f"solve: error: {EASY[:40]}: No such file or directory"),
    ],
)
def test_bad_usage_and_bad_files_get_one_line_and_status_2(
    line: str, said: str, capsys: Captured
) -> None:
    Path("empty").write_text("")
    Path("binary").write_bytes(b"\n\0\1\2" * 30)
    status, out, err = run(line, capsys)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"sudoku {said}")


def test_a_batch_is_short_at_first_and_where_puzzles_come_slowly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(puzzles, "monotonic", lambda: now)

    def arriving(number: int, seconds: float) -> Iterator[Puzzle]:
        nonlocal now
        for line in range(number):
            now += seconds
            yield Puzzle(EASY, "", line)

    sizes = [len(batch) for batch in puzzles.batches(arriving(100_000, 1e-6))]
    assert sizes[:4] == [1, 200, 20_000, 20_000]
    assert [len(batch) for batch in puzzles.batches(arriving(5, 1.0))] == [1] * 5


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_answer_to_a_puzzle_does_not_wait_for_the_next_puzzle(jobs: int) -> None:
    asked = 0

    def arriving() -> Iterator[tuple[Puzzle, list[str]]]:
        nonlocal asked
        for asked in (1, 2, 3):
            yield Puzzle(EASY, "standard input", asked), []

    found: Iterator[list[Found]] = ([puzzle] for puzzle, _ in arriving())
    for number, (_, answers) in enumerate(puzzles.in_turn(found, solved, jobs), 1):
        assert (asked, answers) == (number, [[SOLVED]])
    for number, (*_, name) in enumerate(check.named(arriving()), 1):
        first_waits = max(number, 2)  # to tell whether its line must be named
        assert (asked, name) == (first_waits, f"standard input:{number}")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_told_on_a_terminal_after_a_second_and_wiped_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(puzzles, "monotonic", lambda: now)
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    progress, quiet = puzzles.Progress(quiet=False), puzzles.Progress(quiet=True)
    for now in (0.9, 1.05, 1.06, 3.0):
        progress.add(1000)
        quiet.add(1000)
    shown = "\r2,000 puzzles, 1,905 a second\r4,000 puzzles, 1,333 a second"
    assert terminal.getvalue() == shown
    progress.clear()
    assert terminal.getvalue() == shown + "\r" + " " * 29 + "\r"
    monkeypatch.setattr("sys.stdout", terminal)  # there the results are progress
    assert not puzzles.Progress(quiet=False).shows
    monkeypatch.setattr("sys.stderr", StringIO())
    assert not puzzles.Progress(quiet=False).shows


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """``line`` in a shell in which ``$SUDOKU`` is the command."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "SUDOKU": f"{sys.executable} -m sudoku",
        "PYTHONUNBUFFERED": "",
    }
    return subprocess.run(
        ["bash", "-c", line],
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_pipe_may_go_from_one_command_to_the_next_and_stop_at_the_first_line() -> (
    None
):
    done = shell("$SUDOKU convert good --to grid | $SUDOKU solve | $SUDOKU count -")
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n1\n", "")
    line = f"yes {EASY} | $SUDOKU solve - | head -1; echo ${{PIPESTATUS[1]}}"
    done = shell(line)
    assert (done.stdout, done.stderr) == (f"{SOLVED}\n141\n", "")
    done = shell(
        f"yes {EASY} | $SUDOKU solve --jobs 2 | head -1; echo ${{PIPESTATUS[1]}}"
    )
    assert (done.stdout, done.stderr) == (f"{SOLVED}\n141\n", "")


@pytest.mark.parametrize("command", ["solve", "count", "check", "convert --to line"])
def test_a_full_disk_is_one_line(command: str) -> None:
    done = shell(f"$SUDOKU {command} good > /dev/full")
    said = f"sudoku {command.split()[0]}: error: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_control_c_ends_all_processes_in_silence(jobs: str) -> None:
    yes = subprocess.Popen(["yes", EASY], stdout=subprocess.PIPE)
    process = subprocess.Popen(
        [sys.executable, "-m", "sudoku", "solve", "--jobs", jobs],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=yes.stdout,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout and process.stdout.readline()
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=20)
    yes.kill()
    yes.communicate()
    assert (process.returncode, err) == (130, b"")


def test_a_hundred_thousand_lines_need_little_memory() -> None:
    lines = f"yes {EASY} | head -100000"
    limited = f"(ulimit -v 200000; {lines} | $SUDOKU convert --to sdm) | tail -1"
    done = shell(limited)
    assert (done.stdout, done.stderr) == (EASY.replace(".", "0") + "\n", "")


def test_a_command_imports_only_what_it_needs() -> None:
    code = (
        "import sys; before = set(sys.modules);"  # an environment may import some
        "from sudoku.cli import main; main(['solve', 'good', '-q']);"
        "print(*set(sys.modules) - before, file=sys.stderr)"
    )
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True
    )
    slow = {"json", "dataclasses", "pathlib", "inspect", "ast", "multiprocessing"}
    slow |= {
        "concurrent.futures",
        "xml.parsers.expat",
        "sudoku.formats.lists",
        "shutil",
    }
    assert not slow & set(done.stderr.split())


def test_help_tells_what_each_command_takes(capsys: Captured) -> None:
    for command in ("solve", "count", "check", "convert", "generate"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        told = " ".join(capsys.readouterr().out.split())
        assert ("--jobs N work in N" in told) == (command != "generate")
        if command not in ("count", "check"):
            assert f"FORMAT one of {', '.join(FORMATS)}" in told
