"""Each command as a person runs it: what it prints, where, and its exit status."""

import json
import os
import re
import subprocess
import sys
from argparse import Namespace
from pathlib import Path
from random import Random

import pytest

from pseudoku.cli import COMMANDS, generate, main
from pseudoku.solving import Grid

ROOT = Path(__file__).parents[1]
PUZZLE = ".41...2.3....1.2"
SOLUTION = """\
+-----+-----+
| 2 4 | 1 3 |
| 1 3 | 2 4 |
+-----+-----+
| 3 2 | 4 1 |
| 4 1 | 3 2 |
+-----+-----+
"""
OF_2413 = """\
+-----+-----+
| 4 1 | 3 2 |
| 3 2 | 4 1 |
+-----+-----+
| 1 3 | 2 4 |
| 2 4 | 1 3 |
+-----+-----+
"""
Captured = pytest.CaptureFixture[str]


def run(line: str, capsys: Captured) -> tuple[int, str, str]:
    """The status, output and error output of a command line."""
    status = main(line.split())
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_generate_prints_a_puzzle_and_tells_its_solutions_and_seed(
    capsys: Captured,
) -> None:
    status, out, err = run("generate 2 4 1 3 --blanks 6 --seed 1", capsys)
    assert (status, out.count("."), err) == (0, 6, "solutions: 1\nseed: 1\n")
    again = run("generate 2413 --blanks 6 --seed 1 -q", capsys)
    assert again == (0, out, "")


def test_generate_without_blanks_prints_the_solution(capsys: Captured) -> None:
    assert run("generate 2 4 1 3 --blanks 0 -q", capsys) == (0, OF_2413, "")


@pytest.mark.parametrize("blanks", range(17))
def test_generate_makes_the_blanks_it_is_asked_for(
    blanks: int, capsys: Captured
) -> None:
    line = f"generate 3142 --blanks {blanks} --count 3 --format json"
    status, out, err = run(line, capsys)
    puzzles = [json.loads(line) for line in out.splitlines()]
    assert (status, len(puzzles)) == (0, 3)
    for puzzle in puzzles:
        assert sum(row.count(0) for row in puzzle["puzzle"]) == blanks
        assert f"seed: {puzzle['seed']}" in err
        line = "".join(str(cell) for row in puzzle["puzzle"] for cell in row)
        assert run(f"count {line}", capsys)[1] == f"{puzzle['solutions']}\n"


@pytest.mark.parametrize("blanks", range(13))
def test_generate_unique_leaves_one_solution(blanks: int, capsys: Captured) -> None:
    line = f"generate 2413 --blanks {blanks} --unique --count 5 --format line --seed 3"
    status, out, err = run(line, capsys)
    assert (status, err) == (0, "solutions: 1, 1, 1, 1, 1\nseed: 3\n")
    assert run("count " + " ".join(out.split()), capsys) == (0, "1\n" * 5, "")


def test_generate_prints_the_solution_below_if_asked(capsys: Captured) -> None:
    status, out, _ = run("generate 2413 --blanks 16 --solution --seed 1", capsys)
    assert status == 0
    assert out.endswith("\n\n" + OF_2413)


def test_generate_writes_a_file_whole(tmp_path: Path, capsys: Captured) -> None:
    place = tmp_path / "puzzle.txt"
    status, out, err = run(f"generate 2413 --blanks 0 -q -o {place}", capsys)
    assert (status, out, err) == (0, "", "")
    assert place.read_text() == OF_2413
    assert os.listdir(tmp_path) == ["puzzle.txt"]


def test_solve_prints_the_solution(capsys: Captured) -> None:
    assert run(f"solve {PUZZLE}", capsys) == (0, SOLUTION, "")


def test_solve_says_when_there_are_several_and_shows_all_if_asked(
    capsys: Captured,
) -> None:
    open_puzzle = "241313243241...."
    several = "." * 12 + "4132"
    assert run(f"solve {open_puzzle} --format line", capsys)[0] == 0
    status, out, err = run(f"solve {several} --format line", capsys)
    assert (status, len(out.splitlines())) == (1, 1)
    assert err == "several solutions, this is the first; --all prints them\n"
    status, out, err = run(f"solve {several} --all --format line", capsys)
    assert (status, len(out.splitlines()), err) == (0, 12, "solutions: 12\n")


