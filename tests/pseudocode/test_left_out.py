"""A function that may have lost code is never failed, and passes only by a person."""

from pathlib import Path

import pytest

from _courseware.text.decoding import decode_document
from _courseware.text.documents import (
    HIDDEN,
    PAGE_LINE,
    PICTURE,
    RAISED,
    UNKNOWN,
    Document,
    LeftOut,
)
from _courseware.text.pdf_words import Word, lay_out
from pseudocode.running.runner import Runner
from pseudoku.exercises import judge_task
from pseudoku.reference import parse
from tests.pseudocode.judged import TEXTS
from tests.pseudocode.test_judge_papers import BODY, docx, odt
from tests.pseudocode.texts import TABLES

ROTATION = TEXTS["rotation"]
PLAIN = TEXTS["rotation without ends"]


def replaced(text: str, *pairs: str) -> str:
    """Return ``text`` with each first of two ``pairs`` replaced by the second."""
    for old, new in zip(pairs[::2], pairs[1::2]):
        assert old in text
        text = text.replace(old, new, 1)
    return text


@pytest.mark.parametrize("end", ["end function\n", ""])
@pytest.mark.parametrize(("body", "result"), TABLES["joined"])
def test_an_operator_in_words_joins_two_lines(body: str, result: int, end: str) -> None:
    parsed = parse(f"function F(n)\n  {body}\n{end}")
    runner = Runner()
    runner.load(parsed.valid_program(), parsed.source)
    assert runner.call("F", [8]) == result


# In Word and OpenDocument: a part of a line, the reason, and whether its text is lost.
W_RUN = "<w:r><w:rPr>{}</w:rPr><w:t>{{}}</w:t></w:r>"
SPAN = '<text:span text:style-name="{}">{{}}</text:span>'
PARTS = [
    ("docx", W_RUN.format("<w:vanish/>"), HIDDEN, True),
    ("docx", W_RUN.format('<w:color w:val="FFFFFF"/>'), HIDDEN, True),
    ("docx", W_RUN.format('<w:vertAlign w:val="superscript"/>'), RAISED, False),
    ("docx", "<w:r><w:drawing/></w:r>", PICTURE, True),
    ("docx", "<w:new><w:r><w:t>{}</w:t></w:r></w:new>", UNKNOWN, False),
    ("odt", SPAN.format("T1"), HIDDEN, True),
    ("odt", SPAN.format("T5"), RAISED, False),
    ("odt", "<text:new>{}</text:new>", UNKNOWN, False),
    ("odt", '<text:frame xmlns:text="d"/>', PICTURE, True),
]


def paper(kind: str, text: str, part: str, xml: str) -> bytes:
    """Return a file with the lines of ``text``, in which ``xml`` stands for ``part``."""
    lines = text.replace("<", "&lt;").splitlines()
    if kind == "docx":
        run = '<w:r><w:t xml:space="preserve">{}</w:t></w:r>'
        paragraph = "<w:p>{}</w:p>"
    else:
        run, paragraph = "{}", "<text:p>{}</text:p>"
    body = ""
    for line in lines:
        before, found, after = line.partition(part)
        changed = run.format(before) + xml.format(part) + run.format(after)
        body += paragraph.format(changed if found else run.format(line))
    return docx(BODY.format(body)) if kind == "docx" else odt(body)


@pytest.mark.parametrize(("kind", "xml", "reason", "is_lost"), PARTS)
def test_a_part_of_a_line_that_is_no_plain_text_is_left_to_a_person(
    kind: str, xml: str, reason: str, is_lost: bool
) -> None:
    right = ROTATION.replace("k ≤ p do", "k ≤ 4 − 4 + p do"), " − 4 + p"
    wrong = ROTATION.replace("k ≤ p do", "k ≤ p + 1 do"), " + 1"
    found = []
    for text, part in (right, wrong):
        document = decode_document(paper(kind, text, part, xml), "a", 10**6)
        (piece,) = document.left_out
        assert (piece.line, piece.reason, piece.is_line) == (9, reason, False)
        parsed = parse(document.text, "a", left_out=document.left_out)
        found.append(judge_task(parsed, "2")["verdict"])
    assert found == (["unread", "review"] if is_lost else ["review", "unread"])


def test_a_hidden_or_struck_answer_is_not_judged() -> None:
    wrong = ROTATION.replace("≤ p do", "≤ 3 do")
    for style in ("<w:vanish/>", "<w:strike/>"):
        runs = "".join(
            f"<w:p>{W_RUN.format(style).format(line)}</w:p>"
            for line in ROTATION.splitlines()
        )
        shown = "".join(
            f'<w:p><w:r><w:t xml:space="preserve">{line}</w:t></w:r></w:p>'
            for line in wrong.splitlines()
        )
        for body in (runs + shown, shown + runs):
            document = decode_document(docx(BODY.format(body)), "a", 10**6)
            parsed = parse(document.text, "a", left_out=document.left_out)
            assert judge_task(parsed, "2")["verdict"] == "fail"


