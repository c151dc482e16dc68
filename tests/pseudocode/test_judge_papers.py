"""What stands around the answers of a paper changes no verdict on them."""

import json
import shutil
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from _courseware.terminal.messages import CommandError
from _courseware.text.decoding import decode_document
from _courseware.text.zipped_xml import MAX_XML_BYTES, damage_message
from pseudoku.cli import main
from pseudoku.reference import parse
from tests.places import ANSWERS
from tests.pseudocode.judged import TEXTS
from tests.pseudocode.texts import TABLES

ROTATION = TEXTS["rotation"]


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


def test_the_table_says_where_in_the_paper_each_answer_is(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    paper = tmp_path / "paper.txt"
    prose = "Task 2\nThis is how I rotate:\n"
    paper.write_text(f"My answers\n\f{prose}{ROTATION}", "utf-8")
    assert main(["judge", "-q", str(paper)]) == 1
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].split() == ["Task", "Function", "Verdict", "Marks", "Found"]
    row = next(one for one in rows if one.startswith("2"))
    assert row.split(maxsplit=3)[3] == "5 of 5  page 2, line 4, 4 paths"
    main(["judge", "-q", str(paper), "--json"])
    tasks = json.loads(capsys.readouterr().out)["tasks"]
    assert (tasks["2"]["page"], tasks["2"]["line"]) == (2, 4)
    assert "page" not in tasks["1"]  # it is missing
    paper.write_text(prose + ROTATION, "utf-8")
    assert main(["judge", "-q", str(paper)]) == 1
    assert "5 of 5  line 3, 4 paths\n" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["run", "trace", "translate"])
