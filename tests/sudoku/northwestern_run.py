"""The test run of the Northwestern starter, which uses the names of ``a5.py``."""

from sudoku.grid import moves_of
from sudoku.northwestern.reading import read_grid
from sudoku.northwestern.starter import FIRST_GAME, SECOND_GAME

TEST_RUN = f"""\
first_moves = {moves_of(read_grid(FIRST_GAME))}
second_moves = {moves_of(read_grid(SECOND_GAME))}
print("<<<<<<<<<<<<<< Solving Sudoku >>>>>>>>>>>>>>")
b = Board()
for move in first_moves:
    b.update(*move)
assert b.rows[0][2] == [2, 5, 6] and b.rows[5][5] == [3, 7, 9]
assert b.num_nums_placed == 28
print("All part 1 tests passed!")
b.print_pretty()
assert b.find_most_constrained_cell() == (1, 7)
assert not b.failure_test() and not b.goal_test()
print("All part 2 tests passed! Testing DFS and BFS next:")
for use_dfs in (True, False):
    for moves, game in ((first_moves, "First"), (second_moves, "Second")):
        name = "DFS" if use_dfs else "BFS"
        print(f"<<<<<<<<<<<<<< Testing {{name}} on {{game}} Game >>>>>>>>>>>>>>")
        test_dfs_or_bfs(use_dfs, moves)
"""
