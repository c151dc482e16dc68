"""What the documents show is what happens: every transcript is run.

A block of the kind ``console`` holds commands behind ``$`` and what the terminal shows
below them; a line ``...`` stands for any number of lines. The commands of a document
run one after another in one empty folder, where ``$PROJECT`` is the project's. What
needs no shell runs in the process of the tests, which takes less time.
"""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import chdir, redirect_stderr, redirect_stdout
from importlib import import_module
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

import adt
from tests import api, tables
from tests.parts import PARTS
from tests.places import ROOT

README = ROOT / "README.md"
PAGES = sorted((ROOT / "docs").rglob("*.md"))
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
SECURITY = ROOT / "SECURITY.md"
DOCUMENTS = [README, CONTRIBUTING, SECURITY, *PAGES]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NO_SHELL = re.compile(r"python3 -m (?!zipapp)(\w+) ((?:[^$|&;<>*?`~\\]|\$PROJECT\b)*)")


def relative(path: Path) -> str:
    return str(path.relative_to(ROOT))


def transcripts(document: Path) -> Iterator[tuple[str, str]]:
    """Each command of ``document``, and what is shown below it."""
    for block in BLOCK.findall(document.read_text("utf-8")):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            yield command, shown


def pattern(shown: str) -> str:
    lines = shown.splitlines(keepends=True)
    return "".join("(?s:.*)" if line == "...\n" else re.escape(line) for line in lines)


def python_in(folder: Path) -> Path:
    """A folder whose ``python`` and ``python3`` are the Python of this test."""
    folder.mkdir()
    for name in ("python", "python3"):
        place = folder / name
        place.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        place.chmod(0o755)
    return folder


def documents() -> Iterator[object]:
    """Yield the documents as parameters, each in the part that can run it."""
    yield README
    for page in PAGES:
        marked = page.name == "tutorial.md"  # it marks PDFs, in a sandbox
        part = pytest.mark.sandbox if marked else pytest.mark.slow
        yield pytest.param(page, marks=part)


@pytest.mark.parametrize("document", [*documents()], ids=relative)
def test_every_transcript_is_true(document: Path, tmp_path: Path) -> None:
    path = f"{python_in(tmp_path / 'bin')}{os.pathsep}{os.environ['PATH']}"
    place = {"PATH": path, "PYTHONPATH": str(ROOT), "PROJECT": str(ROOT)}
    environment = os.environ | place | {"PYTHONIOENCODING": "utf-8"}
    folder = tmp_path / "folder"
    folder.mkdir()
    for command, shown in transcripts(document):
        if plain := NO_SHELL.fullmatch(command):
            said = printed_here(plain[1], plain[2], folder)
        else:
            said = printed_by_shell(command, folder, environment)
        said = said.replace(str(ROOT), "$PROJECT")
        assert re.fullmatch(pattern(shown), said), f"{command}\n{said}"


def printed_by_shell(command: str, folder: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
    )
    return done.stdout.decode()


def printed_here(package: str, line: str, folder: Path) -> str:
    main = import_module(f"{package}.cli").main
    both = TextIOWrapper(BytesIO(), "utf-8", newline="\n", write_through=True)
    with chdir(folder), redirect_stdout(both), redirect_stderr(both):
        main(shlex.split(line.replace("$PROJECT", str(ROOT))))
        both.flush()
    both.seek(0)
    return both.read()


def test_no_page_names_a_test() -> None:
    for document in DOCUMENTS:
        named = re.findall(r"`(test_\w+)`", document.read_text("utf-8"))
        assert {*named} <= {"test_dfs_or_bfs"}, document  # Northwestern's function


def test_a_page_begins_with_whom_it_is_for_and_one_says_how_to_start_python() -> None:
    for page in PAGES:
        text = page.read_text("utf-8")
        first = text.split("\n\n")[1]
        assert re.match(r"This page is for [^;]*;\s+it (says|shows)\b", first), page
        assert page.name == "install.md" or "python3 -P" not in text, page


def test_each_decision_is_on_its_page_and_names_tests_that_exist() -> None:
    decisions = tomllib.loads((ROOT / "tests" / "decisions.toml").read_text("utf-8"))
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("*.py"))
    for page, named in decisions.items():
        text = " ".join((ROOT / "docs" / page).read_text("utf-8").split())
        for title, names in named.items():
            assert title in text, f"{page}: no decision {title}"
            missing = [name for name in names if f"def {name}(" not in tests]
            assert names and not missing, f"{title}: no test {missing}"


