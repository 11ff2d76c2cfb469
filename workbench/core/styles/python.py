"""An ``autograd.Function`` in Python."""

from __future__ import annotations

from workbench.core.styles.style import NOT_YET, Sketch, Style, Words

__all__ = ["STYLE"]


class Python(Style):
    """No compiler, and no kernel for ONNX Runtime."""

    name = style = "python"
    order = 40
    words = Words(
        "Python",
        "an autograd.Function",
        "A Python class with a forward; no compiler is needed. ONNX Runtime runs what the mapping "
        "makes of it.",
    )
    no_choice = "a python kernel is an autograd.Function, which is called and not registered"
    language = "python"
    suffixes = (".py",)
    file = "kernel.py"
    loaded_as = "class"
    ort = "export-only"
    nothing = "Nothing is compiled: the kernel is an autograd.Function."
    blank = ("P&ython", "An autograd.Function: no compiler, no kernel for ONNX Runtime.")
    function_label = "Class"
    function_tip = "The autograd.Function in the file"
    file_tip = "The Python file, in the op's folder"
    expected = "Expected class"
    what = ("a Python function", "Write the kernel in the portable style")

    def fits(self, function: str) -> str:
        return function.rpartition("::")[2]

    def function_of(self, name: str) -> str:
        return "".join(word[:1].upper() + word[1:] for word in name.split("_"))

    def expected_head(self, function: str, torch: str, head: str) -> str:
        return f"class {function}(torch.autograd.Function)"

    def first_text(self, sketch: Sketch) -> str:
        what = f"{sketch.function} {NOT_YET}: compute {sketch.results} here"
        return f'''"""{sketch.comment}"""

import torch


class {sketch.function}(torch.autograd.Function):
    @staticmethod
    def forward({", ".join(["ctx", *sketch.args])}):
        raise NotImplementedError("{what}")
'''


STYLE = Python()
