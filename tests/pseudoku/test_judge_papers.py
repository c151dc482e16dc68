"""What stands around the answers of a paper changes no verdict on them."""

from textwrap import dedent

import pytest

from pseudoku.pseudocode.judging.judge import Verdict, judge_task
from pseudoku.pseudocode.reading.parser import parse

ROTATION = """\
function PermuteVector(row, p)
  if p = 0 then
    return row
  end if
  new Queue q
  for 1 ≤ i ≤ 4 do
    ENQUEUE[row[i], q]
  end for
  for 1 ≤ k ≤ p do
    ENQUEUE[HEAD[q], q]
    DEQUEUE[q]
  end for
  for 1 ≤ i ≤ 4 do
    row[i] ← HEAD[q]
    DEQUEUE[q]
  end for
  return row
end function
"""
WITHOUT_ENDS = [line for line in ROTATION.splitlines() if " end " not in f" {line}"]
IDENTITY = "function PermuteVector(row, p)\n  return row\nend function\n"


def verdict(text: str, task: str) -> Verdict:
    return judge_task(parse(dedent(text), "paper"), task)


def word(text: str, task: str) -> str:
    return verdict(text, task)["verdict"]


@pytest.mark.parametrize(
    "phrase",
    [
        *("head->node1->node2", "int puzzle[4]", "a public static array"),
        *("console.log", "std::vector", "a === b", "new ArrayList<Integer>()"),
    ],
)
def test_a_phrase_of_another_language_in_prose_does_not_make_the_paper_unread(
    phrase: str,
) -> None:
    text = f"{ROTATION}\nTask 7\nFor this I would use {phrase} in memory.\n"
    assert word(text, "2") == "pass"


def test_only_the_function_with_another_language_is_unread() -> None:
    foreign = (
        "function MakeVector(row)\n  int puzzle[4]\n  return puzzle\nend function\n"
    )
    assert word(ROTATION + foreign, "2") == "pass"
    found = verdict(ROTATION + foreign, "1")
    assert found["verdict"] == "unread"
    assert any("paper:20:3: this looks like C" in note for note in found["notes"])


@pytest.mark.parametrize("around", ["", "Task 1\n\n", "import copy\n"])
def test_a_function_in_python_is_unread_and_one_with_its_words_is_read(
    around: str,
) -> None:
    python = """
def MakeVector(row):
    puzzle = []
    for i in range(4):
        puzzle.append(row[:])
    return puzzle

"""
    found = verdict(around + python + ROTATION, "1")
    assert found["verdict"] == "unread"
    assert "looks like Python" in found["notes"][0]
    assert word(around + python + ROTATION, "2") == "pass"
    words = """
def MakeVector(row):
    new Vector puzzle(4)
    for i in range(1, 5):
        puzzle[i] = row
    return puzzle
"""
    assert word(around + words + ROTATION, "1") == "pass"


def test_names_that_differ_only_in_capitals_are_one() -> None:
    text = """
    function SearchStack(stack, item)
      new Stack kept
      found ← FALSE
      while ¬EMPTY[stack] do
        value ← TOP[stack]
        POP[stack]
        if value = item then
          Found ← TRUE
        else
          PUSH[value, kept]
        end if
      end while
      if found then
        return kept
      end if
      return FALSE
    end function
    """
    found = verdict(text, "4")
    assert found["verdict"] == "pass"
    assert any("'Found' is read as 'found'" in note for note in found["notes"])


def test_an_answer_that_needs_its_capitals_is_left_to_a_person() -> None:
    text = ROTATION.replace("row[i]", "row[I]").replace("1 ≤ i", "1 ≤ I")
    assert word(text.replace("1 ≤ k ≤ p", "1 ≤ i ≤ p"), "2") == "pass"
    text = """
    function MakeVector(row)
      new Vector A(4)
      a ← 1
      while a ≤ 4 do
        A[a] ← row
        a ← a + 1
      end while
      return A
    end function
    """
    found = verdict(text, "1")
    assert found["verdict"] == "review"
    assert "differ in capitals" in found["notes"][0]


@pytest.mark.parametrize("indent", ["", "          "])
@pytest.mark.parametrize(
    "line",
    [
        *("Page 2 of 9", "3", "- 3 -", "201234567", "Jane Doe 201234567\n\f"),
        *("\fCM1035 Coursework, 201234567", "\f3"),
    ],
)
@pytest.mark.parametrize("place", range(1, len(WITHOUT_ENDS)))
def test_a_page_may_end_anywhere_in_a_function_without_ends(
    place: int, line: str, indent: str
) -> None:
    lines = [*WITHOUT_ENDS[:place], indent + line, *WITHOUT_ENDS[place:]]
    assert word("\n".join(lines), "2") == "pass"


def test_a_header_that_recurs_is_left_out() -> None:
    header = "A. Student 201234567     Algorithms I"
    lines = [*WITHOUT_ENDS[:4], header, *WITHOUT_ENDS[4:8], header, *WITHOUT_ENDS[8:]]
    assert word("\n".join(lines), "2") == "pass"


@pytest.mark.parametrize("line", ["rotate the queue", "rotate row 1", "dequeue it"])
def test_a_line_in_words_is_no_header(line: str) -> None:
    text = "\n".join([*WITHOUT_ENDS[:6], line, line, *WITHOUT_ENDS[10:]])
    assert word(text, "2") == "unread"


