"""Whose code runs in a job's child, for the word on a crash."""

from __future__ import annotations

from typing import NamedTuple

from workbench.core import jobs

__all__ = ["ADDRESS", "KERNEL", "LOOK_REFERENCE", "PARTIES", "Party"]

ADDRESS = "'-fsanitize=address' in kernel.compile_flags has the line named where it happens."
_LOOK = (
    "Look for an index beyond a tensor's size, or for example inputs (the Model page) that the "
    f"kernel cannot take; the log has what it printed. {ADDRESS}"
)
LOOK_REFERENCE = (
    "Does the reference call compiled code, or what it gives pointers to? Compute with torch's own "
    "functions, or with numpy. If it does so already, the kernel may have damaged the memory before: "
    + ADDRESS
)
_LOOK_MODULE = (
    "Code of its own runs when it is loaded. Does it load in the program that it was made with? Else give "
    "another file as module in [ort]."
)
_LOOK_LIBRARY = (
    "It did so while it registered its ops, with no session and no model. Is it whole, and were the libraries "
    "that it needs of the versions that it was made with?"
)


class Party(NamedTuple):
    """Whose code runs in a child.

    Attributes:
        activity: how what the job is doing begins then.
        look: the next step after a crash.
        exited: the same where it ended the process by itself.
        endless: the same where it did not end.
    """

    activity: str
    look: str
    exited: str
    endless: str


def _calls_exit(whose: str, report: str) -> str:
    return f"Does {whose} call exit()? {report} to report an error."


def _loops(whose: str) -> str:
    return f"Does {whose} loop for ever? Otherwise give it smaller example inputs."


KERNEL = Party(
    "", _LOOK, _calls_exit("the kernel", "Throw wb::Error"), endless=_loops("the kernel")
)
PARTIES = (
    Party(
        jobs.ASKING_LIBRARY,
        _LOOK_LIBRARY,
        _LOOK_LIBRARY,
        "Does the library loop for ever, or wait for something, when it is loaded or registers its ops?",
    ),
    Party(
        jobs.LOADING_MODULE,
        _LOOK_MODULE,
        _LOOK_MODULE,
        "Does the module loop for ever, or wait for something, when it is loaded?",
    ),
    Party(
        jobs.RUNNING_REFERENCE,
        LOOK_REFERENCE,
        _calls_exit("the reference", "Raise an exception"),
        _loops("the reference"),
    ),
)