def test_the_functions_of_a_paper_run_and_the_rest_is_left_out_with_one_note(
    command: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    paper = tmp_path / "paper.txt"
    bad = "function Other(a)\n  bring it there\nend function\n"
    paper.write_text(f"I rotate like this.\n{ROTATION}It works.\n{bad}", "utf-8")
    call = ["--call", "PermuteVector(2413, 1)"] * (command != "translate")
    assert main([command, str(paper), *call]) == 0
    said = capsys.readouterr()
    assert "(4, 1, 3, 2)" in said.out or "q.enqueue(q.head())" in said.out
    left_out = "left out 2 lines outside the functions; could not read Other"
    assert said.err == f"{paper}: note: {left_out}\n"
    if call:
        assert main([command, str(paper), "--call", "Other(3)"]) == 2
        assert "paper.txt:22:3: this is prose" in capsys.readouterr().err


def test_the_note_names_three_functions_that_could_not_be_read() -> None:
    bad = "function {}(a)\n  bring it there\nend function\n"
    paper = "I rotate like this.\n" + "".join(map(bad.format, "ABCD"))
    named = {1: "A", 2: "A, B", 3: "A, B, C", 4: "A, B, C, ..."}
    for count, names in named.items():
        text = "".join(paper.splitlines(keepends=True)[: 1 + 3 * count]) + ROTATION
        assert parse(text).skipped_summary() == (
            f"left out 1 line outside the functions; could not read {names}"
        )


def test_text_beside_a_function_is_left_out_as_a_part_of_its_lines() -> None:
    told = parse(f"{ROTATION.strip()} as said").skipped_summary()
    assert told == "left out parts of lines outside the functions"


def docx(xml: str) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", xml)
    return file.getvalue()


W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
BODY = f"<w:document {W}><w:body>{{}}</w:body></w:document>"


def test_the_paragraphs_of_a_word_file_are_its_lines() -> None:
    xml = (
        "<w:p><w:r><w:t>for 1 ≤ i</w:t><w:t> ≤ 4 do</w:t></w:r></w:p>"
        '<w:p><w:pPr><w:ind w:left="720"/></w:pPr><w:r><w:t>x</w:t><w:tab/>'
        '<w:t>← i</w:t><w:br w:type="page"/><w:t>y ← x</w:t></w:r></w:p>'
        '<w:p><w:pPr><w:numPr><w:ilvl w:val="2"/></w:numPr></w:pPr><w:del><w:r>'
        "<w:delText>no</w:delText></w:r></w:del><w:r><w:t>end for</w:t></w:r></w:p>"
    )
    text, note, *_ = decode_document(docx(BODY.format(xml)), "a.docx", 1000)
    assert text == "for 1 ≤ i ≤ 4 do\n     x\t← i\fy ← x\n    end for\n"
    assert note == "a.docx: read as a Word file"


@pytest.mark.parametrize(
    "data",
    [
        docx(BODY.format("<w:p>")),
        docx('<!DOCTYPE a [<!ENTITY b "bbbb">]>' + BODY.format("&b;")),
        docx(BODY.format("<w:p>x</w:p>" * 10))[:-40],
        b"PK\x03\x04word/" + bytes(100),
    ],
    ids=["xml", "entity", "cut", "no archive"],
)
def test_a_damaged_word_file_is_refused_in_one_line(data: bytes) -> None:
    with pytest.raises(CommandError) as raised:
        decode_document(data, "a.docx", 10_000)
    assert str(raised.value) == f"a.docx: {damage_message('Word file')}"


def test_a_word_file_has_a_limit() -> None:
    packed = docx(BODY.format(" " * MAX_XML_BYTES))
    assert len(packed) < 100_000
    with pytest.raises(CommandError, match="a Word file of more than 16,000,000 bytes"):
        decode_document(packed, "a.docx", 10**6)


def test_the_cells_of_a_row_are_a_line_and_hidden_words_are_left_out() -> None:
    cell = "<w:tc><w:p><w:r>{}<w:t>{}</w:t></w:r></w:p></w:tc>"
    hidden = (
        "<w:rPr><w:vanish/></w:rPr>",
        '<w:rPr><w:color w:val="ffffff"/></w:rPr>',
        '<w:rPr><w:sz w:val="2"/></w:rPr>',
    )
    rows = f"<w:tr>{cell.format('', '1')}{cell.format('', '  x ← 2')}</w:tr>"
    several = "<w:tr><w:tc><w:p/><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr>"
    unseen = "".join(cell.format(one, "y ← 3") for one in hidden)
    shown = cell.format('<w:rPr><w:vanish w:val="0"/><w:sz w:val="16"/></w:rPr>', "z")
    xml = f"<w:tbl>{rows}{several}</w:tbl>{unseen}{shown}"
    text, note, *_ = decode_document(docx(BODY.format(xml)), "a.docx", 1000)
    assert text == "1   x ← 2\n\n\n\n\n\n\nz\n"
    assert note == (
        "a.docx: read as a Word file; 9 words that a reader does not see left out"
    )


ODT = (Path(__file__).parent / "document.odt.xml").read_text("utf-8")


def odt(body: str) -> bytes:
    file = BytesIO()
    with ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", ODT.replace("BODY", body))
    return file.getvalue()


def test_the_paragraphs_of_an_opendocument_file_are_its_lines() -> None:
    hidden = "".join(f'<text:span text:style-name="T{n}">no</text:span>' for n in "123")
    cells = "".join(
        f"<table:table-cell><text:p>{text}</text:p></table:table-cell>" for text in "12"
    )
    body = (
        '<text:h>Task 1</text:h><text:p>x<text:s text:c="3"/>← <text:span>1</text:span>'
        f"<text:tab/>y<text:line-break/>z{hidden}</text:p>"
        '<text:p text:style-name="P1">w</text:p>'
        f"<table:table><table:table-row>{cells}</table:table-row></table:table>"
    )
    text, note, *_ = decode_document(odt(body), "a.odt", 1000)
    assert text == "Task 1\nx   ← 1\ty\nz\n\f     w\n1 2\n"
    assert note == (
        "a.odt: read as an OpenDocument file; 3 words that a reader does not see left out"
    )


@pytest.mark.parametrize(
    "body", ["<text:p>", '<text:p><text:s text:c="99999999999"/></text:p>']
)
def test_a_damaged_opendocument_file_is_refused_or_read(body: str) -> None:
    with suppress(CommandError):
        text, *_ = decode_document(odt(body), "a.odt", 10_000)
        assert len(text) < 2000


def test_the_cells_of_a_notebook_are_one_text() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["## Task 1\n", "My answer"]},
        {"cell_type": "code", "source": "function F(a)\n  return a\nend function"},
    ]
    data = json.dumps({"cells": cells, "nbformat": 4}).encode()
    text, note, *_ = decode_document(data, "a.ipynb", 10_000)
    assert text == ("## Task 1\nMy answer\n\nfunction F(a)\n  return a\nend function\n")
    assert note == "a.ipynb: read as a notebook"
    with pytest.raises(CommandError, match="^a.ipynb: a damaged notebook; expected"):
        decode_document(data[:-3], "a.ipynb", 10_000)
