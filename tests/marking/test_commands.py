"""The commands of marking, on a small class that runs without a sandbox."""

import contextlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from random import Random
from shutil import copytree
from typing import TypedDict

import pytest

from marking import rubric
from marking.cli import main
from marking.sandbox.job import Job, SandboxError
from marking.sandbox.launcher import Sandbox
from marking.tests import all_tests
from tests.faults import Faults, disk_full, files_in, mixtures, restore
from tests.marking.classes import (
    DATA,
    class_of,
    hand_in,
    hide_bubblewrap,
    planned_tests,
    runs_rubric,
    small_rubric,
)
from tests.places import EXERCISES

Captured = pytest.CaptureFixture[str]


class Step(TypedDict, total=False):
    """A step of a story; stories.toml says what its keys mean."""

    needs: str
    write: dict[str, str]
    change: dict[str, list[str]]
    move: dict[str, str]
    line: str
    status: int
    err: str
    out: list[str]
    hides: list[str]
    files: dict[str, str]
    has: dict[str, str]
    lacks: dict[str, str]
    gone: list[str]
    trace: str


ROSTER = """\
id,name,due,submitted_at
good,Ada,2099-01-01T00:00:00Z,2099-01-02T00:00:00Z
bad,=Bob,,
gone,Eve,,
none,Joe,2023-08-07T10:00:00+02:00,
"""
MOODLE = "Identifier,Full name,Email address,Status,Grade,Maximum Grade\n"
RUN = "run small.toml class -o out --roster roster.csv --trust-submissions"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a class: a right program, a wrong one, and one of another name.

    Another class has answers to an exercise.
    """
    top = tmp_path_factory.mktemp("class")
    right = hand_in("hacettepe")
    wrong = right.replace("Step {number} -", "Step {number}").replace("main(", "go(")
    class_of(top / "class", {"good": right, "bad": wrong, "stranger": right})
    class_of(top / "class", {"none": right}, "a2.py")
    (top / "small.toml").write_text(runs_rubric(8, 20, 1, DATA["rubrics"]["style"]))
    (top / "roster.csv").write_text(ROSTER)
    largest = (EXERCISES / "largest.toml").read_text("utf-8")
    right = largest.partition('right = ["""')[2].partition('"""')[0]
    answers = {"ada": right, "ben": right.replace("x > y", "x < y")}
    answers["cy"] = "function Largest(s) look at all end function"
    answers["dan"] = "function MakeVector(row)\n    return row\nend function\n"
    class_of(top / "answers", answers, "answer.txt")
    (top / "largest.toml").write_text(largest, "utf-8")
    for name in ("exercise", "task"):
        (top / f"{name}.toml").write_text(small_rubric(name))
    with contextlib.chdir(top), pytest.MonkeyPatch.context() as patch:
        hide_bubblewrap(patch)
        assert main(RUN.split()) == 0
    return top


@pytest.fixture
def folder(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the folder of the class, in which a test runs."""
    hide_bubblewrap(monkeypatch)
    monkeypatch.chdir(copytree(made, tmp_path / "class of 4"))
    return Path()


def prepare(step: Step) -> None:
    """Change the files of a step, before its line."""
    for name, new in step.get("move", {}).items():
        Path(name).rename(new)
    for name, text in step.get("write", {}).items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, "utf-8")
    for name, texts in step.get("change", {}).items():
        changed = Path(name).read_text("utf-8")
        for old, new in zip(texts[::2], texts[1::2]):
            assert old in changed
            changed = changed.replace(old, new)
        Path(name).write_text(changed, "utf-8")


def check(step: Step) -> None:
    """Check the files after a step."""
    for name, text in step.get("files", {}).items():
        assert Path(name).read_text("utf-8") == text
    for name, text in step.get("has", {}).items():
        assert text.encode() in Path(name).read_bytes()
    for name, text in step.get("lacks", {}).items():
        assert text not in Path(name).read_text("utf-8")
    assert not [name for name in step.get("gone", []) if Path(name).exists()]
    if "trace" in step:
        assert traces(step["trace"]) == []


def traces(text: str) -> list[str]:
    """Return the names of the files below out that have *text* in name or content."""
    files = {str(path): path for path in Path("out").rglob("*")}
    return [
        name
        for name, path in files.items()
        if text in name or (path.is_file() and text.encode() in path.read_bytes())
    ]


