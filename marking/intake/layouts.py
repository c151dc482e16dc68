"""Read class folders as learning platforms write them, and ZIP archives of them.

docs/marking-platforms.md names the versions of the platforms.
"""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Final

from marking.errors import MarkingError
from marking.intake import archives
from marking.intake.gradescope import METADATA_FILE, Submitter, read_metadata
from marking.intake.roster import Student, name_key
from marking.intake.submission import (
    DiskFile,
    File,
    WantedFiles,
    is_archive,
    is_ignored,
)

LAYOUTS: Final = ("moodle", "canvas", "gradescope", "blackboard", "folders", "files")
NAME_PATTERNS: Final = {
    # From Moodle 4.1 on, the name of a folder has no "_" at its end.
    "moodle": (r"(?P<name>.*)_(?P<lms>\d+)_assignsubmission_[a-z]+(_(?P<file>.*))?",),
    # Canvas removes "_NUMBER_" from names, so the id is the first such number, or the
    # second if the name ends with "_NUMBER", as the name of a group may.
    "canvas": (
        r"(?P<name>\w*?)(?P<late>(?:^|_)LATE)?(?:^|_)"
        r"(?P<lms>\d+|anon_[A-Za-z0-9]+)_\d+_(?P<file>.+)",
        r"(?P<name>(?!LATE_(?:\d|anon_))(?:(?!_LATE_(?:\d|anon_))\w)*?_\d+)"
        r"_(?P<lms>\d+)_\d+_(?P<file>.+)",
    ),
    "gradescope": (r"submission_(?P<lms>\d+)",),
    "blackboard": (
        r".*_(?P<lms>[^_]+)_attempt_(?P<time>\d{4}(-\d\d){5})(_(?P<file>.+)|\.txt)",
    ),
}
RESUBMITTED: Final = re.compile(r"-\d+(?=\.[A-Za-z0-9]+$)")  # Canvas: sudoku-1.py
STUDENT_FOLDER: Final = re.compile(r"[A-Za-z]{0,3}\d+")  # the form of a student's id
MAX_CLASS_FILES: Final = 1_000_000  # files and folders of a class
MAX_WRAPPER_FOLDERS: Final = 3


@dataclass
class ClassEntry:
    """A possible submission: the files of one folder, archive or name prefix.

    ``name`` is that of the folder or file. ``lms`` is the student's number on the
    platform, and ``student`` the student's name there; Gradescope lists ``submitters``
    instead. ``is_late`` is Canvas's flag. ``is_unexpected`` marks a file that is
    neither an archive nor a program. ``mismatch_reason`` says why the student is
    unclear, or is "".
    """

    name: str
    lms: str = ""
    student: str = ""
    submitted_at: datetime | None = None
    is_late: bool = False
    files: list[File] = field(default_factory=list)
    submitters: list[Submitter] = field(default_factory=list)
    is_unexpected: bool = False
    mismatch_reason: str = ""


def read_class(
    path: str,
    layout: str | None,
    wanted: WantedFiles,
    roster: Iterable[Student] | None = None,
) -> list[ClassEntry]:
    """Return the possible submissions of the class in a folder or a ZIP archive.

    ``layout`` is one of LAYOUTS, or None to guess it from the names. A ``roster`` helps
    to recognize students' folders and platform numbers. Raise MarkingError if the class
    cannot be read.
    """
    place = Path(path)
    try:
        read = folder_files if place.is_dir() else archives.read_members
        files = list(read(place))
    except OSError as error:
        raise MarkingError(f"{error.filename}: {error.strerror}") from error
    except MarkingError as error:
        raise MarkingError(f"{path}: {error}; expected a folder or a zip") from error
    files = [file for file in files if file.path and not is_ignored(file.path)]
    students = list(roster or [])
    files = strip_wrappers(files, layout, wanted, students)
    layout = layout or guess_layout(file.path.partition("/")[0] for file in files)
    known_lms_ids = {student.lms for student in students if student.lms}
    entries: dict[str, ClassEntry] = {}
    for file in sorted(files, key=lambda file: file.path):
        add_class_file(entries, file, layout, wanted, known_lms_ids)
    if layout == "gradescope":
        add_submitters(entries, files)
    return list(entries.values())


def folder_files(top: Path) -> Iterator[File]:
    """Yield the files and folders below ``top``, without following links.

    The ``kind`` of an unreadable folder is the reason. Raise MarkingError if there are
    more than MAX_CLASS_FILES.
    """
    number = 0
    errors: list[OSError] = []
    top.stat()
    for folder, folders, names in os.walk(top, onerror=errors.append):
        folders[:] = [name for name in folders if not is_ignored(name)]
        number += len(folders) + len(names)
        if number > MAX_CLASS_FILES:
            raise MarkingError(f"more than {MAX_CLASS_FILES:,} files and folders")
        relative = Path(folder).relative_to(top)
        for name in (*folders, *names):
            place = Path(folder) / name
            kind = archives.file_kind(place.lstat().st_mode)
            yield DiskFile((relative / name).as_posix(), kind, place)
    for error in errors:
        place = Path(error.filename)
        kind = error.strerror or "not readable"
        yield DiskFile(place.relative_to(top).as_posix(), kind, place)


def strip_wrappers(
    files: list[File], layout: str | None, wanted: WantedFiles, roster: list[Student]
) -> list[File]:
    """Return ``files`` with paths below the folders that enclose the whole class.

    ``layout`` is that of the class, or None if unknown.
    """
    for _ in range(MAX_WRAPPER_FOLDERS):
        tops = {file.path.partition("/")[0] for file in files}
        if len(tops) != 1 or not is_wrapper(tops.pop(), files, layout, wanted, roster):
            break
        files = [
            file._replace(path=file.path.partition("/")[2])
            for file in files
            if "/" in file.path
        ]
    return files


