"""The kernel: its style, sources, flags and registration."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.core import shape_rule
from workbench.core.check.common import problem
from workbench.core.check.files import inside, named_file, python_name
from workbench.core.check.flags import check_flags
from workbench.core.compile.roots import is_in_root
from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.files.file_roles import CUDA
from workbench.core.files.files import is_inside
from workbench.core.styles import Style

__all__ = ["check_kernel"]


def check_kernel(op: Op) -> Iterator[Problem]:
    """The problems of ``[kernel]``."""
    kernel, kind = op.kernel, op.kernel.kind
    for i, arg in enumerate(op.args):
        if what := kind.refused(arg.kind):
            yield problem(f"args[{i}].type", what, arg.kind.hint)
    for i, output in enumerate(op.outputs):
        if what := kind.refused(output.kind):
            yield problem(f"outputs[{i}].type", what, "Give a fixed number of tensors.")
    if kind.file:
        yield from _source(kernel.source, kind)
    if kind.is_compiled:
        yield from _cpp_function(op)
    elif kind.language:
        yield from python_name("kernel.function", signature.kernel_function(op))
    yield from _registration(op)
    yield from _extras(op)
    if kernel.gpu_source:
        yield from _on_gpu(op)


def _source(name: str, kind: Style) -> Iterator[Problem]:
    wrong = list(named_file("kernel.source", name, kind.suffixes, kind.file))
    if wrong and kind.is_compiled and name.endswith(CUDA) and is_inside(name):
        hint = (
            "Name the C++ file here. The CUDA file goes to kernel.cuda where it has the same function, else "
            'to kernel.sources; for GPUs alone: style = "cuda".'
            if kind.is_shared
            else "Name the C++ file here, and the CUDA file in kernel.sources."
        )
        wrong = [problem("kernel.source", f"'{name}' is a CUDA source", hint)]
    yield from wrong


def _cpp_function(op: Op) -> Iterator[Problem]:
    for part in signature.kernel_function(op).split("::"):
        if not re.fullmatch(r"[A-Za-z_]\w*", part):
            yield problem("kernel.function", f"'{op.kernel.function}' is no C++ function name")
            break


def _on_gpu(op: Op) -> Iterator[Problem]:
    """What a kernel for GPUs cannot be given: the program reads no element of a tensor there."""
    for i, output in enumerate(op.outputs):
        try:
            rule = op.shape_of(output)
        except UserError:
            continue  # said where rules are looked at
        if shape_rule.depends_on_value(rule):
            what = f"the size of '{output.name}' needs an element of a tensor, which is on the GPU"
            hint = (
                'Give the size as a number (type = "int"), or let the kernel allocate it (unknown).'
            )
            yield problem(f"outputs[{i}].shape", what, hint)
    for i, node in enumerate(op.mapping.nodes):
        for j, attribute in enumerate(node.attributes):
            arg = op.arg(attribute.arg) if attribute.arg else None
            if attribute.is_tensor and arg is not None and arg.holds_tensors:
                what = (
                    f"'{attribute.name}' is a tensor on the CPU, and the kernel reads it on a GPU"
                )
                hint = "Make it an input of the node."
                yield problem(f"mapping.nodes[{i}].attributes[{j}]", what, hint)


def _registration(op: Op) -> Iterator[Problem]:
    kernel, kind = op.kernel, op.kernel.kind
    if kind.loaded_as == "module" and "::" in kernel.function:
        yield problem(
            "kernel.function",
            f"'{kernel.function}' is no name in a Python module",
            "Give the name that m.def has.",
        )
    if kernel.package and not re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", kernel.package):
        yield problem("kernel.package", f"'{kernel.package}' is no Python module")


def _extras(op: Op) -> Iterator[Problem]:
    """Further sources, folders and flags."""
    kernel, kind = op.kernel, op.kernel.kind
    if kernel.cuda:
        yield from named_file("kernel.cuda", kernel.cuda)
    for i, name in enumerate(kernel.sources):
        yield from named_file(f"kernel.sources[{i}]", name, roots=True)
        again = name in kernel.sources[:i] or name == op.ort.source
        if again or (kind.is_compiled and name in (kernel.source, kernel.cuda)):
            yield problem(f"kernel.sources[{i}]", f"'{name}' is compiled already", "Remove it.")
    for i, name in enumerate(kernel.include):
        if not is_in_root(name):  # a root is looked for where the files are
            yield from inside(f"kernel.include[{i}]", name)
    for i, name in enumerate(kernel.cuda_architectures):
        if not re.fullmatch(r"native|(?:sm|compute)_\d{2,3}[af]?", name):
            hint = "It is sm_90, compute_90 (PTX), or native."
            yield problem(f"kernel.cuda_architectures[{i}]", f"'{name}' is no architecture", hint)
    yield from check_flags("kernel.compile_flags", kernel.compile_flags, linker=False)
    yield from check_flags("kernel.link_flags", kernel.link_flags, linker=True)
