"""Classes as learning platforms export them, written after their documentation.

Each class has its export, its roster, and the row that a fair marker would give each
student: the status, the mark of 10, and a part of the notes. The sources that were
followed are in docs/marking-platforms.md.
"""

from typing import Final, NamedTuple
from zipfile import ZipInfo

from tests.marking.classes import entry, hand_in, zipped

RIGHT: Final = hand_in("hacettepe").encode()
WRONG: Final = RIGHT.replace(b"Step {number} -", b"Step {number}")
Row = tuple[str, str, str]


class Export(NamedTuple):
    """What a platform gives to a marker, and the row that each student should get.

    ``files`` are the contents of the exported archive, and ``roster`` the table of
    students. ``rows`` are (status, mark, part of the notes) by student's id. ``nobody``
    are paths that should be in unmatched.csv.
    """

    files: dict[str | ZipInfo, bytes]
    roster: bytes
    rows: dict[str, Row]
    nobody: tuple[str, ...] = ()  # of unmatched.csv


class Handed(NamedTuple):
    """A way to hand in, and the row it should give: status, mark, part of the notes."""

    files: dict[str | ZipInfo, bytes]
    row: Row


FULL: Final = ("marked", "10", "")
NOTHING: Final = ("marked", "0", "")
VENV: Final[dict[str | ZipInfo, bytes]] = {
    "venv/pyvenv.cfg": b"home = /usr/bin",
    **{f"venv/lib/python3.11/site-packages/p{n}/sudoku.py": b"" for n in range(300)},
}
LINK: Final[dict[str | ZipInfo, bytes]] = {
    entry("venv/bin/python3", 0o120777): b"/usr/bin/python3"
}
GIT: Final[dict[str | ZipInfo, bytes]] = {
    f".git/objects/{n:02x}/{n:038x}": b"\x78\x01" for n in range(250)
}
SCREENSHOT: Final = "Screenshot 2023-08-07 at 9.58.12\u202fAM.png"


def manual(note: str) -> Row:
    """Return the row for a submission that a person must read, with such a note."""
    return ("manual", "", note)


# What students hand in, whatever the platform is.
WAYS: Final = {
    "plain": Handed({"sudoku.py": RIGHT}, FULL),
    "windows": Handed({"sudoku.py": RIGHT.replace(b"\n", b"\r\n")}, FULL),
    "zip": Handed({"project.zip": zipped({"sudoku.py": RIGHT})}, FULL),
    "macos": Handed(
        {
            "A2.zip": zipped(
                {
                    "A2/sudoku.py": RIGHT,
                    f"A2/{SCREENSHOT}": b"png",
                    "A2/.DS_Store": b"",
                    "__MACOSX/A2/._sudoku.py": b"\0\5\x16\7",
                }
            )
        },
        ("marked", "10", "sudoku.py was found at A2.zip/A2/sudoku.py"),
    ),
    "venv": Handed({"a.zip": zipped({"sudoku.py": RIGHT, **VENV, **GIT})}, FULL),
    "links": Handed({"a.zip": zipped({"sudoku.py": RIGHT, **LINK})}, FULL),
    "nested": Handed(
        {"final.zip": zipped({"src.zip": zipped({"sudoku.py": RIGHT}), "r.pdf": b""})},
        FULL,
    ),
    "old": Handed(
        {"sudoku.py": RIGHT, "old.zip": zipped({"sudoku.py": WRONG}), "r.pdf": b"%PDF"},
        FULL,
    ),
    "copies": Handed(
        {"Part1/sudoku.py": RIGHT, "Part2/sudoku.py": RIGHT},
        ("marked", "10", "sudoku.py was found at Part1/sudoku.py"),
    ),
    "wrong": Handed({"sudoku.py": WRONG, "helper.py": b""}, NOTHING),
    "syntax": Handed({"sudoku.py": b"def main(:\n"}, NOTHING),
    "versions": Handed(
        {"Part1/sudoku.py": RIGHT, "Part2/sudoku.py": WRONG},
        manual("2 files named sudoku.py: "),
    ),
    "case": Handed(
        {"Sudoku.py": RIGHT}, ("marked", "10", "Sudoku.py counts as sudoku.py")
    ),
    "browser": Handed({"sudoku (1).py": RIGHT}, manual("there is sudoku (1).py")),
    "notebook": Handed(
        {"sudoku.ipynb": b"{}", SCREENSHOT: b""}, manual("sudoku.ipynb")
    ),
    "rar": Handed({"sudoku.rar": b"Rar!"}, manual("there is sudoku.rar")),
    "damaged": Handed(
        {"a.zip": zipped({"sudoku.py": RIGHT})[:-30]},
        manual("a.zip cannot be read: not a zip"),
    ),
    "link": Handed(
        {"a.zip": zipped({entry("sudoku.py", 0o120777): b"../../solution.py"})},
        manual("cannot be read: it is a link"),
    ),
}
NAMES: Final = [
    *("Ada Lovelace", "Alan Turing", "Åsa Öberg", "José García-López", "Sean O'Neil"),
    *("Nguyễn Văn An", "李小龙", "Zoë van der Berg", "İpek Yılmaz", "Mary Ann Smith"),
    *("Grace Hopper", "Edsger Dijkstra", "Barbara Liskov", "Donald Knuth"),
    *("Frances Allen", "Tony Hoare", "Niklaus Wirth", "John Backus", "Kay Alan"),
    *("Dennis Ritchie", "Ken Thompson", "Radia Perlman", "Leslie Lamport"),
]


