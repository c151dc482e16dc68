"""Typical mistakes in CIT 591's functions: sources that replace the right function.

The name says what is wrong. `solve` and the others then use the wrong function, as they
do in a student's program.
"""

from typing import Final

CONVERT_TO_SETS: Final = {
    "zero can be 0 as well": """
def convertToSets(problem):
    return [[{n} if n else set(range(10)) for n in row] for row in problem]
""",
    "zero becomes as many numbers as there are rows": """
def convertToSets(problem):
    numbers = range(1, len(problem) + 1)
    return [[{n} if n else set(numbers) for n in row] for row in problem]
""",
    "the argument is changed": """
def convertToSets(problem):
    for row in problem:
        for column in range(len(row)):
            row[column] = {row[column]} if row[column] else set(range(1, 10))
    return problem
""",
    "all blanks share one set": """
def convertToSets(problem):
    blank = set(range(1, 10))
    return [[{n} if n else blank for n in row] for row in problem]
""",
    "sets only for nine by nine": """
def convertToSets(problem):
    sets = [[set(range(1, 10)) for c in range(9)] for r in range(9)]
    for r in range(9):
        for c in range(9):
            if problem[r][c] != 0:
                sets[r][c] = {problem[r][c]}
    return sets
""",
    "a number becomes a list": """
def convertToSets(problem):
    return [[[n] if n else list(range(1, 10)) for n in row] for row in problem]
""",
}
CONVERT_TO_INTS: Final = {
    "a singleton becomes zero": """
def convertToInts(problem):
    return [[0 if len(n) < 2 else min(n) for n in row] for row in problem]
""",
    "the number is taken out of its set": """
def convertToInts(problem):
    return [[n.pop() if len(n) == 1 else 0 for n in row] for row in problem]
""",
    "the array of sets is changed": """
def convertToInts(problem):
    for row in problem:
        row[:] = [next(iter(n)) if len(n) == 1 else 0 for n in row]
    return problem
""",
    "an empty set is an error": """
def convertToInts(problem):
    return [[0 if len(n) > 1 else list(n)[0] for n in row] for row in problem]
""",
    "the least of several numbers is taken": """
def convertToInts(problem):
    return [[min(n, default=0) for n in row] for row in problem]
""",
    "ints only for nine by nine": """
def convertToInts(problem):
    ints = [[0] * 9 for r in range(9)]
    for r in range(9):
        for c in range(9):
            if len(problem[r][c]) == 1:
                ints[r][c] = list(problem[r][c])[0]
    return ints
""",
    "one row is shared by all": """
def convertToInts(problem):
    ints = [[0] * len(problem[0])] * len(problem)
    for r in range(len(problem)):
        for c in range(len(problem[0])):
            ints[r][c] = list(problem[r][c])[0] if len(problem[r][c]) == 1 else 0
    return ints
""",
}
LOCATIONS: Final = {
    "rows are counted from 1": """
def getRowLocations(rowNumber):
    return [(rowNumber - 1, column) for column in range(9)]
""",
    "a row has eight locations": """
def getRowLocations(rowNumber):
    return [(rowNumber, column) for column in range(8)]
""",
    "a row is a list of column numbers": """
def getRowLocations(rowNumber):
    return list(range(9))
""",
    "a column is a row": """
def getColumnLocations(columnNumber):
    return [(columnNumber, row) for row in range(9)]
""",
    "a column begins at 1": """
def getColumnLocations(columnNumber):
    return [(row, columnNumber) for row in range(1, 10)]
""",
    "a box begins one too far down and right": """
def getBoxLocations(location):
    top, left = location[0] // 3 * 3 + 1, location[1] // 3 * 3 + 1
    return [(r, c) for r in range(top, top + 3) for c in range(left, left + 3)]
""",
    "a box is two by two": """
def getBoxLocations(location):
    top, left = location[0] // 3 * 3, location[1] // 3 * 3
    return [(r, c) for r in range(top, top + 2) for c in range(left, left + 2)]
""",
    "a box surrounds its location": """
def getBoxLocations(location):
    row, column = location
    return [(row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1)]
""",
    "a box lacks the location itself": """
def getBoxLocations(location):
    top, left = location[0] // 3 * 3, location[1] // 3 * 3
    box = [(r, c) for r in range(top, top + 3) for c in range(left, left + 3)]
    box.remove(location)
    return box
""",
    "a box has row and column exchanged": """
def getBoxLocations(location):
    top, left = location[1] // 3 * 3, location[0] // 3 * 3
    return [(r, c) for r in range(top, top + 3) for c in range(left, left + 3)]
""",
}
ELIMINATE: Final = {
    "a location that is listed twice counts twice": """
def eliminate(problem, location, listOfLocations):
    number = problem[location[0]][location[1]]
    if len(number) != 1:
        return 0
    found = [(r, c) for r, c in listOfLocations if (r, c) != location]
    found = [(r, c) for r, c in found if number <= problem[r][c]]
    for r, c in found:
        problem[r][c] = problem[r][c] - number
    return len(found)
""",
    "a set that two locations share is changed": """
def eliminate(problem, location, listOfLocations):
    number = problem[location[0]][location[1]]
    if len(number) != 1:
        return 0
    count = 0
    for r, c in listOfLocations:
        if (r, c) != location and number <= problem[r][c]:
            problem[r][c].difference_update(number)
            count += 1
    return count
""",
    "the location eliminates itself": """
def eliminate(problem, location, listOfLocations):
    number = problem[location[0]][location[1]]
    if len(number) != 1:
        return 0
    count = 0
    for r, c in listOfLocations:
        if number <= problem[r][c]:
            problem[r][c] = problem[r][c] - number
            count += 1
    return count
""",
    "several numbers are eliminated at once": """
def eliminate(problem, location, listOfLocations):
    numbers = problem[location[0]][location[1]]
    count = 0
    for r, c in listOfLocations:
        if (r, c) != location and numbers & problem[r][c]:
            problem[r][c] = problem[r][c] - numbers
            count += 1
    return count
""",
    "a number that was not there counts": """
def eliminate(problem, location, listOfLocations):
    number = problem[location[0]][location[1]]
    if len(number) != 1:
        return 0
    count = 0
    for r, c in listOfLocations:
        if (r, c) != location:
            problem[r][c] = problem[r][c] - number
            count += 1
    return count
""",
    "a number that is not there is an error": """
def eliminate(problem, location, listOfLocations):
    if len(problem[location[0]][location[1]]) != 1:
        return 0
    (number,) = problem[location[0]][location[1]]
    count = 0
    for r, c in listOfLocations:
        if (r, c) != location:
            problem[r][c] = problem[r][c].copy()
            problem[r][c].remove(number)
            count += 1
    return count
""",
    "True is returned instead of a count": """
def eliminate(problem, location, listOfLocations):
    number = problem[location[0]][location[1]]
    if len(number) != 1:
        return False
    changed = False
    for r, c in listOfLocations:
        if (r, c) != location and number <= problem[r][c]:
            problem[r][c] = problem[r][c] - number
            changed = True
    return changed
""",
    "the first removal is the last": """
def eliminate(problem, location, listOfLocations):
    number = problem[location[0]][location[1]]
    if len(number) != 1:
        return 0
    for r, c in listOfLocations:
        if (r, c) != location and number <= problem[r][c]:
            problem[r][c] = problem[r][c] - number
            return 1
    return 0
""",
    "the last number of a set is kept": """
def eliminate(problem, location, listOfLocations):
    number = problem[location[0]][location[1]]
    if len(number) != 1:
        return 0
    count = 0
    for r, c in listOfLocations:
        if number < problem[r][c]:
            problem[r][c] = problem[r][c] - number
            count += 1
    return count
""",
    "only a copy is changed": """
def eliminate(problem, location, listOfLocations):
    problem = [list(row) for row in problem]
    number = problem[location[0]][location[1]]
    if len(number) != 1:
        return 0
    count = 0
    for r, c in listOfLocations:
        if (r, c) != location and number <= problem[r][c]:
            problem[r][c] = problem[r][c] - number
            count += 1
    return count
""",
}
IS_SOLVED: Final = {
    "empty sets are solved": """
def isSolved(problem):
    return all(len(numbers) < 2 for row in problem for numbers in row)
""",
    "the first location decides": """
def isSolved(problem):
    for row in problem:
        for numbers in row:
            if len(numbers) == 1:
                return True
            return False
""",
    "the last row decides": """
def isSolved(problem):
    for row in problem:
        solved = all(len(numbers) == 1 for numbers in row)
    return solved
""",
    "only nine by nine can be solved": """
def isSolved(problem):
    return sum(len(numbers) == 1 for row in problem for numbers in row) == 81
""",
    "the rows must differ in their numbers": """
def isSolved(problem):
    rows = [set().union(*row) for row in problem]
    full = all(len(row) == len(numbers) for row, numbers in zip(problem, rows))
    return full and all(len(numbers) == 1 for row in problem for numbers in row)
""",
}
PASS: Final = """
    {loop}
        count = 0
        for r in range(9):
            for c in range(9):
                count += eliminate(problem, (r, c), getRowLocations(r))
                count += eliminate(problem, (r, c), getColumnLocations(c))
                count += eliminate(problem, (r, c), getBoxLocations((r, c)))
"""
SOLVE: Final = {
    "one pass is enough": f"""
def solve(problem):{PASS.format(loop="for once in [1]:")}
    return isSolved(problem)
""",
    "nothing is returned": f"""
def solve(problem):{PASS.format(loop="while True:")}
        if count == 0:
            break
""",
    "it goes on until the puzzle is solved": f"""
def solve(problem):{PASS.format(loop="while not isSolved(problem):")}
    return True
""",
    "True is returned whatever happened": f"""
def solve(problem):{PASS.format(loop="while True:")}
        if count == 0:
            return True
""",
    "only a copy is solved": f"""
def solve(problem):
    problem = [list(row) for row in problem]{PASS.format(loop="while True:")}
        if count == 0:
            return isSolved(problem)
""",
    "boxes are left out": """
def solve(problem):
    count = 1
    while count:
        count = 0
        for r in range(9):
            for c in range(9):
                count += eliminate(problem, (r, c), getRowLocations(r))
                count += eliminate(problem, (r, c), getColumnLocations(c))
    return isSolved(problem)
""",
    "the only place of a number is found as well": f"""
def solve(problem):{PASS.format(loop="while True:")}
        for r in range(9):
            for c in range(9):
                box = set(getBoxLocations((r, c))) - {{(r, c)}}
                only = problem[r][c] - set().union(*[problem[i][j] for i, j in box])
                if len(only) == 1 and problem[r][c] != only:
                    problem[r][c] = only
                    count += 1
        if count == 0:
            return isSolved(problem)
""",
}
INPUT_AND_OUTPUT: Final = {
    "the file is run": """
def read_sudoku(file_name):
    with open(file_name) as file:
        return eval(file.read())
""",
    "numbers are read as strings": """
def read_sudoku(file_name):
    with open(file_name) as file:
        rows = file.read().strip(" []\\n").split("]")
    return [row.strip(" [,\\n").split(",") for row in rows]
""",
    "a file is read as lines": """
def read_sudoku(file_name):
    with open(file_name) as file:
        return file.readlines()
""",
    "only one line is read": """
def read_sudoku(file_name):
    with open(file_name) as file:
        return eval(file.readline())
""",
    "lines end with a blank": """
def print_sudoku(problem):
    for r in range(9):
        if r % 3 == 0:
            print("+-------+-------+-------+")
        cells = [str(n) if n else "." for n in problem[r]]
        for left in (0, 3, 6):
            print("|", " ".join(cells[left:left + 3]), end=" ")
        print("|", end=" \\n")
    print("+-------+-------+-------+")
""",
    "zeros are printed": """
def print_sudoku(problem):
    for r in range(9):
        if r % 3 == 0:
            print("+-------+-------+-------+")
        cells = [str(n) for n in problem[r]]
        for left in (0, 3, 6):
            print("|", " ".join(cells[left:left + 3]), end=" ")
        print("|")
    print("+-------+-------+-------+")
""",
    "the last border is missing": """
def print_sudoku(problem):
    for r in range(9):
        if r % 3 == 0:
            print("+-------+-------+-------+")
        cells = [str(n) if n else "." for n in problem[r]]
        for left in (0, 3, 6):
            print("|", " ".join(cells[left:left + 3]), end=" ")
        print("|")
""",
}
PARAMETERS: Final = {
    f"{name} has no parameters of these names": f"""
right_{name} = {name}
def {name}(*arguments):
    return right_{name}(*arguments)
"""
    for name in (
        "convertToSets",
        "convertToInts",
        "getRowLocations",
        "getColumnLocations",
        "getBoxLocations",
        "eliminate",
        "isSolved",
        "solve",
    )
}
IS_YES: Final = {
    "only y is a yes": """
def is_yes(answer):
    return answer == "y"
""",
    "whatever begins with y is a yes": """
def is_yes(answer):
    return answer.strip().lower().startswith("y")
""",
}
MISTAKES: Final = {
    **CONVERT_TO_SETS,
    **CONVERT_TO_INTS,
    **LOCATIONS,
    **ELIMINATE,
    **IS_SOLVED,
    **SOLVE,
    **INPUT_AND_OUTPUT,
    **PARAMETERS,
    **IS_YES,
}
