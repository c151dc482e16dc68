"""``python -m pseudoku draw`` as a person runs it."""

import subprocess
import sys
import tomllib
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest

from _courseware.draw.drawing import draw_svg
from adt.show.states import structure_state
from pseudoku.pictures import RecordingMemory, mark_reads, puzzle_state, store_rows
from tests.adt.drawn import stack_of
from tests.places import ROOT
from tests.pseudoku.pseudoku_commands import Captured, run

TABLES: dict[str, list[object]] = tomllib.loads(
    Path(__file__).with_name("arguments.toml").read_text("utf-8")
)


@pytest.mark.parametrize("line, told", TABLES["drawn"])
def test_drawing_a_structure_also_prints_its_number_of_cells(
    line: str, told: str, capsys: Captured
) -> None:
    status, out, err = run(f"draw {line}", capsys)
    assert (status, err) == (0, f"{told}\n")
    assert "puzzle" in out
    assert run(f"draw {line} -q", capsys) == (0, out, "")
    status, out, err = run(f"draw {line} --svg", capsys)
    assert (status, err) == (0, f"{told}\n")
    ElementTree.fromstring(out)


@pytest.mark.parametrize(("i", "j"), [*product(range(1, 5), repeat=2)])
def test_the_marked_cells_lead_to_the_number(i: int, j: int) -> None:
    outer, inner = 2 * (i - 1), 8 * i + 2 * (j - 1)  # of a list, the nodes to find
    ways = {
        "pointers": [i, 5 * i + j],
        "flat": [4 * (i - 1) + j],
        "nodes": [*range(1, outer, 2), outer, *range(8 * i + 1, inner, 2), inner],
    }
    for structure, way in ways.items():
        memory = RecordingMemory()
        puzzle = store_rows(structure, [[2, 4, 1, 3]] * 4, memory)
        memory.seen.clear()
        puzzle[i][j]
        assert memory.seen == way
        state = puzzle_state(puzzle)
        mark_reads(state, memory.seen)
        marks = [mark for array in state["arrays"] for mark in array["marks"]]
        assert [place for place, mark in enumerate(marks) if mark] == sorted(way)


def said(*words: str, hash_seed: str = "1") -> bytes:
    """Return what a new Python prints."""
    environment = {"PYTHONHASHSEED": hash_seed, "PYTHONUTF8": "1"}
    return subprocess.check_output([sys.executable, *words], cwd=ROOT, env=environment)


def test_a_picture_has_the_same_bytes_in_every_process() -> None:
    words = "-m pseudoku draw storage nodes --svg".split()
    assert said(*words, hash_seed="1") == said(*words, hash_seed="2")


def test_generating_a_puzzle_does_not_import_the_drawing_code() -> None:
    program = """
import sys
from pseudoku.cli import main
main(["generate", "2413", "-q"])
for word in "show", "memory", "storage", "pictures":
    assert not [name for name in sys.modules if word in name], word
"""
    assert said("-c", program).startswith(b"+-")


def test_a_light_picture_ignores_dark_mode(capsys: Captured) -> None:
    dark = run("draw stack 4321 --svg", capsys)[1]
    light = run("draw stack 4321 --svg --light", capsys)[1]
    assert "prefers-color-scheme:dark" in dark
    state = structure_state(stack_of(1, 2, 3, 4))
    assert (dark, light) == (draw_svg(state), draw_svg(state, light=True))
    assert "prefers-color-scheme" not in light and "adt-paper" in light
