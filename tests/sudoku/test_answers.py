"""generate --with-answers: each coursework's inputs, and what is expected for them."""

import ast
import json
import sys
from argparse import Namespace
from itertools import chain
from pathlib import Path

import pytest

from sudoku.cit591 import elimination
from sudoku.cli.generate import condition_of
from sudoku.comp9021.preemptive import Sudoku
from sudoku.courses import COURSE_NAMES, load_course
from sudoku.exact import solve
from sudoku.grid import Move, moves_of
from sudoku.hacettepe import singles
from sudoku.northwestern.reading import read_grid
from sudoku.northwestern.search import test_dfs_or_bfs as search_and_print
from tests.sudoku.sudoku_commands import Captured, cells_in, contents, run

pytestmark = pytest.mark.usefixtures("folder")


def test_json_tells_what_was_judged(capsys: Captured) -> None:
    def told(options: str) -> dict[str, int | str]:
        _, out, _ = run(f"generate --json --seed 3 {options}", capsys)
        values: dict[str, int | str] = json.loads(out)
        assert values["solution"] == solve(str(values.pop("puzzle")))[0]
        del values["solution"]
        return values

    assert told("--givens 33") == {"givens": 33, "seed": 3, "number": 1}
    assert told("--for comp9021 --needs 2 --ending stuck").items() >= {
        ("needs", 2),
        ("ending", "stuck"),
    }
    assert told("--for hacettepe --givens 31")["steps"] == 50
    assert told("--for cit591 --ending stuck")["ending"] == "stuck"
    boards = told("--for northwestern --boards 100-200")
    assert 100 <= int(boards["dfs"]) <= int(boards["bfs"]) <= 200


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("comp9021", "comp9021 f preassess"),
        ("hacettepe", "hacettepe f g"),
        ("cit591", "cit591 f"),
        ("northwestern", "northwestern dfs f"),
    ],
)
def test_a_coursework_reads_what_is_printed_for_it(
    name: str, command: str, capsys: Captured
) -> None:
    _, out, err = run(f"generate --for {name} --seed 4", capsys)
    assert err.splitlines()[1].startswith("promise: solved by ")
    Path("f").write_text(out)
    assert run(command, capsys)[0] == 0


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", COURSE_NAMES)
def test_answers_are_written_beside_the_puzzles(name: str, capsys: Captured) -> None:
    line = f"generate --for {name} --count 3 --seed 5"
    _, printed, _ = run(line, capsys)
    status, out, err = run(f"{line} --with-answers d", capsys)
    assert (status, out) == (0, printed)
    assert "inputs and expected outputs are in d\n" in err
    names = [load_course(name).file_names(number) for number in (1, 2, 3)]
    assert sorted(contents()) == sorted(chain(*names))
    inputs = [Path("d", first).read_text() for first, *_ in names]
    assert [cells_in(text)[0] for text in inputs] == cells_in(out)


def generated(options: str, capsys: Captured) -> dict[str, bytes]:
    """The files of one puzzle; those named by the hand-outs are 1 of the course."""
    assert run(f"generate --seed 6 --with-answers d --for {options}", capsys)[0] == 0
    return contents()


def test_the_files_for_comp9021_are_those_that_its_methods_write(
    capsys: Captured,
) -> None:
    expected = generated("comp9021 --needs 2", capsys)
    Path("sudoku_1.txt").write_bytes(expected["sudoku_1.txt"])
    sudoku = Sudoku("sudoku_1.txt")
    sudoku.bare_tex_output()
    sudoku.forced_tex_output()
    sudoku.marked_tex_output()
    sudoku.worked_tex_output()
    written = {path.name: path.read_bytes() for path in Path().glob("sudoku_*")}
    assert (written, len(written)) == (expected, 5)


def test_the_files_for_hacettepe_are_those_that_its_main_reads_and_writes(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = generated("hacettepe", capsys)
    assert len(expected["i1.txt"]) == 161
    monkeypatch.setattr(sys, "argv", ["sudoku.py", "d/i1.txt", "out.txt"])
    singles.main()
    assert Path("out.txt").read_bytes() == expected["o1.txt"]


@pytest.mark.parametrize("ending", ["solved", "stuck"])
def test_the_files_for_cit591_are_what_its_functions_read_return_and_print(
    ending: str, capsys: Captured
) -> None:
    expected = generated(f"cit591 --ending {ending}", capsys)
    sets = elimination.convertToSets(elimination.read_sudoku("d/puzzle1.txt"))
    assert elimination.solve(sets) == (ending == "solved")
    solution = elimination.read_sudoku("d/puzzle1_solution.txt")
    assert elimination.convertToInts(sets) == solution
    _, out, _ = run("cit591 d/puzzle1.txt", capsys)
    assert out.encode() == expected["puzzle1_printed.txt"]
    assert ("might be any of" in out) == (ending == "stuck")


def test_the_files_for_northwestern_are_what_its_searches_print(
    capsys: Captured,
) -> None:
    expected = generated("northwestern", capsys)
    name, _, values = expected["board1_moves.py"].decode().partition(" = ")
    moves: list[Move] = ast.literal_eval(values)
    assert name == "moves"
    assert moves == moves_of(read_grid(expected["board1.txt"].decode()))
    for use_dfs in (True, False):
        search_and_print(use_dfs, moves)
        out = capsys.readouterr().out
        assert out.encode() == expected["board1_printed.txt"]
        assert (
            out.split("Solved Board >>>>>\n")[1].encode()
            == (expected["board1_solved.txt"])
        )


def test_every_coursework_has_its_own_promise_and_nothing_else_has_one() -> None:
    names = ("needs", "ending", "boards", "with_answers", "rating")
    options = dict.fromkeys(names)
    conditions = {
        condition_of(Namespace(course=course, **options)) for course in COURSE_NAMES
    }
    assert len(set(map(str, conditions))) == len(COURSE_NAMES)
    assert str(condition_of(Namespace(course=None, **options))) == ""
