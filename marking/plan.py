"""Plan a test of a submission: the job to run, its time limits and its key."""

import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import PurePosixPath
from typing import NamedTuple

from adt import __version__
from marking.data_tests import FULL_FACTOR
from marking.intake.submission import Submission
from marking.rubric import Rubric
from marking.sandbox.job import Job
from marking.test import Test

HARNESS_VERSION = f"{__version__}/5"  # changes when a test is run in another way
FULL_SECONDS = 5  # of the full limit: at least
SHORT_SECONDS = 1
SHORT_FACTOR = 20


class TimeLimits(NamedTuple):
    """The short and the full time limit of a test, in seconds."""

    short: float
    full: float


def make_job(rubric: Rubric, submission: Submission, test: Test) -> Job:
    """Return the job of ``test`` on ``submission``: its command, files and limits.

    If several sources have a file of the same path, the inputs of the test win, then
    the student's required files, other files of the student, and the course's files.
    """
    top = submission.folder
    required = {
        top + name: submission.files[name]
        for name in test.required_files or rubric.names
    }
    inputs = {top + name: content for name, content in test.inputs.items()}
    provided = {top + name: data for name, data in rubric.provided_files.items()}
    # Students' tests may import src.sudoku: that is our wrong module, too.
    tree = {}
    for path, content in submission.tree.items():
        name = path.rpartition("/")[2]
        is_replaced = name in rubric.names and name in test.inputs
        tree[path] = test.inputs[name] if is_replaced else content
    outputs = (test.output,) if test.output else ()
    stale = {top + name: b"" for name in outputs}  # would not be read
    files = _merge_layers(inputs, required, stale, tree, provided)
    for path in stale:
        files.pop(path, None)
    limits = rubric.limits
    return Job(
        test.argv,
        rubric.python,
        files,
        outputs,
        float(limits.seconds),
        limits.memory,
        limits.output,
        limits.processes,
        rubric.run.packages,
        folder=top,
        above=folders_above(submission),
        is_pair=test.is_drawn,
        stdin=test.stdin,
        compares_stdout=test.answer_source in ("stdout", "judge") or test.is_drawn,
    )


def _merge_layers(*layers: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files of all ``layers``, by path; in a clash, the first layer wins.

    The file "a" also clashes with the file "a/b", which needs a folder "a".
    """
    files: dict[str, bytes] = {}
    folders: set[str] = set()
    for layer in layers:
        for path, data in layer.items():
            parents = set(map(str, PurePosixPath(path).parents))
            if path not in files and path not in folders and parents.isdisjoint(files):
                files[path] = data
                folders |= parents
    return files


def folders_above(submission: Submission) -> tuple[str, ...]:
    """Return the folders above that of the program, such as ``("..", "../..")``.

    They extend Python's path, as editors do. A folder is left out if one of its modules
    has the name of a standard library module.
    """
    modules: dict[PurePosixPath, set[str]] = {}  # by their folder
    for path in map(PurePosixPath, submission.tree):
        if path.name == "__init__.py":
            path = path.parent
        if path.suffix in ("", ".py"):
            modules.setdefault(path.parent, set()).add(path.stem)
    return tuple(
        "/".join([".."] * number)
        for number, folder in enumerate(PurePosixPath(submission.folder).parents, 1)
        if sys.stdlib_module_names.isdisjoint(modules.get(folder, ()))
    )


def time_limits(rubric: Rubric, test: Test) -> TimeLimits:
    """Return the time limits of ``test``.

    The full limit is that of the rubric. Unless the rubric quotes it from the hand-out,
    it is at most 200 times the reference's time, but at least 5 seconds, so that
    endless programs do not hold up a class.
    """
    full = float(rubric.limits.seconds)
    if not rubric.limits.quote:
        full = min(full, max(FULL_SECONDS, FULL_FACTOR * test.seconds))
    short = max(SHORT_SECONDS, SHORT_FACTOR * test.seconds)
    return TimeLimits(min(short, full), full)


def job_key(rubric: Rubric, job: Job, version: str) -> str:
    """Return the key of a job in the journal, a hash in hexadecimal digits.

    Tests of equal jobs are not run again. ``version`` is the version of Python and of
    the packages for submissions. Marks, dates and names do not affect the key.
    """
    versions = f"{HARNESS_VERSION} {rubric.course} {version}".encode()
    return sha256(versions + job.pack("python")).hexdigest()


def missing_files(
    rubric: Rubric, submission: Submission, test: Test | None = None
) -> Sequence[str]:
    """Return the files that ``rubric`` or ``test`` needs and ``submission`` lacks."""
    needed = [*rubric.names, *(test.required_files if test else ())]
    return [name for name in dict.fromkeys(needed) if name not in submission.files]
