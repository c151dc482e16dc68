"""Reading the names of functions, in one piece or in two."""

from functools import cached_property

from pseudoku.pseudocode.reading.cursor import Cursor
from pseudoku.pseudocode.reading.foreign import DEFINING, TYPES
from pseudoku.pseudocode.reading.words import in_full, is_handout_name, key


def is_defining(word: str) -> bool:
    """Whether a function's name may follow ``word``."""
    return word.lower() == "function" or word.lower() in DEFINING | TYPES


class Names(Cursor):
    @cached_property
    def own_names(self) -> set[str]:
        """What the functions of the text are called, in small letters."""
        words = zip(self.texts, self.texts[1:], self.kinds[2:])
        heads = [
            name
            for word, name, bracket in words
            if bracket == "(" and is_defining(word)
        ]
        return set(map(key, heads))

    def is_function(self, name: str) -> bool:
        return is_handout_name(in_full(name)) or key(name) in self.own_names

    def whole(self, name: str) -> str:
        """``name`` with its other part: SEARCH-STACK at a line's end, Search Stack."""
        at = self.index
        if self.next_kind == "−" and self.kinds[at + 2 : at + 4] == ["name", "("]:
            joined, part = name + self.texts[at + 2], at + 2
            message = f"a name in two parts: write {joined}"
        elif self.kinds[at + 1 : at + 3] == ["name", "("]:
            joined, part = name + self.texts[at + 1], at + 1
            message = f"a name has no spaces: write {joined}"
        else:
            return name
        if not is_handout_name(in_full(joined)) or self.tokens.firsts[at + 1]:
            return name
        self.slip(self.at, message)
        self.goto(part)
        return joined
