"""A student's submission, and the choice of its files."""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Final, NamedTuple
from unicodedata import normalize
from zipfile import ZipFile

from _courseware.terminal.messages import plural
from marking.errors import MarkingError
from marking.intake import archives
from marking.intake.archives import Member
from marking.rubric import ANSWER

ANSWERS: Final = (".txt", ".md", ".pseudo", ".pdf", ".docx")
ARCHIVES: Final = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")
USELESS: Final = (  # ends of files that no program of a coursework opens
    *ARCHIVES,
    *(".png", ".jpg", ".jpeg", ".gif", ".bmp", ".heic", ".webp", ".mp4", ".mov"),
    *(".pdf", ".doc", ".docx", ".odt", ".ppt", ".pptx", ".xls", ".xlsx", ".ipynb"),
    *(".pyc", ".so", ".dll", ".exe", ".o", ".a", ".class", ".jar", ".db"),
)
BESIDE: Final = re.compile(r"([^\W\d]\w*/)*\w[\w .+-]*")  # paths that programs use
IMPORT: Final = re.compile(  # a module, or several that are separated by commas
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]*import\b|import[ \t]+([^#;\n]+))", re.MULTILINE
)
STANDARD: Final = sys.stdlib_module_names | {""}
BETWEEN: Final = re.compile(r"""['"/\\\n]+""")  # the parts of the paths in a program
UPWARDS: Final = re.compile(  # how a program gets to the folder above its own
    rb"""['"/\\]\.\.['"/\\]|pardir|\.parent(s|\b.*\.parent)\b|dirname\(.*dirname\(""",
    re.DOTALL,
)
IGNORED: Final = frozenset(
    "__MACOSX __pycache__ env venv node_modules site-packages "
    "Thumbs.db desktop.ini".split()
)
MOST_FILE: Final = 2**20  # bytes of a submitted file
MOST_UNPACKED: Final = 64 * 2**20  # bytes of a student's zips
MOST_NESTED: Final = 3  # zips inside one another
MOST_EQUAL: Final = 8  # files of one name that are compared
MOST_BESIDE: Final = 200  # files beside a program
MOST_BESIDE_BYTES: Final = 2**20  # of these together
MOST_BESIDE_PATH: Final = 200  # bytes of the path of each
MOST_ABOVE: Final = 4  # folders above a program
MOST_ROUNDS: Final = 3  # of imports from there
MOST_NAMED: Final = 8  # files in a message
MOST_PATH: Final = 100  # characters of each


class Wanted(NamedTuple):
    """The names of the files that a course asks for; "*" stands for any one file."""

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()

    def may_be(self, name: str) -> bool:
        """Return whether a file called *name* is wanted, or may contain such a file."""
        if "*" in self.required or name.lower().endswith(".zip"):
            return True
        return name in self.required or name in self.optional


class DiskFile(NamedTuple):
    """A file in the class folder. *kind* is "" for a plain file, as in `Member`."""

    path: str
    kind: str
    place: Path

    def read(self, most: int) -> bytes:
        """Return the first *most* bytes. Raise MarkingError."""
        try:
            number = os.open(self.place, os.O_RDONLY | PLAIN_FILE)
            with open(number, "rb") as file:
                return file.read(most)
        except OSError as error:
            raise MarkingError(error.strerror or "cannot be read") from error


File = DiskFile | Member
# Flags that keep a link from being followed, a pipe from blocking, and, on Windows,
# which has no others, bytes from being changed.
FLAGS: Final = ("O_NOFOLLOW", "O_NONBLOCK", "O_BINARY")
PLAIN_FILE: Final[int] = sum(getattr(os, flag, 0) for flag in FLAGS)


@dataclass(frozen=True)
class Submission:
    """The wanted files of one student, and remarks on where they were found.

    A *question* is the reason why a person has to look: the files cannot be read, or it
    is not clear which of them count. The student's status is then `manual`. *beside*
    has the files that the program may import or open, and *left_out* names the others,
    with the reasons: a test that fails is then left to a person.
    """

    files: dict[str, bytes]
    notes: tuple[str, ...] = ()
    name: str = ""  # of the student, if the layout has it
    question: str = ""
    submitted_at: datetime | None = None  # if the layout has it
    beside: dict[str, bytes] = field(default_factory=dict)
    left_out: str = ""


@dataclass(frozen=True)
class Unmatched:
    """An entry of the class folder that matches no student."""

    path: str
    why: str


def is_ignored(path: str) -> bool:
    """Return whether a file or folder at *path* is never part of a submission.

    >>> is_ignored("a/.git/config"), is_ignored("venv/lib/x.py"), is_ignored("a.py")
    (True, True, False)
    """
    parts = path.split("/")
    return any(part in IGNORED or part.startswith(".") for part in parts)


@dataclass
class Choice:
    """The chosen files of a student, with remarks and problems."""

    files: dict[str, bytes] = field(default_factory=dict)
    beside: dict[str, bytes] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    unpacked: int = 0  # bytes of zips


def submission_of(choice: Choice) -> Submission:
    """Return the submission with the chosen files."""
    return Submission(
        choice.files,
        tuple(choice.notes),
        question="; ".join(choice.problems),
        beside=choice.beside,
        left_out="; ".join(choice.left_out[:MOST_NAMED]),
    )


class Found(NamedTuple):
    """A file of a student, the number of its folders, and its path in messages."""

    depth: int
    path: str
    file: File

    @property
    def name(self) -> str:
        return self.file.path.rpartition("/")[2]

    @property
    def archive(self) -> ZipFile | None:
        return self.file.archive if isinstance(self.file, Member) else None


def choose(files: Iterable[File], wanted: Wanted) -> Choice:
    """Choose the *wanted* files among the *files* of a student.

    The file in the fewest folders counts. A zip is opened only if a required file is
    missing outside it.
    """
    choice = Choice()
    found = [
        Found(file.path.count("/"), short(file.path), file)
        for file in files
        if not is_ignored(file.path) and file.kind != "folder"
    ]
    level = found
    for _ in range(MOST_NESTED):
        if not missing(found, wanted):
            break
        zips = [each for each in level if each.name.lower().endswith(".zip")]
        level = list(inside(zips, choice))
        found += level
    lost = missing(found, wanted)
    if lost and not choice.problems:
        choice.problems.append(f"{' and '.join(lost)} not handed in{contents(found)}")
    if "*" in wanted.required:
        plain = [each for each in found if not is_archive(each.name)]
        likely = [each for each in plain if each.name.lower().endswith(ANSWERS)]
        take(ANSWER, likely or plain, choice)
        return choice
    names = (*wanted.required, *wanted.optional)
    taken = [take(name, [f for f in found if f.name == name], choice) for name in names]
    put_beside(found, taken, names, choice)
    return choice


def short(path: str) -> str:
    """Return a path for a message: a name in a zip may have 65,535 bytes."""
    return path if len(path) <= MOST_PATH else f"{path[: MOST_PATH - 3]}..."


def is_archive(path: str) -> bool:
    return path.lower().endswith(ARCHIVES)


def missing(found: list[Found], wanted: Wanted) -> list[str]:
    """Return the required names that no file has."""
    if "*" in wanted.required:
        return [] if any(not is_archive(f.name) for f in found) else ["an answer"]
    names = {each.name for each in found}
    return [name for name in wanted.required if name not in names]


def inside(zips: Sequence[Found], choice: Choice) -> Iterator[Found]:
    """Yield the files in *zips*."""
    for outer in zips:
        try:
            if outer.file.kind:
                raise MarkingError(f"it is {outer.file.kind}")
            data = outer.file.read(MOST_UNPACKED - choice.unpacked + 1)
            choice.unpacked += len(data)
            if choice.unpacked > MOST_UNPACKED:
                raise MarkingError(f"more than {MOST_UNPACKED:,} bytes of zips")
            for member in archives.members(data):
                if member.kind != "folder" and not is_ignored(member.path):
                    depth = outer.depth + member.path.count("/")
                    yield Found(depth, short(f"{outer.path}/{member.path}"), member)
        except MarkingError as error:
            choice.problems.append(f"{outer.path} cannot be read: {error}")
            if len(choice.problems) == MOST_NAMED:
                return


def contents(found: Sequence[Found]) -> str:
    """Return the end of a message about missing files: what was handed in instead."""
    shown = ", ".join(
        f"{each.path} ({each.file.kind})" if each.file.kind else each.path
        for each in found[:MOST_NAMED]
    )
    more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    return f"; there is {shown}{more}" if shown else "; nothing is there"


def take(name: str, places: list[Found], choice: Choice) -> list[Found]:
    """Choose the file in the fewest folders as *name*, or add a problem.

    Return the file and its equal copies.
    """
    if not places:
        return []
    depth = min(each.depth for each in places)
    top = [each for each in places if each.depth == depth]
    paths = [each.path for each in top[:MOST_NAMED]]
    try:
        contents = {content(each) for each in top[:MOST_EQUAL]}
    except MarkingError as error:
        choice.problems.append(str(error))
        return []
    if len(contents) > 1 or len(top) > MOST_EQUAL:
        what = f"{len(top)} files named {name}" if name != ANSWER else "several files"
        choice.problems.append(f"{what}: {', '.join(paths)}")
        return []
    (data,) = contents
    if not data.strip():  # such as an upload that went wrong
        choice.problems.append(f"{paths[0]} is empty")
        return []
    choice.files[name] = data
    if depth:
        choice.notes.append(f"{name} was found at {paths[0]}")
    return top


def put_beside(
    found: list[Found],
    taken: list[list[Found]],
    names: Sequence[str],
    choice: Choice,
) -> None:
    """Put beside the *taken* files what a program can import or open.

    These are the other files in their folders and in the folders below, then what the
    programs use of the folders above: an IDE runs a program at the top of a project and
    puts that folder on the path, so a program in ``src`` may open ``data.txt``, which
    is beside ``src``, and import ``helpers`` or ``src.helpers``. Copies in a folder
    that is named earlier in the rubric come first.
    """
    places: dict[str, list[Found]] = {}
    for copies in taken:
        own: dict[str, list[Found]] = {}
        for first in copies:
            folder = first.file.path.removesuffix(first.name)
            for path, each in below(folder, found, first):
                if path not in names:
                    own.setdefault(path, []).append(each)
        places = own | places
    lay(places, names, choice)
    programs = [first for copies in taken for first in copies]
    tried: set[str] = set()
    data: set[str] = set()
    for _ in range(MOST_ROUNDS):
        paths = *in_sandbox(choice), *places
        tried |= {path.split("/")[0].removesuffix(".py") for path in paths}
        # A module above with the name of one of Python's may be an older piece of work.
        modules = {name.split(".")[0] for name in imports(choice)} - STANDARD - tried
        places = above(programs, found, modules, words(choice) - tried)
        if not places:
            break
        data |= {path for path in places if not path.endswith(".py")}
        lay(places, names, choice)
    if data and any(UPWARDS.search(text) for text in programs_in(choice).values()):
        choice.left_out += [f"../{path}" for path in sorted(data)]
    if not choice.left_out:
        lost = unresolved(found, choice)
        choice.left_out += [f"{name}, which the program imports" for name in lost]


def below(folder: str, found: list[Found], first: Found) -> Iterator[tuple[str, Found]]:
    """Yield the files in and below *folder* that programs use, with their paths there.

    They are those that were handed in on the disk, or in one zip, with *first*.
    """
    for each in found:
        if each.archive is not first.archive or not each.file.path.startswith(folder):
            continue
        path = each.file.path[len(folder) :][:MOST_BESIDE_PATH]
        path = normalize("NFC", path)  # as Python reads a name; macOS has NFD
        if (
            len(path.encode(errors="replace")) < MOST_BESIDE_PATH
            and BESIDE.fullmatch(path)
            and (path.endswith(".py") or not each.file.kind)
            and not path.lower().endswith(USELESS)
        ):
            yield path, each


def above(
    programs: list[Found], found: list[Found], modules: set[str], data: set[str]
) -> dict[str, list[Found]]:
    """Return *modules* and *data* from the nearest folder that has them.

    These are the names of files and folders there, those of modules without ``.py``.
    """
    places: dict[str, list[Found]] = {}
    for first in programs:
        near: set[str] = set()  # in a folder that was searched before
        for parent in PurePosixPath(first.file.path).parents[1 : MOST_ABOVE + 1]:
            folder = "" if str(parent) == "." else f"{parent}/"
            here: set[str] = set()
            for path, each in below(folder, found, first):
                top = path.partition("/")[0].removesuffix(".py")
                is_used = top in (modules if path.endswith(".py") else data)
                if is_used and top not in near:
                    here.add(top)
                    places.setdefault(path, []).append(each)
            near |= here
    return places


def in_sandbox(choice: Choice) -> dict[str, bytes]:
    """Return the files of a student that a program finds."""
    return {**choice.files, **choice.beside}


def programs_in(choice: Choice) -> dict[str, bytes]:
    """Return the programs and modules of a student in the sandbox."""
    files = in_sandbox(choice)
    return {path: data for path, data in files.items() if path.endswith(".py")}


def imports(choice: Choice) -> set[str]:
    """Return the modules that the files in the sandbox import, relative ones with "."."""
    names: set[str] = set()
    for path, data in programs_in(choice).items():
        for source, several in IMPORT.findall(data.decode(errors="replace")):
            is_inner = source.startswith(".") and "/" in path
            words = [part.split()[:1] for part in (several or source).split(",")]
            names |= {word for part in words for word in part if not is_inner}
    return names


def words(choice: Choice) -> set[str]:
    """Return everything in the sandbox's programs that may be a part of a path."""
    texts = [data.decode(errors="replace") for data in programs_in(choice).values()]
    return {word for text in texts for word in BETWEEN.split(text)}


def unresolved(found: list[Found], choice: Choice) -> list[str]:
    """Return the imports of handed-in modules that fail in the sandbox.

    The program was run in another way, such as ``python3 -m package.program``, or the
    folder on the path was not handed in. Modules of Python come before those above.
    """
    known = {part for each in found for part in each.file.path.split("/")}
    tops = {path.split("/")[0] for path in in_sandbox(choice)}
    lost = []
    for name in sorted(imports(choice)):
        top, *inner = name.split(".")
        is_there = top in tops or (f"{top}.py" in tops and not inner)
        parts = [top, *inner]
        handed_in = known & {*parts, *(f"{part}.py" for part in parts)}
        if not top or (handed_in and not is_there):
            lost.append(name)
    return lost


def lay(
    places: dict[str, list[Found]], names: Sequence[str], choice: Choice
) -> None:
    """Put the files at *places* into the sandbox, or say why they are left out.

    Modules come first, then the files in the fewest folders.
    """
    modules = [name.partition(".")[0] for name in names]
    hiding = [name for name in modules if f"{name}/__init__.py" in places]
    parents = {str(parent) for path in places for parent in PurePosixPath(path).parents}
    order = sorted(places, key=lambda p: (not p.endswith(".py"), p.count("/"), p))
    room = MOST_BESIDE_BYTES - sum(map(len, choice.beside.values()))
    most = MOST_BESIDE - len(choice.beside)
    for path in order[:most]:
        try:
            contents = {content(each) for each in places[path][:MOST_EQUAL]}
            if len(contents) > 1 or path in parents:
                raise MarkingError(f"{path}: several files have this path")
            if path.partition("/")[0] in hiding:
                raise MarkingError(f"{path}: its package would hide the program")
            (data,) = contents
            if len(data) > room:
                limit = f"more than {MOST_BESIDE_BYTES:,} bytes of files in all"
                raise MarkingError(f"{path}: {limit}")
            choice.beside[path] = data
            room -= len(data)
        except MarkingError as error:
            choice.left_out.append(str(error))
    if len(order) > most:
        choice.left_out.append(f"{plural(len(order) - most, 'file')} too many")


def content(found: Found) -> bytes:
    """Return the bytes of a file. Raise MarkingError, with its path."""
    try:
        if found.file.kind:
            raise MarkingError(f"it is {found.file.kind}")
        data = found.file.read(MOST_FILE + 1)
    except MarkingError as error:
        raise MarkingError(f"{found.path} cannot be read: {error}") from error
    if len(data) > MOST_FILE:
        raise MarkingError(f"{found.path} is larger than {MOST_FILE:,} bytes")
    return data
