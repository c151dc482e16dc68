"""Pictures of structures and grids, in text and SVG, and the shell of every page."""