def is_wrapper(
    top: str,
    files: list[File],
    layout: str | None,
    wanted: WantedFiles,
    roster: list[Student],
) -> bool:
    """Return whether ``top``, the only folder, is that of the class, not a student's.

    ``layout`` is that of the class, or None if unknown.
    """
    inner = {file.path.split("/")[1] for file in files if "/" in file.path}
    if not inner or guess_layout([top]) != "folders":
        return False
    if guess_layout(inner) != "folders" or layout == "files":
        return True
    if any(map(wanted.has, inner)):
        return False
    for student in roster:
        is_name = name_key(student.name) == name_key(top)
        if is_name or student.id.casefold() in top.casefold():
            return False
    folders = {
        file.path.split("/")[1]
        for file in files
        if file.path.count("/") > (file.kind != "folder")
    }
    students = [
        name
        for name in inner
        if name in folders or is_archive(name) or required_name(name, wanted) != name
    ]
    return len(students) > (2 if STUDENT_FOLDER.fullmatch(top) else 0)


def guess_layout(tops: Iterable[str]) -> str:
    """Return the platform that wrote the names ``tops`` of a class, or "folders"."""
    for top in tops:
        for layout in NAME_PATTERNS:
            if parse_name(top, layout, set()):
                return layout
    return "folders"


def add_class_file(
    entries: dict[str, ClassEntry],
    file: File,
    layout: str,
    wanted: WantedFiles,
    known_lms_ids: set[str],
) -> None:
    """Add ``file`` to the class entry that its path names, in ``entries`` or new.

    ``known_lms_ids`` are the students' numbers on the platform, if the roster has them.
    """
    top, _, rest = file.path.partition("/")
    is_folder = bool(rest) or file.kind == "folder"
    is_metadata = layout == "gradescope" and top == METADATA_FILE
    if is_metadata or (layout == "files" and is_folder):
        return
    names = parse_name(top, layout, known_lms_ids)
    if len(names) > 1:
        both = " or ".join(entry.lms for entry, _ in names)
        reason = f"it may belong to {both}; expected a roster with these numbers in lms"
        entries[top] = ClassEntry(top, mismatch_reason=reason)
        return
    is_odd = not (names or is_folder or file.kind or is_archive(top))
    if names:
        ((entry, file_name),) = names
        inner = rest or file_name
    else:
        entry = ClassEntry(top if is_folder else PurePosixPath(top).stem)
        inner = rest or ("" if is_folder else required_name(top, wanted))
        is_odd = is_odd and inner == top and not wanted.may_contain(top)
    entry.is_unexpected = is_odd
    inners = {inner}
    if layout == "canvas":
        # The student may have chosen such a name for another file: board-1.txt
        plain_name = RESUBMITTED.sub("", inner)
        inners = {plain_name} if wanted.may_contain(plain_name) else {plain_name, inner}
    # The files of one student on a platform are one entry.
    key = f"{entry.lms} {entry.submitted_at}" if entry.lms else entry.name
    is_late = entry.is_late
    entry = entries.setdefault(key, entry)
    entry.is_unexpected = entry.is_unexpected and is_odd
    entry.is_late = entry.is_late or is_late
    entry.files += [file._replace(path=inner) for inner in sorted(inners) if inner]


def required_name(top: str, wanted: WantedFiles) -> str:
    """Return the name under which the file ``top`` counts: a required name, or ``top``.

    If a course requires a single file, a file with the same suffix may have any name.
    """
    suffix = PurePosixPath(top).suffix
    if len(wanted.required) == 1 and suffix == PurePosixPath(wanted.required[0]).suffix:
        return wanted.required[0]
    return top


def parse_name(
    top: str, layout: str, known_lms_ids: set[str]
) -> list[tuple[ClassEntry, str]]:
    """Return the readings of ``top``, a file or folder name of the platform ``layout``.

    A reading is (class entry, the student's name for the file, or ""). There are none
    if the name has another form, and two if the name is ambiguous and
    ``known_lms_ids``, the roster's platform numbers, do not decide.
    """
    matches = [re.fullmatch(text, top) for text in NAME_PATTERNS.get(layout, ())]
    names = [name_from_match(match) for match in matches if match]
    known = [name for name in names if name[0].lms in known_lms_ids]
    return known or names


def name_from_match(match: re.Match[str]) -> tuple[ClassEntry, str]:
    """Return the class entry and the file name in a match of one of NAME_PATTERNS."""
    parts = match.groupdict()
    file = parts.get("file") or ""
    time = parts.get("time")
    entry = ClassEntry(
        match.string[: match.start("file")].rstrip("_") if file else match.string,
        match["lms"],
        match["lms"] if time else parts.get("name") or "",
        datetime.strptime(time, "%Y-%m-%d-%H-%M-%S") if time else None,
        bool(parts.get("late")),
    )
    return entry, file


def add_submitters(entries: dict[str, ClassEntry], files: list[File]) -> None:
    """Add the submitters and times in Gradescope's metadata file to ``entries``."""
    for file in files:
        if file.path == METADATA_FILE:
            metadata = read_metadata(file)
            for entry in entries.values():
                if entry.name in metadata:
                    entry.submitters, entry.submitted_at = metadata[entry.name]
