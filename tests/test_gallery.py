"""The gallery shows what the project draws today."""

from pathlib import Path

import pytest

from tests.gallery import FOLDER, PICTURES, draw, text
from tests.places import DOCS

STALE = "stale: run python3 -m tests.gallery"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_the_gallery_is_current(name: str, tmp_path: Path) -> None:
    draw(name, str(tmp_path))
    drawn = (tmp_path / f"{name}.svg").read_bytes()
    assert (FOLDER / f"{name}.svg").read_bytes() == drawn, STALE
    assert len(drawn) < 20_000


def test_the_page_of_the_gallery_is_current() -> None:
    assert (DOCS / "gallery.md").read_text("utf-8") == text(), STALE
    assert {path.stem for path in FOLDER.iterdir()} == {*PICTURES}
