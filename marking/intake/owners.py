"""Match the possible submissions of a class to its students."""

import re
from collections import defaultdict
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from marking.intake.gradescope import Submitter
from marking.intake.layouts import ClassEntry
from marking.intake.roster import STUDENT_ID, Student, name_key
from marking.intake.submission import Submission, Unmatched, WantedFiles, select_files

MAX_ID_WORDS = 8  # of an id inside a name
LATE_WITHOUT_TIME = "Canvas says that it is late, but not when it was handed in"


class RosterIndex:
    """The students of a roster by ("id", id), and by "lms", "name" and "email".

    ``has_lms_numbers`` is whether the roster has any number of the platform.
    """

    def __init__(self, roster: list[Student]) -> None:
        self.has_lms_numbers = any(student.lms for student in roster)
        self.by_key: dict[tuple[str, str], list[Student]] = defaultdict(list)
        for student in roster:
            self.by_key["lms", student.lms].append(student)
            self.by_key["name", name_key(student.name)].append(student)
            self.by_key["email", student.email.casefold()].append(student)
            for student_id in (student.id, *student.aliases):
                self.by_key["id", student_id.casefold()].append(student)

    def find(self, kind: str, key: str) -> list[Student]:
        """Return the students whose ``kind``, such as "id" or "lms", is ``key``."""
        return self.by_key.get((kind, key), []) if key else []

    def ids_in_name(self, name: str) -> list[Student]:
        """Return the students whose id occurs in ``name``; the longest ids win."""
        folded = name.casefold()
        words = [*re.finditer(r"[a-z0-9]+", folded), *re.finditer(r"\d+", folded)]
        students_by_id: dict[str, list[Student]] = {}
        for index, first in enumerate(words):
            for last in words[index : index + MAX_ID_WORDS]:
                key = folded[first.start() : last.end()]
                students = self.find("id", key)
                if students:
                    students_by_id[key] = students
        longest = max(map(len, students_by_id), default=0)
        longest_ids = [key for key in students_by_id if len(key) == longest]
        return [student for key in longest_ids for student in students_by_id[key]]

    def find_submitter(self, person: Submitter) -> list[Student]:
        """Return the students with ``person``'s id, or else number, email or name."""
        return (
            self.find("id", person.sid.casefold())
            or self.find("lms", person.sid)
            or self.find("email", person.email.casefold())
            or self.find("name", name_key(person.name))
        )

    def rank_owners(self, entry: ClassEntry) -> tuple[int, list[Student]]:
        """Return (rank, students) for the surest way in which ``entry`` has owners.

        Rank 0 is the surest. The list is empty if no student matches.
        """
        if entry.submitters:
            submitters = map(self.find_submitter, entry.submitters)
            return 0, list(chain.from_iterable(submitters))
        name = entry.student if entry.lms else entry.name
        folded = name.casefold()
        with_id_in_name = self.ids_in_name(name)
        matches = [
            self.find("lms", entry.lms),
            self.find("id", entry.lms.casefold()),
            self.find("id", folded),
            with_id_in_name if name.isalnum() else [],  # b2210001
            with_id_in_name,  # a_b2210001
            self.find("name", name_key(name)),
        ]
        if self.has_lms_numbers:
            # The number of a platform may by chance be the id of another student.
            matches[1] = []
        for rank, students in enumerate(matches):
            if students:
                return rank, students
        return 0, []


class OwnerMatch(NamedTuple):
    """The ids of the students whose submission a class entry may be.

    ``rank`` is 0 for the surest match. ``doubt`` is a text for a person, or "".
    """

    ids: list[str]
    rank: int = 0
    doubt: str = ""


class Claim(NamedTuple):
    """A class entry that may be a student's; rank 0 is the surest."""

    rank: int
    entry: ClassEntry


class MatchedEntries(NamedTuple):
    """The submission of each student, by id, and the unused entries with reasons."""

    submissions: dict[str, Submission]
    unmatched: list[Unmatched]


