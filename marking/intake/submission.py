"""Choose the files of a student's submission."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from unicodedata import category, normalize
from zipfile import ZipFile

from _courseware.terminal.messages import plural
from marking.errors import MarkingError
from marking.intake import archives
from marking.intake.archives import ZipMember
from marking.rubric import ANSWER

ANSWER_SUFFIXES = (".txt", ".md", ".pseudo", ".pdf", ".docx", ".odt", ".ipynb")
ARCHIVE_SUFFIXES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
MEDIA_SUFFIXES = ".png .jpg .jpeg .gif .bmp .heic .webp .mp4 .mov".split()
DOCUMENT_SUFFIXES = ".pdf .doc .docx .odt .ppt .pptx .xls .xlsx .ipynb".split()
BINARY_SUFFIXES = ".pyc .so .dll .exe .o .a .class .jar .db".split()
NON_CODE_SUFFIXES = (  # ends of files that no program of a coursework opens
    *ARCHIVE_SUFFIXES,
    *MEDIA_SUFFIXES,
    *DOCUMENT_SUFFIXES,
    *BINARY_SUFFIXES,
)
IGNORED_NAMES = frozenset(
    "__MACOSX __pycache__ env venv node_modules site-packages "
    "Thumbs.db desktop.ini".split()
)
MAX_FILE_BYTES = 2**20
MAX_UNPACKED_BYTES = 64 * 2**20  # of a student's zips
MAX_NESTED_ZIPS = 3
MAX_COPIES = 8  # files of one name that are compared
MAX_TREE_FILES = 1_000
MAX_TREE_BYTES = 8 * 2**20
MAX_TREE_PATH_BYTES = 200
MAX_FILES_NAMED = 8  # in a message
MAX_PATH_CHARACTERS = 100  # of each


class WantedFiles(NamedTuple):
    """The names of the files that a course requires, and of those that it allows.

    If "*" is required, any single file is the answer.
    """

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()

    def may_contain(self, name: str) -> bool:
        """Return whether the file ``name`` is wanted or may contain wanted files."""
        return "*" in self.required or name.lower().endswith(".zip") or self.has(name)

    def has(self, name: str) -> bool:
        """Return whether ``name`` is required or optional, ignoring case."""
        names = (*self.required, *self.optional)
        return name.casefold() in [required.casefold() for required in names]


class DiskFile(NamedTuple):
    """A file or folder on the disk.

    ``path`` is relative to the folder that was read, with "/" as separator; ``place``
    is the path on the disk. ``kind`` is "" for a plain file, or else such as "folder"
    or "a link".
    """

    path: str
    kind: str
    place: Path

    def read(self, max_bytes: int) -> bytes:
        """Return up to ``max_bytes`` of the file; raise MarkingError if unreadable."""
        try:
            descriptor = os.open(self.place, os.O_RDONLY | PLAIN_FILE)
            with open(descriptor, "rb") as file:
                return file.read(max_bytes)
        except OSError as error:
            raise MarkingError(error.strerror or "cannot be read") from error


File = DiskFile | ZipMember
# Flags that keep a link from being followed, a pipe from blocking, and, on Windows,
# which has no others, bytes from being changed.
FLAGS = ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")
PLAIN_FILE: int = sum(getattr(os, flag, 0) for flag in FLAGS)


@dataclass
class Submission:
    """The files of one student, with notes and problems.

    ``files`` are the required and optional files by name. ``tree`` has all files handed
    in with the program, by path, and ``folder`` is the program's folder there, such as
    "src/". ``problems`` say why a person must look at the files. ``left_out`` names
    files missing from ``tree``, with reasons; a test that fails is then left to a
    person. ``name`` and ``submitted_at`` come from the platform. ``unpacked`` counts
    bytes read from ZIPs.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    tree: dict[str, bytes] = field(default_factory=dict)
    folder: str = ""
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    name: str = ""
    submitted_at: datetime | None = None
    unpacked: int = 0

    @property
    def review_reason(self) -> str:
        """Why a person must look at the submission, or ""."""
        return "; ".join(self.problems)

    @property
    def omitted_files(self) -> str:
        """The first few files missing from ``tree``, with the reasons, or ""."""
        return "; ".join(self.left_out[:MAX_FILES_NAMED])


@dataclass(frozen=True)
class Unmatched:
    """A file or folder of the class that matches no student, and the reason."""

    path: str
    why: str


def is_ignored(path: str) -> bool:
    """Return whether a file or folder at ``path`` is never part of a submission.

    >>> is_ignored("a/.git/config"), is_ignored("venv/lib/x.py"), is_ignored("a.py")
    (True, True, False)
    """
    parts = path.split("/")
    return any(part in IGNORED_NAMES or part.startswith(".") for part in parts)


