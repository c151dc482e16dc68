import sys


def read(name):
    grid = []
    f = open(name)
    for line in f:
        if line.strip():
            grid.append([int(x) for x in line.split()])
    f.close()
    return grid

def options(grid, r, c):
    used = set(grid[r])
    for i in range(9):
        used.add(grid[i][c])
    for i in range(r // 3 * 3, r // 3 * 3 + 3):
        for j in range(c // 3 * 3, c // 3 * 3 + 3):
            used.add(grid[i][j])
    return [n for n in range(1, 10) if n not in used]

def next_step(grid):
    for r in range(9):
        for c in range(9):
            if grid[r][c] == 0:
                found = options(grid, r, c)
                if len(found) == 1:
                    return r, c, found[0]
    return None

def main():
    grid = read(sys.argv[1])
    out = open(sys.argv[2], "w")
    n = 0
    while True:
        step = next_step(grid)
        if step is None:
            break
        r, c, v = step
        grid[r][c] = v
        n += 1
        out.write("-" * 18 + "\n")
        out.write("Step %d - %d @ R%dC%d\n" % (n, v, r + 1, c + 1))
        out.write("-" * 18 + "\n")
        for row in grid:
            out.write(" ".join(str(x) for x in row) + "\n")
    out.write("-" * 18)
    out.close()

main()
