"""Class folders as learning platforms write them, and zips of such folders.

`handed_in` finds the entries of a class, `matched` whose they are.
"""

import os
import re
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Final
from zipfile import BadZipFile, ZipFile

from marking.errors import MarkingError
from marking.intake import archives
from marking.intake.roster import ID, Student
from marking.intake.submission import Submission, Unmatched
from marking.rubric import ANSWER

LAYOUTS: Final = ("moodle", "canvas", "gradescope", "folders", "files")
NAMES: Final = {
    "moodle": re.compile(
        r"(?P<name>.*)_(?P<lms>\d+)_assignsubmission_[a-z]+_(?P<file>.*)"
    ),
    "canvas": re.compile(
        r"(?P<name>[^_]*)_(LATE_)?(?P<lms>\d+)_(?P<n>\d+)_(?P<file>.+)"
    ),
    "gradescope": re.compile(r"(?P<name>submission_(?P<lms>\d+))(?P<file>)"),
}
RESUBMITTED: Final = re.compile(r"-\d+(?=\.[A-Za-z0-9]+$)")  # Canvas: sudoku-1.py
ANSWERS: Final = (".txt", ".md", ".pseudo", ".pdf")  # the most likely first
MOST_FILE: Final = 2**20  # bytes of a submitted file
MOST_FILES: Final = 1_000  # in one folder
MOST_CLASS: Final = 100_000  # entries in the zip of a class
IGNORED: Final = ("__MACOSX", "Thumbs.db", "desktop.ini")


@dataclass
class Entry:
    """Something in the class folder that may be a submission."""

    name: str
    lms: str = ""
    student: str = ""  # the name as the platform writes it
    files: dict[str, bytes] = field(default_factory=dict)  # by path
    refused: str = ""
    is_odd: bool = False  # a file that is neither a zip nor of the right kind


def handed_in(path: str, layout: str | None, wanted: tuple[str, ...]) -> list[Entry]:
    """Return the entries of the class at *path*, a folder or a zip of one.

    Only the files that may be *wanted* are read. Raise MarkingError.
    """
    place = Path(path)
    try:
        if place.is_dir():
            tree = dict(folder_files(place))
        else:
            tree = dict(zip_files(place))
    except OSError as error:
        raise MarkingError(f"{error.filename}: {error.strerror}") from error
    tops = sorted({name.partition("/")[0] for name in tree})
    layout = layout or guessed(tops)
    entries: dict[str, Entry] = {}
    for name in sorted(tree):
        top, _, rest = name.partition("/")
        if layout == "files" and rest:
            continue
        entry, inner = entry_of(top, rest, layout, wanted)
        entry = entries.setdefault(entry.name, entry)
        read_into(entry, inner, tree[name], wanted)
    return list(entries.values())


class Source:
    """A file of the class: in a folder, or in the zip of a class."""

    def __init__(self, path: Path, member: str = "", size: int = 0) -> None:
        self.path, self.member, self.size = path, member, size

    def read(self, most: int) -> bytes:
        """Return the first *most* bytes."""
        if self.member:
            with ZipFile(self.path) as archive, archive.open(self.member) as file:
                return file.read(most)
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
        with open(os.open(self.path, flags), "rb") as plain:
            return plain.read(most)


def folder_files(top: Path) -> Iterator[tuple[str, Source]]:
    """Yield the plain files under *top*. Links are not followed."""
    for folder, folders, names in os.walk(top):
        folders[:] = sorted(set(folders) - {*IGNORED, ".git", "__pycache__"})
        relative = Path(folder).relative_to(top)
        for name in sorted(names)[:MOST_FILES] if folder != str(top) else names:
            path = Path(folder) / name
            if stat.S_ISREG(path.lstat().st_mode) and name not in IGNORED:
                yield (relative / name).as_posix(), Source(path)


def zip_files(path: Path) -> Iterator[tuple[str, Source]]:
    """Yield the plain files in the zip of a class, without a folder around them all."""
    try:
        with ZipFile(path) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            for entry in entries:
                archives.check_name(entry)
    except BadZipFile as error:
        raise MarkingError(f"{path}: not a zip; expected a folder or a zip") from error
    except MarkingError as error:
        raise MarkingError(f"{path}: {error}") from error
    if len(entries) > MOST_CLASS:
        raise MarkingError(f"{path}: more than {MOST_CLASS:,} files")
    names = [entry.filename for entry in entries]
    tops = {name.partition("/")[0] for name in names if not archives.is_system(name)}
    only = f"{min(tops)}/" if len(tops) == 1 else ""
    wrapped = bool(only) and not any(NAMES[key].fullmatch(only[:-1]) for key in NAMES)
    for entry in entries:
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if kind in (0, stat.S_IFREG) and not archives.is_system(entry.filename):
            name = entry.filename.removeprefix(only if wrapped else "")
            yield name, Source(path, entry.filename)


def guessed(tops: Iterable[str]) -> str:
    """Return the layout whose names *tops* have; folders if none."""
    for layout, pattern in NAMES.items():
        if any(pattern.fullmatch(top) for top in tops):
            return layout
    return "folders"


def entry_of(
    top: str, rest: str, layout: str, wanted: tuple[str, ...]
) -> tuple[Entry, str]:
    """Return the entry that a file belongs to, and the path of the file in it."""
    match = NAMES[layout].fullmatch(top) if layout in NAMES else None
    if match:
        name = top[: match.start("file")] if match["file"] else top
        inner = RESUBMITTED.sub("", rest or match["file"])
        student = match["name"] if layout != "gradescope" else ""
        return Entry(name, match["lms"], student), inner
    if rest:
        return Entry(top), rest
    # A file by itself is the student's only file, whatever its name is.
    own = PurePosixPath(top)
    if own.suffix.lower() == ".zip":
        return Entry(own.stem), top
    if len(wanted) == 1 and own.suffix == PurePosixPath(wanted[0]).suffix:
        return Entry(own.stem), wanted[0]
    return Entry(own.stem, is_odd="*" not in wanted), top


