"""``export``: write the answers to all ten tasks, as the course wants them."""

from argparse import Namespace

from _courseware.terminal import console, messages, options
from _courseware.terminal.shell import install_advice
from pseudoku.handin.answer import answer

NO_PDF = (
    f"no answer.pdf: it needs Typst: {install_advice('typst')}, then export --force"
)


def arguments(parser: options.Parser) -> None:
    parser.add_argument("folder", metavar="DIR", help="the folder to write to")
    options.options(parser, "force", "quiet")


def run(arguments: Namespace) -> int:
    text = answer()
    files = {"answer.md": text.encode()}
    note = ""
    try:
        from pseudoku.handin.pdf import pdf

        files["answer.pdf"] = pdf(text)
    except ImportError:
        note = NO_PDF
    console.write_folder(arguments.folder, files, arguments.force, arguments.quiet)
    if note:
        console.note(note, arguments.quiet)
    return messages.YES
