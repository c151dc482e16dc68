import ast


def read_sudoku(file_name):
    f = open(file_name)
    text = f.read()
    f.close()
    return ast.literal_eval(text.strip())

def convertToSets(problem):
    result = []
    for row in problem:
        new_row = []
        for n in row:
            if n == 0:
                new_row.append(set([1, 2, 3, 4, 5, 6, 7, 8, 9]))
            else:
                new_row.append(set([n]))
        result.append(new_row)
    return result

def convertToInts(problem):
    result = []
    for row in problem:
        new_row = []
        for s in row:
            if len(s) == 1:
                new_row.append(list(s)[0])
            else:
                new_row.append(0)
        result.append(new_row)
    return result

def getRowLocations(rowNumber):
    locations = []
    for i in range(9):
        locations.append((rowNumber, i))
    return locations

def getColumnLocations(columnNumber):
    locations = []
    for i in range(9):
        locations.append((i, columnNumber))
    return locations

def getBoxLocations(location):
    r = location[0] // 3 * 3
    c = location[1] // 3 * 3
    return [(r + i // 3, c + i % 3) for i in range(9)]

def eliminate(problem, location, listOfLocations):
    count = 0
    numbers = problem[location[0]][location[1]]
    if len(numbers) == 1:
        number = list(numbers)[0]
        for loc in listOfLocations:
            if loc != location and number in problem[loc[0]][loc[1]]:
                problem[loc[0]][loc[1]].remove(number)
                count += 1
    return count

def isSolved(problem):
    for row in problem:
        for s in row:
            if len(s) != 1:
                return False
    return True

def solve(problem):
    changed = 1
    while changed > 0:
        changed = 0
        for r in range(9):
            for c in range(9):
                changed += eliminate(problem, (r, c), getRowLocations(r))
                changed += eliminate(problem, (r, c), getColumnLocations(c))
                changed += eliminate(problem, (r, c), getBoxLocations((r, c)))
    return isSolved(problem)

def print_sudoku(problem):
    for r in range(9):
        if r % 3 == 0:
            print("+-------+-------+-------+")
        line = ""
        for c in range(9):
            if c % 3 == 0:
                line += "| "
            line += ("." if problem[r][c] == 0 else str(problem[r][c])) + " "
        print(line + "|")
    print("+-------+-------+-------+")

def main():
    name = input("File? ")
    problem = convertToSets(read_sudoku(name))
    solve(problem)
    print_sudoku(convertToInts(problem))

if __name__ == "__main__":
    main()
