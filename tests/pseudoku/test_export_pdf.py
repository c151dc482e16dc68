"""The submission of Pseudoku as a PDF: its text can be judged, and nothing is lost."""

import re
import subprocess
import sys
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from string import punctuation

import pytest

from _courseware.text.decoding import decode_document
from pseudoku.cli.judge import word_counts
from pseudoku.handin.answer import answer
from pseudoku.handin.pdf import pdf
from tests.places import ROOT
from tests.pseudocode.submitted import SAYS_34, blocks
from tests.pseudoku.pseudoku_commands import Captured, run

pytestmark = [
    pytest.mark.pdf,
    pytest.mark.skipif(
        not (find_spec("typst") and which("pdftotext")),
        reason="there is no Typst (the extra pdf) or no pdftotext here",
    ),
]


def pdftotext(document: bytes, option: str) -> str:
    """The text of a PDF, the form feed between its pages."""
    done = subprocess.run(
        ["pdftotext", option, "-enc", "UTF-8", "-", "-"],
        input=document,
        stdout=subprocess.PIPE,
        check=True,
    )
    return done.stdout.decode()


def squeezed(text: str) -> str:
    return "".join(text.split())


@pytest.fixture(scope="module")
def text() -> str:
    return pdftotext(pdf(answer()), "-layout")


@pytest.mark.parametrize("reader", ["pdftotext", "pypdf"])
def test_the_pdf_gets_34_marks(
    reader: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "answer.pdf").write_bytes(pdf(answer()))
    if reader == "pypdf":
        pytest.importorskip("pypdf")
        monkeypatch.setenv("PATH", "")
    status, out, err = run(f"judge {tmp_path}/answer.pdf", capsys)
    assert status == 0 and out.endswith(SAYS_34)
    assert f"read by {reader}" in err


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


WORD = re.compile(r'<page|<word xMin="(.*?)" yMin="(.*?)" .*?>(.*)</word>')
Place = tuple[int, float, float, str]  # the page, the line, the column, the word


def words_of(document: bytes) -> list[Place]:
    """The words of a PDF and their places, from top to bottom and left to right."""
    page, found = 0, list[Place]()
    for x, y, word in WORD.findall(pdftotext(document, "-bbox")):
        page += not word
        if word:
            found.append((page, float(y), float(x), unescape(word)))
    return sorted(found)


def test_a_drawing_is_on_one_page_and_each_sign_in_its_line_and_column() -> None:
    words = words_of(pdf(answer()))
    for drawing in blocks("text"):
        drawn = [
            (0, float(line), float(found.start()), found.group())
            for line, text in enumerate(drawing.splitlines())
            for found in re.finditer(r"\S+", text)
        ]
        texts = [word for *_, word in drawn]
        (shown,) = (
            words[start : start + len(drawn)]
            for start in range(len(words))
            if [word for *_, word in words[start : start + len(drawn)]] == texts
        )
        assert len({page for page, *_ in shown}) == 1
        for axis in (line_of, column_of):
            assert_in_step([*map(axis, drawn)], [*map(axis, shown)])


def line_of(place: Place) -> float:
    return place[1]


def column_of(place: Place) -> float:
    return place[2]


def assert_in_step(steps: list[float], places: list[float]) -> None:
    """Each place is as far from the first as its step says."""
    size = (max(places) - min(places)) / (max(steps) - min(steps))
    for step, place in zip(steps, places, strict=True):
        assert abs(place - min(places) - size * (step - min(steps))) < 0.1


def test_every_sign_stands_for_itself() -> None:
    signs = sorted({*punctuation} - {*"*'\""})  # Typst curls quotation marks
    starts = [f"{sign} at the start" for sign in signs if sign not in "-#"]
    pairs = [f"x{sign}{sign}y {sign}{sign} {sign}{sign}{sign}z" for sign in signs]
    text = pdftotext(pdf("\n\n".join(starts + pairs)), "-layout")
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
    assert first.startswith(b"%PDF-") and b"CreationDate" not in first


def test_the_judge_counts_the_same_words_in_the_pdf_and_in_the_text() -> None:
    """The numbers of pages and the drawing of Task 7 do not count."""
    document = decode_document(pdf(answer()), "answer.pdf", 2**20)
    assert word_counts(document.text) == word_counts(answer())