class FoundFile(NamedTuple):
    """A file of a student.

    ``depth`` counts the folders above the file, as if an archive were unpacked in
    place. ``path`` is for messages, shortened if it is long.
    """

    depth: int
    path: str
    file: File

    @property
    def name(self) -> str:
        """The name of the file, without its folders."""
        return self.file.path.rpartition("/")[2]

    @property
    def archive(self) -> ZipFile | None:
        """The ZIP archive that contains the file, or None."""
        return self.file.archive if isinstance(self.file, ZipMember) else None


def select_files(files: Iterable[File], wanted: WantedFiles) -> Submission:
    """Choose the ``wanted`` files among ``files``, those of one student.

    Of files with the same name, the file in the fewest folders counts. ZIP archives are
    opened only if a required file is missing outside them.
    """
    submission = Submission()
    all_files = [
        FoundFile(file.path.count("/"), _shorten_path(file.path), file)
        for file in files
        if not is_ignored(file.path) and file.kind != "folder"
    ]
    newest = all_files
    for _ in range(MAX_NESTED_ZIPS):
        if not _missing_names(all_files, wanted):
            break
        zips = [file for file in newest if file.name.lower().endswith(".zip")]
        newest = list(_files_in_zips(zips, submission))
        all_files += newest
    missing = _missing_names(all_files, wanted)
    if missing and not submission.problems:
        problem = f"{' and '.join(missing)} not handed in"
        submission.problems.append(problem + _found_instead(all_files))
    if "*" in wanted.required:
        _select_file(ANSWER, _possible_answers(all_files), submission, all_files)
        return submission
    for name in (*wanted.required, *wanted.optional):
        same_name = _files_called(name, all_files)
        chosen = _select_file(name, same_name, submission, all_files)
        if chosen and not submission.tree:
            path = normalize("NFC", chosen.file.path)
            if _is_usable_path(path):
                submission.folder = path[: path.rfind("/") + 1]
            _add_tree(_files_packed_with(chosen, all_files), submission)
    return submission


def _possible_answers(all_files: list[FoundFile]) -> list[FoundFile]:
    plain = [file for file in all_files if not is_archive(file.name)]
    likely = [file for file in plain if file.name.lower().endswith(ANSWER_SUFFIXES)]
    return likely or plain


def _files_called(name: str, all_files: list[FoundFile]) -> list[FoundFile]:
    exact = [file for file in all_files if file.name == name]
    return exact or [f for f in all_files if f.name.casefold() == name.casefold()]


def _shorten_path(path: str) -> str:
    limit = MAX_PATH_CHARACTERS
    return path if len(path) <= limit else f"{path[: limit - 3]}..."


def is_archive(path: str) -> bool:
    return path.lower().endswith(ARCHIVE_SUFFIXES)


def _missing_names(all_files: list[FoundFile], wanted: WantedFiles) -> list[str]:
    """Return the required names for which no file was found.

    If "*" is required, they are ["an answer"] unless a file other than an archive was
    found.
    """
    if "*" in wanted.required:
        return [] if any(not is_archive(f.name) for f in all_files) else ["an answer"]
    return [name for name in wanted.required if not _files_called(name, all_files)]


def _files_in_zips(
    zips: Sequence[FoundFile], submission: Submission
) -> Iterator[FoundFile]:
    """Yield the files in the ZIP archives ``zips``, except folders and ignored files.

    The bytes read, and the problems of unreadable archives, are added to ``submission``.
    """
    for outer in zips:
        try:
            if outer.file.kind:
                raise MarkingError(f"it is {outer.file.kind}")
            data = outer.file.read(MAX_UNPACKED_BYTES - submission.unpacked + 1)
            submission.unpacked += len(data)
            if submission.unpacked > MAX_UNPACKED_BYTES:
                raise MarkingError(f"more than {MAX_UNPACKED_BYTES:,} bytes of zips")
            for member in archives.read_members(data):
                if member.kind != "folder" and not is_ignored(member.path):
                    depth = outer.depth + member.path.count("/")
                    path = _shorten_path(f"{outer.path}/{member.path}")
                    yield FoundFile(depth, path, member)
        except MarkingError as error:
            submission.problems.append(f"{outer.path} cannot be read: {error}")
            if len(submission.problems) == MAX_FILES_NAMED:
                return


def _found_instead(all_files: Sequence[FoundFile]) -> str:
    """Return the end of a message on missing files, which lists the files found."""
    if not all_files:
        return "; nothing is there"
    names = []
    for file in all_files[:MAX_FILES_NAMED]:
        kind = f" ({file.file.kind})" if file.file.kind else ""
        names.append(f"{file.path}{kind}")
    text = ", ".join(names)
    unnamed = len(all_files) - MAX_FILES_NAMED
    if unnamed > 0:
        text += f" and {unnamed} more"
    return f"; there is {text}"