@pytest.mark.usefixtures("compiled_once")
@pytest.mark.parametrize("story", DATA["stories"])
def test_marking_a_class_goes_as_the_story_says(
    story: str, folder: Path, capsys: Captured
) -> None:
    steps: list[Step] = DATA["stories"][story]
    for step in steps:
        assert step.keys() <= Step.__annotations__.keys()
        if "needs" in step:
            reason = f"needs {step['needs']}: pip install -e .[test]"
            pytest.importorskip(step["needs"], reason=reason)
        prepare(step)
        before = files_in(folder)
        line = step.get("line", "")
        status = main(line.replace("RUN", RUN).split()) if line else 0
        shown, said = capsys.readouterr()
        assert status == step.get("status", 0), said
        assert step.get("err", "") in said
        assert [text for text in step.get("out", []) if text not in shown] == []
        assert [text for text in step.get("hides", []) if text in shown] == []
        if status == 2:
            assert said.count("\n") == 1 and files_in(folder) == before
        check(step)


DEEP = b'{"id": "bad", "x": ' + b"[" * 10**5 + b"]" * 10**5 + b"}"


WHOLE = [b"", b"[]", b"{}", b"bad", b"\xff\xfe{}", DEEP, b'"bad"\n']
VALUES: list[object] = [None, True, -1, 1e400, 10**400, "\ud800", [], {}, [[1]], ""]


def damage(data: bytes, random: Random) -> bytes:
    """Return *data*, JSON on one or more lines, damaged in a way that is drawn."""
    lines = data.splitlines() if b"\n{" in data else [data]
    record = json.loads(lines[-1])
    node = random.choice([node for node in inner_nodes(record) if node])
    key = random.choice([*range(len(node))] if isinstance(node, list) else [*node])
    node[key] = random.choice(VALUES)
    if random.randrange(6) == 0:
        del node[key]
    changed = b"\n".join([*lines[:-1], json.dumps(record).encode() + b"\n"])
    place = random.randrange(len(data))
    cut = data[:place]
    overwritten = cut + random.randbytes(3) + data[place + 3 :]
    others = [cut, overwritten, random.choice(WHOLE)]
    return random.choice([*others, *[changed] * 5])


def inner_nodes(node: object) -> Iterator[list[object] | dict[str, object]]:
    """Yield the lists and objects of JSON data."""
    if isinstance(node, list | dict):
        yield node
        for item in node if isinstance(node, list) else node.values():
            yield from inner_nodes(item)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", ["results/bad.json", "journal.jsonl"])
@pytest.mark.parametrize("seed", range(30))
def test_a_damaged_file_is_named_and_its_student_can_be_forgotten(
    name: str, seed: int, folder: Path, capsys: Captured
) -> None:
    path = Path("out", name)
    path.write_bytes(damage(path.read_bytes(), Random(f"{name} {seed}")))
    Path("moodle.csv").write_text(f"{MOODLE}Participant 1,bad,bad@x,,,10.00\n")
    for line in (
        "show out",
        "show out bad",
        "show out bad output/i1",
        "report out --format moodle=moodle.csv",
        *["report out --format html"] * (find_spec("jinja2") is not None),
    ):
        status = main(line.split())
        said = capsys.readouterr().err
        named = any(word in said for word in (name, "no test", "the maximum in Moodle"))
        assert status == 0 or (status == 2 and named), said
    assert main("forget out bad".split()) == 0
    assert traces('"bad"') == [] and not Path("out/results/bad.json").exists()


@pytest.mark.parametrize(("line", "message"), DATA["cases"]["usage"].items())
def test_bad_usage_is_one_line_and_status_2(
    line: str, message: str, folder: Path, capsys: Captured
) -> None:
    assert main(line.split()) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1 and message in captured.err


@pytest.mark.nightly
@pytest.mark.parametrize(
    "line",
    [
        f"{RUN} --roster late.csv",  # the marks change
        "report out --format html",
        "report out --format moodle=moodle.csv --roster ids.csv",
        "forget out good",
    ],
)
@pytest.mark.parametrize(
    ("error", "status"), [(disk_full, 2), (KeyboardInterrupt, 130)]
)
def test_a_failing_call_leaves_each_file_as_before_or_as_it_should_be(
    line: str,
    error: Callable[[], BaseException],
    status: int,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Captured,
) -> None:
    """The n-th call that changes a file of the run fails, for each n."""
    out, journal = Path("out"), "journal.jsonl"
    Path("late.csv").write_text(ROSTER.replace("01-02T", "01-03T"))
    Path("moodle.csv").write_text(f"{MOODLE}Participant 1,good,good@x,,,10.00\n")
    Path("ids.csv").write_text("id,lms\ngood,1\nbad,2\n")
    old = files_in(out)
    with monkeypatch.context() as patch:
        whole = Faults(out)
        whole.install(patch)
        assert main(line.split()) == 0, capsys.readouterr().err
    new = files_in(out)
    assert whole.calls and new != old
    for at, name in enumerate(whole.calls, 1):
        restore(out, old)
        capsys.readouterr()
        with monkeypatch.context() as patch:
            faults = Faults(out, at, error)
            faults.install(patch)
            ended = main(line.split())
        said = f"call {at}, {name}: {capsys.readouterr().err}"
        now = files_in(out)
        changed = {name for name in mixtures(old, new, now) if name != journal}
        assert not changed, said
        assert now[journal] in (old[journal], new[journal]), said
        is_harmless = name in ("mkdir", "open", "ftruncate") and now == new
        assert ended == status or is_harmless, said
        assert "Traceback" not in said
    # What failed can be done later.
    assert main(line.split()) == 0
    late = files_in(out)
    assert {**late, journal: b""} == {**new, journal: b""}