def test_solve_says_when_there_is_none(capsys: Captured) -> None:
    assert run("solve 11..............", capsys) == (1, "", "no solution\n")
    assert run("solve --all 11..............", capsys) == (1, "", "no solution\n")


def test_count_prints_how_many_solutions_there_are(capsys: Captured) -> None:
    assert run("count " + "." * 16, capsys) == (0, "288\n", "")
    assert run(f"count {PUZZLE} 11..............", capsys) == (0, "1\n0\n", "")


def test_check_names_the_cells_that_clash(capsys: Captured) -> None:
    clash = "clash: 1 stands 2 times in row 1: r1c1, r1c3\n"
    assert run("check 1.1" + "." * 13, capsys) == (1, clash, "")
    assert run(f"check {PUZZLE}", capsys) == (0, "no clash, 10 blank\n", "")
    solved = "2413132432414132"
    assert run(f"check {solved}", capsys)[1] == "solved: every condition is met\n"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("MakeVector 2413", "2 4 1 3\n" * 4),
        ("PERMUTEVECTOR 2413 1", "4 1 3 2\n"),
        ("permute_vector 2 4 1 3 3", "3 2 4 1\n"),
        ("PermuteVector [2,4,1,3] 0", "2 4 1 3\n"),
        (
            "permuterow 2413/2413/2413/2413 1 3 2",
            "4 1 3 2\n3 2 4 1\n1 3 2 4\n2 4 1 3\n",
        ),
        ("SearchStack 1234 3", "stack, top first: 1 2 4\n"),
        ("SearchStack 3 3", "stack, top first: empty\n"),
        ("SearchStack 1234 5", "FALSE\n"),
        ("CheckColumn 1111/2222/3333/4444 3", "TRUE\n"),
        ("CheckColumn 1111/2222/3333/4414 3", "FALSE\n"),
        ("ColCheck 4132/3241/1324/2413", "TRUE\n"),
        ("ColChecks 4132/3241/1324/2414", "FALSE\n"),
        ("CheckGrids 4132324113242413", "TRUE\n"),
        ("MakeSolution 2413", "4 1 3 2\n3 2 4 1\n1 3 2 4\n2 4 1 3\n"),
        ("MakeSolution 1111", "FALSE\n"),
    ],
)
def test_call_calls_a_function_by_any_of_its_names(
    line: str, shown: str, capsys: Captured
) -> None:
    assert run(f"call {line}", capsys) == (0, shown, "")


def test_a_puzzle_is_spelled_in_cells_or_rows(capsys: Captured) -> None:
    assert run("count .41./..2./3.../.1.2", capsys) == (0, "1\n", "")
    assert run("call CheckGrids 4132324113242413", capsys) == (0, "TRUE\n", "")


def test_a_file_comes_before_a_puzzle_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("." * 16).write_text(SOLUTION)
    assert run("count ................", capsys) == (0, "1\n", "")


def test_call_takes_one_puzzle_from_a_file(tmp_path: Path, capsys: Captured) -> None:
    place = tmp_path / "grids"
    place.write_text(SOLUTION)
    assert run(f"call CheckGrids {place}", capsys) == (0, "TRUE\n", "")
    place.write_text(SOLUTION + SOLUTION)
    said = f"pseudoku call: error: {place}: more than one puzzle, expected one\n"
    assert run(f"call CheckGrids {place}", capsys) == (2, "", said)


def test_code_shows_setblanks_too(capsys: Captured) -> None:
    out = run("code SetBlanks", capsys)[1]
    assert "i ← ⌊(cell − 1)/4⌋ + 1" in out
    assert run("code", capsys)[1].endswith(out)


def test_generate_json_has_the_solution(capsys: Captured) -> None:
    out = run("generate 2413 --format json -q", capsys)[1]
    rows = [[4, 1, 3, 2], [3, 2, 4, 1], [1, 3, 2, 4], [2, 4, 1, 3]]
    assert json.loads(out)["solution"] == rows


def test_generate_draws_another_seed_each_time(capsys: Captured) -> None:
    seeds = {run("generate 2413", capsys)[2] for _ in range(5)}
    assert len(seeds) == 5


