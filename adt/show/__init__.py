"""Drawings of abstract data types and of memory, as text and as SVG.

`states` says what there is to draw, as plain data that JSON can carry; `layout` puts it
in its places; `text` and `svg` paint the same places in two ways; `words` says it.
"""
