"""Match the possible submissions of a class to its students."""

import re
from collections import defaultdict
from dataclasses import replace
from itertools import chain
from typing import Final

from marking.intake.gradescope import Submitter
from marking.intake.layouts import ClassEntry
from marking.intake.roster import STUDENT_ID, Student, name_key
from marking.intake.submission import Submission, Unmatched, WantedFiles, select_files

MAX_ID_WORDS: Final = 8  # of an id inside a name
LATE_WITHOUT_TIME: Final = "Canvas says that it is late, but not when it was handed in"


class RosterIndex:
    """The students of a roster by id, email address, platform number and name."""

    def __init__(self, roster: list[Student]) -> None:
        self.has_numbers = any(student.lms for student in roster)
        self.students: dict[tuple[str, str], list[Student]] = defaultdict(list)
        for student in roster:
            self.students["lms", student.lms].append(student)
            self.students["name", name_key(student.name)].append(student)
            self.students["email", student.email.casefold()].append(student)
            for name in (student.id, *student.aliases):
                self.students["id", name.casefold()].append(student)

    def find(self, kind: str, key: str) -> list[Student]:
        """Return the students whose ``kind``, such as "id" or "lms", is ``key``."""
        return self.students.get((kind, key), []) if key else []

    def ids_in_name(self, name: str) -> list[Student]:
        """Return the students whose id occurs in ``name``; the longest ids win."""
        folded = name.casefold()
        words = [*re.finditer(r"[a-z0-9]+", folded), *re.finditer(r"\d+", folded)]
        students_by_id: dict[str, list[Student]] = {}
        for index, first in enumerate(words):
            for last in words[index : index + MAX_ID_WORDS]:
                key = folded[first.start() : last.end()]
                students_by_id[key] = self.find("id", key)
        longest = max((len(k) for k, s in students_by_id.items() if s), default=0)
        students = (s for key, s in students_by_id.items() if len(key) == longest)
        return list(chain.from_iterable(students))

    def find_submitter(self, person: Submitter) -> list[Student]:
        """Return the students with ``person``'s id, or else number, email or name."""
        return (
            self.find("id", person.sid.casefold())
            or self.find("lms", person.sid)
            or self.find("email", person.email.casefold())
            or self.find("name", name_key(person.name))
        )

    def possible_owners(self, entry: ClassEntry) -> tuple[int, list[Student]]:
        """Return (rank, students) for the surest way in which ``entry`` has owners.

        Rank 0 is the surest. The list is empty if no student matches.
        """
        if entry.submitters:
            return 0, [
                s for person in entry.submitters for s in self.find_submitter(person)
            ]
        # The number of a platform may by chance be the id of another student.
        name = entry.student if entry.lms else entry.name
        matches = [
            self.find("lms", entry.lms),
            [] if self.has_numbers else self.find("id", entry.lms.casefold()),
            self.find("id", name.casefold()),
            self.ids_in_name(name) if name.isalnum() else [],  # b2210001
            self.ids_in_name(name),  # a_b2210001
            self.find("name", name_key(name)),
        ]
        ranked = ((rank, students) for rank, students in enumerate(matches) if students)
        return next(ranked, (0, []))


def match_entries(
    entries: list[ClassEntry], roster: list[Student] | None, wanted: WantedFiles
) -> tuple[dict[str, Submission], list[Unmatched]]:
    """Return the submission of each student by id, and the unused entries with reasons.

    Without a ``roster``, the names of ``entries`` must be ids. A submission in doubt
    has no files, only a problem for a person. A student without a submission gets that
    of the group.
    """
    claims: dict[str, list[tuple[int, ClassEntry]]] = defaultdict(list)
    unmatched: list[Unmatched] = []
    doubtful: dict[str, Submission] = {}
    register = None if roster is None else RosterIndex(roster)
    for entry in sorted(entries, key=lambda entry: entry.name):
        ids, rank, reason = claim_entry(entry, register)
        for student in ids:
            if reason:
                question = f"{entry.name} may be the submission: {reason}"
                doubtful[student] = Submission(problems=[question])
            else:
                claims[student].append((rank, entry))
        if reason:
            unmatched.append(Unmatched(entry.name, reason))
        for person in entry.submitters:
            if register and not reason and not register.find_submitter(person):
                name = person.name or person.email
                unmatched.append(Unmatched(entry.name, f"{name} is not in the roster"))
    submissions: dict[str, Submission] = {}
    for student, student_entries in sorted(claims.items()):
        best = min(rank for rank, _ in student_entries)
        surest = [entry for rank, entry in student_entries if rank == best]
        first = latest_entries(surest)
        for _, entry in student_entries:
            if entry not in first:
                reason = f"another submission of {student}; {first[0].name} counts"
                unmatched.append(Unmatched(entry.name, reason))
        submissions[student] = build_submission(first, student, wanted)
    unmatched.sort(key=lambda entry: entry.path)
    shared = share_with_groups(submissions, roster or [])
    return {**doubtful, **submissions, **shared}, unmatched


def claim_entry(
    entry: ClassEntry, register: RosterIndex | None
) -> tuple[list[str], int, str]:
    """Return the ids of the students of ``entry``, the rank of the match, and a doubt.

    ``register`` is None without a roster. Rank 0 is the surest. The doubt is a text for
    a person, or "".
    """
    if entry.mismatch_reason:
        return [], 0, entry.mismatch_reason
    if register is None:
        names = [person.sid or person.email for person in entry.submitters]
        names = [name for name in names if STUDENT_ID.fullmatch(name)]
        names = names or [entry.lms or entry.name]
        if entry.is_unexpected:
            return [], 0, "neither a folder nor a zip nor a program"
        if all(map(STUDENT_ID.fullmatch, names)):
            return names, 0, ""
        return [], 0, "the name is not an id; expected a roster"
    rank, students = register.possible_owners(entry)
    ids = sorted({student.id for student in students})
    groups = {student.group for student in students}
    if len(ids) > 1 and not entry.submitters and (len(groups) > 1 or "" in groups):
        return ids, rank, f"it matches {' and '.join(ids)}"
    return ids, rank, "" if ids else "it matches nobody in the roster"


def latest_entries(entries: list[ClassEntry]) -> list[ClassEntry]:
    """Return the entries with the latest time, or all if one has no time."""
    times = [entry.submitted_at for entry in entries if entry.submitted_at]
    if len(entries) == 1 or len(times) < len(entries):
        return entries
    return [entry for entry in entries if entry.submitted_at == max(times)]


def build_submission(
    entries: list[ClassEntry], student: str, wanted: WantedFiles
) -> Submission:
    """Return the submission of ``student``, an id, with files chosen from ``entries``.

    If the entries have different files, the submission has none, only a problem for a
    person.
    """
    first = entries[0]
    choices = [select_files(entry.files, wanted) for entry in entries]
    full = [choice for choice in choices if choice.files] or choices
    choice = full[0]
    chosen = choice.files, choice.tree
    if any((other.files, other.tree) != chosen for other in full):
        names = " and ".join(entry.name for entry in entries)
        choice.files.clear()
        choice.problems = [f"{len(entries)} submissions: {names}"]
    if first.is_late and not choice.problems and not first.submitted_at:
        choice.problems = [LATE_WITHOUT_TIME]
    own_names = (p.name for p in first.submitters if student == p.sid)
    choice.name = next(own_names, first.student)
    choice.submitted_at = first.submitted_at
    return choice


def share_with_groups(
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