def csv_line(*cells: str, comma: str = ",") -> str:
    return comma.join(f'"{cell}"' if comma in cell else cell for cell in cells) + "\n"


def moodle() -> Export:
    """Return a class of Moodle 4: folders in a ZIP archive, with a German worksheet."""
    head = (
        "ID,Vollständiger Name,ID-Nummer,E-Mail-Adresse,Status,Bewertung,Bestwertung,"
        "Bewertung kann geändert werden,Zuletzt geändert (Abgabe),"
        "Zuletzt geändert (Bewertung),Feedback als Kommentar\n"
    )
    files: dict[str | ZipInfo, bytes] = {}
    rows: dict[str, Row] = {}
    lines = [head]

    def add(number: int, time: str, text: bool, way: str, row: Row) -> None:
        name, handed = NAMES[number % len(NAMES)], WAYS[way].files if way else {}
        student = str(4700 + number)
        for inner, data in handed.items():
            assert isinstance(inner, str)
            files[f"{name}_{student}_assignsubmission_file/{inner}"] = data
        if text:
            top = f"{name}_{student}_assignsubmission_onlinetext"
            files[f"{top}/onlinetext.html"] = b"<p>see my file</p>"
        status = "Abgegeben" if time != "-" else "Keine Abgabe"
        identifier = f"Teilnehmer/in{student}"
        cells = (identifier, name, "", f"s{student}@x.edu", status, "", "10,00", "Ja")
        lines.append(csv_line(*cells, time, "-", ""))
        rows[student] = row

    on_time = "Montag, 7. August 2023, 09:58"
    for number, (way, handed) in enumerate(WAYS.items()):
        add(number, on_time, number % 5 == 0, way, handed.row)
    late = "Dienstag, 8. August 2023, 11:00"
    add(18, late, False, "plain", ("marked", "8", ""))
    add(19, on_time, True, "", manual("there is onlinetext.html"))
    add(20, "-", False, "", ("missing", "", ""))
    files["Ghost_9999_assignsubmission_file/sudoku.py"] = RIGHT
    roster = "\ufeff" + "".join(lines)
    return Export(files, roster.encode(), rows, ("Ghost_9999_assignsubmission_file",))


