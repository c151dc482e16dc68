"""The words of a PDF's page, as pypdf extracts them: with guessed widths."""

from typing import TYPE_CHECKING

from _courseware.text.pdf_words import MIN_HEIGHT, Word

if TYPE_CHECKING:
    from pypdf import PageObject

# In sizes of the font:
MIN_BLANK_WIDTH = 0.1  # between two runs on a line
CHARACTER_WIDTH = 0.5  # of a character
INVISIBLE = 3  # the rendering mode of text that is not drawn
SHOWING = (b"Tj", b"TJ", b"'", b'"')
WHITE = {b"g": [1], b"rg": [1, 1, 1], b"k": [0, 0, 0, 0], b"sc": [1, 1, 1]}
COLOURS = (*WHITE, b"scn", b"cs")


class TextState:
    """Whether the text that is drawn is invisible or white; a ``q`` saves it."""

    def __init__(self) -> None:
        self.is_white = False
        self.mode = 0
        self.saved: list[tuple[bool, int]] = []
        self.shown: set[bool] = set()  # whether the text since the last run was hidden

    def read(self, operator: bytes, operands: list[object], *_: object) -> None:
        """Apply an operator of the page's content."""
        if operator == b"q":
            self.saved.append((self.is_white, self.mode))
        elif operator == b"Q" and self.saved:
            self.is_white, self.mode = self.saved.pop()
        elif operator == b"Tr" and operands:
            self.mode = operands[0] if isinstance(operands[0], int) else 0
        elif operator in COLOURS:
            white = WHITE.get(operator.replace(b"scn", b"sc"))
            numbers = [float(x) for x in operands if isinstance(x, int | float)]
            self.is_white = numbers == white
        elif operator in SHOWING:
            self.shown.add(self.is_white or self.mode == INVISIBLE)


def page_words(page: "PageObject") -> list[Word]:
    """Return the runs of text of ``page`` as words. It can raise any exception.

    A run ends before the next one on its line.
    """
    words: list[Word] = []
    state = TextState()

    def visit(
        text: str, outer: list[float], inner: list[float], _: object, size: float
    ) -> None:
        x = inner[4] * outer[0] + inner[5] * outer[2] + outer[4]
        y = inner[4] * outer[1] + inner[5] * outer[3] + outer[5]
        height = size * abs(inner[3] * outer[3]) or size
        hidden = state.shown == {True} or height < MIN_HEIGHT
        for line in text.split("\n"):
            if line.strip():
                left = x + CHARACTER_WIDTH * height * (len(line) - len(line.lstrip()))
                if words and words[-1].bottom == -y and words[-1].left < left:
                    right = min(words[-1].right, left - MIN_BLANK_WIDTH * height)
                    words[-1] = words[-1]._replace(right=right)
                right = left + CHARACTER_WIDTH * height * len(line.strip())
                words.append(Word(left, -y - height, right, -y, line.strip(), hidden))
        if text.strip():
            state.shown.clear()

    page.extract_text(visitor_operand_before=state.read, visitor_text=visit)
    return words
