"""Reading a class: layouts of folders, archives, the roster, and what a person gave."""