def read_into(entry: Entry, name: str, source: Source, wanted: tuple[str, ...]) -> None:
    """Read a file of *entry* if it may be wanted; unpack it if it is a zip."""

    def is_wanted(path: str) -> bool:
        any_file = "*" in wanted and not archives.is_system(path)
        return any_file or PurePosixPath(path).name in wanted

    if name.lower().endswith(".zip"):
        try:
            data = source.read(archives.MOST_BYTES + 1)
            entry.files |= archives.members(data, is_wanted, MOST_FILE)
        except MarkingError as error:
            entry.refused = str(error)
    elif is_wanted(name):
        entry.files[name] = source.read(MOST_FILE + 1)


def submission_of(entry: Entry, student: str, wanted: tuple[str, ...]) -> Submission:
    """Return the wanted files of *entry*: at the top, else further down."""
    if "*" in wanted:
        return answer_of(entry, student)
    files: dict[str, bytes] = {}
    notes = [entry.refused] if entry.refused else []
    for name in wanted:
        places = [path for path in entry.files if PurePosixPath(path).name == name]
        if not places:
            continue
        place = min(places, key=lambda path: (path.count("/"), path))
        if len(entry.files[place]) > MOST_FILE:
            notes.append(f"{name} is larger than {MOST_FILE:,} bytes")
            continue
        files[name] = entry.files[place]
        if "/" in place:
            notes.append(f"{name} was found at {place}")
    return Submission(student, files, entry.name, tuple(notes))


def answer_of(entry: Entry, student: str) -> Submission:
    """Return the only file of *entry*, or the one that is most likely the answer."""
    notes = [entry.refused] if entry.refused else []
    if not entry.files:
        return Submission(student, {}, entry.name, tuple(notes))

    def unlikely(path: str) -> tuple[int, int, str]:
        suffix = PurePosixPath(path).suffix.lower()
        kind = ANSWERS.index(suffix) if suffix in ANSWERS else len(ANSWERS)
        return kind, path.count("/"), path

    place = min(entry.files, key=unlikely)
    data = entry.files[place]
    if len(entry.files) > 1:
        notes.append(f"{len(entry.files)} files: {place} counts")
    if len(data) > MOST_FILE:
        notes.append(f"{place} is larger than {MOST_FILE:,} bytes: a person reads it")
        data = b""
    return Submission(student, {ANSWER: data}, entry.name, tuple(notes))


def matched(
    entries: list[Entry], roster: list[Student] | None, wanted: tuple[str, ...]
) -> tuple[dict[str, Submission], list[Unmatched]]:
    """Return the submissions by student, and the entries that are nobody's."""
    found: dict[str, Submission] = {}
    unmatched: list[Unmatched] = []
    # Moodle has a folder for a text beside that for files: one without files is no
    # second submission.
    for entry in sorted(entries, key=lambda entry: (not entry.files, entry.name)):
        student, why = owner(entry, roster)
        if not why and student in found and not entry.files and not entry.refused:
            continue
        if not why and student in found:
            why = f"a second submission of {student}; {found[student].place} counts"
        if why:
            unmatched.append(Unmatched(entry.name, why))
        else:
            found[student] = replace(
                submission_of(entry, student, wanted), name=entry.student
            )
    unmatched.sort(key=lambda each: each.path)
    return {**found, **shared(found, roster or [])}, unmatched


def owner(entry: Entry, roster: list[Student] | None) -> tuple[str, str]:
    """Return whose *entry* is, or why that is not known."""
    if roster is None:
        name = entry.lms or entry.name
        if entry.is_odd:
            return "", "neither a folder nor a zip nor a program"
        if ID.fullmatch(name):
            return name, ""
        return "", "the name is not an id; expected a roster"
    by_lms = [each.id for each in roster if each.lms and each.lms == entry.lms]
    if len(by_lms) == 1:
        return by_lms[0], ""
    inside = [each.id for each in roster if contains(entry.name, each.id)]
    longest = [key for key in inside if len(key) == max(map(len, inside))]
    if len(longest) == 1:
        return longest[0], ""
    name = plain(entry.student or entry.name)
    by_name = [each.id for each in roster if each.name and plain(each.name) == name]
    if len(by_name) == 1:
        return by_name[0], ""
    several = longest or by_name or by_lms
    if several:
        return "", f"it matches {' and '.join(several)}"
    return "", "it matches nobody in the roster"


def contains(name: str, student: str) -> bool:
    """Return whether *name* contains the id *student*, as digits or a word of it."""
    edge = (
        r"(?<!\d){}(?!\d)"
        if student.isdigit()
        else r"(?<![A-Za-z0-9]){}(?![A-Za-z0-9])"
    )
    return bool(re.search(edge.format(re.escape(student)), name))


def plain(name: str) -> str:
    """Return a person's name as it is compared: its letters, in any order of words."""
    return " ".join(sorted(re.findall(r"\w+", name.casefold())))


def shared(
    found: dict[str, Submission], roster: list[Student]
) -> dict[str, Submission]:
    """Return the submissions of the students whose group has handed in."""
    groups: dict[str, Submission] = {}
    for student in roster:
        if student.group and student.id in found:
            groups.setdefault(student.group, found[student.id])
    return {
        student.id: Submission(
            student.id,
            groups[student.group].files,
            groups[student.group].place,
            (*groups[student.group].notes, f"handed in by group {student.group}"),
        )
        for student in roster
        if student.group in groups and student.id not in found
    }