def canvas() -> Export:
    """Return a class of Canvas: names with LATE, groups and resubmissions.

    A folder is around the files.
    """
    ways = ["plain", "zip", "macos", "venv", "nested", "wrong", "case", "notebook"]
    files: dict[str | ZipInfo, bytes] = {}
    rows: dict[str, Row] = {}
    lines = ["id;name;lms;group;submitted_at\n"]

    def add(
        number: int,
        way: str,
        row: Row,
        start: str = "",
        group: str = "",
        time: str = "",
    ) -> None:
        name, lms = NAMES[number], str(8100 + number)
        word = "".join(sign for sign in name.lower() if sign.isalnum())
        for at, (inner, data) in enumerate(WAYS[way].files.items() if way else ()):
            top = start or f"{word}_{lms}"
            files[f"submissions/{top}_{90_000 + 10 * number + at}_{inner}"] = data
        lines.append(csv_line(f"z51{number:05}", name, lms, group, time, comma=";"))
        rows[f"z51{number:05}"] = row

    for number, way in enumerate(ways):
        add(number, way, WAYS[way].row)
    add(8, "plain", ("marked", "9", ""), "ipekyilmaz_LATE_8108", "", LATE_BY_AN_HOUR)
    add(9, "plain", ("manual", "10", "not when it was handed in"), "masmith_LATE_8109")
    add(10, "plain", FULL, "group_1_8110", "g1")
    add(11, "", ("marked", "10", "handed in by group g1"), "", "g1")
    add(12, "", ("missing", "", ""))
    files["submissions/liskovbarbara_8113_97000_sudoku-2.py"] = RIGHT
    add(13, "", FULL)
    files["submissions/anon_aB3x9_97001_sudoku.py"] = RIGHT
    return Export(files, "".join(lines).encode(), rows, ("anon_aB3x9_97001",))


LATE_BY_AN_HOUR: Final = "2023-08-07T11:00:00+02:00"


def gradescope() -> Export:
    """Return a class of Gradescope: folders, YAML with tags of Ruby, its own roster."""
    ways = ["plain", "copies", "old", "wrong", "syntax", "versions", "browser", "rar"]
    files: dict[str | ZipInfo, bytes] = {}
    rows: dict[str, Row] = {}
    lines = ["First Name,Last Name,SID,Email,Role\n"]
    about = ["---\n"]

    def add(number: int, way: str, time: str, *students: tuple[int, Row]) -> None:
        top = f"submission_{55_000_000 + number}"
        for inner, data in WAYS[way].files.items() if way else ():
            assert isinstance(inner, str)
            files[f"assignment_777_export/{top}/{inner}"] = data
        about.append(f"{top}:\n  :submitters:\n")
        for at, row in students:
            first, _, last = NAMES[at].partition(" ")
            sid, email = f"30{at:05}", f"s{at}@x.edu"
            quoted = NAMES[at].replace("'", "''")
            about.append(f"  - :name: '{quoted}'\n    :sid: '{sid}'\n")
            about.append(f"    :email: {email}\n")
            lines.append(csv_line(first, last, sid, email, "Student"))
            rows[sid] = row
        about.append(f"  :created_at: {time}\n  :score: 7.0\n  :status: processed\n")
        about.append("  :results:\n    tests:\n    - name: '1'\n      score: 7\n")
        about.append("  :history:\n  - :id: 1\n    :submitters:\n    - :name: Nobody\n")
        about.append("    :created_at: 2001-01-01 00:00:00 Z\n")

    on_time = "2023-08-07 07:58:12.345678000 Z"
    for number, way in enumerate(ways):
        add(number, way, on_time, (number, WAYS[way].row))
    pair = "!ruby/object:ActiveSupport::TimeWithZone\n    utc: 2023-08-07 07:00:01 Z"
    add(8, "plain", pair, (8, FULL), (9, FULL))
    add(9, "plain", "2023-08-09 07:00:00 Z", (10, ("marked", "8", "")))
    add(10, "", on_time, (11, manual("nothing is there")))
    files["assignment_777_export/submission_55000010/"] = b""
    lines.append("Donald,Knuth,3000099,dk@x.edu,Student\n")
    rows["3000099"] = ("missing", "", "")
    files["assignment_777_export/submission_metadata.yml"] = "".join(about).encode()
    return Export(files, "".join(lines).encode(), rows)


