"""``judge``: mark a student's answers to the tasks that can be run."""

from argparse import Namespace

from adt import _console as console
from pseudoku.cli import programs


def arguments(parser: console.Parser) -> None:
    programs.file_argument(parser)
    programs.mode_arguments(parser)
    console.options(parser, "json")


def run(arguments: Namespace) -> int:
    from pseudoku.pseudocode.judging.judge import judge, outside, summary

    parsed = programs.read_program(arguments.file)
    programs.tell_modes(arguments)
    programs.tell(outside(parsed), arguments.quiet)
    verdicts = judge(parsed, arguments.base, arguments.store)
    if arguments.json:
        from json import dumps

        remarks = [remark.data() for remark in parsed.errors + parsed.slips]
        print(dumps({"tasks": verdicts, "remarks": remarks}))
    else:
        for line in summary(verdicts):
            print(console.printable(line))
    passed = all(verdict["verdict"] == "pass" for verdict in verdicts.values())
    return console.YES if passed else console.NO
