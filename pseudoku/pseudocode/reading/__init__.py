"""A text in the module's notation becomes a program: tokens, syntax tree, remarks."""
