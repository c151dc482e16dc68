"""``pseudoku export``: the submission in Markdown, and the files that are written."""

import re
import sys
from configparser import ConfigParser
from pathlib import Path
from types import SimpleNamespace

import pytest

from pseudoku.cli.export import NO_PDF
from pseudoku.handin.answer import answer
from pseudoku.handin.pdf import to_typst
from tests.places import ROOT
from tests.pseudocode.submitted import FENCED, SAYS_34, blocks
from tests.pseudoku.pseudoku_commands import Captured, run

HANDIN = ROOT / "pseudoku" / "handin"
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


def test_every_file_of_the_submission_is_installed() -> None:
    config = ConfigParser()
    config.read(ROOT / "setup.cfg", "utf-8")
    patterns = config["options.package_data"]["pseudoku.handin"].split()
    installed = {path for pattern in patterns for path in HANDIN.glob(pattern)}
    others = {path for path in HANDIN.iterdir() if path.suffix not in (".py", "")}
    assert installed == others


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
    assert run(f"export {folder} --force -q", capsys) == (0, "", "")


@pytest.mark.usefixtures("no_typst")
def test_without_typst_a_note_says_how_to_get_the_pdf(
    tmp_path: Path, capsys: Captured
) -> None:
    told = f"wrote {tmp_path}/answer.md\n{NO_PDF}\n"
    assert run(f"export {tmp_path}", capsys) == (0, "", told)
    assert [path.name for path in tmp_path.iterdir()] == ["answer.md"]
    assert (tmp_path / "answer.md").read_text("utf-8") == answer()


@pytest.mark.usefixtures("typst")
@pytest.mark.parametrize("name", ["answer.md", "answer.pdf"])
def test_an_existing_file_is_refused_before_anything_is_written(
    name: str, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / name).write_text("old")
    told = f"{tmp_path}/{name}: already exists; use --force to replace it\n"
    error = f"pseudoku export: error: {told}"
    assert run(f"export {tmp_path}", capsys) == (2, "", error)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]
    assert run(f"export {tmp_path} --force -q", capsys) == (0, "", "")
    assert len([*tmp_path.iterdir()]) == 2
    assert (tmp_path / name).read_bytes() != b"old"


@pytest.mark.usefixtures("typst")
@pytest.mark.parametrize("place", ["file", "file/folder"])
def test_a_folder_that_cannot_be_made_is_one_line(
    place: str, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "file").touch()
    status, out, err = run(f"export {tmp_path}/{place}", capsys)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"pseudoku export: error: {tmp_path}/file")


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
