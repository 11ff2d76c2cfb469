"""The part of a declaration that says how ONNX Runtime runs the model."""

from __future__ import annotations

from typing import Annotated, Literal

from workbench.core.declaration.declared import Declared, key

__all__ = ["CPU", "OPTIMISATIONS", "USUAL_SESSION", "Session"]

CPU = "CPUExecutionProvider"

Optimisation = Literal["all", "extended", "basic", "none"]

OPTIMISATIONS = {
    "all": "All",
    "extended": "Basic and extended",
    "basic": "Basic",
    "none": "None",
}
"""Level → its words; the most first."""


class Session(Declared, frozen=True):
    """With what ONNX Runtime runs and compares the op.

    It stands with the op, not in the settings of a machine: the verdict depends on it, so it has to be
    the same for the window, the command line and whoever gets the project.
    """

    providers: Annotated[
        tuple[str, ...],
        key(
            "Providers",
            "Execution providers, the first that can run a node does; the processor's is always "
            "the last. One that the installed ONNX Runtime does not have is an error.",
            record="provider",
            placeholder=CPU,
        ),
    ] = ()
    threads: Annotated[
        int,
        key(
            "Threads",
            "How many threads a node may use; 0 for as many as there are cores.",
        ),
    ] = 0
    optimisation: Annotated[
        Optimisation,
        key(
            "Optimisation",
            "How far ONNX Runtime changes the graph before it runs it. A difference that goes with "
            "none comes of a change.",
        ),
    ] = "all"
    libraries: Annotated[
        tuple[str, ...],
        key(
            "Further op libraries",
            "Op libraries beside the op's own, for other custom nodes of its model: files of the "
            "op's folder.",
            record="op library",
            placeholder="libother.so",
            file="module",
        ),
    ] = ()


USUAL_SESSION = Session()
"""What is declared where nothing is; the file then has no word of it."""
