"""The settings of Sphinx, which makes pages from the sources of ``web/build.py``."""

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

from adt import __version__

project = "Sudoku courseworks"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = project
html_favicon = "icon.svg"
html_copy_source = False
html_domain_indices = html_use_index = False
html_show_sphinx = False
html_permalinks_icon = "#"
default_role = "code"  # docstrings write code in single backticks
autodoc_default_options = {"member-order": "bysource"}
python_use_unqualified_type_names = True
add_module_names = False
toc_object_entries_show_parents = "hide"
myst_heading_anchors = 4


def setup(app: Sphinx) -> None:
    app.add_lexer("pseudocode", TextLexer)  # of Task 9
