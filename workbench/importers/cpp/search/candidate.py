"""What an op can be made of, as it was found in C++."""

from __future__ import annotations

import msgspec

from workbench.core.jobs import TorchSchema
from workbench.core.styles import STYLES, Style
from workbench.importers.cpp.syntax.found import Function, OrtStruct, Registration
from workbench.importers.cpp.syntax.types import numbers_in_result, result_types, torch_type

__all__ = ["Candidate"]


class Candidate(msgspec.Struct, frozen=True):
    """One thing that can become an op.

    Attributes:
        name: the C++ function's or the registered op's, qualified.
        file, line: where it is.
        signature: the schema, or the function's head in one line.
        how: how it is registered, as the text says it; empty where it is not.
        kind: the name of a style of kernel, or ``ort`` for an op of ONNX Runtime's.
        torch: the torch name that it gets.
        problem: why it cannot become an op; empty where it can.
        schema: what was registered; None where the function says the arguments.
        function: the C++ function; None where it is not in these files.
        registration: of the op; None where there is none.
        keys: dispatch keys that have a kernel, where the files say.
        no_kernel: whether it is registered with its schema alone.
        struct: of an op for ONNX Runtime.
        calls: the functions of these files that its function calls, and those that they call.
        undefined: name and file of those that these call, and that are declared there alone.
        listed: how many tensors are in the list that its function gives; 0 where it gives none.
        rivals: the other files that define its function, too.
        left_out: whether it is behind a condition of the preprocessor that does not hold.
    """

    name: str
    file: str
    line: int
    signature: str
    kind: str
    torch: str
    how: str = ""
    problem: str = ""
    schema: TorchSchema | None = None
    function: Function | None = None
    registration: Registration | None = None
    keys: tuple[str, ...] = ()
    no_kernel: bool = False
    struct: OrtStruct | None = None
    calls: tuple[Function, ...] = ()
    undefined: tuple[tuple[str, str], ...] = ()
    listed: int = 0
    rivals: tuple[str, ...] = ()
    left_out: bool = False

    @property
    def style(self) -> Style:
        """Of the op's kernel; an op for ONNX Runtime has none for PyTorch, and counts as a portable one."""
        return STYLES.get(self.kind) or next(s for s in STYLES.values() if s.is_shared)

    @property
    def gives_numbers(self) -> bool:
        """Whether it gives numbers alone, as functions do that ask something of a tensor for another one.

        A whole number of one that takes several tensors mostly is a status: it writes into one of these.
        """
        function = self.function
        if function is None or self.schema is not None or self.style.is_shared:
            return False
        results = result_types(function.result) or ()
        tensors = sum((torch_type(p.type) or ("",))[0] == "Tensor" for p in function.parameters)
        if results == ("int",) and tensors > 1:
            return False
        return len(numbers_in_result(function.result)) == len(results) > 0

    @property
    def plain(self) -> str:
        """The name without namespaces."""
        return self.torch.rpartition("::")[2]
