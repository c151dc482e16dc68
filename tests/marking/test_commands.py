"""The commands of marking, on a small class that runs without a sandbox."""

import json
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from marking import rubric
from marking.cli import main
from marking.sandbox.job import Job, SandboxError
from marking.sandbox.launcher import Sandbox
from marking.tests import all_tests
from tests.marking.classes import DATA, class_of, hand_in, marks, runs_rubric

Captured = pytest.CaptureFixture[str]

MORE = """\
[late]
rule = "scale"
percent = 10
[[criterion]]
id = "style"
marks = 2
by = "person"
[[deduction]]
id = "no-main"
percent = 50
by = "source"
check = "function main"
"""
RUBRIC = runs_rubric(8, 20, 1, MORE)
ROSTER = """\
id,name,due,submitted_at
good,Ada,2099-01-01T00:00:00Z,2099-01-02T00:00:00Z
bad,=Bob,,
gone,Eve,,
none,Joe,2023-08-07T10:00:00+02:00,
"""


@pytest.fixture(scope="module", autouse=True)
def open_tier() -> Iterator[None]:
    """Let `run` use no sandbox."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("marking.cli.run.tier_for", lambda tests, python: "open")
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a class: a right program, a wrong one, and one of another name."""
    top = tmp_path_factory.mktemp("class")
    right = hand_in("hacettepe")
    wrong = right.replace("Step {number} -", "Step {number}").replace("main(", "go(")
    class_of(top / "class", {"good": right, "bad": wrong, "stranger": right})
    (top / "class" / "none").mkdir()
    (top / "class" / "none" / "a2.py").write_text(right)
    (top / "small.toml").write_text(RUBRIC)
    (top / "roster.csv").write_text(ROSTER)
    assert main([*map(str, words_of(top))]) == 2
    assert run(top) == 0
    return top


def words_of(top: Path) -> list[object]:
    words = ["run", top / "small.toml", top / "class", "-o", top / "out"]
    return [*words, "--roster", top / "roster.csv"]


def run(top: Path, *more: object) -> int:
    return main([*map(str, (*words_of(top), "--trust-submissions", *more))])


@pytest.fixture
def out(folder: Path, tmp_path: Path) -> Path:
    """A copy of the output of `run`."""
    return copytree(folder / "out", tmp_path / "out")


def test_the_table_has_a_row_for_each_student(folder: Path) -> None:
    assert (folder / "out" / "marks.csv").read_text("utf-8").splitlines() == [
        "id,name,status,output,style,raw,late_days,most,deductions,mark,notes",
        "bad,'=Bob,manual,0,,0,0,10,no-main,0,ran without a sandbox; "
        "no due date: counted as on time",
        "gone,Eve,missing,,,,,,,,",
        "good,Ada,manual,8,,8,1,9,,7.2,ran without a sandbox",
        "none,Joe,manual,,,,,10,,,sudoku.py not handed in; there is a2.py; "
        "ran without a sandbox; no time of submission: counted as on time",
    ]
    assert (folder / "out" / "unmatched.csv").read_text("utf-8") == (
        "path,why\nstranger,it matches nobody in the roster\n"
    )


def test_the_result_of_a_student_has_the_first_difference(folder: Path) -> None:
    result = json.loads((folder / "out" / "results" / "bad.json").read_text("utf-8"))
    assert result["sandbox"] == "open" and result["status"] == "manual"
    (test,) = result["tests"]
    assert (test["id"], test["verdict"], test["runs"]) == ("output/i1", "WA", 1)
    assert (test["call"], test["code"]) == ("python3 sudoku.py i1.txt output.txt", "")
    assert list(test["inputs"]) == ["i1.txt"]
    difference = test["difference"]
    assert difference.pop("expected_lines")[1] == "Step 1 - 8 @ R1C1"
    assert difference.pop("actual_lines")[1] == "Step 1 8 @ R1C1"
    words = ("Step·1·", "-·8·@·R1C1␊", "8·@·R1C1␊")
    place = "line 2, column 8: step 1, the step line"
    assert [*difference.values()] == [2, 8, *words, place, [], 1]


