"""solve, count, check, convert and generate as a person runs them, and as a pipe does."""

import ast
import sys
from argparse import Namespace
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from _courseware.terminal import console
from sudoku.cit591 import elimination
from sudoku.cli.generate import condition_of
from sudoku.comp9021.preemptive import Sudoku
from sudoku.courses import COURSE_NAMES, load_course
from sudoku.errors import SudokuError
from sudoku.exact import solve
from sudoku.formats import FORMATS, Puzzle, parse, write
from sudoku.generating.givens import is_minimal
from sudoku.grid import Move, moves_of
from sudoku.hacettepe import singles
from sudoku.northwestern.reading import read_grid
from sudoku.northwestern.search import test_dfs_or_bfs as search_and_print
from tests.sudoku.sudoku_commands import EASY, SOLVED, Captured, cells_in, contents, run

OPEN = SOLVED.translate(dict(zip(map(ord, "13"), "..")))  # 1 and 3 can change places
NONE = "12345678." + "." * 8 + "9" + "." * 63
OTHER = EASY[::-1]
OTHER_SOLVED = SOLVED[::-1]
CLASH = "5.......5" + "." * 72
BAD = f"{EASY[:40]}z{EASY[41:]}"


@pytest.fixture(autouse=True)
def files(folder: Path) -> None:
    """Write a file of each kind into the working folder."""
    Path("good").write_text(f"{EASY}\n{OTHER}\n")
    Path("mixed").write_text(f"{EASY}\n{BAD}\n{NONE}\n{OPEN}\n{CLASH}\n{SOLVED}")


ERROR = "error: mixed:2:41: 'z'; expected a digit or a blank (. 0 _ * - x X ?)\n"
LEFT_OUT = "mixed:6: the solution of line 1\n"
IN_ROW_1 = "mixed:5: clash: 5 occurs twice in row 1: r1c1, r1c9\n"


def test_solve_prints_solutions_and_reports_the_other_puzzles(capsys: Captured) -> None:
    assert run("solve good", capsys) == (0, f"{SOLVED}\n{OTHER_SOLVED}\n", "")
    status, out, err = run("solve mixed", capsys)
    assert status == 2
    solved, first_of_several = out.splitlines()
    assert solved == SOLVED
    assert all(cell in (number, ".") for cell, number in zip(OPEN, first_of_several))
    assert err == (
        f"sudoku solve: {ERROR}mixed:3: no solution\n"
        f"mixed:4: several solutions; this is the first\n{IN_ROW_1}{LEFT_OUT}"
    )


@pytest.mark.parametrize("style", FORMATS)
def test_convert_writes_what_solve_and_convert_read(
    style: str, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, text, err = run(f"convert good --format {style}", capsys)
    assert (status, text, err) == (0, "".join(write([EASY, OTHER], style)), "")
    shown = run(f"solve {EASY} --format {style}", capsys)[1]
    assert shown == "".join(write([SOLVED], style))
    for line, expected in (
        ("solve", f"{SOLVED}\n{OTHER_SOLVED}\n"),
        ("convert --format line -", f"{EASY}\n{OTHER}\n"),
    ):
        if style != "candidates":  # which are not read
            monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))
            assert run(line, capsys) == (0, expected, "")


# generate


EXISTS = "already exists; use --force to replace it"