def test_the_worst_status_of_many_grids_counts(
    tmp_path: Path, capsys: Captured
) -> None:
    place = tmp_path / "grids"
    place.write_text("11..\n....\n....\n....\n\n" + SOLUTION)
    assert run(f"check {place}", capsys)[0] == 1


def test_quiet_solve_is_quiet(capsys: Captured) -> None:
    err = [run(f"solve -q {x} {'.' * 16}", capsys)[2] for x in ("", "--all")]
    assert err == ["", ""]


def test_code_shows_the_pseudocode_beside_the_python(capsys: Captured) -> None:
    status, out, err = run("code permuterow", capsys)
    assert (status, err) == (0, "")
    assert "puzzle[2] ← PermuteVector(puzzle[2], y)" in out.splitlines()[2]
    assert "puzzle[2] = permute_vector(puzzle[2], y)" in out.splitlines()[2]


UNIQUE = "--blanks 13 --unique: 12 is the most, for fewer than four numbers"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "pseudoku: error: expected a command: generate, "),
        ("genrate", "pseudoku: error: unknown command 'genrate'; did you mean generate?"),
        ("xyzzy", "pseudoku: error: unknown command 'xyzzy', expected one of generate"),
        ("generate 2 4 1 1", "pseudoku generate: error: row '2 4 1 1': 1 stands 2 times"),
        ("generate 2 4 1", "pseudoku generate: error: row '2 4 1': 3 numbers, expected"),
        ("generate a b c d", "pseudoku generate: error: row 'a b c d': 'a', expected 1"),
        ("generate", "pseudoku generate: error: the following arguments are required"),
        ("generate 2413 --blanks 17", "pseudoku generate: error: argument --blanks: 17"),
        ("generate 2413 --blanks -1", "pseudoku generate: error: argument --blanks: -1"),
        ("generate 2413 --blanks x", "pseudoku generate: error: argument --blanks: x, e"),
        ("generate 2413 --blanks 13 --unique", f"pseudoku generate: error: {UNIQUE}"),
        ("generate 2413 --count 0", "pseudoku generate: error: argument --count: 0, exp"),
        ("generate 2413 -o /no/where", "pseudoku generate: error: /no/where: No such"),
        ("generate 2413 --bogus", "pseudoku generate: error: unrecognized arguments"),
        ("count nowhere.txt", "pseudoku count: error: 'nowhere.txt': no such file, and"),
        ("count /", "pseudoku count: error: /: Is a directory"),
        ("call Sort 1", "pseudoku call: error: no function 'Sort' in the hand-out"),
        ("call ChekGrids 1", "pseudoku call: error: no function 'ChekGrids' in the hand"),
        ("call PermuteVector 2413", "pseudoku call: error: 1 argument, expected PermuteV"),
        ("call PermuteVector 2413 x", "pseudoku call: error: 'x', expected a number for"),
        ("call PermuteVector 2x13 1", "pseudoku call: error: '2x13', expected a row such"),
        ("call PermuteVector 241 1", "pseudoku call: error: '241', expected a row such as "),
        ("call CheckColumn 1111/2222/3333/4444 5", "pseudoku call: error: '5', expected a n"),
        ("call PermuteVector 2413 4", "pseudoku call: error: '4', expected a number for p"),
        ("call PermuteRows 4132/3241/1324/2413 1 -1 2", "pseudoku call: error: '-1', exp"),
        ("call PermuteRows 2413 1 3 2", "pseudoku call: error: '2413': no such file, and"),
        ("call PermuteVector ２４１３ 1", "pseudoku call: error: '２４１３', expected a row "),
        ("call", "pseudoku call: error: the following arguments are required: function"),
        ("count .41...2.3....1.x", "pseudoku count: error: '.41...2.3....1.x': no such "),
        ("count 413x/3241/1324/2413", "pseudoku count: error: puzzle:1:4: 'x', expected"),
        ("generate 2413 --seed x", "pseudoku generate: error: argument --seed: x, expec"),
        ("call Foo 1", "pseudoku call: error: no function 'Foo' in the hand-out, expect"),
        ("draw storage flat --select a 1", "pseudoku draw: error: argument --select: a"),
        ("trace MakeVector 2413 --from x", "pseudoku trace: error: argument --from: x,"),
        ("trace MakeVector 2413 --call F(1)", "pseudoku trace: error: --call is for a "),
        ("trace", "pseudoku trace: error: the following arguments are required: FUNCTION"),
        ("run x --base x", "pseudoku run: error: argument --base: x, expected a whole n"),
        ("trace PermuteVector 2413 x", "pseudoku trace: error: argument '2413, x': foun"),
    ],
)  # fmt: skip
def test_bad_usage_gets_one_line_and_status_2(
    line: str, said: str, capsys: Captured
) -> None:
    status, out, err = run(line, capsys)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(said)