def test_expected_text_is_on_a_page_only_after_the_due_date(
    folder: Path, capsys: Captured
) -> None:
    pages = folder / "out" / "report"
    assert "expected  Step·1·-·8" in (pages / "bad.txt").read_text("utf-8")
    text = (folder / "roster.csv").read_text()
    (folder / "later.csv").write_text(
        text.replace("Bob,,", "Bob,2099-01-01T00:00:00Z,")
    )
    assert run(folder, "--roster", folder / "later.csv") == 0
    assert capsys.readouterr().err.startswith("tests run: 0 of 2\n")
    assert "expected" not in (pages / "bad.txt").read_text("utf-8")
    assert run(folder) == 0


def test_a_given_mark_changes_the_marks_and_starts_nothing(
    folder: Path, capsys: Captured
) -> None:
    given = folder / "given.csv"
    lines = ["id,criterion,marks", "good,style,2", "bad,no-main,0", "gone,mark,4"]
    given.write_text("\n".join([*lines, "nobody,mark,1", "x,style,1"]))
    assert run(folder, "--given", given) == 2
    unknown = f"{given}: no students 'nobody', 'x' in this class"
    assert capsys.readouterr().err == f"marking run: error: {unknown}\n"
    given.write_text("\n".join(lines))
    assert run(folder, "--given", given) == 0
    table = folder / "out" / "marks.csv"
    assert capsys.readouterr().err == (
        f"tests run: 0 of 2\n"
        f"2 marked, 2 manual: see {table}; "
        f"1 entry matches no student: see {table.with_name('unmatched.csv')}\n"
    )
    rows = marks(folder / "out")
    assert (rows["gone"]["status"], rows["gone"]["mark"]) == ("marked", "4")
    assert (rows["good"]["status"], rows["good"]["mark"]) == ("marked", "9")
    assert rows["bad"]["deductions"] == ""
    assert run(folder, "--again", "bad") == 0
    assert capsys.readouterr().err.startswith("tests run: 1 of 2\n")


def test_marks_given_to_a_student_go_to_the_partner_too(
    folder: Path, tmp_path: Path
) -> None:
    """Except a final mark; and a student's own line comes first."""
    roster, given = tmp_path / "roster.csv", tmp_path / "given.csv"
    roster.write_text("id,group\ngood,g\nmate,g\nthird,g\nbad,h\nalone,\n")
    given.write_text(
        "id,criterion,marks\ngood,style,2\ngood,no-main,1\ngood,mark,3\nthird,style,1\n"
    )
    words = ["--roster", str(roster), "--given", str(given), "--trust-submissions"]
    assert run(folder, "-o", str(tmp_path / "out"), *words) == 0
    rows = marks(tmp_path / "out")
    found = {name: (row["style"], row["mark"]) for name, row in rows.items()}
    assert found["good"] == ("2", "3") and found["mate"] == ("2", "5")
    assert found["third"][0] == "1" and found["bad"][0] == ""
    assert rows["mate"]["deductions"] == "no-main"


def test_results_of_another_rubric_are_not_replaced(
    folder: Path, out: Path, tmp_path: Path, capsys: Captured
) -> None:
    copytree(folder / "class", tmp_path / "class")
    (tmp_path / "roster.csv").write_text(ROSTER)
    before = (out / "marks.csv").read_bytes()
    other = RUBRIC.replace('"Small"', '"Large"')
    for name in ("output", "style"):
        other = other.replace(f'id = "{name}"', f'id = "other-{name}"')
    (tmp_path / "small.toml").write_text(other)
    assert run(tmp_path) == 2
    assert capsys.readouterr().err == (
        f"marking run: error: {out}: has results of 'Small'; "
        "expected 'Large', or a new folder\n"
    )
    assert (out / "marks.csv").read_bytes() == before
    for same_homework in (RUBRIC.replace('"Small"', '"Large"'), other):
        (tmp_path / "small.toml").write_text(same_homework)
        assert run(tmp_path) == 0
    assert "other-output" in (out / "marks.csv").read_text()


