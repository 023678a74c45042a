"""The public message of a table, and the mentions that lead to it."""
