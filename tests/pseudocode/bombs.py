"""Answers in pseudocode that try to use up time, memory or output, for `judge`."""


def in_make_vector(body: str) -> str:
    """Return a function MakeVector with these statements as its body."""
    return f"function MakeVector(row)\n{body}\nend function"


BOMBS: dict[str, str] = {
    "arrays kept in a queue": in_make_vector(
        "new Queue q\nwhile TRUE do\nnew Array v(100000)\nENQUEUE[v,q]\nend while"
    ),
    "vectors of a hundred thousand huge vectors": in_make_vector(
        "new Vector k(100000)\nfor 1 ≤ i ≤ 100000 do\nnew Vector v(700000)\nk[i] ← v\nend for\nreturn k"
    ),
    "huge vectors kept in a queue": in_make_vector(
        "new Queue q\nwhile TRUE do\nnew Vector v(700000)\nENQUEUE[v,q]\nend while"
    ),
    "a number squared without end": in_make_vector(
        "x ← 9\nwhile TRUE do\nx ← x × x\nend while"
    ),
    "a number of four thousand digits": in_make_vector(
        "x ← " + "9" * 4_000 + "\nreturn x"
    ),
    "a number of five thousand digits": in_make_vector(
        "x ← " + "9" * 5_000 + "\nreturn x"
    ),
    "pairs of pairs sixty deep": in_make_vector(
        "new Vector a(2)\na[1] ← 1\na[2] ← 2\nfor 1 ≤ i ≤ 60 do\nnew Vector b(2)\nb[1] ← a\nb[2] ← a\na ← b\nend for\nreturn a"
    ),
    "queues in each other compared": in_make_vector(
        "new Queue a\nnew Queue b\nENQUEUE[a,b]\nENQUEUE[b,a]\nreturn a = b"
    ),
    "stacks in themselves compared": in_make_vector(
        "new Stack a\nPUSH[a,a]\nnew Stack b\nPUSH[b,b]\nreturn a = b"
    ),
    "a stack in itself returned": in_make_vector("new Stack a\nPUSH[a,a]\nreturn a"),
    "insertions at the beginning without end": in_make_vector(
        "new DynamicArray d\nwhile TRUE do\ninsertAt[1,5,d]\nend while"
    ),
    "dynamic arrays kept in a queue": in_make_vector(
        "new Queue q\nwhile TRUE do\nnew DynamicArray d(90000)\nENQUEUE[d,q]\nend while"
    ),
    "removals from a huge dynamic array": in_make_vector(
        "new DynamicArray d(700000)\nwhile TRUE do\nremoveAt[1,d]\nend while"
    ),
    "huge vectors compared without end": in_make_vector(
        "new Vector a(300000)\nfor 1 ≤ i ≤ 9 do a[i] ← 1 end for\nnew Vector b(300000)\nwhile TRUE do\nx ← a = b\nend while"
    ),
    "huge vectors compared many times a turn": in_make_vector(
        "new Vector a(300000)\nnew Vector b(300000)\nwhile TRUE do"
        + "\nx ← a = b" * 50
        + "\nend while"
    ),
    "stacks five thousand deep compared": in_make_vector(
        "new Stack a\nnew Stack b\nfor 1 ≤ i ≤ 5000 do\nnew Stack c\nPUSH[a,c]\nnew Stack d\nPUSH[b,d]\na ← c\nb ← d\nend for\nreturn a = b"
    ),
    "stacks of pairs sixty deep compared": in_make_vector(
        "new Stack a\nnew Stack b\nPUSH[1,a] PUSH[1,b]\nfor 1 ≤ i ≤ 60 do\nnew Stack c\nPUSH[a,c] PUSH[a,c]\nnew Stack d\nPUSH[b,d] PUSH[b,d]\na ← c\nb ← d\nend for\nreturn a = b"
    ),
    "long queues compared without end": in_make_vector(
        "new Queue a\nnew Queue b\nfor 1 ≤ i ≤ 30000 do\nENQUEUE[i,a] ENQUEUE[i,b]\nend for\nwhile TRUE do\nx ← a = b\nend while"
    ),
    "a number divided a thousand times": in_make_vector(
        "x ← 10/3\nfor 1 ≤ i ≤ 1000 do x ← x / 10 end for\nreturn 1 / x"
    ),
    "a fraction of five thousand digits": in_make_vector(
        "x ← 1." + "9" * 5_000 + "\nreturn x"
    ),
    "a loop to a number of thirty digits": in_make_vector(
        "for 1 ≤ i ≤ 999999999999999999999999999999 do x ← i end for"
    ),
    "an empty loop to a huge number": in_make_vector(
        "for 1 ≤ i ≤ 99999999999999 do end for"
    ),
    "an endless loop": in_make_vector("while TRUE do x ← 1 end while"),
    "an endless loop of nothing": in_make_vector("while TRUE do end while"),
    "functions that call each other": "function A(r)\nreturn B(r)\nend function\nfunction B(r)\nreturn A(r)\nend function\nfunction MakeVector(row)\nreturn A(row)\nend function",
    "three thousand calls in one another": in_make_vector(
        "return " + "MakeVector(" * 3_000 + "row" + ")" * 3_000
    ),
    "twenty thousand times not": in_make_vector("return " + "¬" * 20_000 + "TRUE"),
    "five thousand brackets in one another": in_make_vector(
        "return " + "(" * 5_000 + "1" + ")" * 5_000
    ),
    "twenty thousand positions behind a name": in_make_vector(
        "return row" + "[1]" * 20_000
    ),
    "a condition of a thousand parts in a loop": in_make_vector(
        "new Queue q\nwhile"
        + " 1=1 ∧" * 999
        + " 1=1 do\nx ← "
        + "1+" * 2_999
        + "1\nend while"
    ),
    "a queue without end": in_make_vector(
        "new Queue q\nwhile TRUE do\nENQUEUE[1,q]\nend while"
    ),
    "a queue filled three hundred times a turn": in_make_vector(
        "new Queue q\nwhile TRUE do\nif TRUE then"
        + " ENQUEUE[1,q]" * 300
        + "  end if\nend while"
    ),
    "a function that calls itself": in_make_vector("return MakeVector(row)"),
    "stacks of pairs a hundred deep returned": in_make_vector(
        "new Stack a\nPUSH[1,a]\nfor 1 ≤ i ≤ 100 do\nnew Stack c\nPUSH[a,c] PUSH[a,c]\na ← c\nend for\nreturn a"
    ),
    "a stack of thirty thousand rows": in_make_vector(
        "new Stack a\nfor 1 ≤ i ≤ 30000 do\nPUSH[row,a]\nend for\nreturn a"
    ),
    "huge comparisons in two tasks": "function SearchStack(stack,item)\nnew Vector a(200000)\nnew Vector b(200000)\nx ← a = b\nreturn FALSE\nend function\nfunction CheckColumn(puzzle,j)\nnew Vector a(100000)\nnew Vector b(100000)"
    + "\nx ← a = b" * 20
    + "\nreturn TRUE\nend function\nfunction CheckGrids(puzzle)\nnew Vector a(100000)\nnew Vector b(100000)"
    + "\nx ← a = b" * 20
    + "\nreturn TRUE\nend function",
    "long loops in two tasks": "function CheckColumn(puzzle,j)\nfor 1 ≤ i ≤ 40000 do x ← 1 end for\nreturn TRUE\nend function\nfunction CheckGrids(puzzle)\nfor 1 ≤ i ≤ 40000 do x ← 1 end for\nreturn TRUE\nend function",
}
