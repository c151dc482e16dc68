"""The job that runs a test on a submission."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from adt import __version__
from marking.courses.test import Test
from marking.intake.submission import Submission
from marking.rubric import Rubric
from marking.sandbox.job import Job, packed

HARNESS: Final = f"{__version__}/3"  # changes when a test is run in another way
FULL_SECONDS, FULL_FACTOR = 5, 200  # of the full limit: at least; times the reference
SHORT_SECONDS, SHORT_FACTOR = 1, 20


def job_of(rubric: Rubric, submission: Submission, test: Test) -> Job:
    """Return the job that runs *test* on *submission*."""
    limits = rubric.limits
    files = {
        **rubric.support,
        **{k: v for k, v in submission.files.items() if k in rubric.support},
        **{name: submission.files[name] for name in test.needs or rubric.names},
        **test.inputs,
    }
    taken = {*files, *test.outputs()}  # an old output would not be read
    # Students' tests may import src.sudoku: that is our wrong module, too.
    ours = {name: data for name, data in test.inputs.items() if name in rubric.names}
    beside = {
        path: ours.get(path.rpartition("/")[2], data)
        for path, data in submission.beside.items()
        if path.partition("/")[0] not in taken
    }
    return Job(
        test.argv,
        rubric.python,
        beside | files,
        test.outputs(),
        float(limits.seconds),
        limits.memory,
        limits.output,
        limits.processes,
        rubric.packages,
        compares_stdout=test.answer in ("stdout", "judge"),
    )


def time_limits(rubric: Rubric, test: Test) -> tuple[float, float]:
    """Return the short and the full time limit of *test*, in seconds.

    A limit of the hand-out is the full one. Any other is lowered to many times what the
    reference needs, so that programs that never end do not hold up the class.
    """
    full = float(rubric.limits.seconds)
    if not rubric.limits.quote:
        full = min(full, max(FULL_SECONDS, FULL_FACTOR * test.seconds))
    return min(full, max(SHORT_SECONDS, SHORT_FACTOR * test.seconds)), full


def key_of(rubric: Rubric, job: Job, version: str) -> str:
    """Return the key of a job in the journal: equal jobs have equal keys.

    *version* is that of the interpreter and of its packages. Marks, dates and names are
    not part of the key: a change of these does not run a test again.
    """
    about = f"{HARNESS} {rubric.course} {version}".encode()
    return sha256(packed([about, job.packed("python")])).hexdigest()


def missing_files(
    rubric: Rubric, submission: Submission, test: Test | None = None
) -> Sequence[str]:
    """Return the required files that *submission* lacks, also those of *test*."""
    needed = [*rubric.names, *(test.needs if test else ())]
    return [name for name in dict.fromkeys(needed) if name not in submission.files]
