"""Find the keyword, function or variable that a misspelt word stands for."""

from collections import Counter
from collections.abc import Iterable, Iterator

from pseudocode.reading import syntax
from pseudocode.reading.handout import Handout
from pseudocode.reading.vocabulary import name_key

MAX_WORD_LETTERS = 60  # letters; a longer word is not corrected
WORD_CUTOFF = 0.74  # the least likeness of a misspelt word, as `difflib` measures it
NAME_CUTOFF = 0.8  # of the letters are the same
MAX_NAMES_COMPARED = 100  # in one comparison
Correction = tuple[int, str, str]  # the place, the text and the name that is meant


def nearest_word(word: str, candidates: Iterable[str]) -> str:
    """Return the candidate of which ``word`` is a likely misspelling, or "".

    >>> from pseudocode.reading.vocabulary import KEYWORDS
    >>> nearest_word("funciton", KEYWORDS), nearest_word("row", KEYWORDS)
    ('function', '')
    >>> nearest_word("fro", KEYWORDS)  # its letters in another order
    'for'
    """
    if not 3 <= len(word) <= MAX_WORD_LETTERS:
        return ""
    candidates = [*candidates]
    letters = sorted(word.lower())
    anagrams = [name for name in candidates if sorted(name.lower()) == letters]
    matches = _close_matches(word, candidates, WORD_CUTOFF) or anagrams
    return matches[0] if matches else ""


def _close_matches(word: str, candidates: Iterable[str], cutoff: float) -> list[str]:
    """Return the candidates similar to ``word``, the most similar first.

    ``cutoff`` is the minimum similarity, from 0 to 1, as `difflib` measures it; case
    does not count.
    """
    if len(word) > MAX_WORD_LETTERS:
        return []
    lower = word.lower()
    by_lower = {
        candidate.lower(): candidate
        for candidate in candidates
        if _similarity_bound(lower, candidate) >= cutoff
    }
    if not by_lower:
        return []
    from difflib import get_close_matches  # 1 ms, and few words need it

    matches = get_close_matches(lower, by_lower, n=len(by_lower), cutoff=cutoff)
    return [by_lower[candidate] for candidate in matches]


def _similarity_bound(first: str, second: str) -> float:
    """Return a fast upper bound of difflib's ratio; ``first`` is in lower case."""
    shared = (Counter(first) & Counter(second.lower())).total()
    return 2 * shared / (len(first) + len(second))


def _closest_name(name: str, candidates: Iterable[str]) -> str:
    """Return the only candidate that ``name`` may misspell, or "" for none.

    Candidates that have other digits, or differ only in the last letter, do not count.
    The result is also "" if there are several.

    >>> _closest_name("puzle", ["puzzle", "row"]), _closest_name("row2", ["row1"])
    ('puzzle', '')
    """
    digits = [*filter(str.isdigit, name)]
    fitting = [
        candidate
        for candidate in [*candidates][:MAX_NAMES_COMPARED]
        if [*filter(str.isdigit, candidate)] == digits and candidate[:-1] != name[:-1]
    ]
    matches = _close_matches(name, fitting, NAME_CUTOFF) if len(name) >= 4 else []
    return matches[0] if len(matches) == 1 else ""


def correct_names(
    program: syntax.Program,
    handout: Handout,
    cased: bool,
    unknown: set[str],
    called: set[str],
) -> Iterator[Correction]:
    """Correct misspelt functions and variables in ``program``; yield each change.

    A change is ``(offset, name as written, new name)``. Unless ``cased``, variables
    that differ only in case are unified. ``unknown`` are variables that are used
    without a value, or in several spellings; if it is empty, no variable is changed.
    ``called`` are the functions called.
    """
    yield from _correct_functions(program, handout, called)
    if not unknown:
        return
    outside = [*syntax.assigned_names(program.statements)]
    for function in program.functions:
        if not cased:
            yield from _unify_letter_case(function, {*outside})
        yield from _correct_variables(function, {name.lower() for name in outside})


def _unify_letter_case(
    function: syntax.Function, outside: set[str]
) -> Iterator[Correction]:
    """Give variables of ``function`` that differ only in case the first spelling.

    Yield ``(offset, name as written, new name)`` for each change. Parameters, and names
    assigned outside functions (``outside``), keep their spelling.
    """
    first_spellings: dict[str, str] = {}
    nodes: list[syntax.Name | syntax.New | syntax.For] = []
    for node in syntax.walk(*function.body):
        if isinstance(node, syntax.Name | syntax.New | syntax.For):
            nodes.append(node)
    candidates = [*function.parameters, *syntax.assigned_names(function.body)]
    for name in candidates:
        first_spellings.setdefault(name.lower(), name)
    accepted_names = {*outside, *function.parameters, *first_spellings.values()}
    for node in nodes:
        name = node.variable if isinstance(node, syntax.For) else node.name
        if name in accepted_names or not (word := first_spellings.get(name.lower())):
            continue
        if isinstance(node, syntax.For):
            node.variable = word
        else:
            node.name = word
        yield node.offset, name, word


def _correct_functions(
    program: syntax.Program, handout: Handout, called: set[str]
) -> Iterator[Correction]:
    """Correct misspelt and short names in headers and, if ``called`` has any, in calls.

    Yield ``(offset, name as written, new name)`` for each change. The right function
    has as many parameters as the call or header.
    """
    defined = {name_key(function.name): function for function in program.functions}
    names = {key: function.name for key, function in defined.items()}
    names |= {name_key(name): name for name in handout.functions}
    counts = {key: len(kinds) for key, kinds in handout.kinds.items()}
    undefined_counts = {key: n for key, n in counts.items() if key not in defined}
    counts |= {key: len(function.parameters) for key, function in defined.items()}
    corrections: dict[str, str] = {}
    nodes: list[syntax.Function | syntax.Call] = [*program.functions]
    if not {*map(name_key, called)} <= names.keys() - handout.short_keys.keys():
        nodes += syntax.walk_calls(program)
    for node in nodes:
        key = name_key(node.name)
        full_key = name_key(handout.short_keys.get(key, ""))
        if isinstance(node, syntax.Call):
            is_known = key in names
            may_be_short = key not in defined
            candidates = counts
            count = len(node.arguments)
        else:
            is_known = key in handout.kinds
            may_be_short = full_key in undefined_counts
            candidates = undefined_counts
            count = len(node.parameters)
        if is_known and key not in corrections:
            continue
        correction = corrections.get(key, "")
        if not correction and may_be_short:
            correction = full_key
        if not correction:
            fitting = [other for other, number in candidates.items() if number == count]
            correction = _closest_name(key, fitting)
        if correction:
            corrections[key] = correction
            yield node.offset, node.name, names[correction]
            node.name = names[correction]


def _correct_variables(
    function: syntax.Function, outside: set[str]
) -> Iterator[Correction]:
    """Give unknown variables of ``function`` the closest known name; yield changes."""
    names = dict.fromkeys([*function.parameters, *syntax.assigned_names(function.body)])
    known_names = {name.lower() for name in names} | outside
    corrections: dict[str, str] = {}
    for node in syntax.walk(*function.body):
        if isinstance(node, syntax.Name) and node.name.lower() not in known_names:
            if node.name not in corrections and len(corrections) < MAX_NAMES_COMPARED:
                corrections[node.name] = _closest_name(node.name, names)
            if correction := corrections.get(node.name):
                yield node.offset, node.name, correction
                node.name = correction
