"""Show a run step by step.

Read `record`, which stores each step of a run and the variables after it. `rounds`
finds the iterations of loops in it, and `comparison` compares it with the expected result.
`step_writer` writes it as lines, and `page` as an HTML page, which ``run.js`` replays.
"""
