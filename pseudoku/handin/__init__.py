"""The ten tasks as they are handed in: `answer` in Markdown, and `pdf` made from it.

The written answers to Tasks 7, 9 and 10 are the files beside this one: `export` must
work without the folder ``docs``, which is not installed. The pages quote them.
"""
