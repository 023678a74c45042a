"""The store: tables and their logs of actions in SQLite, results and totals that follow from them.

`database` opens the file, `store` keeps tables, `records` answers what was played, and `rebuild`
computes everything that follows from the log afresh.
"""
