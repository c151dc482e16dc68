"""Programs that try to use up time, memory or output, each with the limit it meets."""

STEPS = "stopped after 1,000,000 steps"
CELLS = "more than 1,000,000 elements of structures in use"
CALLS = "more than 100 nested calls"
DEEP = "calls and expressions are nested too deeply"
DIGITS = "a number of more than 30 digits"
DEPTH = "vectors more than 20 deep in vectors"
SHOWN = "the results have more than 10,000 characters"
TEXT = "a text of more than 200 characters"

ALWAYS = "while TRUE do {} end while"
NESTED = "if TRUE then " * 30 + "{}" + " end if" * 30
FILL = "new Vector {0}({1}) for 1 ≤ i ≤ {1} do {0}[i] ← i end for "
Q = "new Queue q "

HOSTILE: dict[str, tuple[str, str]] = {
    # time
    "an endless loop": (ALWAYS.format("x ← 1"), STEPS),
    "an endless loop of nothing": (ALWAYS.format(""), STEPS),
    "endless loops in endless loops": (
        ALWAYS.format(ALWAYS.format("if TRUE then break end if")),
        STEPS,
    ),
    "ten loops in one another": (
        "".join(f"for 1 ≤ i{k} ≤ 99 do " for k in range(10)) + "end for " * 10,
        STEPS,
    ),
    "a gigantic range": ("for 1 ≤ i ≤ 99999999999999999 do x ← i end for", STEPS),
    "a gigantic range downwards": (
        "for 99999999999999999 ≥ i ≥ 1 do x ← i end for",
        STEPS,
    ),
    "a gigantic range that continues": (
        "for 1 ≤ i ≤ 999999999999999 do continue end for",
        STEPS,
    ),
    "loops that a guard ends at once": (
        ALWAYS.format("for 1 ≤ i ≤ 9 and FALSE do x ← 1 end for"),
        STEPS,
    ),
    "nested ifs in a loop": (ALWAYS.format(NESTED.format("x ← 1 " * 300)), STEPS),
    "a chain of conditions": (
        "x ← 0 "
        + ALWAYS.format("if x = 1 then " + "else if x = 2 then " * 500 + "end if"),
        STEPS,
    ),
    "long expressions": (
        "x ← 1 " + ALWAYS.format("x ← " + "(x + x − x − x) × (x mod 7) + " * 25 + "x"),
        STEPS,
    ),
    "a long condition": (
        "x ← 1 while " + "x = 1 and " * 50 + "x = 1 do end while",
        STEPS,
    ),
    "calls of calls": (
        "function F(n) if n = 0 then return 1 end if return F(n − 1) + F(n − 1) "
        "end function x ← F(60)",
        STEPS,
    ),
    "calls with many arguments": (
        f"function F({', '.join(f'a{k}' for k in range(300))}) return a1 end function "
        + ALWAYS.format(f"x ← F({', '.join(['1'] * 300)})"),
        STEPS,
    ),
    "calls with many variables": (
        "function F() if FALSE then "
        + " ".join(f"a{k} ← 1" for k in range(5000))
        + " end if end function "
        + ALWAYS.format("F()"),
        STEPS,
    ),
    "equality of huge vectors": (
        FILL.format("v", 100000)
        + FILL.format("w", 100000)
        + ALWAYS.format("x ← v = w"),
        STEPS,
    ),
    "equality in one expression": (
        FILL.format("v", 100000)
        + FILL.format("w", 100000)
        + "x ← "
        + "v ≠ w or " * 50
        + "v = w",
        STEPS,
    ),
    "equality of deep queues": (
        "new Queue a new Queue b for 1 ≤ i ≤ 20000 do new Queue c ENQUEUE[a, c] "
        "a ← c new Queue d ENQUEUE[b, d] b ← d end for " + ALWAYS.format("x ← a = b"),
        STEPS,
    ),
    "equality of doubling queues": (
        "new Queue a new Queue b for 1 ≤ i ≤ 5000 do new Queue c ENQUEUE[a, c] "
        "ENQUEUE[a, c] a ← c new Queue d ENQUEUE[b, d] ENQUEUE[b, d] b ← d end for "
        + ALWAYS.format("x ← a = b"),
        STEPS,
    ),
    "a vector copied again and again": (
        "new Vector v(9000) new Vector p(2) " + ALWAYS.format("p[1] ← v p[2] ← p[1]"),
        STEPS,
    ),
    "insertions at the beginning": (
        "new DynamicArray d " + ALWAYS.format("insertAt[1, 7, d]"),
        STEPS,
    ),
    "removals at the beginning": (
        "new DynamicArray d for 1 ≤ i ≤ 200000 do d[i] ← i end for "
        + ALWAYS.format("removeAt[1, d] insertAt[1, 7, d]"),
        STEPS,
    ),
    "warnings without end": (
        "new Stack s " + ALWAYS.format("x ← TOP[s] " * 200),
        STEPS,
    ),
    "vectors made and dropped": (ALWAYS.format("new Vector v(300000)"), STEPS),
    "queues made and dropped": (ALWAYS.format("new Queue q ENQUEUE[q, q]"), STEPS),
    "elements moved round": (
        Q
        + "for 1 ≤ i ≤ 1000 do ENQUEUE[i, q] end for "
        + ALWAYS.format("ENQUEUE[DEQUEUE[q], q]"),
        STEPS,
    ),
    # memory
    "a huge vector": ("new Vector v(999999999999999999)", CELLS),
    "a huge array": ("new Array a(999999999)", CELLS),
    "huge vectors kept": (
        "new Stack s " + ALWAYS.format("new Vector v(99999) PUSH[v, s]"),
        CELLS,
    ),
    "vectors of huge vectors": (
        "new Vector v(100000) new Vector p(100) for 1 ≤ i ≤ 100 do p[i] ← v end for",
        CELLS,
    ),
    "a queue without end": (Q + ALWAYS.format("ENQUEUE[1, q]"), STEPS),
    "a queue without end in nested ifs": (
        Q + ALWAYS.format(NESTED.format("ENQUEUE[1, q] " * 300)),
        STEPS,
    ),
    "a queue of large numbers": (
        Q + "x ← 1 " + ALWAYS.format("x ← x + 99999999999999999 ENQUEUE[x, q]"),
        STEPS,
    ),
    "a stack without end": (
        "new Stack s x ← 0.1 " + ALWAYS.format("x ← x + 0.1 " + "PUSH[x + 1, s] " * 99),
        STEPS,
    ),
    "a dynamic array without end": (
        "new DynamicArray d for 1 ≤ i ≤ 99999999 do d[i] ← i end for",
        STEPS,
    ),
    "queues in queues": (
        Q + ALWAYS.format("new Queue r ENQUEUE[q, r] q ← r"),
        CELLS,
    ),
    "queues kept in a queue": (
        Q + ALWAYS.format("new Queue r ENQUEUE[r, q] " * 50),
        CELLS,
    ),
    "stacks in themselves, kept": (
        Q + ALWAYS.format("new Stack s PUSH[s, s] ENQUEUE[s, q]"),
        CELLS,
    ),
    "vectors in vectors": (
        "new Vector v(1) v[1] ← 0 " + ALWAYS.format("new Vector w(1) w[1] ← v v ← w"),
        DEPTH,
    ),
    "vectors doubled": (
        "new Vector v(9) "
        + ALWAYS.format("new Vector w(9) for 1 ≤ i ≤ 9 do w[i] ← v end for v ← w"),
        STEPS,
    ),
    "deep recursion": (
        "function F(n) return F(n + 1) + 1 end function x ← F(1)",
        CALLS,
    ),
    "mutual recursion": (
        "function F(n) return G(n) end function "
        "function G(n) return F(n) end function x ← F(1)",
        CALLS,
    ),
    "recursion in nested blocks": (
        f"function F(n) {NESTED.format('return F(n + 1) + 1')} end function x ← F(1)",
        DEEP,
    ),
    "recursion with a vector each": (
        "function F(n) new Vector v(50000) return F(n + 1) end function x ← F(1)",
        CELLS,
    ),
    "numbers squared": ("x ← 3 " + ALWAYS.format("x ← x × x"), DIGITS),
    "a factorial": ("x ← 1 for 1 ≤ i ≤ 99999 do x ← x × i end for", DIGITS),
    "a power by recursion": (
        "function P(n) if n = 0 then return 2 end if return P(n − 1) × P(n − 1) "
        "end function x ← P(30)",
        DIGITS,
    ),
    "numbers divided": ("x ← 0.5 " + ALWAYS.format("x ← x / 0.0001"), DIGITS),
    # output
    "a long text": (f'x ← "{"a" * 100_000}"', TEXT),
    "a long text kept": (
        f'new Stack s {ALWAYS.format("PUSH[x, s]")} x ← "{"a" * 100_000}"',
        TEXT,
    ),
    "a text shown often": (
        f'new Stack s for 1 ≤ i ≤ 20000 do PUSH["{"a" * 199}", s] end for',
        SHOWN,
    ),
    "a long vector": (FILL.format("v", 90000), SHOWN),
    "many variables": (" ".join(f"a{k} ← {k}" for k in range(5000)), SHOWN),
    "a queue in itself many times": (
        Q + "for 1 ≤ i ≤ 20000 do ENQUEUE[q, q] end for",
        SHOWN,
    ),
    "many queues in one another": (
        Q + "for 1 ≤ i ≤ 18 do new Queue r ENQUEUE[q, r] ENQUEUE[q, r] q ← r end for",
        SHOWN,
    ),
}
