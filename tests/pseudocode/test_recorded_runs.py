"""What the record of a run must show, found in other ways than the recorder's."""

from collections.abc import Callable
from pathlib import Path

import pytest

from adt.show.states import Element
from pseudocode.reading.syntax import LocatedNode, located_nodes
from pseudocode.running.compiler import Compiler
from pseudocode.running.machine import Frame, Store
from pseudocode.tracing.record import format_state
from pseudoku.cli import main, trace
from pseudoku.reference import parse, reference
from tests.pseudocode.files import Captured, File
from tests.pseudocode.run_pages import Data, Replay, data_of, expected, page_of
from tests.pseudocode.texts import TABLES

pytestmark = pytest.mark.usefixtures("each_search_is_made_once")
ANSWERS = Path(__file__).parents[1] / "answers"
GRID = "4132/3241/1324/2413"
RIGHT = [
    ["MakeVector", "2413"],
    ["PermuteVector", "2413", "2"],
    ["PermuteRows", GRID, "1", "0", "3"],
    ["SearchStack", "1234", "3"],
    ["SearchStack", "stack<1 2 4>", "3"],
    ["CheckColumn", GRID, "1"],
    ["CheckColumn", "1111/1111/1111/1111", "1"],
    ["CheckGrids", GRID],
    ["ColChecks", GRID],
    pytest.param(["MakeSolution", "2413"], marks=pytest.mark.slow),
]
ROW = "PermuteVector(1 2 3 4, 1)"
WRONG = TABLES["wrong_calls"]
PAGES: dict[tuple[str, ...], str] = {}
ALL = [*RIGHT, *([name, call] for name, call in WRONG.items())]


def words_of(words: list[str]) -> list[str]:
    """The words of a command: those of the reference, or the program and its call."""
    if words[0] not in WRONG:
        return words
    name, call = words
    return [str(ANSWERS / f"wrong_{name}.pseudo"), "--alone", "--call", call]


def recorded(words: list[str], capsys: Captured, hints: int = 1) -> tuple[str, Data]:
    """Return the page of a run, which is recorded once in a session, and its data."""
    key = *words, str(hints)
    if key not in PAGES:
        status = main(["walkthrough", "-q", *words_of(words), "--hints", str(hints)])
        assert status in (0, 1)
        PAGES[key] = capsys.readouterr().out
    return PAGES[key], data_of(PAGES[key])