def test_rubric_quotes_the_hand_out_and_names_our_choices(capsys: Captured) -> None:
    assert main(["rubric", "comp9021"]) == 0
    text = capsys.readouterr().out
    assert '  hand-out: "1 mark for `preassess()`"' in text
    assert "  our choice: wrong inputs count here" in text
    assert "after 5 days: 0" in text
    assert "\npreassess: 1 mark, " in text
    assert "bare_tex_output: sudoku_3.txt, sudoku_4.txt, sudoku_5.txt" in text


@pytest.mark.sampled(2)
@pytest.mark.parametrize("course", rubric.rubric_names())
def test_a_copied_rubric_has_its_inputs_and_tests_the_same(
    course: str, tmp_path: Path, capsys: Captured
) -> None:
    assert main(["rubric", course, str(tmp_path / "mine")]) == 0
    path = tmp_path / "mine" / f"{course}.toml"
    assert f"wrote {path}" in capsys.readouterr().err
    copy, packaged = rubric.read_rubric(str(path)), rubric.read_rubric(course)
    assert replace(copy, path=packaged.path) == packaged
    before, after = planned_tests(course), all_tests(copy)
    assert {test.criterion for test in before} == {
        part.id for part in packaged.criterion if part.by == "tests"
    }
    assert len({test.id for test in before}) == len(before)
    assert not any(" == " in test.call for test in after)  # what is expected
    same, copied = (
        [test._replace(is_acceptable=None, describe=bytes, seconds=0) for test in tests]
        for tests in (before, after)
    )
    assert copied == same
    path.write_text("mine")
    assert main(["rubric", course, str(tmp_path / "mine")]) == 2
    assert path.read_text() == "mine" and "is there already" in capsys.readouterr().err


@pytest.mark.sandbox
def test_doctor_finds_that_the_sandbox_holds(capsys: Captured) -> None:
    assert main(["doctor"]) == 0
    text = capsys.readouterr().out
    assert text.count(": held (") == 9 and text.endswith("tier: sandbox\n")


@pytest.mark.sandbox
@pytest.mark.parametrize("file", ["", "sudoku.py"])
def test_check_puts_the_same_files_beside_a_program_as_run(
    file: str, tmp_path: Path, capsys: Captured
) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "core.py").write_text(hand_in("hacettepe"))
    (tmp_path / "sudoku.py").write_text("from lib.core import main\nmain()\n")
    assert main(["check", "hacettepe", str(tmp_path / file)]) == 0
    out = capsys.readouterr().out
    assert "Mark so far: 80 of 100 (sum 80)" in out and "on time" not in out


def test_a_failure_of_the_harness_says_whether_others_had_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = Sandbox.outcome_bytes
    failing = {b"# fails"}

    def fails(self: Sandbox, job: Job) -> bytes:
        if any(job.files["sudoku.py"].endswith(end) for end in failing):
            raise SandboxError("too many open files")
        return answer(self, job)

    monkeypatch.setattr(Sandbox, "outcome_bytes", fails)
    hide_bubblewrap(monkeypatch)
    right = hand_in("hacettepe")
    class_of(tmp_path / "class", {"a": right + "# fails", "b": right, "c": right})
    (tmp_path / "small.toml").write_text(
        runs_rubric(8, 20, 1, DATA["rubrics"]["style"])
    )
    words = ["run", str(tmp_path / "small.toml"), str(tmp_path / "class"), "-o"]
    alone, all_ = tmp_path / "alone", tmp_path / "all"
    assert main([*words, str(alone), "--trust-submissions"]) == 1
    one = json.loads((alone / "results" / "a.json").read_text("utf-8"))
    assert one["status"] == "not marked"
    assert one["tests"][0]["note"] == "too many open files"
    note = "tests of 2 other students could be run: look at this submission"
    assert one["notes"][-1] == note
    failing.add(b"")
    assert main([*words, str(all_), "--trust-submissions"]) == 1
    one = json.loads((all_ / "results" / "a.json").read_text("utf-8"))
    note = "nobody's tests could be run: this is not the student's fault"
    assert one["notes"][-1] == note