def test_runs_are_forgotten_only_if_they_can_be_run_again(
    folder: Path, capsys: Captured
) -> None:
    journal = folder / "out" / "journal.jsonl"
    before = journal.read_bytes()
    cluster = str(folder / "nothing.json")
    assert run(folder, "--again", "bad", "--cluster", cluster) == 2
    assert journal.read_bytes() == before and b'"bad"' in before


def test_show_prints_a_class_a_student_and_a_test(
    folder: Path, capsys: Captured
) -> None:
    out = str(folder / "out")
    assert main(["show", out]) == 0
    assert capsys.readouterr().out.startswith("id    name   status")
    assert main(["show", out, "bad"]) == 0
    text = capsys.readouterr().out
    assert "Mark so far: 0 of 10 (sum 0, deductions: no-main 50 %)" in text
    assert "WA  output/i1 (wrong answer, " in text
    assert main(["show", out, "bad", "output/i1"]) == 0
    text = capsys.readouterr().out
    assert "how it ended: exit, status 0" in text
    assert "output.txt (file): 10,4" in text
    assert "  | Step 1 8 @ R1C1" in text


def test_a_run_writes_a_line_for_each_missing_mark(
    folder: Path, capsys: Captured
) -> None:
    todo = folder / "out" / "given-todo.csv"
    lines = "id,criterion,marks,by,at,why\nbad,style,,,,\ngood,style,,,,\n"
    lines += "none,output,,,,\nnone,style,,,,\n"
    assert todo.read_text("utf-8") == lines
    filled = lines.replace("good,style,", "good,style,2")
    todo.write_text(filled, "utf-8")
    assert run(folder, "--given", todo) == 0
    assert todo.read_text("utf-8") == filled
    assert f"{todo} has marks, so it was kept; to get a new" in capsys.readouterr().err
    given = todo.rename(folder / "given.csv")
    assert run(folder, "--given", given) == 0
    assert todo.read_text("utf-8") == lines.replace("good,style,,,,\n", "")
    given.unlink()
    todo.write_text("damaged", "utf-8")
    assert run(folder) == 0
    assert todo.read_text("utf-8") == "damaged"
    todo.unlink()
    assert run(folder) == 0
    assert todo.read_text("utf-8") == lines


def test_forget_leaves_no_trace_of_a_student(out: Path, capsys: Captured) -> None:
    (out / "report" / "moodle.csv").write_text("bad")
    (out / "report" / "own.csv").write_text("mine")
    todo = out / "given-todo.csv"
    todo.write_text('"bad";style;2\n' + todo.read_text("utf-8"))
    assert main(["forget", str(out), "bad"]) == 0
    assert capsys.readouterr().err == (
        "removed bad in marks.csv and given-todo.csv, results/bad.json, report/bad.txt, report/class.txt, "
        "1 run in the journal, 1 file of 'report', for all students\n"
    )
    for path in out.rglob("*"):
        assert "bad" not in path.name
        assert not path.is_file() or b"bad" not in path.read_bytes()
    assert main(["show", str(out), "good", "output/i1"]) == 0
    assert main(["forget", str(out), "bad"]) == 2


DEEP = b'{"id": "bad", "x": ' + b"[" * 10**5 + b"]" * 10**5 + b"}"


