"""Draw abstract data types and memory, as text and as SVG.

`states` describes structures as plain data that JSON can represent. `layout` turns a
state into shapes, which `text` and `svg` draw. `descriptions` puts a state into words.
"""
