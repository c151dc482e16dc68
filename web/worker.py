"""Run a command line of the project, as the worker of the playground does.

This module is in the archive of the playground, where worker.js imports it.
"""

import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from io import StringIO
from json import dumps, loads


def run_command(text: str) -> str:
    """Run a command of this project, and return its exit status and output as JSON.

    ``text`` is JSON such as ``{"program": "pseudoku", "words": ["run", "a.txt"],
    "files": {"a.txt": "..."}}``; the files are written into the current folder first.
    The result is such as ``{"status": 0, "out": "...", "err": ""}``.
    """
    request = loads(text)
    for name, content in request["files"].items():
        with open(name, "w", encoding="utf-8", errors="replace", newline="") as file:
            file.write(content)
    sys.argv = [request["program"]]
    out = StringIO()
    err = StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = import_module(f"{request['program']}.cli").main(request["words"])
    return dumps({"status": status, "out": out.getvalue(), "err": err.getvalue()})
