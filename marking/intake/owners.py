"""Match the entries of a class to its students."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from marking.intake.gradescope import Submitter
from marking.intake.layouts import Entry
from marking.intake.roster import ID, Student, plain
from marking.intake.submission import (
    Submission,
    Unmatched,
    Wanted,
    choose,
    submission_of,
)

MOST_WORDS: Final = 8  # of an id inside a name
LATE: Final = "Canvas says that it is late, but not when it was handed in"


class Register:
    """The students of a roster, by everything that may identify them."""

    def __init__(self, roster: Iterable[Student]) -> None:
        self.by_lms: dict[str, list[Student]] = defaultdict(list)
        self.by_id: dict[str, list[Student]] = defaultdict(list)
        self.by_name: dict[str, list[Student]] = defaultdict(list)
        self.by_email: dict[str, list[Student]] = defaultdict(list)
        for student in roster:
            self.by_lms[student.lms].append(student)
            for name in (student.id, *student.aliases):
                self.by_id[name.casefold()].append(student)
            self.by_name[plain(student.name)].append(student)
            self.by_email[student.email.casefold()].append(student)
        for index in (self.by_lms, self.by_id, self.by_name, self.by_email):
            index.pop("", None)

    def inside(self, name: str) -> list[Student]:
        """Return the students whose id is in *name*: those with the longest ids."""
        folded = name.casefold()
        words = [*re.finditer(r"[a-z0-9]+", folded), *re.finditer(r"\d+", folded)]
        found: dict[str, list[Student]] = {}
        for at, first in enumerate(words):
            for last in words[at : at + MOST_WORDS]:
                key = folded[first.start() : last.end()]
                if key in self.by_id:
                    found[key] = self.by_id[key]
        longest = max(map(len, found), default=0)
        return [s for key in found if len(key) == longest for s in found[key]]

    def named(self, person: Submitter) -> list[Student]:
        """Return the students to whom Gradescope may refer."""
        return (
            self.by_id.get(person.sid.casefold())
            or self.by_lms.get(person.sid)
            or self.by_email.get(person.email.casefold())
            or self.by_name.get(plain(person.name))
            or []
        )

    def owners(self, entry: Entry) -> tuple[int, list[Student]]:
        """Return the possible owners of *entry*, and the rank of the match (0: exact)."""
        if entry.submitters:
            return 0, [s for person in entry.submitters for s in self.named(person)]
        # The number of a platform may by chance be the id of another student.
        name = entry.student if entry.lms else entry.name
        ways = [
            self.by_lms.get(entry.lms),
            None if self.by_lms else self.by_id.get(entry.lms.casefold()),
            self.by_id.get(name.casefold()),
            self.inside(name) if name.isalnum() else None,  # b2210001
            self.inside(name),  # a_b2210001
            self.by_name.get(plain(name)),
        ]
        return next(((at, way) for at, way in enumerate(ways) if way), (0, []))


def matched(
    entries: list[Entry], roster: list[Student] | None, wanted: Wanted
) -> tuple[dict[str, Submission], list[Unmatched]]:
    """Return the submissions by student, and the entries that match no student."""
    claims: dict[str, list[tuple[int, Entry]]] = defaultdict(list)
    unmatched: list[Unmatched] = []
    doubts: dict[str, Submission] = {}
    register = None if roster is None else Register(roster)
    for entry in sorted(entries, key=lambda entry: entry.name):
        ids, sure, why = claimed(entry, register)
        for student in ids:
            if why:
                question = f"{entry.name} may be the submission: {why}"
                doubts[student] = Submission({}, question=question)
            else:
                claims[student].append((sure, entry))
        if why:
            unmatched.append(Unmatched(entry.name, why))
        for person in entry.submitters:
            if register and not why and not register.named(person):
                name = person.name or person.email
                unmatched.append(Unmatched(entry.name, f"{name} is not in the roster"))
    found: dict[str, Submission] = {}
    for student, own in sorted(claims.items()):
        best = min(sure for sure, _ in own)
        first = newest([entry for sure, entry in own if sure == best])
        for _, entry in own:
            if entry not in first:
                why = f"another submission of {student}; {first[0].name} counts"
                unmatched.append(Unmatched(entry.name, why))
        found[student] = submission_in(first, student, wanted)
    unmatched.sort(key=lambda each: each.path)
    return {**doubts, **found, **shared(found, roster or [])}, unmatched


def claimed(entry: Entry, register: Register | None) -> tuple[list[str], int, str]:
    """Return the students' ids of *entry*, the rank of the match, and any doubt."""
    if entry.why:
        return [], 0, entry.why
    if register is None:
        names = [person.sid or person.email for person in entry.submitters]
        names = [name for name in names if ID.fullmatch(name)]
        names = names or [entry.lms or entry.name]
        if entry.is_odd:
            return [], 0, "neither a folder nor a zip nor a program"
        if all(map(ID.fullmatch, names)):
            return names, 0, ""
        return [], 0, "the name is not an id; expected a roster"
    sure, students = register.owners(entry)
    ids = sorted({student.id for student in students})
    groups = {student.group for student in students}
    if len(ids) > 1 and not entry.submitters and (len(groups) > 1 or "" in groups):
        return ids, sure, f"it matches {' and '.join(ids)}"
    return ids, sure, "" if ids else "it matches nobody in the roster"


def newest(entries: list[Entry]) -> list[Entry]:
    """Return the latest of *entries*, or all of them if their times are unknown."""
    times = [entry.submitted_at for entry in entries if entry.submitted_at]
    if len(entries) == 1 or len(times) < len(entries):
        return entries
    return [entry for entry in entries if entry.submitted_at == max(times)]


def submission_in(entries: list[Entry], student: str, wanted: Wanted) -> Submission:
    """Return the submission in *entries*, with a question if they differ."""
    first = entries[0]
    choices = [choose(entry.files, wanted) for entry in entries]
    full = [choice for choice in choices if choice.files] or choices
    choice = full[0]
    if any((each.files, each.tree) != (choice.files, choice.tree) for each in full):
        names = " and ".join(entry.name for entry in entries)
        choice.files.clear()
        choice.problems = [f"{len(entries)} submissions: {names}"]
    if first.is_late and not choice.problems and not first.submitted_at:
        choice.problems = [LATE]
    return replace(
        submission_of(choice),
        name=next((p.name for p in first.submitters if student == p.sid), first.student),
        submitted_at=first.submitted_at,
    )


def shared(
    found: dict[str, Submission], roster: list[Student]
) -> dict[str, Submission]:
    """Return the submissions of the students whose group has handed in."""
    groups: dict[str, Submission] = {}
    for student in roster:
        if student.group and student.id in found:
            groups.setdefault(student.group, found[student.id])
    made = {}
    for student in roster:
        if student.group in groups and student.id not in found:
            own = groups[student.group]
            notes = *own.notes, f"handed in by group {student.group}"
            made[student.id] = replace(own, name="", notes=notes)
    return made