def test_what_was_moved_is_read_at_its_new_place_alone() -> None:
    move = "<w:p><w:{0}><w:r><w:t>{1}</w:t></w:r></w:{0}></w:p>"
    body = move.format("moveFrom", "x ← 1") + move.format("moveTo", "x ← 1")
    document = decode_document(docx(BODY.format(body)), "a", 10**6)
    assert (document.text, document.left_out) == ("\nx ← 1\n", ())


def paper_words(pages: list[str], numbers: bool = False) -> list[list[Word]]:
    """Return the words of ``pages``, one line below the other, as on paper."""
    result, number = [], 0
    for page in pages:
        words = []
        for height, line in enumerate(page.splitlines(), start=3):
            top, left = 14.0 * height, 60.0 + 5 * (len(line) - len(line.lstrip()))
            if numbers:
                number += 1
                text = f"{number}:"
                words.append(Word(50 - 5 * len(text), top, 50, top + 10, text))
            for text in line.split():
                right = left + 5 * len(text)
                words.append(Word(left, top, right, top + 10, text))
                left = right + 5
        result.append(words)
    return result


def laid_out(pages: list[list[Word]]) -> tuple[str, Document]:
    """Return the verdict on Task 2 in a PDF with these words, and its text."""
    document = lay_out(pages, "")
    parsed = parse(document.text, "a", left_out=document.left_out)
    return judge_task(parsed, "2")["verdict"], document


SUM = "  m ← {}\n", "  m ← m + p − {}\n"


@pytest.mark.parametrize(("first", "expected"), [(2, "unread"), (1, "review")])
def test_a_line_at_the_top_of_every_page_may_be_code(first: int, expected: str) -> None:
    """The second page begins with a line that is taken for a header on both."""
    sums = [SUM[1].format(n) for n in (first, first)]
    new = f"  m ← {'2' if expected == 'unread' else 'p'}\n  new Queue q\n"
    text = replaced(ROTATION, "  new Queue q\n", new, "≤ p do", "≤ m do")
    at = text.index("  for 1 ≤ k")
    verdict, document = laid_out(
        paper_words([sums[0] + text[:at], sums[1] + text[at:]])
    )
    assert {piece.reason for piece in document.left_out} == {PAGE_LINE}
    assert verdict == expected


@pytest.mark.parametrize("ends", [True, False])
def test_the_pages_of_a_pdf_are_read_by_the_places_of_their_words(ends: bool) -> None:
    text = ROTATION if ends else PLAIN
    lines = text.splitlines()
    halves = ["\n".join(lines[:7]), "\n".join(lines[7:])]
    assert laid_out(paper_words(halves, numbers=True))[0] == "pass"
    words = paper_words(halves)
    assert laid_out(words)[0] == "pass"
    column = [moved(word, 300) for word in words[1]]
    verdict, document = laid_out([words[0] + column])
    assert verdict == ("pass" if ends else "unread")
    found = [line.split() for line in document.text.splitlines() if line]
    assert found == [line.split() for line in lines]
    shifted = [moved(word, 7) for word in words[1]]
    assert laid_out([words[0], shifted])[0] == ("pass" if ends else "unread")


def moved(word: Word, points: float) -> Word:
    return word._replace(left=word.left + points, right=word.right + points)


@pytest.mark.parametrize(
    ("bound", "hidden", "expected"),
    [("4 − 4 + p", ("−", "4", "+", "p"), "unread"), ("p + 1", ("+", "1"), "review")],
)
def test_a_hidden_word_of_a_pdf_is_left_out(
    bound: str, hidden: tuple[str, ...], expected: str
) -> None:
    text = ROTATION.replace("k ≤ p do", f"k ≤ {bound} do")
    (words,) = paper_words([text])
    end = [word.text for word in words].index("do", 30)
    place = range(end - len(hidden), end)
    assert tuple(words[k].text for k in place) == hidden
    for k in place:
        words[k] = words[k]._replace(is_hidden=True)
    verdict, document = laid_out([words])
    assert [piece.reason for piece in document.left_out] == [HIDDEN]
    assert verdict == expected


PDF = (Path(__file__).parent / "document.pdf.txt").read_text("utf-8")


@pytest.mark.pdf
@pytest.mark.parametrize("state", ["3 Tr", "1 g", "1 1 1 rg", "0 0 0 0 k"])
def test_pypdf_leaves_out_text_that_is_not_drawn_or_white(
    state: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))  # without pdftotext
    lines = [("0.5 g", "grey"), (state, "hidden"), ("", "black")]
    content = "".join(
        f"q {state} BT /F 10 Tf 60 {700 - 14 * n} Td ({text}) Tj ET Q\n"
        for n, (state, text) in enumerate(lines)
    )
    data = PDF.replace("LENGTH", f"{len(content)}").replace("CONTENT", content).encode()
    document = decode_document(data, "a", 10**6)
    assert document.text == "grey\n\nblack\n"
    assert document.left_out == (LeftOut(2, "hidden", HIDDEN),)
