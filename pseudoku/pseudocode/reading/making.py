"""Reading ``new``, and what students write in its place."""

from pseudoku.pseudocode.reading.headers import Headers
from pseudoku.pseudocode.reading.syntax import Expression, Name, New, Select
from pseudoku.pseudocode.reading.words import KINDS, SIZED, key, nearest_word

ENDS = ("name", "end", "end of text", ";")
BRACKETS = {"(": ")", "[": "]"}


class Making(Headers):
    def makes_new(self) -> bool:
        """Whether ``Queue()`` stands here, and no function of that name."""
        if self.next_kind != "(" or key(self.text) in self.own_names:
            return False
        return self.text.lower() in KINDS

    def new_value(self, at: int, target: Name | Select) -> New:
        """``x ← new Queue()``."""
        if not isinstance(target, Name):
            self.misread("new makes a variable: new Vector v(4), then store v")
        place = self.at
        self.take("new")
        kind = self.new_kind()
        length = self.length(kind)
        if self.kind == "name" and not self.is_first and self.next_kind in ENDS:
            self.misread(f"one name for the new {kind}: write new {kind} {self.text}")
        shown = f"{target.name}(n)" if kind in SIZED else target.name
        self.slip(place, f"no arrow with 'new': write new {kind} {shown}")
        return New(at, kind, target.name, self.measured(kind, length, target.name))

    def new(self, at: int) -> New:
        """The rest of ``new Vector w(n)``."""
        kind = self.new_kind()
        length = None
        if self.kind in BRACKETS:
            self.slip(self.at, f"the size before the name: write new {kind} w(n)")
            length = self.length(kind)
        if self.kind != "name":
            self.misread(f"expected the name of the new {kind}, found {self.found()}")
        name = self.text
        self.advance()
        return New(
            at, kind, name, self.measured(kind, length or self.length(kind), name)
        )

    def new_kind(self) -> str:
        word = self.text.lower()
        if self.kind == "name" and word not in KINDS:
            word = nearest_word(word, KINDS)
            if word:
                self.slip(self.at, f"'{self.text}' is misspelt: write {KINDS[word]}")
        if word not in KINDS:
            known = ", ".join(KINDS.values())
            self.misread(f"expected one of {known} after 'new', found {self.found()}")
        self.advance()
        return KINDS[word]

    def length(self, kind: str) -> Expression | None:
        """The length in brackets that a new vector or array has."""
        if self.kind not in BRACKETS or self.is_first:
            return None
        at, closing = self.at, BRACKETS[self.kind]
        self.advance()
        found = None if self.kind == closing else self.expression()
        self.expect(closing, "after the length")
        if closing == "]":
            self.slip(at, "a length has round brackets: new Vector w(n)")
        if kind not in SIZED:
            self.slip(at, f"a {kind} has no length: leave the brackets out")
            return None
        return found

    def measured(
        self, kind: str, length: Expression | None, name: str
    ) -> Expression | None:
        if kind in SIZED and length is None:
            self.misread(f"a {kind} has a fixed length: write new {kind} {name}(4)")
        return length
