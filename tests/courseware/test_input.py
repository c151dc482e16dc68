"""Files that are not plain text: other encodings, PDFs and documents."""

import sys
import threading
from pathlib import Path
from zipfile import ZipFile

import pytest

from _courseware.terminal import console, messages
from _courseware.text.decoding import EXPECTED_WHOLE_ZIP
from _courseware.text.file_types import DOCUMENTS
from _courseware.text.pdf_text import EXPECTED_PDF, NO_READER
from _courseware.text.zipped_xml import damage_message
from pseudoku.cli import main as pseudoku
from sudoku.cli import main as sudoku

Captured = pytest.CaptureFixture[str]
EASY = (
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be"])
def test_each_package_reads_unicode(
    encoding: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "text"
    mark = "\ufeff" * encoding.startswith("utf-16")
    path.write_bytes(f"{mark}x ← 1\n".encode(encoding))
    assert pseudoku(["run", str(path)]) == 0
    assert capsys.readouterr().out == "x = 1\n"
    path.write_bytes(f"{mark}{EASY}\n".encode(encoding))
    assert sudoku(["count", str(path)]) == 0
    assert capsys.readouterr().out == "1\n"


@pytest.mark.parametrize(("start", "message"), DOCUMENTS.items(), ids=repr)
def test_each_package_says_what_a_document_is_and_what_to_do(
    start: tuple[int, bytes], message: str, tmp_path: Path, capsys: Captured
) -> None:
    path, (offset, signature) = tmp_path / "answer", start
    path.write_bytes(b"?" * offset + signature + b"\n\x00\xff" + EASY.encode())
    for main, name, command in (
        (pseudoku, "pseudoku", "count"),
        (sudoku, "sudoku", "solve"),
    ):
        assert main([command, str(path)]) == 2
        error = f"{name} {command}: error: {path}: {message}\n"
        assert capsys.readouterr() == ("", error)


SAVE = "expected text; save it as plain text"
ZIP_TOLD = "a ZIP archive, or a document in one; expected text"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("[Content_Types].xml xl/book.xml", ZIP_TOLD),
        ("answer.txt", ZIP_TOLD),
        ("mimetype content.xml", f"an OpenDocument file; {SAVE}"),
    ],
)
def test_an_archive_is_named_and_a_damaged_one_is_called_damaged(
    name: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "answer"
    with ZipFile(path, "w") as file:
        for each in name.split():
            file.writestr(each, "application/vnd.oasis.opendocument.graphics")
    data = path.read_bytes()
    with pytest.raises(messages.CommandError, match=f": {told}$"):
        console.read_document(str(path))
    for size in (4, 60, len(data) - 30):
        path.write_bytes(data[:size])
        with pytest.raises(messages.CommandError, match=f": {EXPECTED_WHOLE_ZIP}$"):
            console.read_document(str(path))


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "utf-16-le", "utf-16-be"])
def test_an_answer_may_be_in_any_encoding_and_a_guess_is_noted(
    encoding: str, tmp_path: Path, capsys: Captured
) -> None:
    path, last = tmp_path / "answer", "\x81" if encoding == "latin-1" else ""
    path.write_bytes(f"x <- 1 // d\xe9j\xe0 vu {last}\n".encode(encoding))
    assert pseudoku(["run", str(path)]) == 0
    said = {"cp1252": "Windows-1252", "latin-1": "Latin-1"}
    shown = said.get(encoding, encoding.upper())
    out, err = capsys.readouterr()
    assert out == "x = 1\n" and err.startswith(f"note: {path}: ") and shown in err
    assert pseudoku(["run", "-q", str(path)]) == 0
    assert capsys.readouterr().err == ""
    assert pseudoku(["count", str(path)]) == 2  # a grid has only ASCII


def test_a_byte_that_never_occurs_in_text_is_reported_at_its_place(
    tmp_path: Path,
) -> None:
    path = tmp_path / "answer"
    for byte in ("\x00", "\x08", "\x1c"):
        for encoding in ("latin-1", "utf-8") if byte == "\x00" else ("latin-1",):
            before = "x <- 1\n// \xe9".encode(encoding)
            path.write_bytes(before + byte.encode())
            with pytest.raises(messages.CommandError) as raised:
                console.read_document(str(path))
            column = len(before) - before.index(b"\n")
            where = f"{path}:2:{column}: byte {ord(byte):#04x}; expected text"
            assert str(raised.value) == where


def test_a_damaged_word_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "answer.docx"
    with ZipFile(path, "w") as file:
        file.writestr("[Content_Types].xml", "")
        file.writestr("word/document.xml", "x")
    with pytest.raises(messages.CommandError) as raised:
        console.read_document(str(path))
    assert str(raised.value) == f"{path}: {damage_message('Word file')}"


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    path = tmp_path / "answer.pdf"
    path.write_bytes(b"%PDF-1.7\n")
    return path


def install(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make ``script`` the only program called pdftotext."""
    (folder / "pdftotext").write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")
    (folder / "pdftotext").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def test_the_text_of_a_pdf_is_that_of_pdftotext(
    pdf: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    box = '<word xMin="9" yMin="9" xMax="99" yMax="19">'
    page = f'<page width="300" height="300">\n{box}answer &lt;- 4 // $*</word>'
    install(pdf.parent, f"cat >/dev/null; cat <<.\n{page}\n.", monkeypatch)
    assert pseudoku(["run", str(pdf)]) == 0
    note = "read by pdftotext; without pdftoppm, hidden text is not recognized"
    assert capsys.readouterr() == ("answer = 4\n", f"note: {pdf}: {note}\n")
    monkeypatch.setattr("_courseware.text.pdf_text.MAX_WORDS_BYTES", 2**16)
    install(pdf.parent, f"echo '{page}'; yes '{box}a</word>'", monkeypatch)
    assert len(console.read_document(str(pdf), quiet=True).text) < 2**14


@pytest.mark.parametrize(
    ("script", "seconds", "told"),
    [("exit 1", 30, ""), ("exec sleep 30", 0.1, " in 0.1 seconds")],
)
def test_a_pdf_that_is_damaged_or_takes_too_long_is_refused_and_holds_nothing_up(
    script: str,
    seconds: float,
    told: str,
    pdf: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install(pdf.parent, script, monkeypatch)
    monkeypatch.setattr("_courseware.text.pdf_text.PDF_SECONDS", seconds)
    before = {*threading.enumerate()}
    with pytest.raises(messages.CommandError) as raised:
        console.read_document(str(pdf))
    assert (
        str(raised.value)
        == f"{pdf}: a PDF that pdftotext cannot read{told}; {EXPECTED_PDF}"
    )
    for left in {*threading.enumerate()} - before:  # a timer that was stopped
        left.join(5)
        assert not left.is_alive()


def test_without_a_reader_of_pdf_the_message_says_what_to_install(
    pdf: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "pypdf", None)
    assert pseudoku(["judge", str(pdf)]) == 2
    error = f"pseudoku judge: error: {pdf}: {NO_READER}\n"
    assert capsys.readouterr() == ("", error)
