"""Which modules a command loads. `tests/benchmarks/startup.py` measures its start."""

import subprocess
import sys
from pathlib import Path
from shutil import copy

import pytest

from tests.places import GOLDEN, ROOT

# Compared with the start of Python itself, dataclasses takes 0.8 of its time, ast and
# json 0.2, and each of the others up to 0.1.
SLOW = {"dataclasses", "inspect", "json", "ast", "difflib", "copy"}
SLOW |= {"textwrap", "shutil", "tempfile", "random", "pkgutil", "unicodedata", "signal"}
SLOW |= {"multiprocessing", "datetime", "fractions", "decimal", "pathlib"}
# Of the project, the parts that few commands need.
PARTS = {"adt.memory", "adt.show", "pseudoku.grids", "pseudoku.tasks"}
PARTS |= {f"pseudoku.pseudocode.{part}" for part in ("judging", "running", "tracing")}
PARTS |= {"pseudoku.pseudocode.reading.parser", "pseudoku.pseudocode.reading.python"}
PARTS |= {
    "sudoku.exact",
    "sudoku.explain",
    "sudoku.formats",
    "sudoku.northwestern.search",
}
PARTS |= {"sudoku.exact.bulk", "sudoku.cli.team"}
# Which of these a command needs.
TASKS = "pseudoku.tasks"
READING = "unicodedata pseudoku.pseudocode.reading.parser"
RUNNING = f"{READING} pseudoku.pseudocode.running"
LOADED = {
    "pseudoku generate 2 4 1 3": f"random {TASKS} pseudoku.grids",
    "pseudoku check .41...2.3....1.2": "pseudoku.grids",
    "pseudoku solve .41...2.3....1.2": "pseudoku.grids",
    "pseudoku count .41...2.3....1.2": "pseudoku.grids",
    "pseudoku draw vector 1 2": f"{TASKS} adt.memory adt.show pseudoku.grids "
    "pseudoku.pseudocode.running",
    "pseudoku run program.txt --call F(2)": RUNNING,
    "pseudoku trace PermuteVector 2413 1": f"{RUNNING} {TASKS} "
    "pseudoku.pseudocode.tracing",
    "pseudoku translate program.txt": READING,
    "sudoku comp9021 rows.txt": "",
    "sudoku hacettepe singles.txt steps.txt": "",
    "sudoku cit591 lists.txt": "ast",
    "sudoku check rows.txt": "sudoku.formats",
    "sudoku solve rows.txt": "sudoku.formats sudoku.exact",
    "sudoku count rows.txt": "sudoku.formats sudoku.exact",
    "sudoku convert --to line rows.txt": "sudoku.formats",
    "sudoku explain rows.txt": "sudoku.formats sudoku.explain",
    "sudoku hint rows.txt": "sudoku.formats sudoku.exact sudoku.explain",
    "sudoku rate rows.txt": "sudoku.formats sudoku.explain",
    "sudoku generate --seed 1": "random sudoku.formats sudoku.exact",
}
CODE = """
import sys
before = set(sys.modules)
from {0}.cli import main
main({1})
print(*(set(sys.modules) - before), file=sys.stderr)
"""


@pytest.mark.parametrize("line", LOADED)
def test_a_command_loads_only_what_it_needs(line: str, tmp_path: Path) -> None:
    copy(GOLDEN / "comp9021" / "sudoku_5.txt", tmp_path / "rows.txt")
    copy(GOLDEN / "hacettepe" / "i1.txt", tmp_path / "singles.txt")
    copy(GOLDEN / "cit591" / "puzzle1.txt", tmp_path / "lists.txt")
    (tmp_path / "program.txt").write_text("function F(n)\n  return n\nend function\n")
    program, *words = line.split()
    done = subprocess.run(  # -S: an installed package could load others
        [sys.executable, "-S", "-c", CODE.format(program, words)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    loaded = {*done.stderr.splitlines()[-1].split()}
    homes = {f"{program}.cli.{words[0]}", f"{program}.{words[0]}.command"}
    assert loaded & homes, done.stderr
    assert loaded & (SLOW | PARTS) == {*LOADED[line].split()}


# Prints when Python looked for reference cycles, and whether it will at the end.
CYCLES = """
import gc, sys
from pseudoku.__main__ import main
times = []
gc.callbacks.append(lambda phase, about: times.append(phase))
sys.argv[1:] = {}
try:
    main()
except SystemExit as end:
    print(end.code, times, gc.get_freeze_count() < 5000)
"""


@pytest.mark.parametrize("line", ["check 4132324113242413", "check --help"])
def test_a_short_command_does_not_look_for_reference_cycles(line: str) -> None:
    code = CYCLES.format(line.split())
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.stdout.splitlines()[-1], done.stderr) == ("0 [] False", "")
