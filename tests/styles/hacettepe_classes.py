# Sudoku solver, object oriented
from sys import argv


class Cell(object):
    def __init__(self, row, col, value):
        self.row, self.col, self.value = row, col, value

    def sees(self, other):
        same_box = (self.row // 3, self.col // 3) == (other.row // 3, other.col // 3)
        return self.row == other.row or self.col == other.col or same_box


class Board(object):
    def __init__(self, lines):
        self.cells = []
        for r, line in enumerate(lines):
            for c, x in enumerate(line.split()):
                self.cells.append(Cell(r, c, int(x)))

    def candidates(self, cell):
        used = {o.value for o in self.cells if cell.sees(o)}
        return set(range(1, 10)) - used

    def __str__(self):
        text = ''
        for i in range(0, 81, 9):
            text += ' '.join([str(c.value) for c in self.cells[i:i+9]]) + '\n'
        return text


class Solver(Board):
    def steps(self):
        while 1:
            for cell in self.cells:
                cand = self.candidates(cell)
                if not cell.value and len(cand) == 1:
                    cell.value = cand.pop()
                    yield cell
                    break
            else:
                return


def main():
    with open(argv[1]) as f:
        solver = Solver(f.read().splitlines())
    line = '------------------'
    result = []
    for number, cell in enumerate(solver.steps(), 1):
        print('solved', number)
        head = 'Step {} - {} @ R{}C{}'.format(number, cell.value, cell.row+1, cell.col+1)
        result.append(line + '\n' + head + '\n' + line + '\n' + str(solver))
    with open(argv[2], 'w') as f:
        f.write(''.join(result) + line)


if __name__ == '__main__':
    main()
