"""Find the word or the name that is meant by a misspelt one."""

from collections import Counter
from collections.abc import Iterable, Iterator

from pseudoku.pseudocode.reading import syntax
from pseudoku.pseudocode.reading.words import HANDOUT, HANDOUT_KINDS, SHORT, key

LONGEST_MISSPELT = 60  # letters; a longer word is not corrected
CUTOFF = 0.74  # the least likeness of a misspelt word, as `difflib` measures it
NEAR = 0.8  # of the letters are the same
MOST_NAMES = 100  # in one comparison
Correction = tuple[int, str, str]  # the place, the text and the name that is meant


def nearest_word(word: str, known: Iterable[str]) -> str:
    """Return the known word of which ``word`` is a misspelling, or "".

    >>> from pseudoku.pseudocode.reading.words import KEYWORDS
    >>> nearest_word("funciton", KEYWORDS), nearest_word("row", KEYWORDS)
    ('function', '')
    >>> nearest_word("fro", KEYWORDS)  # its letters in another order
    'for'
    """
    if not 3 <= len(word) <= LONGEST_MISSPELT:
        return ""
    known, letters = [*known], sorted(word.lower())
    turned = [one for one in known if sorted(one.lower()) == letters]
    found = alike(word, known, CUTOFF) or turned
    return found[0] if found else ""


def alike(word: str, known: Iterable[str], cutoff: float) -> list[str]:
    """Return the words in ``known`` that are like ``word``, the most like it first."""
    lower = word.lower() if len(word) <= LONGEST_MISSPELT else ""
    near = {one.lower(): one for one in known if likeness(lower, one) >= cutoff}
    if not near:
        return []
    from difflib import get_close_matches  # 1 ms, and few words need it

    found = get_close_matches(lower, near, n=len(near), cutoff=cutoff)
    return [near[one] for one in found]


def likeness(one: str, other: str) -> float:
    """Return the likeness of two words for `difflib` if they had the same order."""
    same = (Counter(one) & Counter(other.lower())).total()
    return 2 * same / (len(one) + len(other))


def near(name: str, known: Iterable[str]) -> str:
    """Return the one name in ``known`` of which ``name`` is a misspelling, or "".

    >>> near("puzle", ["puzzle", "row"]), near("row2", ["row1"]), near("kat", ["cat"])
    ('puzzle', '', '')
    """
    digits = [*filter(str.isdigit, name)]
    fitting = [
        one
        for one in [*known][:MOST_NAMES]
        if [*filter(str.isdigit, one)] == digits and one[:-1] != name[:-1]
    ]
    found = alike(name, fitting, NEAR) if len(name) >= 4 else []
    return found[0] if len(found) == 1 else ""


def correct(
    program: syntax.Program, cased: bool, unknown: set[str], called: set[str]
) -> Iterator[Correction]:
    """Correct the names of functions and variables in ``program``.

    Names that differ only in capitals are one, unless ``cased``. ``unknown`` are the
    variables that were used before they got a value, or in other capitals; ``called``
    are the functions that are called. Most texts have none to correct.
    """
    yield from correct_functions(program, called)
    if not unknown:
        return
    outside = [*syntax.assigned(program.statements)]
    for function in program.functions:
        if not cased:
            yield from unite_cases(function, {*outside})
        yield from correct_variables(function, {name.lower() for name in outside})


def unite_cases(function: syntax.Function, outside: set[str]) -> Iterator[Correction]:
    """Give names that differ only in capitals the first spelling.

    A word processor begins each line with a capital. Parameters are never united.
    """
    first: dict[str, str] = {}
    parts: list[syntax.Name | syntax.New | syntax.For] = []
    for part in syntax.walk(*function.body):
        if isinstance(part, syntax.Name | syntax.New | syntax.For):
            parts.append(part)
    known = [*function.parameters, *syntax.assigned(function.body)]
    for name in known:
        first.setdefault(name.lower(), name)
    meant = {*outside, *function.parameters, *first.values()}
    for part in parts:
        name = part.variable if isinstance(part, syntax.For) else part.name
        if name in meant or not (word := first.get(name.lower())):
            continue
        if isinstance(part, syntax.For):
            part.variable = word
        else:
            part.name = word
        yield part.at, name, word


def correct_functions(
    program: syntax.Program, called: set[str]
) -> Iterator[Correction]:
    own = {key(one.name): one for one in program.functions}
    names = {name: one.name for name, one in own.items()}
    names |= {key(name): name for name in HANDOUT}
    takes = {name: len(kinds) for name, kinds in HANDOUT_KINDS.items()}
    free = {name: count for name, count in takes.items() if name not in own}
    takes |= {name: len(one.parameters) for name, one in own.items()}
    meant: dict[str, str] = {}
    nodes: list[syntax.Function | syntax.Call] = [*program.functions]
    if not {*map(key, called)} <= names.keys() - SHORT.keys():
        nodes += syntax.calls(program)
    for node in nodes:
        name, is_call = key(node.name), isinstance(node, syntax.Call)
        if name in (names if is_call else HANDOUT_KINDS) and name not in meant:
            continue
        count = len(
            node.arguments if isinstance(node, syntax.Call) else node.parameters
        )
        choices = (takes if is_call else free).items()
        fitting = [one for one, parameters in choices if parameters == count]
        known, full = meant.get(name, ""), key(SHORT.get(name, ""))
        if not known and (name not in own if is_call else full in free):
            known = full
        if found := known or near(name, fitting):
            meant[name] = found
            yield node.at, node.name, names[found]
            node.name = names[found]


def correct_variables(
    function: syntax.Function, outside: set[str]
) -> Iterator[Correction]:
    known = dict.fromkeys([*function.parameters, *syntax.assigned(function.body)])
    lower = {name.lower() for name in known} | outside
    read_as: dict[str, str] = {}
    for part in syntax.walk(*function.body):
        if isinstance(part, syntax.Name) and part.name.lower() not in lower:
            if part.name not in read_as and len(read_as) < MOST_NAMES:
                read_as[part.name] = near(part.name, known)
            if found := read_as.get(part.name):
                yield part.at, part.name, found
                part.name = found
