"""The submission of Pseudoku as a PDF: its text can be judged, and nothing is lost."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from string import punctuation

import pytest

from pseudoku.handin.answer import answer
from pseudoku.handin.pdf import pdf
from tests.places import ROOT
from tests.pseudoku.pseudoku_commands import Captured, run
from tests.pseudoku.submitted import SAYS_34, blocks

pytestmark = [
    pytest.mark.pdf,
    pytest.mark.skipif(
        not (find_spec("typst") and which("pdftotext")),
        reason="there is no Typst (the extra pdf) or no pdftotext here",
    ),
]


def text_of(document: bytes) -> str:
    """The text of a PDF, the form feed between its pages."""
    done = subprocess.run(
        ["pdftotext", "-layout", "-enc", "UTF-8", "-", "-"],
        input=document,
        stdout=subprocess.PIPE,
        check=True,
    )
    return done.stdout.decode()


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.fixture(scope="module")
def text() -> str:
    return text_of(pdf(answer()))


def test_the_text_of_the_pdf_gets_34_marks(
    text: str, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "answer.txt").write_text(text, "utf-8")
    status, out, _ = run(f"judge {tmp_path}/answer.txt", capsys)
    assert status == 0 and out.endswith(SAYS_34)


def test_the_pdf_shows_every_word_and_sign_of_the_submission(text: str) -> None:
    prose = re.sub(r"^#+ |^- |\*|^```\w*$", "", answer(), flags=re.MULTILINE)
    shown = re.sub(r"^ *\d+\n\f", "", text, flags=re.MULTILINE)  # numbers of pages
    assert squeezed(shown).replace("•", "") == squeezed(prose)


def test_a_function_is_on_one_page_with_its_indentation(text: str) -> None:
    for function in blocks("pseudocode"):
        lines = function.splitlines()
        pattern = r"\n".join(
            " *" + r" *".join(map(re.escape, squeezed(line))) for line in lines
        )
        (shown,) = re.findall(rf"^{pattern}$", text.replace("\f", "\n"), re.MULTILINE)
        columns: dict[int, list[int]] = {}
        for line, set_line in zip(lines, shown.splitlines(), strict=True):
            columns.setdefault(indent(line) // 4, []).append(indent(set_line))
        for level in range(1, len(columns)):
            assert min(columns[level]) - max(columns[level - 1]) >= 2


def indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def test_a_drawing_is_on_one_page_line_by_line(text: str) -> None:
    pages = [
        [squeezed(line) for line in page.splitlines()] for page in text.split("\f")
    ]
    for drawing in blocks("text"):
        lines = [squeezed(line) for line in drawing.splitlines() if line.strip()]
        assert any(set(lines) <= {*page} for page in pages), drawing


def test_every_sign_stands_for_itself() -> None:
    signs = sorted({*punctuation} - {*"*'\""})  # Typst curls quotation marks
    starts = [f"{sign} at the start" for sign in signs if sign not in "-#"]
    pairs = [f"x{sign}{sign}y {sign}{sign} {sign}{sign}{sign}z" for sign in signs]
    text = text_of(pdf("\n\n".join(starts + pairs)))
    shown = re.sub(r"^ *\d+\n\f", "", text, flags=re.MULTILINE)
    assert squeezed(shown) == squeezed("".join(starts + pairs))


def test_the_same_submission_is_the_same_pdf_byte_for_byte(tmp_path: Path) -> None:
    for name, zone, epoch in ("a", "Asia/Tokyo", "0"), ("b", "UTC", "1700000000"):
        (tmp_path / name).mkdir()
        subprocess.run(
            [sys.executable, "-m", "pseudoku", "export", "."],
            cwd=tmp_path / name,
            env={"PYTHONPATH": str(ROOT), "TZ": zone, "SOURCE_DATE_EPOCH": epoch},
            check=True,
        )
    first, second = ((tmp_path / name / "answer.pdf").read_bytes() for name in "ab")
    assert first == second == pdf(answer())
    assert first.startswith(b"%PDF-")