def damage(data: bytes, random: Random) -> bytes:
    """Return *data*, JSON on one or more lines, damaged in a way that is drawn."""
    kind = random.randrange(8)
    place = random.randrange(len(data))
    if kind == 0:
        return data[:place]
    if kind == 1:
        return data[:place] + random.randbytes(3) + data[place + 3 :]
    if kind == 2:
        return random.choice(
            [b"", b"[]", b"{}", b"bad", b"\xff\xfe{}", DEEP, b'"bad"\n']
        )
    lines = data.splitlines() if b"\n{" in data else [data]
    record = json.loads(lines[-1])
    nodes = [node for node in inner_nodes(record) if node]
    node = random.choice(nodes)
    other: object = random.choice(
        [None, True, -1, 1e400, 10**400, "\ud800", [], {}, [[1]], ""]
    )
    if isinstance(node, list):
        node[random.randrange(len(node))] = other
    elif kind == 3:
        del node[random.choice([*node])]
    else:
        node[random.choice([*node])] = other
    return b"\n".join([*lines[:-1], json.dumps(record).encode() + b"\n"])


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
    name: str, seed: int, out: Path, tmp_path: Path, capsys: Captured
) -> None:
    path = out / name
    path.write_bytes(damage(path.read_bytes(), Random(f"{name} {seed}")))
    head = "Identifier,Full name,Email address,Status,Grade,Maximum Grade\n"
    (tmp_path / "moodle.csv").write_text(f"{head}Participant 1,bad,bad@x,,,10.00\n")
    for line in (
        "show {out}",
        "show {out} bad",
        "show {out} bad output/i1",
        "report {out} --format moodle={out}/../moodle.csv",
        *["report {out} --format html"] * (find_spec("jinja2") is not None),
    ):
        status = main(line.format(out=out).split())
        said = capsys.readouterr().err
        named = any(word in said for word in (name, "no test", "the maximum in Moodle"))
        assert status == 0 or (status == 2 and named), said
    assert main(["forget", str(out), "bad"]) == 0
    for file in out.rglob("*"):
        assert "bad" not in file.name
        assert not file.is_file() or b'"bad"' not in file.read_bytes()


def test_the_tests_of_a_student_with_a_new_id_run_again_once(
    folder: Path, out: Path, tmp_path: Path, capsys: Captured
) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text(ROSTER.replace("good", "z1") + "other,Mo,,\n")
    copytree(folder / "class" / "good", tmp_path / "class" / "z1")
    copytree(folder / "class" / "bad", tmp_path / "class" / "bad")
    class_of(tmp_path / "class", {"other": "x = 1\nif\n"})
    words = ["run", str(folder / "small.toml"), str(tmp_path / "class"), "-o", str(out)]
    words += ["--roster", str(roster), "--trust-submissions"]
    assert main(words) == 0
    assert capsys.readouterr().err.startswith("tests run: 2 of 3\n")
    assert main(words) == 0
    assert capsys.readouterr().err.startswith("tests run: 0 of 3\n")
    page = (out / "report" / "other.txt").read_text("utf-8")
    assert ": sudoku.py:2: SyntaxError: invalid syntax\n" in page


def test_run_removes_only_what_a_former_run_wrote(
    folder: Path, out: Path, tmp_path: Path, capsys: Captured
) -> None:
    words = ["-o", str(out), "--roster"]
    own = [out / "results" / "thesis.csv", out / "report" / "chapter1.txt"]
    for path in own:
        path.write_text("mine")
    roster = tmp_path / "roster.csv"
    roster.write_text("id\ngood\nbad\n")
    assert run(folder, *words, str(roster)) == 0
    assert [path.read_text() for path in own] == ["mine", "mine"]
    assert (out / "report" / "good.txt").exists()
    assert not (out / "report" / "gone.txt").exists()
    assert not (out / "results" / "none.json").exists()
    (out / "journal.jsonl").unlink()
    before = {*out.rglob("*")}
    assert run(folder, *words, str(roster)) == 2
    assert "not empty, and without the journal.jsonl" in capsys.readouterr().err
    assert {*out.rglob("*")} == before


@pytest.mark.parametrize(("line", "message"), DATA["cases"]["usage"].items())
def test_bad_usage_is_one_line_and_status_2(
    line: str, message: str, folder: Path, capsys: Captured
) -> None:
    words = line.format(out=folder / "out", top=folder, toml=folder / "small.toml")
    assert main(words.split()) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1 and message in captured.err


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
    before, after = all_tests(packaged), all_tests(copy)
    assert not any(" == " in test.call for test in after)  # what is expected
    same, copied = (
        [test._replace(is_acceptable=None, align=bytes, seconds=0) for test in tests]
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
    right = hand_in("hacettepe")
    class_of(tmp_path / "class", {"a": right + "# fails", "b": right, "c": right})
    (tmp_path / "small.toml").write_text(RUBRIC)
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