@pytest.mark.sampled(5)
@pytest.mark.parametrize("words", ALL, ids=lambda words: words[0])
def test_every_executed_line_is_the_current_line_of_a_step(
    words: list[str], capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    executed: set[tuple[str, int]] = set()

    def watch(method: str) -> None:
        """Let what a method of the compiler returns tell its line when it runs."""
        original = getattr(Compiler, method)

        def compiled(self: Compiler, node: LocatedNode) -> Callable[[Frame], object]:
            run: Callable[[Frame], object] = original(self, node)
            offset = min(one.offset for one in located_nodes(node))
            line, _ = self.source.line_and_column(offset)

            def watched(frame: Frame) -> object:
                # The reference also runs for the result that is expected.
                if words[0] not in WRONG or self.source.name != "reference":
                    executed.add((self.function.name, line))
                return run(frame)

            return watched

        monkeypatch.setattr(Compiler, method, compiled)

    watch("compile_statement")
    watch("compile_condition")
    _, data = recorded(words, capsys, hints=0)
    replay = Replay(data)
    shown = {(replay.names[-1], step[0]) for step in replay.steps()}
    assert len(executed) >= 2 and executed <= shown


@pytest.mark.sampled(5)
@pytest.mark.parametrize("words", ALL, ids=lambda words: words[0])
def test_no_two_neighbors_in_the_list_of_rounds_are_equal(
    words: list[str], capsys: Captured
) -> None:
    page, data = recorded(words, capsys)
    told = [(one["line"], one["text"]) for one in data["rounds"]]
    assert told and all(one != other for one, other in zip(told, told[1:]))
    for _, text in told:
        assert (
            "<li>{}\n".format(text.replace("&", "&amp;").replace("<", "&lt;")) in page
        )


@pytest.mark.sampled(5)
@pytest.mark.parametrize("words", ALL, ids=lambda words: words[0])
def test_the_bars_are_the_turns_and_the_calls_of_the_steps(
    words: list[str], capsys: Captured
) -> None:
    """A second reading: the loops and calls around each step, from the steps alone."""
    _, data = recorded(words, capsys)
    replay = Replay(data)
    around: dict[int, list[str]] = {}
    loops: list[list[tuple[int, str]]] = [[], []]  # of each active call
    for number, (line, operation, text, *_) in enumerate(replay.steps(), start=1):
        depth = len(replay.names)
        del loops[depth:]
        loops += [[] for _ in range(depth - len(loops))]
        own = loops[-1]
        known = [place for place, _ in own]
        if operation in ("TURN", "WHILE", "END"):
            if line in known:
                del own[known.index(line) :]
            if operation == "TURN":
                own.append((line, text.replace(" is ", " = ")))
            elif text.endswith(" is TRUE") and operation == "WHILE":
                own.append((line, "turn"))
        found: list[str] = []
        for level, name in enumerate(replay.names):
            found += [name] * (level > 1)
            found += [told for _, told in loops[level]]
        around[number] = found
    for number, found in around.items():
        seen = [
            "turn" if bar[2].startswith("turn ") else bar[2].partition("(")[0]
            for bar in sorted(data["bars"], key=lambda bar: bar[3])
            if bar[0] <= number <= bar[1]
        ]
        assert seen == found[:4], number


@pytest.mark.sampled(5)
@pytest.mark.parametrize("words", ALL, ids=lambda words: words[0])
def test_a_page_without_a_script_has_the_contents_of_each_structure(
    words: list[str], capsys: Captured
) -> None:
    page, data = recorded(words, capsys)
    text = page.partition('<script type="application')[0]
    replay = Replay(data)
    depth = 1 + data["called"]
    held = {}
    for _ in replay.steps():
        if len(replay.frames) >= depth:
            held = dict(replay.frames[depth - 1])
    assert held
    for name, value in held.items():
        if isinstance(value, dict):
            told = text.partition(f"<li>{name}: ")[2].partition("\n")[0]
            digits = [int(one) for one in told if one.isdigit()]
            tail_first = value["kind"] == "queue"
            assert digits == (numbers(value)[::-1] if tail_first else numbers(value))


def numbers(value: Element) -> list[int]:
    """The numbers in a structure, in order."""
    if isinstance(value, dict):
        return [one for inner in value["elements"] for one in numbers(inner)]
    return [value] if isinstance(value, int) else []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("message", TABLES["failing"])
def test_a_failing_program_ends_at_the_line_of_its_message(
    message: str, file: File, capsys: Captured, tmp_path: Path
) -> None:
    call, text = TABLES["failing"][message]
    words = [file(text), "--call", call, "--steps", "2000"]
    status = main(["walkthrough", "-q", *words])
    out, err = capsys.readouterr()
    assert status == (3 if "stopped" in message else 1)
    data = data_of(out)
    *_, (line, operation, told, *_) = Replay(data).steps()
    assert operation == "FAIL" and message in data["error"]
    assert f"<h1>{call.partition('(')[0]}(" in out and "answer.pseudo, step by" in out
    assert str(tmp_path) not in out
    assert data["endless"] or (f":{line}:" in err and told in err)
    assert main(["trace", "-q", *words, "--level", "op", "--to", "99"]) == status
    assert f"\n✕{line:4}  " in capsys.readouterr().out or status == 3


@pytest.mark.parametrize(
    "read", ["new Queue q\nx ← HEAD[q]", "new Stack s\nx ← TOP[s]"]
)
def test_a_step_that_reads_an_empty_structure_has_no_sign(
    read: str, file: File, capsys: Captured
) -> None:
    data = data_of(page_of([file(read)], capsys))
    _, (_, _, told, _, mark, _), *_ = Replay(data).steps()
    assert "nothing is read" in told and mark is None


@pytest.mark.parametrize("colorless", [False, True])
def test_a_terminal_shows_what_changed_and_what_differs_in_color(
    colorless: bool, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1" if colorless else "")
    words = words_of(["dequeues_first", ROW])
    assert main(["trace", "-q", *words, "--step", "18"]) == 1
    out = capsys.readouterr().out
    assert ("\x1b[32mrow = " in out) != colorless
    assert ("\x1b[1;31mOne change in lines 11 and 12 " in out) != colorless
    assert ("\x1b" in out) != colorless


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", WRONG)
def test_the_json_has_the_expected_result_and_the_lines_of_the_run(
    name: str, capsys: Captured
) -> None:
    path, *_ = words_of([name, WRONG[name]])
    own = Path(path).read_text("utf-8").split("\n")
    _, data = recorded([name, WRONG[name]], capsys)
    difference = data["difference"]
    assert difference
    expected = f"Expected: {format_state(difference['expected'])}."
    assert data["error"] or data["summary"].endswith(expected)
    assert {one["name"] for one in data["listings"]} == {*data["functions"]} - {""}
    for one in data["listings"]:
        place = slice(one["start"] - 1, one["start"] - 1 + len(one["lines"]))
        sources = own, reference().source.original.split("\n")
        assert one["lines"] in [source[place] for source in sources]
        assert f"function {one['name']}(" in one["lines"][0]


PROGRAMS = TABLES["replayed"]
CALLS = {
    "PermuteVector(2 4 1 3, 3)": "x ← 1",
    "SearchStack(1234, 3)": "x ← 1",
    "F(2 4 1 3)": PROGRAMS["aliases"],
    "": PROGRAMS["mixed"],
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("store", ["copy", "share"])
@pytest.mark.parametrize("call", CALLS)
def test_the_page_has_the_variables_of_every_call_at_each_step(
    call: str, store: Store, file: File, capsys: Captured
) -> None:
    words = [file(CALLS[call]), *(["--call", call] if call else [])]
    data = data_of(page_of([*words, "--store", store], capsys))
    replay = Replay(data)
    steps = expected(parse(CALLS[call]), call, store)
    for step, (line, operation, frames) in zip(replay.steps(), steps, strict=True):
        if operation == "GIVE":
            operation = "RETURN"
        assert step[1] == operation
        assert operation in ("CALL", "RETURN") or step[0] == line
        assert replay.frames[bool(call) :] == frames


@pytest.mark.nightly
def test_the_page_of_make_solution(capsys: Captured) -> None:
    page = page_of(["MakeSolution", "2413"], capsys)
    assert len(page.encode()) <= 250_000
    data = data_of(page)
    replay = Replay(data)
    steps = expected(reference(), "MakeSolution(2 4 1 3)")
    clashes = {turn["end"]: turn.get("clash") for turn in data["rounds"]}
    for step, (_, operation, frames) in zip(replay.steps(), steps, strict=True):
        assert replay.frames[1:] == frames
    assert (
        "x = 0, y = 0, z = 2: CheckGrids gives FALSE, 2 twice in sub-grid 1\n" in page
    )
    assert clashes[data["rounds"][2]["end"]] == ["puzzle", [1, 1], [2, 1]]
    assert "x = 1, y = 3, z = 2: CheckGrids gives TRUE, ColChecks gives TRUE\n" in page
    assert f"31 attempts, {data['total']:,} steps." in page
    assert page == page_of(["MakeSolution", "2413"], capsys)


def test_a_page_has_as_many_steps_as_a_limit_of_characters_allows(
    file: File, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file("new Queue q\nfor 1 ≤ i ≤ 999 do\n  ENQUEUE[i, q]\nend for\n")
    monkeypatch.setattr(trace, "MAX_PAGE_CHARACTERS", 5_000)
    data = data_of(page_of([path], capsys, status=3))
    assert 20 < data["total"] < 200


TAG = "<img src=x onerror=alert(1)>.txt"


def test_hostile_text_is_escaped(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = 'new Queue q  // <script>alert(2)</script>\nENQUEUE["</script><b>~0;", q]\n'
    Path(TAG).write_text(text + 'x ← "<i>&amp;\x1b[31m~1;"\ny ← HEAD[q]\n')
    page = page_of([TAG], capsys)
    assert page.count("<script") == 2 == page.count("</script>")
    assert "<img" not in page and "<b>" not in page and "<i>" not in page
    assert "\x1b" not in page
    replay = Replay(data_of(page))
    [_, (_, _, told, *_), *_] = replay.steps()
    assert "'</script><b>~0;' is added at the tail" in told


def test_positions_on_a_page_count_as_in_the_program(
    file: File, capsys: Captured
) -> None:
    words = [file(PROGRAMS["from_0"]), "--call", "F(2 4)", "--base", "0"]
    own = [step[3] for step in data_of(page_of(words, capsys))["steps"]]
    row = {"kind": "vector", "first": 0, "elements": [2, 4]}
    assert row in [value for changes in own for _, _, value in changes]
    shared = data_of(page_of([*words, "--store", "share"], capsys))["steps"]
    row = {"kind": "vector", "first": 1, "elements": [9, 4]}  # as in PermuteVector
    assert row in [value for step in shared for _, _, value in step[3]]
