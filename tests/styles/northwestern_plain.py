from copy import deepcopy

from stack_and_queue import Queue, Stack


def remove_if_exists(lst, elem):
    if isinstance(lst, list) and elem in lst:
        lst.remove(elem)

class Board:
    def __init__(self):
        self.size = 9
        self.num_nums_placed = 0
        self.rows = [[list(range(1, 10)) for c in range(9)] for r in range(9)]

    def subgrid_coordinates(self, row, col):
        subs = []
        for c in range(col // 3 * 3, col // 3 * 3 + 3):
            for r in range(row // 3 * 3, row // 3 * 3 + 3):
                subs.append((r, c))
        return subs

    def find_most_constrained_cell(self):
        best, place = 10, (0, 0)
        for r in range(9):
            for c in range(9):
                cell = self.rows[r][c]
                if isinstance(cell, list) and len(cell) < best:
                    best, place = len(cell), (r, c)
        return place

    def failure_test(self):
        for row in self.rows:
            for cell in row:
                if cell == []:
                    return True
        return False

    def goal_test(self):
        return self.num_nums_placed == 81

    def update(self, row, column, assignment):
        for i in range(9):
            remove_if_exists(self.rows[row][i], assignment)
            remove_if_exists(self.rows[i][column], assignment)
        for r, c in self.subgrid_coordinates(row, column):
            remove_if_exists(self.rows[r][c], assignment)
        self.rows[row][column] = assignment
        self.num_nums_placed += 1

def DFS(state):
    s = Stack([state])
    while not s.is_empty():
        b = s.pop()
        if b.goal_test():
            return b
        if not b.failure_test():
            r, c = b.find_most_constrained_cell()
            for n in b.rows[r][c]:
                child = deepcopy(b)
                child.update(r, c, n)
                s.push(child)
    return None

def BFS(state):
    q = Queue([state])
    while not q.is_empty():
        b = q.pop()
        if b.goal_test():
            return b
        if not b.failure_test():
            r, c = b.find_most_constrained_cell()
            for n in b.rows[r][c]:
                child = deepcopy(b)
                child.update(r, c, n)
                q.push(child)
    return None
