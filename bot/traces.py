"""Where in the code a fault went, for the log: never what it said, which may quote a hand."""

import traceback


def places(fault: BaseException) -> list[str]:
    """Give the places in the code that an exception went through, the outermost first."""
    frames = traceback.extract_tb(fault.__traceback__)
    return [f'File "{each.filename}", line {each.lineno}, in {each.name}' for each in frames]
