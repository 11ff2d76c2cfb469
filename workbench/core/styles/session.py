"""An op of ONNX Runtime's that PyTorch calls."""

from __future__ import annotations

from workbench.core.styles.style import Style, Words

__all__ = ["STYLE"]


class Session(Style):
    """Nothing is written: the mapping's nodes, run by ONNX Runtime, are the kernel."""

    name = style = "session"
    order = 45
    words = Words(
        "ONNX Runtime session",
        "for an op that ONNX Runtime has already",
        "Nothing is written: for each call from PyTorch a session of ONNX Runtime runs the mapping's nodes, "
        "with the op library that [ort] says. Both sides are one kernel then, so a reference has to say "
        "what is right.",
    )
    no_choice = "what a session runs is called, and not registered"
    no_function = "the mapping's nodes are what is run"
    language = ""
    suffixes = ()
    file = ""
    loaded_as = "session"
    ort = "library"
    nothing = "Nothing is generated: the mapping's nodes are run by ONNX Runtime."
    what = ("a session of ONNX Runtime", "Write the kernel in the portable style")


STYLE = Session()
