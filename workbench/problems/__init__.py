"""All that can be known wrong with an op before anything of it is built or run.

The window asks in two steps, as one types: ``declaration_problems`` at each edit, ``noted`` (which
reads the sources) a moment later. The command line asks for both at once (``find_all``). So
both say the same. Nothing here needs Qt or torch, and no code of an op is run.
"""

from workbench.problems.declaration import advice, declaration_problems
from workbench.problems.folder import Found, find_all, find_problems, same_names
from workbench.problems.notes import UNWRITTEN, noted, unwritten

__all__ = [
    "UNWRITTEN",
    "Found",
    "advice",
    "declaration_problems",
    "find_all",
    "find_problems",
    "noted",
    "same_names",
    "unwritten",
]
