"""Thirty tricks: a queue for show, several versions, and functions that are probed."""

import pytest

from pseudoku.exercises import judge_task
from pseudoku.reference import parse

S = "for 1 ≤ k ≤ 4 do w[k] ← row[(k − 1 + p) mod 4 + 1] end for"
V = "new Vector w(4)"
FILL = "new Queue q for 1 ≤ k ≤ 4 do ENQUEUE[row[k], q] end for"


def pv(b: str) -> tuple[str, str]:
    return "2", f"function PermuteVector(row, p)\n{b}\nend function"


def cc(b: str) -> tuple[str, str]:
    return "5", f"function CheckColumn(puzzle, j)\n{b}\nend function"


def cg(b: str) -> tuple[str, str]:
    return "6", f"function CheckGrids(puzzle)\n{b}\nend function"


def pr(b: str) -> tuple[str, str]:
    return "3", f"function PermuteRows(puzzle, x, y, z)\n{b}\nend function"


HAND = "for 1 ≤ k ≤ 4 do for 1 ≤ m < k do if puzzle[k][j] = puzzle[m][j] then return FALSE end if end for if puzzle[k][j] > 4 or puzzle[k][j] < 1 then return FALSE end if end for return TRUE"
N = "new Stack s for 1 ≤ k ≤ 4 do PUSH[k, s] end for"
ROT = "new Vector w(4) for 1 ≤ k ≤ 4 do w[k] ← puzzle[i][(k − 1 + p) mod 4 + 1] end for puzzle[i] ← w"
PICK = "p ← x if i = 2 then p ← y else if i = 3 then p ← z end if"
R = f"function PermuteVector(row, p)\n{FILL} for 1 ≤ k ≤ p do ENQUEUE[HEAD[q], q] DEQUEUE[q] end for for 1 ≤ k ≤ 4 do row[k] ← HEAD[q] DEQUEUE[q] end for return row\nend function\n"
W = "function PermuteVector(row, p)\n return row\nend function\n"
TRICKS = {
    "fill, empty, shift by hand": pv(
        f"{FILL} {V} {S} while ¬EMPTY[q] do DEQUEUE[q] end while return w"
    ),
    "fill only": pv(f"{FILL} {V} {S} return w"),
    "copy through the queue": pv(
        f"{FILL} for 1 ≤ k ≤ 4 do row[k] ← HEAD[q] DEQUEUE[q] end for {V} {S} return w"
    ),
    "one element in the queue": pv(f"new Queue q ENQUEUE[row[1], q] {V} {S} return w"),
    "rotate a dummy queue": pv(
        f"new Queue q for 1 ≤ k ≤ 4 + p do ENQUEUE[k, q] end for {V} {S} return w"
    ),
    "rotate, then ignore it": pv(
        f"{FILL} for 1 ≤ k ≤ p do ENQUEUE[HEAD[q], q] DEQUEUE[q] end for {V} {S} return w"
    ),
    "rotate, compare, by hand": pv(
        f"{FILL} for 1 ≤ k ≤ p do ENQUEUE[HEAD[q], q] DEQUEUE[q] end for {V} {S} if HEAD[q] = w[1] then return w end if return row"
    ),
    "probe the queue's mark": pv(
        f"new Queue q ENQUEUE[0, q] a ← HEAD[q] DEQUEUE[q] {V} for 1 ≤ k ≤ 4 do w[k] ← row[(k − 1 + p) mod 4 + 1] + a end for for 1 ≤ k ≤ 4 + p do ENQUEUE[k, q] end for return w"
    ),
    "right and wrong": ("2", R + W),
    "wrong and right": ("2", W + R),
    "wrong under the heading": ("2", f"Task 2\n{W}Task 9\n{R}"),
    "three versions": ("2", W + R + W),
    "right twice, wrong once": ("2", R + R + W),
    "wrong final": ("2", f"Task 2\n{R}Final version\n{W}"),
    "right elsewhere": ("2", f"Task 2\n{W}Task 3\n{R}"),
    "template then wrong": (
        "2",
        "function PermuteVector(row, p)\n...\nend function\n" + W,
    ),
    "probe the direction": pr(
        f"new Vector t(4) for 1 ≤ k ≤ 4 do t[k] ← k end for t ← PermuteVector(t, 1) for 1 ≤ i ≤ 3 do {PICK} if t[1] ≠ 2 then p ← 4 − p end if {ROT} end for return puzzle"
    ),
    "probe with a row": pr(
        f"new Vector t(4) for 1 ≤ k ≤ 4 do t[k] ← puzzle[1][k] end for t ← PermuteVector(t, 1) for 1 ≤ i ≤ 3 do {PICK} if t[1] ≠ puzzle[1][2] then p ← 4 − p end if {ROT} end for return puzzle"
    ),
    "call with 0": pr(
        f"for 1 ≤ i ≤ 3 do {PICK} a ← PermuteVector(puzzle[i], 0) {ROT} end for return puzzle"
    ),
    "call on a copy": pr(
        f"for 1 ≤ i ≤ 3 do {PICK} new Vector c(4) for 1 ≤ k ≤ 4 do c[k] ← puzzle[i][k] end for c ← PermuteVector(c, p) {ROT} end for return puzzle"
    ),
    "call on row 4": pr(
        f"a ← PermuteVector(puzzle[4], 0) for 1 ≤ i ≤ 3 do {PICK} {ROT} end for return puzzle"
    ),
    "search 1 to 4, by hand": cc(
        f"{N} for 1 ≤ k ≤ 4 do if SearchStack(s, k) = FALSE then return FALSE end if end for {HAND}"
    ),
    "search once": cc(
        f"{N} if SearchStack(s, puzzle[1][j]) = FALSE then return FALSE end if {HAND}"
    ),
    "search, result ignored": cc(
        f"{N} for 1 ≤ k ≤ 4 do t ← SearchStack(s, puzzle[k][j]) end for {HAND}"
    ),
    "probe whether it refuses": cc(
        f"{N} for 1 ≤ k ≤ 4 do if SearchStack(s, k) = FALSE then return FALSE end if end for {N.replace('new Stack s', 'new Stack t').replace(', s]', ', t]')} {HAND}"
    ),
    "search a full stack": cc(
        f"for 1 ≤ k ≤ 4 do {N} if SearchStack(s, puzzle[k][j]) = FALSE then return FALSE end if end for {HAND}"
    ),
    "grids: search 1 to 4": cg(
        "for 0 ≤ a ≤ 1 do for 0 ≤ b ≤ 1 do "
        + N
        + " for 1 ≤ k ≤ 4 do if SearchStack(s, k) = FALSE then return FALSE end if end for t ← 0 for 1 ≤ i ≤ 2 do for 1 ≤ j ≤ 2 do v ← puzzle[2 × a + i][2 × b + j] t ← t + v × v × v end for end for if t ≠ 100 then return FALSE end if end for end for return TRUE"
    ),
    "grids: three blocks": cg(
        "for 0 ≤ g ≤ 2 do "
        + N
        + " for 1 ≤ i ≤ 2 do for 1 ≤ j ≤ 2 do if SearchStack(s, puzzle[2 × floor(g / 2) + i][2 × (g mod 2) + j]) = FALSE then return FALSE end if end for end for end for return TRUE"
    ),
    "grids: search and total": cg(
        "for 0 ≤ a ≤ 1 do for 0 ≤ b ≤ 1 do "
        + N
        + " t ← 0 for 1 ≤ i ≤ 2 do for 1 ≤ j ≤ 2 do v ← puzzle[2 × a + i][2 × b + j] r ← SearchStack(s, i) t ← t + v × v × v end for end for if t ≠ 100 then return FALSE end if end for end for return TRUE"
    ),
    "final of a name elsewhere": ("2", f"Task 2\n{W}Task 10\nFinal version\n{R}"),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", TRICKS)
def test_a_trick_does_not_pass(name: str) -> None:
    task, text = TRICKS[name]
    assert judge_task(parse(text, "trick"), task)["verdict"] in ("fail", "review")