def blackboard() -> Export:
    """Return a class of Blackboard: attempts and times in names, a UTF-16 gradebook."""
    start = "Assignment 2_"
    files: dict[str | ZipInfo, bytes] = {}
    rows: dict[str, Row] = {}
    lines = ["Last Name\tFirst Name\tUsername\tStudent ID\tLast Access\n"]
    ways = ["plain", "zip", "links", "wrong", "case", "damaged"]
    for number, way in enumerate([*ways, "plain", ""]):
        user = f"ab{number}.c"
        student = f"b22100{number:02}"
        first, _, last = NAMES[number].partition(" ")
        lines.append(f"{last}\t{first}\t{user}\t{student}\t\n")
        top = f"{start}{user}_attempt_2023-08-07-09-5{number}-00"
        for inner, data in WAYS[way].files.items() if way else ():
            assert isinstance(inner, str)
            files[f"{top}_{inner}"] = data
        files[f"{top}.txt"] = f"Name: {NAMES[number]} ({user})\n".encode()
        rows[student] = WAYS[way].row if way else manual("nothing is there")
    # Two attempts: the last counts, and it is late.
    files[f"{start}ab6.c_attempt_2023-08-07-10-30-00_sudoku.py"] = RIGHT + b"\n"
    rows["b2210006"] = ("marked", "9", "")
    older = f"{start}ab6.c_attempt_2023-08-07-09-56-00.txt"
    return Export(files, "".join(lines).encode("utf-16"), rows, (older,))


def folders() -> Export:
    """Return a class of Hacettepe: an archive per student, with everyday accidents."""
    files: dict[str | ZipInfo, bytes] = {}
    rows: dict[str, Row] = {}
    lines = ["ID,Name,Section\n"]
    ways = ["plain", "windows", "venv", "nested", "copies", "notebook", "versions"]
    for number, way in enumerate(ways):
        student = f"2210{number:03}"
        inner = {name: data for name, data in WAYS[way].files.items()}
        files[f"A1/b{student}.zip"] = zipped(inner)
        lines.append(csv_line(student, NAMES[number], "Section 2"))
        rows[student] = WAYS[way].row
    rows["2210003"], rows["2210004"] = FULL, FULL
    files["A1/a_b2210000.py"] = WRONG
    files["A1/B2210010.zip"] = zipped({"sudoku.py": RIGHT})
    files["A1/İpek Yılmaz.py"] = RIGHT
    files["A1/2210012 2210013.zip"] = zipped({"sudoku.py": RIGHT})
    files["A1/b2210014.zip"] = b""
    files["A1/b2210015/"] = b""
    files["A1/marks.xlsx"] = b"PK"
    for student, name, row in (
        ("2210010", "Grace Hopper", FULL),
        ("2210011", "İpek Yılmaz", FULL),
        ("2210012", "Tony Hoare", manual("it matches 2210012 and 2210013")),
        ("2210013", "Kay Alan", manual("it matches 2210012 and 2210013")),
        ("2210014", "John Backus", manual("b2210014.zip cannot be read: not a zip")),
        ("2210015", "Ken Thompson", manual("nothing is there")),
    ):
        lines.append(csv_line(student, name, "Section 2"))
        rows[student] = row
    nobody = ("2210012 2210013", "a_b2210000", "marks")
    return Export(files, "".join(lines).encode(), rows, nobody)


EXPORTS: Final = {
    "moodle": moodle,
    "canvas": canvas,
    "gradescope": gradescope,
    "blackboard": blackboard,
    "folders": folders,
}
