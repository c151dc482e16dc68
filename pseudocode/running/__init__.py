"""Run a parsed program on the structures of `adt`, and log its operations.

Read `values`, then `machine` (the state of a run, its limits and its log), then
`compiler`, which turns a tree into functions that change a machine, and `runner`, which
calls them. `lists` has the operations of lists, and `faults` the messages on errors. A
number can be `tracked`: then the run says for which other arguments it is the same.
"""
