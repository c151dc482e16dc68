"""Make the files that a student of each course submits."""

from importlib.resources import files as package_files
from io import BytesIO
from zipfile import ZipFile, ZipInfo

from sudoku.courses import load_course
from sudoku.handins.standalone import standalone


def files(name: str, student: str) -> list[tuple[str, bytes]]:
    """Return ``(name, content)`` for each file to submit for the course ``name``.

    ``student`` is the student number, which can be a part of the name of a zip. The
    same modules always give the same bytes.
    """
    hand_in = load_course(name).hand_in
    kind = hand_in.keeps_annotations, hand_in.footer, hand_in.replaced
    text = standalone(hand_in.module, hand_in.exported_names, *kind)
    contents = [(hand_in.name, text.encode())]
    if hand_in.tests:
        tests = package_files(f"sudoku.{name}").joinpath(hand_in.tests)
        contents.append((hand_in.tests, tests.read_bytes()))
    if hand_in.archive:
        contents.append((hand_in.archive.format(student), zip_members(contents)))
    return contents


def zip_members(members: list[tuple[str, bytes]]) -> bytes:
    """Return an uncompressed zip of ``members``, pairs of file name and content.

    Dates are fixed, so that equal files give equal zips.
    """
    stream = BytesIO()
    with ZipFile(stream, "w") as archive:
        for name, data in members:
            archive.writestr(ZipInfo(name), data)
    return stream.getvalue()
