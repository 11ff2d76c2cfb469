"""The C++ texts: the head of the kernel's function, and the units that are generated.

Which units an op has is decided by its kernel's style and its side of ONNX Runtime. Glue depends on
the declaration only, never on the kernel's body, so that an edit of the body compiles one small
file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from workbench.core import shape_rule
from workbench.core.codegen.ort_params import ort_nodes
from workbench.core.codegen.shape_cpp import shape_to_cpp
from workbench.core.codegen.templates import names_in, render
from workbench.core.declaration import signature
from workbench.core.declaration.gradients import DUAL, over_dual_numbers
from workbench.core.declaration.names import split_struct
from workbench.core.declaration.op import Arg, Op
from workbench.core.types.dtypes import DTYPES

__all__ = ["kernel_head", "unit_text"]


_DUAL = "wb::Dual<double>"

# -- the function that the user writes --------------------------------------------------


def _element(op: Op, name: str, instance: signature.Instance | None) -> str:
    """The C++ element type of a tensor: concrete in an instance, a variable in the head."""
    if instance is not None:
        return _DUAL if instance[name] == DUAL else DTYPES[instance[name]].cpp
    entry = op.arg(name) or next(o for o in op.outputs if o.name == name)
    dtype = entry.dtype
    owner = op.arg(dtype) if isinstance(dtype, str) and dtype not in DTYPES else None
    if owner is not None:
        dtype = owner.dtype
    if isinstance(dtype, tuple):
        return f"T_{owner.name if owner else name}" if len(dtype) > 1 else DTYPES[dtype[0]].cpp
    return dtype if dtype in op.types else DTYPES[dtype].cpp


def _view_parameters(
    op: Op, instance: signature.Instance | None, on_gpu: bool = False
) -> Iterator[tuple[str, str]]:
    yield "const wb::CudaContext&" if on_gpu else "const wb::Context&", "ctx"
    for arg in op.args:
        text = _portable_type(op, arg, instance)
        yield f"std::optional<{text}>" if arg.optional else text, arg.name
    for output, dependent in zip(op.outputs, _data_dependent(op), strict=True):
        kind = "wb::Output" if dependent else "wb::Tensor"
        if output.is_list:
            kind = "wb::OutputList"
        yield f"{kind}<{_element(op, output.name, instance)}>", output.name


def _portable_type(op: Op, arg: Arg, instance: signature.Instance | None) -> str:
    if not arg.has_elements:
        return arg.kind.portable
    if arg.dtype == "any":
        return arg.kind.portable_any
    return arg.kind.portable.format(_element(op, arg.name, instance))


def _tensor_parameters(op: Op) -> Iterator[tuple[str, str]]:
    for arg in op.args:
        text = arg.kind.libtorch
        if arg.optional:
            text = f"const std::optional<{text.removeprefix('const ').removesuffix('&')}>&"
        yield text, arg.name


def _tensor_result(op: Op) -> str:
    given = ["std::vector<at::Tensor>" if o.is_list else "at::Tensor" for o in op.outputs]
    return given[0] if len(given) == 1 else f"std::tuple<{', '.join(given)}>"


def kernel_head(op: Op, on_gpu: bool | None = None) -> str:
    """The head that the kernel's function must have, as the user would write it.

    Args:
        op: the declaration.
        on_gpu: of the function for GPUs; where None, of the one in ``kernel.source``.
    """
    name = signature.kernel_function(op)
    if op.kernel.kind.parameters == "tensors":
        parameters = ", ".join(f"{t} {n}" for t, n in _tensor_parameters(op))
        return f"{_tensor_result(op)} {name}({parameters})"
    on_gpu = op.kernel.kind.needs_gpu if on_gpu is None else on_gpu
    parameters = ", ".join(f"{t} {n}" for t, n in _view_parameters(op, None, on_gpu))
    typed = [*(a.name for a in signature.typed_args(op)), *(o.name for o in op.outputs)]
    used = {_element(op, name, None) for name in typed}
    variables = [v for v in sorted(used) if v in op.types or v.startswith("T_")]
    template = f"template <{', '.join(f'class {v}' for v in variables)}>\n" if variables else ""
    return f"{template}void {name}({parameters})"


# -- units ------------------------------------------------------------------------------


def unit_text(template: str, op: Op, **given: object) -> str:
    """A generated unit.

    Args:
        template: of ``resources/templates``. It names what it needs: ``op``, and whatever of
            ``_VALUES`` it mentions.
        op: the declaration.
        given: values instead of those that the declaration has.
    """
    needed = [name for name in names_in(template) if name != "op" and name not in given]
    return render(template, op=op, **given, **{name: _VALUES[name](op) for name in needed})


def _entries(op: Op) -> list[list[tuple[str, str]]]:
    """The parameters of a kernel over views, once per combination of element types."""
    if op.kernel.kind.needs_gpu:
        return []
    return [list(_view_parameters(op, instance)) for instance in signature.instances(op)]


def _gpu_entries(op: Op) -> list[list[tuple[str, str]]]:
    """The same of the kernel for GPUs."""
    if not op.kernel.gpu_source:
        return []
    return [list(_view_parameters(op, instance, True)) for instance in signature.instances(op)]


def _shapes(op: Op) -> list[str]:
    """The shape rules in C++; the tensors of a list are the kernel's to allocate."""
    names = [a.name for a in op.args]
    return [
        "wb::Shape::unknown()" if o.is_list else shape_to_cpp(op.shape_of(o), names)
        for o in op.outputs
    ]


def _element_headers(op: Op) -> list[str]:
    """The headers that element types of the op have of their own."""
    used = {d for i in signature.instances(op) for d in i.values()}
    return sorted({DTYPES[d].header for d in used} - {""})


def _data_dependent(op: Op) -> list[bool]:
    return [shape_rule.is_data_dependent(op.shape_of(o)) for o in op.outputs]


_VALUES: dict[str, Callable[[Op], object]] = {
    "api": lambda op: op.ort.oldest.partition(".")[2],
    "element_headers": _element_headers,
    "dual_entry": lambda op: list(_view_parameters(op, over_dual_numbers(op))),
    "domain": lambda op: op.mapping.custom_nodes[0].domain,
    "entries": _entries,
    "function": signature.kernel_function,
    "gpu_entries": _gpu_entries,
    "libraries": lambda op: (),
    "package": lambda op: "",
    "module": lambda op: PurePosixPath(op.ort.module).name,
    "nodes": ort_nodes,
    "numbers": lambda op: range(len(list(signature.instances(op)))),
    "parameters": lambda op: list(_tensor_parameters(op)),
    "registers": lambda op: "wb_own",
    "result": _tensor_result,
    "rules": lambda op: [" ".join(o.shape.replace("\\", "").split()) for o in op.outputs],
    "schema": signature.torch_schema,
    "shapes": _shapes,
    "symbol": lambda op: op.ort.function,
    "structs": lambda op: [split_struct(s) for s in op.ort.structs],
}
"""What a template may name, and what it is of an op.

``numbers`` are the entries that a unit makes: the build may divide them among several units.
``libraries`` are files of an installed package that register the op when they are loaded, and
``structs`` op structs with their constructors' arguments, which the function ``registers`` registers: the
build finds all three in the end.
"""