def test_a_number_that_belongs_to_the_line_above_or_below_is_kept() -> None:
    for new in ("1\n≤ i", "\n1 ≤ i", "1 ≤\ni"):
        assert word(ROTATION.replace("1 ≤ i", new), "2") == "pass"
    assert word(ROTATION.replace("p = 0", "p =\n0"), "2") == "pass"


def test_an_indented_statement_after_a_function_without_its_end_is_unread() -> None:
    text = "\n".join([*WITHOUT_ENDS[:6], "A heading of mine", *WITHOUT_ENDS[6:]])
    found = verdict(text, "2")
    assert found["verdict"] == "unread"


def test_the_function_below_the_heading_of_its_task_counts() -> None:
    sketch = f"Task 2\n{ROTATION}\nTask 10\nA weaker version is\n{IDENTITY}"
    assert word(sketch, "2") == "pass"
    copied = f"Task 2\n{IDENTITY}\nTask 9\nWhat I found on the web\n{ROTATION}"
    assert word(copied, "2") == "fail"


def test_several_complete_functions_that_disagree_are_left_to_a_person() -> None:
    found = verdict(f"{ROTATION}\n{IDENTITY}", "2")
    assert found["verdict"] == "review"
    assert "those of lines 1 and 20 differ in their results" in found["notes"][0]
    assert word(f"{ROTATION}\n{ROTATION}", "2") == "pass"
    assert word(f"Task 2\n{IDENTITY}\nFinal version\n{ROTATION}", "2") == "review"
    assert word(f"{IDENTITY}\n{IDENTITY}", "2") == "fail"


def test_a_condition_in_a_for_is_read_only_if_both_readings_agree() -> None:
    text = """
    function SearchStack(stack, item)
      new Stack kept
      found ← FALSE
      n ← 0
      while ¬EMPTY[stack] do
        PUSH[TOP[stack], kept]
        POP[stack]
        n ← n + 1
      end while
      for 1 ≤ k ≤ n {} do
        if TOP[kept] ≠ item then
          PUSH[TOP[kept], stack]
        else
          found ← TRUE
        end if
        POP[kept]
      end for
      if found = TRUE then
        return stack
      end if
      return FALSE
    end function
    """
    assert word(text.replace("{}", "and EMPTY[kept] = FALSE"), "4") == "pass"
    search = """
    function MakeSolution(row)
      for 0 ≤ x ≤ 3 do
        for 0 ≤ y ≤ 3 and y ≠ x do
          for 0 ≤ z ≤ 3 do
            puzzle ← PermuteRows(MakeVector(row), x, y, z)
            if CheckGrids(puzzle) and ColChecks(puzzle) then
              return puzzle
            end if
          end for
        end for
      end for
      return FALSE
    end function
    """
    found = verdict(search, "8")
    assert found["verdict"] in ("unread", "review")


def test_a_structure_that_is_only_declared_is_unread() -> None:
    text = """
    function SearchStack(stack, item);
    var temp: Stack;
        x: integer;
    begin
      while not EMPTY[stack] do
      begin
        x := TOP[stack];
        POP[stack];
        if x = item then
        begin
          while not EMPTY[temp] do begin PUSH[TOP[temp], stack]; POP[temp]; end;
          return stack;
        end;
        PUSH[x, temp];
      end;
      return FALSE;
    end;
    """
    found = verdict(text, "4")
    assert found["verdict"] == "unread"
    assert "paper:3:5: 'temp' is declared, but no Stack is made" in found["notes"][0]


def test_a_queue_that_is_not_rotated_is_left_to_a_person() -> None:
    text = """
    function PermuteVector(row, p)
      new Queue q
      for 1 ≤ i ≤ 4 do
        ENQUEUE[row[i], q]
      end for
      new Vector w(4)
      for 1 ≤ i ≤ 4 do
        w[i] ← HEAD[q]
        DEQUEUE[q]
      end for
      for 1 ≤ i ≤ 4 do
        row[i] ← w[(i − 1 + p) mod 4 + 1]
      end for
      return row
    end function
    """
    found = verdict(text, "2")
    assert found["verdict"] == "review"
    assert found["notes"][0] == "4 ENQUEUEs for p = 1; rotating the queue takes 5"


def test_work_by_hand_after_probing_a_function_is_left_to_a_person() -> None:
    rows = """
    function PermuteRows(puzzle, x, y, z)
      new Vector t(4)
      for 1 ≤ k ≤ 4 do t[k] ← k end for
      t ← PermuteVector(t, 1)
      for 1 ≤ i ≤ 3 do
        p ← x
        if i = 2 then p ← y end if
        if i = 3 then p ← z end if
        if t[1] = 4 then p ← 4 − p end if
        new Vector w(4)
        for 1 ≤ k ≤ 4 do w[k] ← puzzle[i][(k − 1 + p) mod 4 + 1] end for
        puzzle[i] ← w
      end for
      return puzzle
    end function
    """
    assert word(rows, "3") == "review"
    column = """
    function CheckColumn(puzzle, j)
      new Stack numbers
      for 1 ≤ k ≤ 4 do PUSH[k, numbers] end for
      for 1 ≤ k ≤ 4 do
        if SearchStack(numbers, k) = FALSE then return FALSE end if
      end for
      for 1 ≤ k ≤ 4 do
        if puzzle[k][j] < 1 or puzzle[k][j] > 4 then return FALSE end if
        for 1 ≤ m < k do
          if puzzle[k][j] = puzzle[m][j] then return FALSE end if
        end for
      end for
      return TRUE
    end function
    """
    found = verdict(column, "5")
    assert found["verdict"] == "review"
    assert "does not follow SearchStack" in found["notes"][0]