def test_the_changelog_has_the_version_and_short_entries() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    dated = re.search(r"^## (\S+) - ([\d-]+)$", changes, re.MULTILINE)
    cited = re.search(r"^version: (.*)\ndate-released: (.*)$", citation, re.MULTILINE)
    assert dated and cited and dated.groups() == cited.groups()
    assert dated[1] == adt.__version__
    assert changes.count("\n## Not released yet\n") <= 1
    entries = re.findall(r"^- (.*?)(?=^- |^#|\Z)", changes, re.MULTILINE | re.DOTALL)
    assert [entry for entry in entries if len(entry.split()) > 40] == []


def test_the_index_of_the_api_is_current() -> None:
    text = (ROOT / "docs" / "api.md").read_text("utf-8")
    assert text == api.page(), "run python3 -m tests.api"


@pytest.mark.parametrize("page", tables.TABLES, ids=relative)
def test_the_tables_of_the_courses_are_current(page: Path) -> None:
    assert page.read_text("utf-8") == tables.updated(page), "run python3 -m tests.api"


def test_a_false_transcript_would_be_detected() -> None:
    assert re.fullmatch(pattern("a\n...\nz\n"), "a\nb\nc\nz\n")
    assert not re.fullmatch(pattern("a\n...\nz\n"), "a\nb\nc\ny\n")
    assert not re.fullmatch(pattern("a.\n"), "ab\n")


def test_ci_runs_the_second_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    ci = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    commands = re.findall(r"^python3 -m venv .*$", readme, re.MULTILINE)
    assert commands == [line for line in ci if line in commands]
    assert len(commands) == 1
    # Without this, mypy and pyright do not see the types of an editable install.
    assert "-e '.[test]' --config-settings editable_mode=compat" in commands[0]


def test_ci_runs_every_part_and_contributing_lists_it() -> None:
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    push, nightly = re.findall(r'^(?:push|nightly)="(.*)"$', ci, re.MULTILINE)
    table = re.findall(
        r"^\| `(\w+)` \| (push|nightly) \|", CONTRIBUTING.read_text("utf-8"), re.M
    )
    assert table == [(part, "push") for part in push.split()] + [
        (part, "nightly") for part in nightly.split()
    ]
    runs = re.findall(r"^tests ([\w,]+)", ci, re.MULTILINE)
    assert sorted(",".join(runs).split(",")) == sorted({*PARTS} - {"default"})
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    assert ".ci/run\n" in workflow and ".ci/run nightly\n" in workflow


def test_the_workflows_run_only_known_actions_with_the_least_rights() -> None:
    """A tag can be moved to other code; a hash cannot."""
    versions: dict[str, str] = {}
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        text = path.read_text("utf-8")
        uses = re.findall(r"uses: (.*)", text)
        for line in uses:
            found = re.fullmatch(
                r"([\w-]+/[\w-]+@[0-9a-f]{40})  # (v\d+\.\d+\.\d+)", line
            )
            assert found, f"{path.name}: {line}"
            assert versions.setdefault(found[1], found[2]) == found[2]
        assert re.search(r"^permissions: \{\}$", text, re.MULTILINE)
        jobs = re.findall(r"^  \w+:\n(?=    )", text.partition("\njobs:\n")[2], re.M)
        assert len(jobs) == len(re.findall(r"^    permissions:\n", text, re.MULTILINE))
    assert len({one.partition("@")[0] for one in versions}) == len(versions) == 5


def test_the_workflow_has_every_python_that_is_promised() -> None:
    config = ConfigParser()
    config.read(ROOT / "setup.cfg", "utf-8")
    promised = re.findall(r"Python :: (3\.\d+)", config["metadata"]["classifiers"])
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    (tried,) = re.findall(r"python: \[(.*)\]", workflow)
    assert [f'"{version}"' for version in promised] == tried.split(", ")


def test_each_file_of_other_authors_that_the_notice_names_exists() -> None:
    notice = (ROOT / "NOTICE").read_text("utf-8")
    named = re.findall(r"\b((?:tests|marking|sudoku)/[\w/.*]*\w)", notice)
    assert len(named) > 10
    for pattern in named:
        assert list(ROOT.glob(pattern)), pattern
    lists = {path.name for path in (ROOT / "tests/golden/puzzles").iterdir()}
    assert all(name in notice for name in lists)