def match_entries(
    entries: list[ClassEntry], roster: list[Student] | None, wanted: WantedFiles
) -> MatchedEntries:
    """Match ``entries`` to the students of ``roster``.

    Without a ``roster``, the names of ``entries`` must be ids. A submission in doubt
    has no files, only a problem for a person. A student without a submission gets that
    of the group.
    """
    roster_index = None if roster is None else RosterIndex(roster)
    claims: dict[str, list[Claim]] = defaultdict(list)
    unmatched: list[Unmatched] = []
    doubtful: dict[str, Submission] = {}
    for entry in sorted(entries, key=lambda entry: entry.name):
        match = _match_owners(entry, roster_index)
        if match.doubt:
            unmatched.append(Unmatched(entry.name, match.doubt))
            doubt = f"{entry.name} may be the submission: {match.doubt}"
            for student in match.ids:
                doubtful[student] = Submission(problems=[doubt])
            continue
        for student in match.ids:
            claims[student].append(Claim(match.rank, entry))
        for person in entry.submitters:
            if roster_index and not roster_index.find_submitter(person):
                name = person.name or person.email
                unmatched.append(Unmatched(entry.name, f"{name} is not in the roster"))
    submissions: dict[str, Submission] = {}
    for student, student_claims in sorted(claims.items()):
        chosen = _latest_entries(_surest_entries(student_claims))
        for claim in student_claims:
            if claim.entry not in chosen:
                reason = f"another submission of {student}; {chosen[0].name} counts"
                unmatched.append(Unmatched(claim.entry.name, reason))
        submissions[student] = _build_submission(chosen, student, wanted)
    unmatched.sort(key=lambda entry: entry.path)
    shared = _share_with_groups(submissions, roster or [])
    # A sure claim counts more than a doubtful one, and a group's submission only fills gaps.
    return MatchedEntries(doubtful | submissions | shared, unmatched)


def _surest_entries(claims: list[Claim]) -> list[ClassEntry]:
    best_rank = min(claim.rank for claim in claims)
    return [claim.entry for claim in claims if claim.rank == best_rank]


def _match_owners(entry: ClassEntry, roster_index: RosterIndex | None) -> OwnerMatch:
    """Return the owners of ``entry``; ``roster_index`` is None without a roster."""
    if entry.mismatch_reason:
        return OwnerMatch([], doubt=entry.mismatch_reason)
    if roster_index is None:
        return _match_by_name(entry)
    rank, students = roster_index.rank_owners(entry)
    ids = sorted({student.id for student in students})
    if not ids:
        return OwnerMatch([], rank, "it matches nobody in the roster")
    groups = {student.group for student in students}
    are_one_group = len(groups) == 1 and "" not in groups
    if len(ids) > 1 and not entry.submitters and not are_one_group:
        return OwnerMatch(ids, rank, f"it matches {' and '.join(ids)}")
    return OwnerMatch(ids, rank)


def _match_by_name(entry: ClassEntry) -> OwnerMatch:
    """Return the owners of ``entry`` in a class without a roster: its name is an id."""
    if entry.is_unexpected:
        return OwnerMatch([], doubt="neither a folder nor a zip nor a program")
    names = [person.sid or person.email for person in entry.submitters]
    ids = [name for name in names if STUDENT_ID.fullmatch(name)]
    ids = ids or [entry.lms or entry.name]
    if all(STUDENT_ID.fullmatch(name) for name in ids):
        return OwnerMatch(ids)
    return OwnerMatch([], doubt="the name is not an id; expected a roster")


def _latest_entries(entries: list[ClassEntry]) -> list[ClassEntry]:
    """Return the entries with the latest time, or all if one has no time."""
    times = [entry.submitted_at for entry in entries if entry.submitted_at]
    if len(entries) == 1 or len(times) < len(entries):
        return entries
    return [entry for entry in entries if entry.submitted_at == max(times)]


def _build_submission(
    entries: list[ClassEntry], student: str, wanted: WantedFiles
) -> Submission:
    """Return the submission of ``student``, an id, with files chosen from ``entries``.

    If the entries have different files, the submission has none, only a problem for a
    person.
    """
    first = entries[0]
    choices = [select_files(entry.files, wanted) for entry in entries]
    with_files = [choice for choice in choices if choice.files] or choices
    submission = with_files[0]
    for other in with_files:
        if (other.files, other.tree) != (submission.files, submission.tree):
            names = " and ".join(entry.name for entry in entries)
            submission.files = {}
            submission.problems = [f"{len(entries)} submissions: {names}"]
            break
    if first.is_late and not submission.problems and not first.submitted_at:
        submission.problems = [LATE_WITHOUT_TIME]
    submission.name = first.student
    for person in reversed(first.submitters):
        if person.sid == student:
            submission.name = person.name
    submission.submitted_at = first.submitted_at
    return submission


def _share_with_groups(
    submissions: dict[str, Submission], roster: list[Student]
) -> dict[str, Submission]:
    """Return copies of group submissions, by id, for students without a submission."""
    groups: dict[str, Submission] = {}
    for student in roster:
        if student.group and student.id in submissions:
            groups.setdefault(student.group, submissions[student.id])
    shared = {}
    for student in roster:
        if student.group in groups and student.id not in submissions:
            submission = groups[student.group]
            notes = [*submission.notes, f"handed in by group {student.group}"]
            shared[student.id] = replace(submission, name="", notes=notes)
    return shared
