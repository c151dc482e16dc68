"""COMP9021's files as pdflatex takes them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.places import GOLDEN

FILES = GOLDEN / "comp9021"
PDFLATEX = shutil.which("pdflatex")


@pytest.mark.latex
@pytest.mark.skipif(not PDFLATEX, reason="there is no pdflatex here")
@pytest.mark.parametrize("name", ["bare", "forced", "marked", "worked"])
def test_pdflatex_makes_one_page_of_the_file(name: str, tmp_path: Path) -> None:
    command = ["pdflatex", "-halt-on-error", "-interaction=batchmode"]
    file = FILES / f"sudoku_5_{name}.tex"
    finished = subprocess.run(
        [*command, f"-output-directory={tmp_path}", str(file)], capture_output=True
    )
    assert finished.returncode == 0
    assert "(1 page" in (tmp_path / f"{file.stem}.log").read_text("latin-1")
