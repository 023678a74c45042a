"""Paths of requests: `*` stands for one step, `**` at the end for all that follow."""

from fnmatch import fnmatchcase


def matches(pattern: str, path: str) -> bool:
    """Whether `path` (without the `/api/v10` in front) is one that `pattern` means."""
    wanted, given = pattern.strip("/").split("/"), path.strip("/").split("/")
    if wanted[-1] == "**":
        wanted = wanted[:-1]
        given = given[: len(wanted)] if len(given) > len(wanted) else []
    return len(wanted) == len(given) and all(
        fnmatchcase(one, step) for step, one in zip(wanted, given, strict=True)
    )
