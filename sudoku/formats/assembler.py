"""Combine the rows of plain text into puzzles, line by line."""

from collections.abc import Iterator

from _courseware.terminal.messages import plural
from sudoku.formats.entries import Entry, FormatError, Lines
from sudoku.formats.rows import (
    TABLE_RULE,
    AmbiguousRowsError,
    SourceRow,
    arrange_runs,
    check_headings,
    error_in,
    has_doubtful_line,
    has_heading,
    is_lone_heading,
    is_plain,
    is_uniform,
    join_cells,
    reject_ambiguous,
    repeated_row,
    select_rows,
)

MAX_ROWS_IN_MEMORY = 90_000  # rows in memory until their grids end

MISSING_GAP = "9 rows between wrong lines; expected an empty line before each grid"

# In place of a run that was refused but may be the first run of the next block.
UNFINISHED_RUN = [SourceRow(0, b"")] * 2


class Assembler:
    """Collects rows of plain text, and combines each nine of them into a puzzle.

    A run is a sequence of rows without a gap. A block is a sequence of runs that may
    belong to the same grids, with equal gaps between them. Methods that return an
    iterator yield the puzzles and errors that the call completes.
    """

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.run: list[bytes] = []  # the signs of its rows and table rules
        self.start = 0  # the number of the first line of the run
        self.errors: dict[int, FormatError] = {}  # the wrong lines of the run
        self.block: list[list[SourceRow]] = []  # the runs before it in the same grids
        self.gaps: list[str] = []  # after each of these runs, a letter for each line
        self.headings: set[int] = set()  # the lines of 1 to 9, with spaces
        self.gap = ""  # the lines since the last row, as in gaps
        self.layout: str | None = None  # of the last row; a ruled line has none

    def is_open(self) -> bool:
        return bool(self.run or self.block)

    def is_incomplete(self) -> bool:
        """Return whether the rows collected so far cannot be whole grids."""
        is_headed = len(self.block) == 1 and is_lone_heading(self.block[0])
        if not self.block or (is_headed and self.run):
            is_clear = len(self.run) > 99 or not has_doubtful_line(self.run)
            return len(self.run) % 9 > 0 and is_clear
        return (len(self.block) + bool(self.run)) * len(self.block[0]) % 9 > 0

    def add(
        self, signs: bytes, layout: str, error: FormatError | None = None
    ) -> Iterator[Entry]:
        """Add a row; yield the puzzles and errors of the grids that end above it.

        ``signs`` is nine characters, the cells as written, or b"" if the line is not a
        valid row; ``error`` then says why. ``layout`` is the cell separator as
        ``layout_of`` returns it.
        """
        draws = error is not None or is_uniform(signs)
        if self.run and self.layout not in (None, layout) and not draws:
            if not is_uniform(self.run[-1]):  # a ruled line may belong to either grid
                yield from self.add_gap("L")
        if not self.run and self.block:
            if len(self.gaps) == 1 and self.gap != self.gaps[0]:
                yield from self.end_first_run()
        if not self.run and self.block:
            if self.continues_block():
                self.gaps.append(self.gap)
            else:
                yield from self.end_doubtful_block()
        self.gap = ""
        self.layout = self.layout if draws else layout
        if not self.run:
            self.start = self.lines.number
        if error:
            self.errors[self.lines.number] = error
        self.extend(signs)

    def extend(self, signs: bytes) -> None:
        """Append a row to the run. Raise FormatError above MAX_ROWS_IN_MEMORY."""
        self.run.append(signs)
        if len(self.run) + len(self.block) > MAX_ROWS_IN_MEMORY:
            detail = f"over {MAX_ROWS_IN_MEMORY:,} rows; expected an empty line after each grid"
            raise self.lines.error(1, detail)

    def end_first_run(self) -> Iterator[Entry]:
        """Remove the first run from the block if it is a heading or whole grids.

        Called when the gaps before and after the second run differ. Yield the puzzles
        of the first run, and those of the second if it has more than four rows.
        """
        if may_be_heading(self.block[0]) or len(self.block[0]) % 9 == 0:
            first = self.block.pop(0)
            self.gaps.clear()
            yield from self.grids(first if len(first) % 9 == 0 else [])
            if self.block and len(self.block[0]) > 4:
                has_more = 0 < len(self.block[0]) % 9 < 5  # of the next grid?
                yield from self.end_block()
                if has_more:
                    self.block, self.gaps = [UNFINISHED_RUN], [self.gap]

    def continues_block(self) -> bool:
        """Return whether the next row belongs to the block, given the gap above it.

        The gaps between runs must be equal, but every third gap between single rows may
        differ from the others.
        """
        number = len(self.gaps) + 1  # the number of runs so far
        if number == 1:
            return True
        if number % 3 == 0 and len(self.block[0]) == 1:
            bands = self.gaps[2:3]
            return not bands or self.gap in bands + self.gaps[: number % 9 == 0]
        return self.gap == self.gaps[0]

    def add_gap(self, kind: str) -> Iterator[Entry]:
        """End the run at a line that is not a row; yield the puzzles that are complete.

        ``kind`` is "E" for an empty line, "F" for a line of a frame, and "L" if the
        cell separator changes between two rows.
        """
        if self.run:
            yield from self.end_run()
        if len(self.gap) < 8:
            self.gap += kind
        if kind == "E" and self.is_framed():
            yield from self.end_block()

    def is_framed(self) -> bool:
        """Return whether the block is three runs of three rows between frame lines."""
        bands = len(self.block) == 3 and all(len(run) == 3 for run in self.block)
        return bands and "E" not in self.gaps[0]

    def end(self) -> Iterator[Entry]:
        """Yield the remaining puzzles and errors at the end of the text."""
        if self.run:
            yield from self.end_run()
        yield from self.end_block()

    def end_run(self) -> Iterator[Entry]:
        """Move the current run to the block; yield the puzzles that are complete."""
        signs, self.run = self.run, []
        known = not self.block and not self.headings
        if len(signs) == 9 and known and is_plain(cells := join_cells(signs)):
            yield self.lines.puzzle(cells, self.start)
            return
        run = self.with_line_numbers(signs)
        try:
            rows = select_rows(run) if has_doubtful_line(signs) else run
        except AmbiguousRowsError as doubt:
            bad = SourceRow(doubt.number, b"", self.error(doubt))
            self.block.append([bad] * min(len(run), 5))
        else:
            is_table = TABLE_RULE in signs
            was_headed = not is_table and len(rows) < len(run) and has_heading(run)
            yield from self.end_rows(rows, was_headed, is_table)

    def end_rows(
        self, rows: list[SourceRow], was_headed: bool, is_table: bool
    ) -> Iterator[Entry]:
        """Add the rows of a run to the block; yield the puzzles that are complete.

        ``was_headed`` is whether a heading was removed from the run, and ``is_table``
        whether the run contains the ruled line of a Markdown table.
        """
        if was_headed and len(rows) < 9:  # the heading begins another grid
            yield from self.end_block()
        is_under_heading = len(self.block) == 1 and is_lone_heading(self.block[0])
        if is_under_heading and repeated_row(rows):
            self.block.append(rows)  # the heading may be one of the rows
        elif len(rows) % 9 == 0 and (is_table or not self.has_open_bands()):
            yield from self.end_block()
            self.block.append(rows)
            if not was_headed:  # otherwise the heading and the next rows may be a grid
                yield from self.end_block()
        elif (
            self.block and 2 * len(self.block[0]) == len(rows) and self.completes_grid()
        ):
            self.block.append(rows[: len(rows) // 2])  # the others begin the next grid
            yield from self.end_block()
            self.block.append(rows[len(rows) // 2 :])
        else:
            self.block.append(rows)

    def has_open_bands(self) -> bool:
        """Return whether the block has short runs that do not make whole grids yet.

        A short run has fewer than five rows. A heading at the start is ignored.
        """
        runs = self.block
        if runs and may_be_heading(runs[0]):
            runs = runs[1:]
        return any(len(run) < 5 for run in runs) and not arrange_runs(runs)

    def completes_grid(self) -> bool:
        return (len(self.block) + 1) * len(self.block[0]) % 9 == 0

    def with_line_numbers(self, run: list[bytes]) -> list[SourceRow]:
        """Convert ``run`` to SourceRows; move its errors from `errors` into them."""
        errors, self.errors = self.errors, {}
        lines = enumerate(run, self.start)
        return [SourceRow(number, signs, errors.get(number)) for number, signs in lines]

    def end_block(self) -> Iterator[Entry]:
        """Empty the block, and yield its puzzles or the errors of its rows."""
        runs, self.block = self.block, []
        if runs:
            yield from self.grids_of(runs)
            self.gaps.clear()
            last = runs[-1][-1].number
            self.headings = {line for line in self.headings if line > last}

    def grids_of(self, runs: list[list[SourceRow]]) -> Iterator[Entry]:
        """Yield the puzzles of ``runs``, or errors if they are not whole grids.

        A single run that may be a heading yields nothing.
        """
        if len(runs) == 1 and may_be_heading(runs[0]):
            return
        if rows := arrange_runs(runs):
            yield from self.grids(rows)
        else:
            long = [run for run in runs if len(run) > 4 and len(run) % 9]
            for rows in long or [[row for run in runs for row in run]]:
                yield from self.report_rows(rows)

    def end_doubtful_block(self) -> Iterator[Entry]:
        """End the block because the next gap differs; yield its puzzles and errors.

        An incomplete last run of under five rows may belong to the next block, which
        then starts with UNFINISHED_RUN.
        """
        is_doubtful = bool(self.block) and not arrange_runs(self.block)
        is_doubtful = is_doubtful and len(self.block[-1]) < 5
        yield from self.end_block()
        if is_doubtful:
            self.block, self.gaps = [UNFINISHED_RUN], [self.gap]

    def grids(self, rows: list[SourceRow]) -> Iterator[Entry]:
        """Yield a puzzle or an error for each nine of ``rows``.

        If the rows could also be other grids, yield a single error.
        """
        try:
            reject_ambiguous(rows)
            check_headings(rows, self.headings)
        except AmbiguousRowsError as doubt:
            yield self.error(doubt)
            return
        wrong = [k for k, row in enumerate(rows) if row.error]
        for start in range(0, len(rows), 9):
            grid = rows[start : start + 9]
            cells = join_cells([row.signs for row in grid])
            number = grid[0].number
            is_between = wrong and wrong[0] < start < wrong[-1]
            if is_between and number == rows[start - 1].number + 1:
                # One of the wrong lines may be two rows, and another none.
                yield error_in(grid) or self.error(
                    AmbiguousRowsError(number, MISSING_GAP)
                )
            else:
                yield error_in(grid) or self.lines.puzzle(cells, number)

    def report_rows(self, rows: list[SourceRow]) -> Iterator[Entry]:
        """Yield the errors of ``rows``, which are not whole grids."""
        rows = [row for row in rows if row.number]
        error, number = error_in(rows), len(rows)
        if error:
            yield error
        if not error or (number > 9 and all(row.signs for row in rows[-9:])):
            yield self.error(
                AmbiguousRowsError(rows[-1].number, row_count_message(number))
            )

    def error(self, doubt: AmbiguousRowsError) -> FormatError:
        return FormatError(self.lines.name, doubt.number, 1, doubt.detail)


def may_be_heading(run: list[SourceRow]) -> bool:
    return is_lone_heading(run) or run is UNFINISHED_RUN


def row_count_message(rows: int) -> str:
    """Return the error message for a number of ``rows`` that is not whole grids."""
    if rows < 9:
        return f"a grid that ends after {plural(rows, 'row')}; expected 9 rows"
    if rows % 9 == 0:
        return f"{rows} rows, maybe of other grids; expected a title above the first"
    return f"{rows} rows without a gap that ends a grid; expected 9 for each puzzle"
