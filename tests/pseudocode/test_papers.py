"""Papers: what stands around an answer, and what may have been lost of it.

What stands around the answers of a paper changes no verdict on them. A function that
may have lost code is never failed, and passes only by a person.
"""

import json
import re
import shutil
import tomllib
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from _courseware.terminal.messages import CommandError
from _courseware.text import documents
from _courseware.text.decoding import decode_document
from _courseware.text.documents import HIDDEN, PAGE_LINE, Document, LeftOut
from _courseware.text.pdf_words import Word, lay_out
from _courseware.text.zipped_xml import MAX_XML_BYTES, damage_message
from pseudocode.running.runner import Runner
from pseudoku.cli import main
from pseudoku.exercises import judge_task
from pseudoku.reference import parse
from tests.places import ANSWERS
from tests.pseudocode.texts import TABLES, TEXTS

HERE = Path(__file__).parent
DOCUMENTS = tomllib.loads((HERE / "documents.toml").read_text("utf-8"))
ODT = (HERE / "document.odt.xml").read_text("utf-8")
PDF = (HERE / "document.pdf.txt").read_text("utf-8")
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
ROTATION = TEXTS["rotation"]
PLAIN = TEXTS["rotation without ends"]


def verdict_on(document: Document) -> str:
    parsed = parse(document.text, "a", left_out=document.left_out)
    return judge_task(parsed, "2")["verdict"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", TABLES["papers"])
def test_a_whole_paper_loses_the_marks_of_its_wrong_tasks_alone(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if name.endswith(".pdf") and shutil.which("pdftotext") is None:
        pytest.importorskip("pypdf")
    wrong = TABLES["papers"][name]
    assert main(["judge", "-q", "--json", str(ANSWERS / "papers" / name)]) == bool(
        wrong
    )
    tasks = json.loads(capsys.readouterr().out)["tasks"]
    found = {task: one["verdict"] for task, one in tasks.items()}
    assert found == dict.fromkeys(tasks, "pass") | wrong
    lost = sum(tasks[task]["most"] for task in wrong)
    assert sum(one["marks"] or 0 for one in tasks.values()) == 34 - lost


def docx(body: str, before: str = "") -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        xml = f"{before}<w:document {W}><w:body>{body}</w:body></w:document>"
        archive.writestr("word/document.xml", xml)
    return file.getvalue()


def odt(body: str) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", ODT.replace("BODY", body))
    return file.getvalue()


FILES: dict[str, Callable[[str], bytes]] = {
    "docx": docx,
    "odt": odt,
    "ipynb": str.encode,
}


@pytest.mark.parametrize("case", DOCUMENTS["read"], ids=lambda case: case["about"])
def test_the_text_of_a_document_is_read_as_a_person_sees_it(
    case: dict[str, str],
) -> None:
    body = re.sub(r"\n *", "", case["body"])
    text, note, *_ = decode_document(FILES[case["kind"]](body), "a", 1000)
    assert (text, note) == (case["text"], f"a: {case['note']}")


@pytest.mark.parametrize(
    "data",
    [
        docx("<w:p>"),
        docx("&b;", '<!DOCTYPE a [<!ENTITY b "bbbb">]>'),
        docx("<w:p>x</w:p>" * 10)[:-40],
        b"PK\x03\x04word/" + bytes(100),
    ],
    ids=["xml", "entity", "cut", "no archive"],
)
def test_a_damaged_word_file_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(CommandError) as raised:
        decode_document(data, "a.docx", 10_000)
    assert str(raised.value) == f"a.docx: {damage_message('Word file')}"


def test_a_word_file_has_a_limit() -> None:
    packed = docx(" " * MAX_XML_BYTES)
    assert len(packed) < 100_000
    with pytest.raises(CommandError, match="a Word file of more than 16,000,000 bytes"):
        decode_document(packed, "a.docx", 10**6)


@pytest.mark.parametrize(
    "body", ["<text:p>", '<text:p><text:s text:c="99999999999"/></text:p>']
)
def test_a_damaged_opendocument_file_is_refused_or_read(body: str) -> None:
    with suppress(CommandError):
        text, *_ = decode_document(odt(body), "a.odt", 10_000)
        assert len(text) < 2000


def test_a_damaged_notebook_is_refused_in_one_line() -> None:
    with pytest.raises(CommandError, match="^a.ipynb: a damaged notebook; expected"):
        decode_document(b'{"cells": [], "nbformat": ', "a.ipynb", 10_000)


@pytest.mark.parametrize("end", ["end function\n", ""])
@pytest.mark.parametrize(("body", "result"), TABLES["joined"])
def test_an_operator_in_words_joins_two_lines(body: str, result: int, end: str) -> None:
    parsed = parse(f"function F(n)\n  {body}\n{end}")
    runner = Runner()
    runner.load(parsed.valid_program(), parsed.source)
    assert runner.call("F", [8]) == result


def paper(case: dict[str, str], text: str, part: str) -> bytes:
    """Return a file with the lines of ``text``, in which ``part`` is as in ``case``."""
    run, paragraph = "{}", "<text:p>{}</text:p>"
    if case["kind"] == "docx":
        run = '<w:r><w:t xml:space="preserve">{}</w:t></w:r>'
        paragraph = "<w:p>{}</w:p>"
    body = ""
    for line in text.replace("<", "&lt;").splitlines():
        before, found, after = line.partition(part)
        changed = run.format(before) + case["xml"].format(part) + run.format(after)
        body += paragraph.format(changed if found else run.format(line))
    return FILES[case["kind"]](body)


@pytest.mark.parametrize("case", DOCUMENTS["parts"], ids=lambda case: case["xml"])
def test_a_part_of_a_line_that_is_no_plain_text_is_left_to_a_person(
    case: dict[str, str],
) -> None:
    right = ROTATION.replace("k ≤ p do", "k ≤ 4 − 4 + p do"), " − 4 + p"
    wrong = ROTATION.replace("k ≤ p do", "k ≤ p + 1 do"), " + 1"
    found = []
    for text, part in (right, wrong):
        document = decode_document(paper(case, text, part), "a", 10**6)
        (piece,) = document.left_out
        assert (piece.line, piece.is_line) == (9, False)
        assert piece.reason == getattr(documents, case["reason"])
        found.append(verdict_on(document))
    assert found == (["unread", "review"] if case["is_lost"] else ["review", "unread"])


@pytest.mark.parametrize("style", ["<w:vanish/>", "<w:strike/>"])
def test_a_hidden_or_struck_answer_is_not_judged(style: str) -> None:
    line = '<w:p><w:r><w:rPr>{}</w:rPr><w:t xml:space="preserve">{}</w:t></w:r></w:p>'
    wrong = ROTATION.replace("≤ p do", "≤ 3 do").splitlines()
    hidden = "".join(line.format(style, one) for one in ROTATION.splitlines())
    shown = "".join(line.format("", one) for one in wrong)
    for body in (hidden + shown, shown + hidden):
        assert verdict_on(decode_document(docx(body), "a", 10**6)) == "fail"


def paper_words(pages: list[str], numbers: bool = False) -> list[list[Word]]:
    """Return the words of ``pages``, one line below the other, as on paper."""
    result, number = [], 0
    for page in pages:
        words = []
        for height, line in enumerate(page.splitlines(), start=3):
            top, left = 14.0 * height, 60.0 + 5 * (len(line) - len(line.lstrip()))
            if numbers:
                number += 1
                text = f"{number}:"
                words.append(Word(50 - 5 * len(text), top, 50, top + 10, text))
            for text in line.split():
                right = left + 5 * len(text)
                words.append(Word(left, top, right, top + 10, text))
                left = right + 5
        result.append(words)
    return result


def laid_out(pages: list[list[Word]]) -> tuple[str, Document]:
    """Return the verdict on Task 2 in a PDF with these words, and its text."""
    document = lay_out(pages, "")
    return verdict_on(document), document


@pytest.mark.parametrize(
    ("start", "less", "expected"), [("2", 2, "unread"), ("p", 1, "review")]
)
def test_a_line_at_the_top_of_every_page_may_be_code(
    start: str, less: int, expected: str
) -> None:
    """Each page begins with a line that is taken for a header on both."""
    text = ROTATION.replace("  new", f"  m ← {start}\n  new").replace("≤ p", "≤ m")
    halves = text.partition("  for 1 ≤ k")
    line = f"  m ← m + p − {less}\n"
    pages = [line + halves[0], line + halves[1] + halves[2]]
    verdict, document = laid_out(paper_words(pages))
    assert {piece.reason for piece in document.left_out} == {PAGE_LINE}
    assert verdict == expected


@pytest.mark.parametrize("ends", [True, False])
def test_the_pages_of_a_pdf_are_read_by_the_places_of_their_words(ends: bool) -> None:
    text = ROTATION if ends else PLAIN
    lines = text.splitlines()
    halves = ["\n".join(lines[:7]), "\n".join(lines[7:])]
    assert laid_out(paper_words(halves, numbers=True))[0] == "pass"
    words = paper_words(halves)
    assert laid_out(words)[0] == "pass"
    column = [moved(word, 300) for word in words[1]]
    verdict, document = laid_out([words[0] + column])
    assert verdict == ("pass" if ends else "unread")
    found = [line.split() for line in document.text.splitlines() if line]
    assert found == [line.split() for line in lines]
    shifted = [moved(word, 7) for word in words[1]]
    assert laid_out([words[0], shifted])[0] == ("pass" if ends else "unread")


def moved(word: Word, points: float) -> Word:
    return word._replace(left=word.left + points, right=word.right + points)


@pytest.mark.parametrize(
    ("bound", "hidden", "expected"),
    [("4 − 4 + p", ("−", "4", "+", "p"), "unread"), ("p + 1", ("+", "1"), "review")],
)
def test_a_hidden_word_of_a_pdf_is_left_out(
    bound: str, hidden: tuple[str, ...], expected: str
) -> None:
    text = ROTATION.replace("k ≤ p do", f"k ≤ {bound} do")
    (words,) = paper_words([text])
    end = [word.text for word in words].index("do", 30)
    place = range(end - len(hidden), end)
    assert tuple(words[k].text for k in place) == hidden
    for k in place:
        words[k] = words[k]._replace(is_hidden=True)
    verdict, document = laid_out([words])
    assert [piece.reason for piece in document.left_out] == [HIDDEN]
    assert verdict == expected


@pytest.mark.pdf
@pytest.mark.parametrize(  # how text is not drawn, and four ways to white
    "hiding", ["3 Tr", "1 g", "1 1 1 rg", "0 0 0 0 k", "/DeviceRGB cs 1 1 1 scn"]
)
def test_pypdf_leaves_out_text_that_is_not_drawn_or_white(
    hiding: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # without pdftotext
    lines = [("0.5 g", "grey"), (hiding, "hidden"), ("", "black")]
    content = "".join(
        f"q {state} BT /F 10 Tf 60 {700 - 14 * n} Td ({text}) Tj ET Q\n"
        for n, (state, text) in enumerate(lines)
    )
    data = PDF.replace("LENGTH", f"{len(content)}").replace("CONTENT", content).encode()
    document = decode_document(data, "a", 10**6)
    assert document.text == "grey\n\nblack\n"
    assert document.left_out == (LeftOut(2, "hidden", HIDDEN),)
