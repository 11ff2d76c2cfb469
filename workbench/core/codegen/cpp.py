"""The C++ texts: the kernel's unit and the glue for torch and for ONNX Runtime.

Glue depends on the declaration only, never on the kernel's body, so that an edit of the
body compiles one small file.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core import shape_rule, signature
from workbench.core.codegen.ort_params import ort_nodes
from workbench.core.codegen.shape_cpp import shape_to_cpp
from workbench.core.codegen.templates import render
from workbench.core.dtypes import DTYPES
from workbench.core.op import Arg, Op

__all__ = [
    "glue_values",
    "kernel_head",
    "kernel_unit",
    "ort_glue",
    "ort_library",
    "torch_glue",
    "torch_library",
]


# -- the function that the user writes --------------------------------------------------


def _element(op: Op, name: str, instance: signature.Instance | None) -> str:
    """The C++ element type of a tensor: concrete in an instance, a variable in the head."""
    if instance is not None:
        return DTYPES[instance[name]].cpp
    entry = op.arg(name) or next(o for o in op.outputs if o.name == name)
    dtype = entry.dtype
    owner = op.arg(dtype) if isinstance(dtype, str) and dtype not in DTYPES else None
    if owner is not None:
        dtype = owner.dtype
    if isinstance(dtype, tuple):
        return f"T_{owner.name if owner else name}" if len(dtype) > 1 else DTYPES[dtype[0]].cpp
    return dtype if dtype in op.types else DTYPES[dtype].cpp


def _portable_parameters(op: Op, instance: signature.Instance | None) -> Iterator[tuple[str, str]]:
    yield "const wb::Context&", "ctx"
    for arg in op.args:
        text = _portable_type(op, arg, instance)
        yield f"std::optional<{text}>" if arg.optional else text, arg.name
    for output, dependent in zip(op.outputs, _data_dependent(op), strict=True):
        kind = "wb::Output" if dependent else "wb::Tensor"
        yield f"{kind}<{_element(op, output.name, instance)}>", output.name


def _portable_type(op: Op, arg: Arg, instance: signature.Instance | None) -> str:
    if not arg.holds_tensors:
        return arg.kind.portable
    if arg.dtype == "any":
        return arg.kind.portable_any
    return arg.kind.portable.format(_element(op, arg.name, instance))


def _libtorch_parameters(op: Op) -> Iterator[tuple[str, str]]:
    for arg in op.args:
        text = arg.kind.libtorch
        if arg.optional:
            text = f"const std::optional<{text.removeprefix('const ').removesuffix('&')}>&"
        yield text, arg.name


def _libtorch_result(op: Op) -> str:
    count = len(op.outputs)
    return "at::Tensor" if count == 1 else f"std::tuple<{', '.join(['at::Tensor'] * count)}>"


def kernel_head(op: Op) -> str:
    """The head that the kernel's function must have, as the user would write it."""
    name = signature.kernel_function(op)
    if op.kernel.style == "libtorch":
        parameters = ", ".join(f"{t} {n}" for t, n in _libtorch_parameters(op))
        return f"{_libtorch_result(op)} {name}({parameters})"
    parameters = ", ".join(f"{t} {n}" for t, n in _portable_parameters(op, None))
    typed = [a.name for a in signature.tensor_args(op) if a.dtype != "any"]
    used = {_element(op, name, None) for name in [*typed, *(o.name for o in op.outputs)]}
    variables = [v for v in sorted(used) if v in op.types or v.startswith("T_")]
    template = f"template <{', '.join(f'class {v}' for v in variables)}>\n" if variables else ""
    return f"{template}void {name}({parameters})"


# -- units ------------------------------------------------------------------------------


def kernel_unit(op: Op) -> str:
    """The unit compiled together with the kernel's source, which is included before it.

    A portable kernel gets one entry ``wb_entry_<i>`` per combination of element types; a
    libtorch function gets its registration; a file with its own registration gets nothing.
    """
    function = signature.kernel_function(op)
    if op.kernel.style == "portable":
        return render(
            "kernel_unit.cpp.j2",
            op=op,
            function=function,
            uses_half=_uses_half(op),
            entries=[list(_portable_parameters(op, i)) for i in signature.instances(op)],
        )
    if op.kernel.registration == "own":
        return ""
    return render(
        "libtorch_unit.cpp.j2",
        op=op,
        function=function,
        schema=signature.torch_schema(op),
        result=_libtorch_result(op),
        parameters=list(_libtorch_parameters(op)),
    )


def torch_glue(op: Op) -> str:
    """The torch library's glue for a portable kernel (stable ABI)."""
    return render("torch_glue.cpp.j2", schema=signature.torch_schema(op), **glue_values(op))


def ort_glue(op: Op) -> str:
    """The ONNX Runtime library's glue for a portable kernel."""
    return render("ort_glue.cpp.j2", nodes=ort_nodes(op), **glue_values(op))


def ort_library(op: Op) -> str:
    """The unit that makes an ONNX Runtime library; the same for all ops of one 'oldest'."""
    return render("ort_library.cpp.j2", api=op.ort.oldest.partition(".")[2])


def torch_library() -> str:
    """The unit that makes a torch library; the same for all ops."""
    return "// Generated by Op Workbench.\n#include <workbench/torch_library.h>\n"


def glue_values(op: Op) -> dict[str, object]:
    """What the templates of all glue take: the entries, and the shape rules in C++."""
    names = [a.name for a in op.args]
    types = op.arg_types
    return {
        "op": op,
        "uses_half": _uses_half(op),
        "entries": [list(_portable_parameters(op, i)) for i in signature.instances(op)],
        "shapes": [shape_to_cpp(shape_rule.parse(o.shape, types), names) for o in op.outputs],
        "rules": [" ".join(o.shape.replace("\\", "").split()) for o in op.outputs],
    }


def _uses_half(op: Op) -> bool:
    """Whether the glue needs the 16-bit types, which have a header of their own."""
    used = {d for i in signature.instances(op) for d in i.values()}
    return bool(used & {"float16", "bfloat16"})


def _data_dependent(op: Op) -> list[bool]:
    types = op.arg_types
    return [shape_rule.is_data_dependent(shape_rule.parse(o.shape, types)) for o in op.outputs]
