"""The shell of pages: its policy, and what it escapes."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest

from _courseware.draw import grid_html, page
from _courseware.draw.grid_state import DrawnCell, grid_state

HOSTILE = "</title></script><img src=x onerror=alert(1)>'\"&"


def made(text: str = "text") -> str:
    body = f"<p>{page.escape_text(text)}</p>\n"
    places = [("sudoku.explain", "tree.js"), ("sudoku.explain", "grid.js")]
    return page.bench_page(text, body, {"data": text}, "filmOfGrids", places)


def test_the_policy_comes_first_and_allows_one_style_and_one_script() -> None:
    text = made()
    head = text.partition("<head>\n")[2]
    assert head.startswith('<meta http-equiv="Content-Security-Policy" content="')
    [style] = re.findall("<style>(.*?)</style>", text, re.DOTALL)
    [script] = re.findall('<script type="module">(.*?)</script>', text, re.DOTALL)
    assert "--paper" in style and "filmOfGrids(" in script
    hashes = [b64encode(sha256(part.encode()).digest()) for part in (style, script)]
    style_hash, script_hash = (f"'sha256-{value.decode()}'" for value in hashes)
    policy = head.split('content="')[1].split('"')[0]
    assert policy == (
        f"default-src 'none'; style-src {style_hash}; script-src {script_hash}; "
        "base-uri 'none'; form-action 'none'"
    )
    assert not re.search(r"<[^>]* (style|on\w+)=", text)


def test_a_bench_page_joins_its_modules_into_one_script() -> None:
    text = made(HOSTILE)
    [script] = re.findall('<script type="module">(.*?)</script>', text, re.DOTALL)
    assert not re.search(r"^(import|export) ", script, re.MULTILINE)
    for name in ("makeBench", "treeOf", "filmOfGrids"):
        assert script.count(f"function {name}(") == 1
    assert script.isascii() and script.endswith(".textContent)));")


def test_hostile_text_is_escaped_everywhere() -> None:
    plain, hostile = made(), made(HOSTILE)
    assert re.findall("<[a-z/!]+", hostile) == re.findall("<[a-z/!]+", plain)
    table = grid_html.table(grid_state([[1]]), HOSTILE)
    assert "<img" not in table and "&lt;img" in table


WORDS: dict[tuple[str, str], list[str]] = {  # of the candidates that are left and out
    ("", ""): ["blank"],
    ("29", ""): ["possible 2 9"],
    ("", "4"): ["4 crossed out"],
    ("29", "4"): ["possible 2 9", "4 crossed out"],
}


@pytest.mark.parametrize(
    "roles", [(), ("changed",), ("reason",), ("changed", "reason")]
)
@pytest.mark.parametrize(("left", "out"), WORDS)
def test_a_screen_reader_says_what_the_picture_of_a_cell_shows(
    left: str, out: str, roles: tuple[str, ...]
) -> None:
    reason = ["reason"] * ("reason" in roles)
    blank = grid_html.spoken_text(DrawnCell(0, left, out, roles))
    assert blank == ", ".join([*WORDS[left, out], *reason])
    filled = grid_html.spoken_text(DrawnCell(5, "", "", roles))
    placed = ["placed now"] * ("changed" in roles)
    assert filled == "".join(f", {word}" for word in [*placed, *reason])
    cell = grid_html.cell_html(DrawnCell(5, "", "", roles), 9)
    assert cell.count("<small>") == bool(roles)
    shown = grid_html.candidates_html(DrawnCell(0, left, out, roles), 9)
    assert shown.startswith("<b aria-hidden=true>") or not left + out


def test_a_table_has_a_heading_for_each_row_and_column() -> None:
    table = grid_html.table(grid_state([[1, 2, 3, 4]] * 4), "A grid")
    headings = re.findall(r"<th scope=(\w+)>(\w+)", table)
    columns = [("col", f"c{j}") for j in range(1, 5)]
    assert headings == [*columns, *(("row", f"r{i}") for i in range(1, 5))]


def test_a_style_is_the_same_if_git_wrote_its_lines_for_windows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page, "get_data", lambda package, name: b"a {\r\n}\r\n")
    assert page.asset("marking.report", "templates/style.css") == "a {\n}\n"