def test_a_printed_seed_repeats_the_puzzles(capsys: Captured) -> None:
    _, out, err = run("generate --count 2", capsys)
    each, seed = err.splitlines()
    assert each == "solutions: 1 each"
    again = f"generate --count 2 --seed {seed.removeprefix('seed: ')}"
    assert run(again, capsys) == (0, out, err)
    assert run(again.replace("2", "1", 1), capsys)[1] == out[: len(out) // 2]


def test_the_options_decide_the_properties_of_the_puzzle(capsys: Captured) -> None:
    line = "generate --givens 32 --symmetry rotate180 --seed 2 --format line"
    puzzle = run(line, capsys)[1].strip()
    given = [cell != "." for cell in puzzle]
    assert (sum(given), given) == (32, given[::-1])
    line = "generate --givens 24 --minimal --tries 50 --seed 2 --format line"
    puzzle = run(line, capsys)[1].strip()
    assert puzzle.count(".") == 57 and is_minimal(puzzle)


def test_every_coursework_has_its_own_promise_and_nothing_else_has_one() -> None:
    names = ("needs", "ending", "boards", "with_answers", "rating")
    promises = {
        course: str(condition_of(Namespace(course=course, **dict.fromkeys(names))))
        for course in (None, *COURSE_NAMES)
    }
    assert promises[None] == ""
    assert len({*promises.values()}) == 1 + len(COURSE_NAMES)


# Limits


@pytest.mark.parametrize("style", ["line", "opensudoku"])
def test_the_puzzles_found_before_the_limit_form_a_complete_file(
    style: str, capsys: Captured
) -> None:
    line = f"generate --givens 23 --tries 3 --count 50 --seed 2 --format {style}"
    status, out, err = run(line, capsys)
    found = parse(out)
    assert found and all(isinstance(one, Puzzle) for one in found)
    assert status == 3 and f"puzzle {len(found) + 1}: no match" in err
    assert run(f"{line} -o f", capsys)[0] == 3
    assert Path("f").read_text() == out
    assert run("generate --givens 17 --tries 1 --seed 1 -o f", capsys)[0] == 3
    assert Path("f").read_text() == out


# Files with answers


def test_without_a_coursework_the_answers_are_the_puzzles_and_their_solutions(
    capsys: Captured,
) -> None:
    line = "generate --count 2 --seed 1 --format line --with-answers d"
    status, out, err = run(line, capsys)
    assert (status, err.splitlines()[1]) == (0, "puzzles and solutions are in d")
    files = {name: data.decode() for name, data in contents().items()}
    assert files["puzzle1.txt"] + files["puzzle2.txt"] == out
    for number in (1, 2):
        solutions = solve(files[f"puzzle{number}.txt"].strip(), limit=2)
        assert [files[f"solution{number}.txt"].strip()] == solutions


@pytest.mark.parametrize("name", COURSE_NAMES)
def test_answers_are_written_beside_puzzles_that_the_coursework_reads(
    name: str, capsys: Captured
) -> None:
    line = f"generate --for {name} --count 2 --seed 5"
    _, printed, err = run(line, capsys)
    assert err.splitlines()[1].startswith("promise: solved by ")
    status, out, err = run(f"{line} --with-answers d", capsys)
    assert (status, out) == (0, printed)
    assert "inputs and expected outputs are in d\n" in err
    names = [load_course(name).file_names(number) for number in (1, 2)]
    assert {*contents()} == {*names[0], *names[1]}
    inputs = [Path("d", first).read_text() for first, *_ in names]
    assert [cells_in(text)[0] for text in inputs] == cells_in(out)
    Path("f").write_text(run(f"generate --for {name} --seed 5 -q", capsys)[1])
    command = {
        "comp9021": "comp9021 f preassess",
        "hacettepe": "hacettepe f g",
        "cit591": "cit591 f",
        "northwestern": "northwestern dfs f",
    }[name]
    assert run(command, capsys)[0] == 0


Generated = Callable[[str], dict[str, bytes]]


@pytest.fixture
def generated(capsys: Captured) -> Generated:
    """A function that returns the files of one puzzle for a course, which are in d."""

    def generate(options: str) -> dict[str, bytes]:
        line = f"generate --seed 6 --with-answers d --for {options}"
        assert run(line, capsys)[0] == 0
        return contents()

    return generate


def test_the_files_for_comp9021_are_those_that_its_methods_write(
    generated: Generated,
) -> None:
    expected = generated("comp9021 --needs 2")
    Path("sudoku_1.txt").write_bytes(expected["sudoku_1.txt"])
    sudoku = Sudoku("sudoku_1.txt")
    sudoku.bare_tex_output()
    sudoku.forced_tex_output()
    sudoku.marked_tex_output()
    sudoku.worked_tex_output()
    written = {path.name: path.read_bytes() for path in Path().glob("sudoku_*")}
    assert (written, len(written)) == (expected, 5)


def test_the_files_for_hacettepe_are_those_that_its_main_reads_and_writes(
    generated: Generated, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = generated("hacettepe")
    assert len(expected["i1.txt"]) == 161
    monkeypatch.setattr(sys, "argv", ["sudoku.py", "d/i1.txt", "out.txt"])
    singles.main()
    assert Path("out.txt").read_bytes() == expected["o1.txt"]


@pytest.mark.parametrize("ending", ["solved", "stuck"])
def test_the_files_for_cit591_are_what_its_functions_read_return_and_print(
    ending: str, generated: Generated, capsys: Captured
) -> None:
    expected = generated(f"cit591 --ending {ending}")
    sets = elimination.convertToSets(elimination.read_sudoku("d/puzzle1.txt"))
    assert elimination.solve(sets) == (ending == "solved")
    solution = elimination.read_sudoku("d/puzzle1_solution.txt")
    assert elimination.convertToInts(sets) == solution
    _, out, _ = run("cit591 d/puzzle1.txt", capsys)
    assert out.encode() == expected["puzzle1_printed.txt"]
    assert ("might be any of" in out) == (ending == "stuck")


def test_the_files_for_northwestern_are_what_its_searches_print(
    generated: Generated, capsys: Captured
) -> None:
    expected = {name: data.decode() for name, data in generated("northwestern").items()}
    name, _, values = expected["board1_moves.py"].partition(" = ")
    moves: list[Move] = ast.literal_eval(values)
    assert name == "moves"
    assert moves == moves_of(read_grid(expected["board1.txt"]))
    for use_dfs in (True, False):
        search_and_print(use_dfs, moves)
        out = capsys.readouterr().out
        assert out == expected["board1_printed.txt"]
        assert out.split("Solved Board >>>>>\n")[1] == expected["board1_solved.txt"]


def test_an_existing_file_is_kept_without_force(capsys: Captured) -> None:
    Path("d").mkdir()
    Path("d/o2.txt").write_text("mine")
    line = "generate --for hacettepe --count 2 --seed 1 --with-answers d"
    kept = f"sudoku generate: error: d/o2.txt: {EXISTS}\n"
    assert run(line, capsys) == (2, "", kept)
    assert contents() == {"o2.txt": b"mine"}


@pytest.mark.parametrize("output", ["d/o2.txt", "./d/../d/i1.txt"])
def test_the_output_is_no_file_of_the_answers(output: str, capsys: Captured) -> None:
    line = "generate --for hacettepe --count 2 --seed 1 --force --with-answers d"
    error = f"-o {output} is also a file of --with-answers"
    Path("d").mkdir()
    expected = (2, "", f"sudoku generate: error: {error}\n")
    assert run(f"{line} -o {output}", capsys) == expected
    assert run(f"{line} -q -o d/o3.txt", capsys)[0] == 0


def test_a_file_that_appears_during_the_work_is_not_replaced(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two runs into one folder: the check before the work finds nothing."""
    monkeypatch.setattr(console, "prepare_folder", lambda *arguments: None)
    Path("d").mkdir()
    Path("d/i1.txt").write_text("of another run")
    line = "generate --for hacettepe --seed 1 --with-answers d"
    kept = f"sudoku generate: error: d/i1.txt: {EXISTS}\n"
    assert run(f"{line} -q", capsys) == (2, "", kept)
    assert contents() == {"i1.txt": b"of another run"}
    assert run(f"{line} --force -q", capsys)[0] == 0
    assert {*contents()} == {"i1.txt", "o1.txt"}


def test_answers_for_a_grid_without_solution_are_refused() -> None:
    with pytest.raises(SudokuError, match="no solution"):
        load_course("northwestern").files(1, "1234567.8" + "." * 17 + "9" + "." * 54)
