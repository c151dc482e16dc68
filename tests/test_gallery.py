"""The gallery shows what the project draws today."""

from pathlib import Path

import pytest

from sudoku.explain import explain
from sudoku.explain.techniques import KINDS
from sudoku.explain.words import FISH, NAME_OF_SIZE
from tests.gallery import COMMANDS, FOLDER, PICTURES, TECHNIQUES, draw, file_name

STALE = "stale: run python3 -m tests.gallery"


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_of_a_grid_and_one_of_a_structure_are_current(
    name: str, tmp_path: Path
) -> None:
    check_picture(name, tmp_path)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", [*map(file_name, TECHNIQUES)])
def test_a_picture_of_a_technique_is_current(name: str, tmp_path: Path) -> None:
    check_picture(name, tmp_path)


def check_picture(name: str, tmp_path: Path) -> None:
    draw(name, str(tmp_path))
    drawn = (tmp_path / f"{name}.svg").read_bytes()
    assert (FOLDER / f"{name}.svg").read_bytes() == drawn, STALE
    assert len(drawn) < 20_000


def test_the_gallery_has_no_other_picture() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*COMMANDS}


def test_the_gallery_shows_every_technique_of_the_ladder() -> None:
    for name, (puzzle, number) in TECHNIQUES.items():
        assert explain(puzzle, "human").steps[number - 1].name == name
    sets = [
        f"{kind} {size}" for kind in ("Naked", "Hidden") for size in NAME_OF_SIZE[:3]
    ]
    chains = ["Skyscraper", "Two-string kite", "Turbot fish", "X-chain"]
    others = [
        each.name for each in KINDS.values() if each.rungs and "{" not in each.name
    ]
    assert {*TECHNIQUES} == {*sets, *FISH, *chains, *others}
