"""Choose the files of a student's submission."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple
from unicodedata import category, normalize
from zipfile import ZipFile

from _courseware.terminal.messages import plural
from marking.errors import MarkingError
from marking.intake import archives
from marking.intake.archives import ZipMember
from marking.rubric import ANSWER

ANSWER_SUFFIXES: Final = (".txt", ".md", ".pseudo", ".pdf", ".docx", ".odt", ".ipynb")
ARCHIVE_SUFFIXES: Final = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
MEDIA_SUFFIXES: Final = ".png .jpg .jpeg .gif .bmp .heic .webp .mp4 .mov".split()
DOCUMENT_SUFFIXES: Final = ".pdf .doc .docx .odt .ppt .pptx .xls .xlsx .ipynb".split()
BINARY_SUFFIXES: Final = ".pyc .so .dll .exe .o .a .class .jar .db".split()
NON_CODE_SUFFIXES: Final = (  # ends of files that no program of a coursework opens
    *ARCHIVE_SUFFIXES,
    *MEDIA_SUFFIXES,
    *DOCUMENT_SUFFIXES,
    *BINARY_SUFFIXES,
)
IGNORED_NAMES: Final = frozenset(
    "__MACOSX __pycache__ env venv node_modules site-packages "
    "Thumbs.db desktop.ini".split()
)
MAX_FILE_BYTES: Final = 2**20
MAX_UNPACKED_BYTES: Final = 64 * 2**20  # of a student's zips
MAX_NESTED_ZIPS: Final = 3
MAX_COPIES: Final = 8  # files of one name that are compared
MAX_TREE_FILES: Final = 1_000
MAX_TREE_BYTES: Final = 8 * 2**20
MAX_TREE_PATH_BYTES: Final = 200
MAX_FILES_NAMED: Final = 8  # in a message
MAX_PATH_CHARACTERS: Final = 100  # of each


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
            number = os.open(self.place, os.O_RDONLY | PLAIN_FILE)
            with open(number, "rb") as file:
                return file.read(max_bytes)
        except OSError as error:
            raise MarkingError(error.strerror or "cannot be read") from error


File = DiskFile | ZipMember
# Flags that keep a link from being followed, a pipe from blocking, and, on Windows,
# which has no others, bytes from being changed.
FLAGS: Final = ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")
PLAIN_FILE: Final[int] = sum(getattr(os, flag, 0) for flag in FLAGS)


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
    choice = Submission()
    found = [
        FoundFile(file.path.count("/"), shorten_path(file.path), file)
        for file in files
        if not is_ignored(file.path) and file.kind != "folder"
    ]
    level = found
    for _ in range(MAX_NESTED_ZIPS):
        if not missing_names(found, wanted):
            break
        zips = [file for file in level if file.name.lower().endswith(".zip")]
        level = list(files_in_zips(zips, choice))
        found += level
    lost = missing_names(found, wanted)
    if lost and not choice.problems:
        problem = f"{' and '.join(lost)} not handed in"
        choice.problems.append(problem + found_instead(found))
    if "*" in wanted.required:
        plain = [file for file in found if not is_archive(file.name)]
        likely = [file for file in plain if file.name.lower().endswith(ANSWER_SUFFIXES)]
        select_file(ANSWER, likely or plain, choice, found)
        return choice
    for name in (*wanted.required, *wanted.optional):
        chosen = select_file(name, files_called(name, found), choice, found)
        if chosen and not choice.tree:
            path = normalize("NFC", chosen.file.path)
            choice.folder = path[: path.rfind("/") + 1] if is_usable(path) else ""
            add_tree(add_program(chosen, found), choice)
    return choice


def files_called(name: str, found: list[FoundFile]) -> list[FoundFile]:
    """Return the files named ``name``, or else those so named but for the case."""
    exact = [file for file in found if file.name == name]
    return exact or [f for f in found if f.name.casefold() == name.casefold()]


def shorten_path(path: str) -> str:
    limit = MAX_PATH_CHARACTERS
    return path if len(path) <= limit else f"{path[: limit - 3]}..."


def is_archive(path: str) -> bool:
    return path.lower().endswith(ARCHIVE_SUFFIXES)


def missing_names(found: list[FoundFile], wanted: WantedFiles) -> list[str]:
    """Return the required names for which no file was found.

    If "*" is required, they are ["an answer"] unless a file other than an archive was
    found.
    """
    if "*" in wanted.required:
        return [] if any(not is_archive(f.name) for f in found) else ["an answer"]
    return [name for name in wanted.required if not files_called(name, found)]


def files_in_zips(zips: Sequence[FoundFile], choice: Submission) -> Iterator[FoundFile]:
    """Yield the files in the ZIP archives ``zips``, except folders and ignored files.

    The bytes read, and the problems of unreadable archives, are added to ``choice``.
    """
    for outer in zips:
        try:
            if outer.file.kind:
                raise MarkingError(f"it is {outer.file.kind}")
            data = outer.file.read(MAX_UNPACKED_BYTES - choice.unpacked + 1)
            choice.unpacked += len(data)
            if choice.unpacked > MAX_UNPACKED_BYTES:
                raise MarkingError(f"more than {MAX_UNPACKED_BYTES:,} bytes of zips")
            for member in archives.read_members(data):
                if member.kind != "folder" and not is_ignored(member.path):
                    depth = outer.depth + member.path.count("/")
                    path = shorten_path(f"{outer.path}/{member.path}")
                    yield FoundFile(depth, path, member)
        except MarkingError as error:
            choice.problems.append(f"{outer.path} cannot be read: {error}")
            if len(choice.problems) == MAX_FILES_NAMED:
                return


def found_instead(found: Sequence[FoundFile]) -> str:
    """Return the end of a message on missing files, which lists the files found."""
    names = ", ".join(
        f"{file.path} ({file.file.kind})" if file.file.kind else file.path
        for file in found[:MAX_FILES_NAMED]
    )
    rest = len(found) - MAX_FILES_NAMED
    more = f" and {rest} more" if rest > 0 else ""
    return f"; there is {names}{more}" if names else "; nothing is there"


def select_file(
    name: str, places: list[FoundFile], choice: Submission, found: list[FoundFile]
) -> FoundFile | None:
    """Choose the file for ``name`` among ``places``, add it to ``choice``; return it.

    The file in the fewest folders counts; of equal copies, the one with the most files
    around it. Return None, and add a problem to ``choice``, if the file is empty or
    unreadable, or copies differ.
    """
    if not places:
        return None
    depth = min(file.depth for file in places)
    top = [file for file in places if file.depth == depth]
    paths = [file.path for file in top[:MAX_FILES_NAMED]]
    try:
        contents = {read_found_file(file) for file in top[:MAX_COPIES]}
    except MarkingError as error:
        choice.problems.append(str(error))
        return None
    if len(contents) > 1 or len(top) > MAX_COPIES:
        number = f"{len(top)} files named {name}"
        subject = "several files" if name == ANSWER else number
        choice.problems.append(f"{subject}: {', '.join(paths)}")
        return None
    (data,) = contents
    if not data.strip(b"\0 \t\r\n"):  # such as an upload that went wrong
        choice.problems.append(f"{paths[0]} is empty")
        return None
    chosen = max(top, key=lambda file: files_around(file, found))
    choice.files[name] = data
    if depth:
        choice.notes.append(f"{name} was found at {chosen.path}")
    elif chosen.name != name and name != ANSWER:
        choice.notes.append(f"{chosen.name} counts as {name}")
    return chosen


def files_around(program: FoundFile, found: list[FoundFile]) -> int:
    """Return the number of files in and below the folder of ``program``."""
    folder = program.file.path.removesuffix(program.name)
    near = add_program(program, found)
    return sum(file.file.path.startswith(folder) for file in near)


def add_program(program: FoundFile, found: list[FoundFile]) -> list[FoundFile]:
    """Return the files of ``found`` in the ZIP archive of ``program``, or in none."""
    return [file for file in found if file.archive is program.archive]


def add_tree(found: list[FoundFile], choice: Submission) -> None:
    """Add the files in ``found`` that a program can use to the tree of ``choice``.

    Python modules come first, then the files in the fewest folders, up to a limit.
    Omitted files are recorded in ``left_out``, with the reason.
    """
    places: dict[str, list[FoundFile]] = {}
    for file in found:
        if not file.name.lower().endswith(NON_CODE_SUFFIXES):
            # As Python reads a name; macOS writes accents as characters of their own.
            path = normalize("NFC", file.file.path)
            places.setdefault(path, []).append(file)
    folders = {str(parent) for path in places for parent in PurePosixPath(path).parents}
    order = sorted(places, key=lambda p: (not p.endswith(".py"), p.count("/"), p))
    room = MAX_TREE_BYTES
    for path in order[:MAX_TREE_FILES]:
        try:
            contents = {read_found_file(file) for file in places[path][:MAX_COPIES]}
            if not is_usable(path):
                problem = "a path that cannot be used here"
                raise MarkingError(f"{shorten_path(path)}: {problem}")
            if len(contents) > 1 or path in folders:
                problem = "several files have this path"
                raise MarkingError(f"{shorten_path(path)}: {problem}")
            (data,) = contents
            if len(data) > room:
                limit = f"more than {MAX_TREE_BYTES:,} bytes of files in all"
                raise MarkingError(f"{shorten_path(path)}: {limit}")
            choice.tree[path] = data
            room -= len(data)
        except MarkingError as error:
            choice.left_out.append(str(error))
    if len(order) > MAX_TREE_FILES:
        number = plural(len(order) - MAX_TREE_FILES, "file")
        choice.left_out.append(f"{number} too many")


def is_usable(path: str) -> bool:
    """Return whether a file may be written at the relative path ``path``.

    The path must be short, stay below its folder, and contain no control characters.
    """
    return (
        len(path.encode(errors="replace")) <= MAX_TREE_PATH_BYTES
        and not any(part in ("", ".", "..") for part in path.split("/"))
        and not any(category(character).startswith("C") for character in path)
    )


def read_found_file(found: FoundFile) -> bytes:
    """Return the content of a file.

    Raise MarkingError, which names the path, if it cannot be read or is too large.
    """
    try:
        if found.file.kind:
            raise MarkingError(f"it is {found.file.kind}")
        data = found.file.read(MAX_FILE_BYTES + 1)
    except MarkingError as error:
        raise MarkingError(f"{found.path} cannot be read: {error}") from error
    if len(data) > MAX_FILE_BYTES:
        raise MarkingError(f"{found.path} is larger than {MAX_FILE_BYTES:,} bytes")
    return data
