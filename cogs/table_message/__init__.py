"""The public message of a table, and what leads to it."""
