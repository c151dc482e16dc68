"""Wrong versions of a module: its text with a part of it replaced."""

from types import ModuleType

from tests.places import ROOT


def wrong_module(path: str, old: str, new: str) -> ModuleType:
    """Return the module in the file ``path``, in which ``new`` replaces ``old``."""
    text = (ROOT / path).read_text("utf-8")
    assert old in text, (path, old)
    module = ModuleType(path)
    exec(text.replace(old, new), vars(module))
    return module