def _select_file(
    name: str,
    candidates: list[FoundFile],
    submission: Submission,
    all_files: list[FoundFile],
) -> FoundFile | None:
    """Choose one of ``candidates`` for ``name``, add it to ``submission``; return it.

    The file in the fewest folders counts; of equal copies, the one with the most files
    around it. Return None, and add a problem to ``submission``, if the file is empty or
    unreadable, or copies differ.
    """
    if not candidates:
        return None
    depth = min(file.depth for file in candidates)
    copies = [file for file in candidates if file.depth == depth]
    try:
        contents = {_read_found_file(file) for file in copies[:MAX_COPIES]}
    except MarkingError as error:
        submission.problems.append(str(error))
        return None
    if len(contents) > 1 or len(copies) > MAX_COPIES:
        subject = f"{len(copies)} files named {name}"
        if name == ANSWER:
            subject = "several files"
        paths = ", ".join(file.path for file in copies[:MAX_FILES_NAMED])
        submission.problems.append(f"{subject}: {paths}")
        return None
    [content] = contents
    if not content.strip(b"\0 \t\r\n"):  # such as an upload that went wrong
        submission.problems.append(f"{copies[0].path} is empty")
        return None
    chosen = max(copies, key=lambda file: _count_files_around(file, all_files))
    submission.files[name] = content
    if depth:
        submission.notes.append(f"{name} was found at {chosen.path}")
    elif chosen.name != name and name != ANSWER:
        submission.notes.append(f"{chosen.name} counts as {name}")
    return chosen


def _count_files_around(program: FoundFile, all_files: list[FoundFile]) -> int:
    folder = program.file.path.removesuffix(program.name)
    beside = _files_packed_with(program, all_files)
    return sum(file.file.path.startswith(folder) for file in beside)


def _files_packed_with(
    program: FoundFile, all_files: list[FoundFile]
) -> list[FoundFile]:
    return [file for file in all_files if file.archive is program.archive]


def _add_tree(all_files: list[FoundFile], submission: Submission) -> None:
    """Add the files that a program can use to the tree of ``submission``.

    Python modules come first, then the files in the fewest folders, up to a limit.
    Omitted files are recorded in ``left_out``, with the reason.
    """
    copies_by_path: dict[str, list[FoundFile]] = {}
    for file in all_files:
        if not file.name.lower().endswith(NON_CODE_SUFFIXES):
            # As Python reads a name; macOS writes accents as characters of their own.
            path = normalize("NFC", file.file.path)
            copies_by_path.setdefault(path, []).append(file)
    folders = set()
    for path in copies_by_path:
        folders |= {str(parent) for parent in PurePosixPath(path).parents}
    order = sorted(
        copies_by_path,
        key=lambda path: (not path.endswith(".py"), path.count("/"), path),
    )
    free_bytes = MAX_TREE_BYTES
    for path in order[:MAX_TREE_FILES]:
        copies = copies_by_path[path][:MAX_COPIES]
        name = _shorten_path(path)
        try:
            contents = {_read_found_file(file) for file in copies}
            if not _is_usable_path(path):
                raise MarkingError(f"{name}: a path that cannot be used here")
            if len(contents) > 1 or path in folders:
                raise MarkingError(f"{name}: several files have this path")
            [content] = contents
            if len(content) > free_bytes:
                limit = f"more than {MAX_TREE_BYTES:,} bytes of files in all"
                raise MarkingError(f"{name}: {limit}")
        except MarkingError as error:
            submission.left_out.append(str(error))
        else:
            submission.tree[path] = content
            free_bytes -= len(content)
    if len(order) > MAX_TREE_FILES:
        number = plural(len(order) - MAX_TREE_FILES, "file")
        submission.left_out.append(f"{number} too many")


def _is_usable_path(path: str) -> bool:
    return (
        len(path.encode(errors="replace")) <= MAX_TREE_PATH_BYTES
        and not any(part in ("", ".", "..") for part in path.split("/"))
        and not any(category(character).startswith("C") for character in path)
    )


def _read_found_file(found: FoundFile) -> bytes:
    """Return the content of a file. Raise MarkingError if unreadable or too large."""
    try:
        if found.file.kind:
            raise MarkingError(f"it is {found.file.kind}")
        content = found.file.read(MAX_FILE_BYTES + 1)
    except MarkingError as error:
        raise MarkingError(f"{found.path} cannot be read: {error}") from error
    if len(content) > MAX_FILE_BYTES:
        raise MarkingError(f"{found.path} is larger than {MAX_FILE_BYTES:,} bytes")
    return content