def test_a_bad_file_is_named_with_line_and_column_and_the_next_still_read(
    tmp_path: Path, capsys: Captured
) -> None:
    bad, good = tmp_path / "bad.txt", tmp_path / "good.txt"
    bad.write_text("....\n.x..\n")
    good.write_text(SOLUTION)
    status, out, err = run(f"count {bad} {good}", capsys)
    said = f"pseudoku count: error: {bad}:2:2: 'x', expected 1 to 4, or a blank"
    assert (status, out, err.count("\n")) == (2, "1\n", 1)
    assert err.startswith(said)
    bad.write_bytes(b"....\n..\xff.\n")
    status, out, err = run(f"count {bad}", capsys)
    said = f"pseudoku count: error: {bad}:2:3: byte 0xff, expected UTF-8 text\n"
    assert (status, out, err) == (2, "", said)


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_there_for_every_command(command: str, capsys: Captured) -> None:
    words = [command] if command else []
    try:
        assert main([*words, "--help"]) == 0
    except SystemExit as stop:  # argparse's way
        assert stop.code == 0
    assert capsys.readouterr().out.startswith("usage: python -m pseudoku")


def shell(line: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """``line`` in a shell in which ``$PSEUDOKU`` is the command."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "PSEUDOKU": f"{sys.executable} -m pseudoku",
        "PYTHONUNBUFFERED": "",
    }
    return subprocess.run(
        ["bash", "-c", line],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_a_pipe_carries_puzzles_from_one_command_to_the_next(tmp_path: Path) -> None:
    line = "$PSEUDOKU generate 2413 --blanks 3 --count 4 -q | $PSEUDOKU count -"
    done = shell(line, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n" * 4, "")


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    line = (
        "$PSEUDOKU generate 2413 --count 1000000000 -q | head -1; echo ${PIPESTATUS[0]}"
    )
    done = shell(line, tmp_path)
    assert (done.stdout, done.stderr) == ("+-----+-----+\n141\n", "")


def test_a_link_stays_a_link_to_a_file_of_the_same_mode(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "file").chmod(0o640)
    (tmp_path / "link").symlink_to("file")
    assert shell("$PSEUDOKU generate 2413 --blanks 0 -o link", tmp_path).returncode == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == OF_2413
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


def test_ctrl_c_ends_with_130(tmp_path: Path) -> None:
    # A child of this shell ignores Ctrl-C unless Python is told otherwise.
    code = "import signal, sys; signal.signal(2, signal.default_int_handler)"
    start = f"{code}; from pseudoku.cli import main; sys.exit(main(['count', '-']))"
    line = f'mkfifo in; {sys.executable} -c "{start}" < in & exec 3> in; sleep 0.3'
    done = shell(f"{line}; kill -INT $!; wait $!", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_terminal_that_lacks_a_character_gets_a_question_mark(
    tmp_path: Path,
) -> None:
    done = shell("PYTHONIOENCODING=ascii $PSEUDOKU code PermuteVector", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "for 1 ? i ? 4 do" in done.stdout


@pytest.mark.parametrize(
    "words", [["run", ""], ["judge", ""], ["generate", "2413", "-q", "-o", ""]]
)
def test_an_empty_name_is_told_as_one(words: list[str], capsys: Captured) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.startswith(f"pseudoku {words[0]}: error: '': ")


def test_help_is_a_command_too(capsys: Captured) -> None:
    shown = [run(word, capsys) for word in ("-h", "--help", "help")]
    assert shown[0] == shown[1] == shown[2]
    assert shown[0][0] == 0 and "translate" in shown[0][1]


def test_of_several_puzzles_each_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two").write_text(f"{PUZZLE}\n\n11{'.' * 14}\n")
    Path("spoilt").write_text(f"{PUZZLE}\n.41..\n")
    status, out, _ = run(f"check two {PUZZLE}", capsys)
    assert (status, out.splitlines()) == (
        1,
        ["two, puzzle 1: no clash, 10 blank"]
        + ["two, puzzle 2: clash: 1 stands 2 times in row 1: r1c1, r1c2"]
        + ["two, puzzle 2: clash: 1 stands 2 times in block 1: r1c1, r1c2"]
        + [f"{PUZZLE}: no clash, 10 blank"],
    )
    _, out, err = run("check spoilt", capsys)
    assert out == "spoilt, puzzle 1: no clash, 10 blank\n" and ":2:5: a row" in err
    _, out, err = run(f"solve two {PUZZLE}", capsys)
    assert out == f"{SOLUTION}\n{SOLUTION}"
    assert err == "two, puzzle 2: no solution\n"
    assert run(f"count two {PUZZLE}", capsys)[1] == "1\n0\n1\n"


def test_each_puzzle_is_written_before_the_next_is_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Captured
) -> None:
    """To a file all of them at once, or none."""
    left = [True, True, False]

    def stopped(solved: Grid, arguments: Namespace, random: Random) -> Grid:
        if not left.pop(0):
            raise KeyboardInterrupt
        return solved

    monkeypatch.setattr(generate, "blanked", stopped)
    assert main(["generate", "2413", "--count", "3"]) == 130
    assert capsys.readouterr().out == f"{OF_2413}\n{OF_2413}"
    left[:] = [True, False]
    assert main(["generate", "2413", "--count", "2", "-o", str(tmp_path / "f")]) == 130
    assert os.listdir(tmp_path) == []


def test_the_solutions_of_many_puzzles_are_told_by_their_number(
    capsys: Captured,
) -> None:
    assert main(["generate", "2413", "--count", "300", "--seed", "1"]) == 0
    said = capsys.readouterr().err
    found = re.fullmatch(
        r"solutions: 1 \((\d+) puzzles\), 2 \((\d+) .*\nseed: 1\n", said
    )
    assert found and int(found[1]) + int(found[2]) == 300


def test_results_and_remarks_come_in_order(tmp_path: Path) -> None:
    done = shell("$PSEUDOKU generate 2413 --blanks 0 --seed 1 2>&1", tmp_path)
    assert done.stdout == OF_2413 + "solutions: 1\nseed: 1\n"
    done = shell("$PSEUDOKU count ................ no 2>&1", tmp_path)
    assert done.stdout.startswith("288\npseudoku count: error: ")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_a_closed_stream_is_no_traceback(closed: str, tmp_path: Path) -> None:
    done = shell(f"$PSEUDOKU generate 2413 --blanks 0 {closed}", tmp_path)
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    done = shell(f"$PSEUDOKU generate 2411 {closed} | cat", tmp_path)
    assert done.stdout == ""


def test_a_full_error_stream_keeps_the_status(tmp_path: Path) -> None:
    assert shell("$PSEUDOKU generate 2411 2> /dev/full", tmp_path).returncode == 2


def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    done = shell("$PSEUDOKU generate 2413 -q > /dev/full", tmp_path)
    said = "pseudoku generate: error: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_an_output_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    old = tmp_path / "old.txt"
    old.write_text("kept")
    # No file may grow beyond 0 bytes: writing fails as on a full disk.
    line = "trap '' XFSZ; ulimit -f 0; $PSEUDOKU generate 2413 -o old.txt"
    done = shell(line, tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("pseudoku generate: error: old.txt: File too large")
    assert old.read_text() == "kept"
    assert os.listdir(tmp_path) == ["old.txt"]


def test_debug_shows_the_traceback(tmp_path: Path) -> None:
    done = shell("$PSEUDOKU generate 2411 --debug", tmp_path)
    assert done.stderr.startswith("Traceback")
    assert done.returncode == 1


def test_an_error_keeps_the_name_of_the_file_and_stays_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("two  blanks").write_text("x")
    assert main(["count", "two  blanks"]) == 2
    said = "pseudoku count: error: two  blanks:1:1: 'x', expected"
    assert capsys.readouterr().err.startswith(said)
    assert main(["generate", "2413", "-q", "-o", "a\nb/c"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
