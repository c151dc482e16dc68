"""Pictures of structures and grids, in text and SVG, and pages that show steps."""
