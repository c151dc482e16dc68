"""The ten tasks as they are handed in: `answer` in Markdown, and `pdf` made from it.

The written answers to Tasks 7, 9 and 10 are beside this file, because ``export`` must
work without the folder ``docs``, which is not installed.
"""
