"""Reading a function: its name, its parameters, its body."""

from pseudoku.pseudocode.reading.cursor import Misread
from pseudoku.pseudocode.reading.statements import Statements
from pseudoku.pseudocode.reading.syntax import Function


class Functions(Statements):
    def function(self) -> Function:
        at, opener, depth = self.at, self.opener(), self.depth
        self.advance()
        name, parameters = "", list[str]()
        try:
            name = self.function_name()
            parameters = self.parameters()
            self.behind_parameters()
        except Misread as error:
            self.depth = depth
            self.wrong(error)
            while not self.is_first and self.kind != "end":
                self.advance()
        body = self.block(opener)
        self.close(opener)
        return Function(at, name, parameters, body, self.behind)

    def function_name(self) -> str:
        at, name = self.at, self.text
        if self.kind != "name":
            self.misread(f"expected the function's name, found {self.found()}")
        name = self.whole(name)
        self.advance()
        while self.kind == "name":
            name += self.text
            self.advance()
            if self.kind == "(":
                self.slip(at, f"a name has no spaces: write {name}")
        return name

    def behind_parameters(self) -> None:
        """Go past a type, and past what begins a block elsewhere."""
        typed = self.kind in ("→", ":") or self.text.lower() == "returns"
        if typed and self.next_kind == "name" and self.types_here():
            self.slip(self.at, "a function has no type: leave it out")
            self.advance()
            self.advance()
        if self.kind in (":", "do", "then"):
            self.slip(self.at, f"'{self.text}' behind the parameters: leave it out")
            self.advance()

    def types_here(self) -> bool:
        """Whether the name that follows, with a colon or a brace, ends the line."""
        _, name, behind = self.tokens.firsts[self.index : self.index + 3]
        return not name and (behind or self.kinds[self.index + 2] in (":", "{"))

    def parameters(self) -> list[str]:
        self.expect("(", "before the parameters, as in function F(a, b)")
        names: list[str] = []
        while self.kind != ")":
            names.append(self.parameter())
            if self.kind != ",":
                break
            self.advance()
            if self.kind == ")":
                self.slip(self.at, "a comma with nothing behind it: leave it out")
        self.expect(")", "after the parameters")
        return names

    def parameter(self) -> str:
        """A parameter's name, with a type before it or behind it."""
        untyped = "parameters have no types: write the name alone"
        if self.kind == "name" and self.next_kind == "name":
            self.slip(self.at, untyped)
            self.advance()
        name = self.text
        if self.kind != "name":
            self.misread(f"expected a parameter's name, found {self.found()}")
        self.advance()
        if self.kind == ":" and self.next_kind == "name":
            self.slip(self.at, untyped)
            self.advance()
            self.advance()
        return name
