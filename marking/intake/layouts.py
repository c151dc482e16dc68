"""Read class folders as learning platforms write them, and ZIP archives of them.

docs/marking-platforms.md names the versions of the platforms.
"""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import NamedTuple

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

LAYOUTS = ("moodle", "canvas", "gradescope", "blackboard", "folders", "files")
NAME_PATTERNS = {
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
RESUBMITTED = re.compile(r"-\d+(?=\.[A-Za-z0-9]+$)")  # Canvas: sudoku-1.py
STUDENT_FOLDER = re.compile(r"[A-Za-z]{0,3}\d+")  # the form of a student's id
MAX_CLASS_FILES = 1_000_000  # files and folders of a class
MAX_WRAPPER_FOLDERS = 3


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


class NameReading(NamedTuple):
    """The class entry that a name on a platform describes, without its files.

    ``file_name`` is the student's name for the file, or "".
    """

    entry: ClassEntry
    file_name: str


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
    files = _strip_wrappers(files, layout, wanted, students)
    layout = layout or _guess_layout(file.path.partition("/")[0] for file in files)
    known_lms_ids = {student.lms for student in students if student.lms}
    entries: dict[str, ClassEntry] = {}
    for file in sorted(files, key=lambda file: file.path):
        _add_class_file(entries, file, layout, wanted, known_lms_ids)
    if layout == "gradescope":
        _add_submitters(entries, files)
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


def _strip_wrappers(
    files: list[File], layout: str | None, wanted: WantedFiles, roster: list[Student]
) -> list[File]:
    """Return ``files`` with paths below the folders that enclose the whole class."""
    for _ in range(MAX_WRAPPER_FOLDERS):
        tops = {file.path.partition("/")[0] for file in files}
        if len(tops) != 1:
            break
        [top] = tops
        if not _is_wrapper(top, files, layout, wanted, roster):
            break
        files = [
            file._replace(path=file.path.removeprefix(f"{top}/"))
            for file in files
            if "/" in file.path
        ]
    return files


def _is_wrapper(
    top: str,
    files: list[File],
    layout: str | None,
    wanted: WantedFiles,
    roster: list[Student],
) -> bool:
    """Return whether ``top``, the only folder, is that of the class, not a student's."""
    inner_names = {file.path.split("/")[1] for file in files if "/" in file.path}
    if not inner_names or _guess_layout([top]) != "folders":
        return False
    if _guess_layout(inner_names) != "folders" or layout == "files":
        return True
    if any(wanted.has(name) for name in inner_names):
        return False
    if any(_is_folder_of(student, top) for student in roster):
        return False
    inner_folders = set()
    for file in files:
        depth = file.path.count("/")
        if depth > 1 or (depth == 1 and file.kind == "folder"):
            inner_folders.add(file.path.split("/")[1])
    submissions = [
        name
        for name in inner_names
        if name in inner_folders
        or is_archive(name)
        or _required_name(name, wanted) != name
    ]
    # A folder whose name has the form of an id may be a student's.
    max_of_student = 2 if STUDENT_FOLDER.fullmatch(top) else 0
    return len(submissions) > max_of_student


def _is_folder_of(student: Student, name: str) -> bool:
    if name_key(student.name) == name_key(name):
        return True
    return student.id.casefold() in name.casefold()


def _guess_layout(tops: Iterable[str]) -> str:
    """Return the platform that wrote the names ``tops`` of a class, or "folders"."""
    for top in tops:
        for layout in NAME_PATTERNS:
            if _parse_name(top, layout, set()):
                return layout
    return "folders"


def _add_class_file(
    entries: dict[str, ClassEntry],
    file: File,
    layout: str,
    wanted: WantedFiles,
    known_lms_ids: set[str],
) -> None:
    """Add ``file`` to the class entry that its path names, in ``entries`` or new.

    ``known_lms_ids`` are the students' numbers on the platform, if the roster has them.
    """
    top, _, inner_path = file.path.partition("/")
    is_folder = bool(inner_path) or file.kind == "folder"
    is_metadata = layout == "gradescope" and top == METADATA_FILE
    if is_metadata or (layout == "files" and is_folder):
        return
    readings = _parse_name(top, layout, known_lms_ids)
    if len(readings) > 1:
        numbers = " or ".join(reading.entry.lms for reading in readings)
        expected = "expected a roster with these numbers in lms"
        reason = f"it may belong to {numbers}; {expected}"
        entries[top] = ClassEntry(top, mismatch_reason=reason)
        return
    if readings:
        entry = readings[0].entry
        path = inner_path or readings[0].file_name
    elif is_folder:
        entry = ClassEntry(top)
        path = inner_path
    else:
        entry = ClassEntry(PurePosixPath(top).stem)
        path = _required_name(top, wanted)
        is_unwanted = path == top and not wanted.may_contain(top)
        entry.is_unexpected = is_unwanted and not file.kind and not is_archive(top)
    # The files of one student on a platform are one entry.
    key = f"{entry.lms} {entry.submitted_at}" if entry.lms else entry.name
    merged = entries.setdefault(key, entry)
    merged.is_unexpected = merged.is_unexpected and entry.is_unexpected
    merged.is_late = merged.is_late or entry.is_late
    for possible_path in sorted(_original_paths(path, layout, wanted)):
        if possible_path:
            merged.files.append(file._replace(path=possible_path))


def _original_paths(path: str, layout: str, wanted: WantedFiles) -> set[str]:
    """Return the paths that a student's file ``path`` may have had before its upload.

    Canvas calls the second file of the same name ``board-1.txt``, but the student may
    have chosen this name for another file.
    """
    if layout != "canvas":
        return {path}
    plain_path = RESUBMITTED.sub("", path)
    return {plain_path} if wanted.may_contain(plain_path) else {plain_path, path}


def _required_name(top: str, wanted: WantedFiles) -> str:
    """Return the name under which the file ``top`` counts: a required name, or ``top``.

    If a course requires a single file, a file with the same suffix may have any name.
    """
    suffix = PurePosixPath(top).suffix
    if len(wanted.required) == 1 and suffix == PurePosixPath(wanted.required[0]).suffix:
        return wanted.required[0]
    return top


def _parse_name(top: str, layout: str, known_lms_ids: set[str]) -> list[NameReading]:
    """Return the readings of ``top``, a file or folder name of the platform ``layout``.

    There are none if the name has another form, and two if the name is ambiguous and
    ``known_lms_ids``, the roster's platform numbers, do not decide.
    """
    matches = [re.fullmatch(text, top) for text in NAME_PATTERNS.get(layout, ())]
    readings = [_read_match(match) for match in matches if match]
    in_roster = [reading for reading in readings if reading.entry.lms in known_lms_ids]
    return in_roster or readings


def _read_match(match: re.Match[str]) -> NameReading:
    """Return the class entry and the file name in a match of one of NAME_PATTERNS."""
    parts = match.groupdict()
    entry = ClassEntry(match.string, match["lms"], parts.get("name") or "")
    entry.is_late = bool(parts.get("late"))
    if parts.get("time"):  # of Blackboard, which names students by their ids
        entry.student = match["lms"]
        entry.submitted_at = datetime.strptime(parts["time"], "%Y-%m-%d-%H-%M-%S")
    file_name = parts.get("file") or ""
    if file_name:
        entry.name = match.string[: match.start("file")].rstrip("_")
    return NameReading(entry, file_name)


def _add_submitters(entries: dict[str, ClassEntry], files: list[File]) -> None:
    """Add the submitters and times in Gradescope's metadata file to ``entries``."""
    for file in files:
        if file.path == METADATA_FILE:
            metadata = read_metadata(file)
            for entry in entries.values():
                if entry.name in metadata:
                    entry.submitters = metadata[entry.name].submitters
                    entry.submitted_at = metadata[entry.name].submitted_at
