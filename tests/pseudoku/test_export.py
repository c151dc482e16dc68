"""``pseudoku export``: the submission in Markdown and as a PDF, and its files.

The text of the PDF can be judged, and nothing is lost in it.
"""

import re
import subprocess
import sys
from html import unescape
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from string import punctuation
from types import SimpleNamespace

import pytest

from _courseware.text.decoding import decode_document
from pseudoku.cli.export import NO_PDF
from pseudoku.cli.judge import word_counts
from pseudoku.handin.answer import answer
from pseudoku.handin.pdf import pdf, to_typst
from tests.places import ROOT
from tests.pseudocode.submitted import FENCED, SAYS_34, blocks
from tests.pseudoku.pseudoku_commands import Captured, run

FAKE = SimpleNamespace(compile=lambda source, ignore_system_fonts: b"a PDF")


@pytest.fixture
def typst(monkeypatch: pytest.MonkeyPatch) -> None:
    """Something with the interface of Typst."""
    monkeypatch.setitem(sys.modules, "typst", FAKE)


@pytest.fixture
def no_typst(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)


# answer.md


def test_the_submission_has_all_ten_tasks_in_order() -> None:
    title, *headings = re.findall(r"^#.*", answer(), re.MULTILINE)
    assert title.startswith("# ")
    assert len(headings) == 10
    for number, heading in enumerate(headings, start=1):
        assert re.fullmatch(rf"## Task {number}: \w.*", heading)


@pytest.mark.nightly
def test_the_submission_in_markdown_gets_34_marks(
    tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "answer.md").write_text(answer(), "utf-8")
    status, out, _ = run(f"judge {tmp_path}/answer.md", capsys)
    assert status == 0 and out.endswith(SAYS_34)


def test_the_drawing_of_task_7_is_what_the_project_draws(capsys: Captured) -> None:
    assert run("draw storage pointers -q", capsys) == (0, blocks("text")[0], "")


def test_the_submission_has_no_markdown_that_the_pdf_would_not_set() -> None:
    prose = FENCED.sub("", answer())
    assert not re.search(r"[`|<]|\]\(|^>|^\d+\. |^ *[+*] |^ {4}", prose, re.MULTILINE)


# The command


@pytest.mark.usefixtures("typst")
def test_export_writes_both_files_and_names_them(
    tmp_path: Path, capsys: Captured
) -> None:
    folder = tmp_path / "a" / "b"
    told = f"wrote {folder}/answer.md\nwrote {folder}/answer.pdf\n"
    assert run(f"export {folder}", capsys) == (0, "", told)
    assert (folder / "answer.md").read_text("utf-8") == answer()
    assert (folder / "answer.pdf").read_bytes() == b"a PDF"
    assert len([*folder.iterdir()]) == 2
    assert run(f"export {folder}", capsys)[0] == 2
    assert run(f"export {folder} --force -q", capsys) == (0, "", "")


@pytest.mark.usefixtures("no_typst")
def test_without_typst_a_note_says_how_to_get_the_pdf(
    tmp_path: Path, capsys: Captured
) -> None:
    told = f"wrote {tmp_path}/answer.md\n{NO_PDF}\n"
    assert run(f"export {tmp_path}", capsys) == (0, "", told)
    assert [path.name for path in tmp_path.iterdir()] == ["answer.md"]
    assert (tmp_path / "answer.md").read_text("utf-8") == answer()


# Markdown for Typst


@pytest.mark.parametrize(
    ("markdown", "typeset"),
    [
        ("# A\n\n## B c", "= A\n\n== B c"),
        ("- a\n  **b\n  c**\n- *d*", "- a\n  #strong[b\n  c]\n- #emph[d]"),
        ("# [b], _c_ $d #e", r"= \[b\]\, \_c\_ \$d \#e"),
        ("**v[i] ← o**: 2 − 1", r"#strong[v\[i\] \← o]\: 2 \− 1"),
        ("```text\n**| #\n```\n*i*", "```text\n**| #\n```\n#emph[i]"),
        ("isn't", "isn't"),
    ],
)
def test_markdown_becomes_the_markup_of_typst(markdown: str, typeset: str) -> None:
    assert to_typst(markdown) == typeset


# The PDF


@pytest.fixture(autouse=True)
def pdf_programs(request: pytest.FixtureRequest) -> None:
    """Skip the tests that need Typst and pdftotext where these are not installed."""
    if request.node.get_closest_marker("pdf"):
        if not (find_spec("typst") and which("pdftotext")):
            pytest.skip("there is no Typst (the extra pdf) or no pdftotext here")


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


@pytest.mark.pdf
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


@pytest.mark.pdf
def test_the_pdf_shows_every_word_and_sign_of_the_submission(text: str) -> None:
    prose = re.sub(r"^#+ |^- |\*|^```\w*$", "", answer(), flags=re.MULTILINE)
    shown = re.sub(r"^ *\d+\n\f", "", text, flags=re.MULTILINE)  # numbers of pages
    assert squeezed(shown).replace("•", "") == squeezed(prose)


@pytest.mark.pdf
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


@pytest.mark.pdf
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
        (_, lines, columns, _), (_, ys, xs, _) = zip(*drawn), zip(*shown)
        assert_in_step(lines, ys)
        assert_in_step(columns, xs)


def assert_in_step(steps: tuple[float, ...], places: tuple[float, ...]) -> None:
    """Each place is as far from the first as its step says."""
    size = (max(places) - min(places)) / (max(steps) - min(steps))
    for step, place in zip(steps, places, strict=True):
        assert abs(place - min(places) - size * (step - min(steps))) < 0.1


@pytest.mark.pdf
def test_every_sign_stands_for_itself() -> None:
    signs = sorted({*punctuation} - {*"*'\""})  # Typst curls quotation marks
    starts = [f"{sign} at the start" for sign in signs if sign not in "-#"]
    pairs = [f"x{sign}{sign}y {sign}{sign} {sign}{sign}{sign}z" for sign in signs]
    text = pdftotext(pdf("\n\n".join(starts + pairs)), "-layout")
    shown = re.sub(r"^ *\d+\n\f", "", text, flags=re.MULTILINE)
    assert squeezed(shown) == squeezed("".join(starts + pairs))


@pytest.mark.pdf
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


@pytest.mark.pdf
def test_the_judge_counts_the_same_words_in_the_pdf_and_in_the_text() -> None:
    """The numbers of pages and the drawing of Task 7 do not count."""
    document = decode_document(pdf(answer()), "answer.pdf", 2**20)
    assert word_counts(document.text) == word_counts(answer())
