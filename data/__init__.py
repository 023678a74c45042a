"""The store: tables and their action logs in SQLite, and the results and totals derived from them.

`database` opens the file, `store` keeps tables, `records` answers what was played, and `rebuild`
recomputes everything that derives from the log.
"""
