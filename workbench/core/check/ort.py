"""The ONNX Runtime side: whether the declared implementation can serve the mapping."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from workbench.core.check.common import problem
from workbench.core.check.files import named_file
from workbench.core.codegen.ort_params import ort_param
from workbench.core.declaration import signature
from workbench.core.declaration.names import split_struct
from workbench.core.declaration.op import Node, Op
from workbench.core.errors import Problem, UserError
from workbench.core.ort_sides import SIDES, OrtSide, nothing_needed
from workbench.core.standard.operators import custom_operator, special_names
from workbench.core.standard.ort_versions import OLDEST_ORT

__all__ = ["check_ort", "treated_specially"]

_KEY = "ort.implementation"
_NAME = re.compile(r"(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*(?:<[\w:<>, ]*>)?")


def check_ort(op: Op) -> Iterator[Problem]:
    """The problems of ``[ort]``."""
    match = re.fullmatch(r"1\.([0-9]{1,4})", op.ort.oldest)
    if not match or int(match[1]) < OLDEST_ORT:
        yield problem(
            "ort.oldest",
            f"'{op.ort.oldest}' is no ONNX Runtime that can be served",
            f'Write "1.{OLDEST_ORT}" or later.',
        )
    if op.ort.since_version < 1:
        yield problem("ort.since_version", "versions of a domain start at 1")
    custom, side = op.mapping.custom_nodes, op.ort.side
    enough = nothing_needed().name
    if custom and not side.takes_custom:
        yield problem(
            _KEY,
            f"the mapping has the custom node {custom[0].op}, which ONNX Runtime does not know",
            f"Use {_alternatives(op)}.",
        )
    elif side.makes_library and not custom:
        hint = f'Use "{enough}" for standard nodes and model-local functions.'
        if op.mapping_kind.file:
            hint = f"List the nodes that {op.mapping.source} makes in mapping.nodes; {hint}"
        yield problem(_KEY, "the mapping has no custom node to implement", hint)
    elif side.takes_custom and not custom and op.mapping.nodes:
        yield problem(
            _KEY,
            "the mapping has standard nodes only or functions of its own, which ONNX Runtime can run",
            f'Use "{enough}".',
        )
    elif side.makes_library:
        yield from _serves(op)
    elif custom and (refusal := side.refusal(op.kernel.kind))[0]:
        yield problem(_KEY, refusal[0], f"{refusal[1]}, or use {_alternatives(op)}.")
    if side.makes_library:
        yield from _special(op)
    if side.is_prebuilt:
        yield from _prebuilt(op)
    elif side.takes_module or op.kernel.kind.takes_module:
        yield from _module(op)


def treated_specially(node: Node, takes_list: bool = False) -> str:
    """What ONNX Runtime does with a custom node that it takes for a standard one; or nothing.

    Args:
        takes_list: one of its inputs is a list, so it may have any number of them.
    """
    happens = special_names().get(node.op_type)
    if not node.is_custom or not happens:
        return ""
    tried = happens.get(len(node.inputs)) or (takes_list and next(iter(happens.values())))
    if not tried:
        return ""
    return (
        f"ONNX Runtime treats every node called '{node.op_type}' specially, whatever its domain: "
        f"with {len(node.inputs)} input{'s' * (len(node.inputs) != 1)} such a custom op {tried}"
    )


def _special(op: Op) -> Iterator[Problem]:
    """Custom nodes that ONNX Runtime is known to take for standard ones."""
    for i, node in enumerate(op.mapping.nodes):
        lists = any((arg := op.arg(n)) is not None and arg.is_tensor_list for n in node.inputs)
        if happens := treated_specially(node, lists):
            yield problem(
                f"mapping.nodes[{i}].op",
                happens,
                f"Rename it: {node.domain}::{custom_operator(node.op_type)}.",
            )


def _alternatives(op: Op) -> str:
    """The implementations of custom nodes that the kernel's style allows."""
    can = [s for s in SIDES.values() if s.means and not s.refusal(op.kernel.kind)[0]]
    listed = [f'"{s.name}" ({s.means})' for s in can]
    return f"{', '.join(listed[:-1])} or {listed[-1]}"


def _source_side() -> OrtSide:
    return next(side for side in SIDES.values() if side.has_source)


def _serves(op: Op) -> Iterator[Problem]:
    """Whether the implementation can be the kernel of each custom node."""
    side = op.ort.side
    what, hint = side.refusal(op.kernel.kind)
    if what:
        yield problem(_KEY, what, f"{hint}, or use {_alternatives(op)}.")
    for i, arg in enumerate(op.args):
        if what := side.refused(arg.kind):
            hint = f'Leave it to its default, or set ort.implementation = "{_source_side().name}".'
            yield problem(f"args[{i}].type", what, hint)
    if side.has_source:
        yield from _source(op)
    if not side.takes_arguments:
        return
    # One function has to do for all nodes of a name.
    groups: dict[str, list[Node]] = {}
    for node in op.mapping.custom_nodes:
        groups.setdefault(node.op, []).append(node)
    for nodes in groups.values():
        yield from _inputs(op, nodes)
        yield from _outputs(op, nodes)
        yield from _behind_lists(op, nodes[0])
        yield from _carried(op, nodes)


def _inputs(op: Op, nodes: list[Node]) -> Iterator[Problem]:
    constants = {c.name: c for c in op.mapping.constants}
    for node in nodes:
        for name in node.inputs:
            if name and op.arg(name) is None and not (name in constants and constants[name].arg):
                yield problem(
                    "mapping.nodes",
                    f"input '{name}' of {node.op} is no argument of the op, so the kernel cannot "
                    "take it",
                    "Pass arguments of the op, or constants made from one.",
                )
    longest = max(nodes, key=lambda n: len(n.inputs))
    for node in nodes:
        for i, (name, other) in enumerate(zip(node.inputs, longest.inputs, strict=False)):
            if name and other and name != other:
                yield problem(
                    "mapping.nodes",
                    f"input {i} of {node.op} is '{name}' in one branch and '{other}' in another; "
                    "its kernel can take only one of them there",
                    'Give the branches operators of different names, or leave an input out as "".',
                )
                return


def _outputs(op: Op, nodes: list[Node]) -> Iterator[Problem]:
    wanted = tuple(o.name for o in op.outputs)
    for node in nodes:
        if sorted(node.outputs) != sorted(wanted) or node.outputs != nodes[0].outputs:
            yield problem(
                "mapping.nodes",
                f"the outputs of {node.op} are not the op's",
                f"List them in the op's order: {', '.join(wanted)}.",
            )
            return


def _behind_lists(op: Op, node: Node) -> Iterator[Problem]:
    """To ONNX Runtime all that begins with a list is one variadic input, or output.

    Outputs may have several element types there: those of the inputs tell kernels apart, and the exported
    model has the types of all values.
    """
    types = {a.name: a.dtype for a in signature.tensor_args(op)}
    types |= {c.name: c.dtype for c in op.mapping.constants}
    lists = {a.name for a in op.args if a.is_tensor_list}
    first = next((i for i, n in enumerate(node.inputs) if n in lists), len(node.inputs))
    found = {types.get(n) for n in node.inputs[first:]}
    if len(found) > 1 and len(list(itertools.islice(signature.instances(op), 2))) > 1:
        yield problem(
            "mapping.nodes",
            f"the inputs of {node.op} from the list '{node.inputs[first]}' on have several element "
            "types, and ONNX Runtime tells kernels apart by one",
            "Give them one element type, or put the others before the list. With one element type for "
            "each argument of the op they may differ.",
        )


def _carried(op: Op, nodes: list[Node]) -> Iterator[Problem]:
    """Each argument must reach the kernel, or be something it can do without."""
    for arg in op.args:
        try:
            missing = nodes[0] if not ort_param(op, nodes, arg) else None
        except UserError:
            return  # a rule or condition that cannot be read; reported elsewhere
        if arg.is_tensor and not arg.optional:
            in_attributes = {a.arg for n in nodes for a in n.attributes}
            lacking = [n for n in nodes if arg.name not in n.inputs]
            missing = lacking[0] if lacking and arg.name not in in_attributes else missing
        if missing is not None:
            where = "inputs" if arg.holds_tensors else "attributes"
            other = next((a for a in missing.attributes if a.name == arg.name), None)
            yield problem(
                "mapping.nodes",
                f"node {missing.op} does not carry '{arg.name}', which the kernel needs",
                f"Add '{arg.name}' to the node's {where}."
                if other is None
                else f"Its attribute '{arg.name}' is another value: give it arg = \"{arg.name}\", or add "
                "one that has it.",
            )


# -- the user's own C++ -----------------------------------------------------------------


def _source(op: Op) -> Iterator[Problem]:
    source = op.ort.source
    if not source:
        yield problem(
            "ort.source",
            "the C++ file for ONNX Runtime is not named",
            'Write e.g. source = "foo_ort.cpp" in [ort].',
        )
    else:
        yield from named_file("ort.source", source)
        if op.kernel.kind.is_compiled and source == op.kernel.source:
            hint = "Put what is for ONNX Runtime in a file of its own."
            yield problem("ort.source", "this is the kernel's own file", hint)
    for i, entry in enumerate(op.ort.structs):
        name, arguments = split_struct(entry)
        if not _NAME.fullmatch(name):
            yield problem(f"ort.structs[{i}]", f"'{name}' is no C++ struct name")
        elif arguments is not None and not (entry.endswith(")") and _is_closed(arguments)):
            yield problem(f"ort.structs[{i}]", f"the arguments of '{name}' are no C++ arguments")
    domains = sorted({n.domain for n in op.mapping.custom_nodes})
    if op.ort.structs and len(domains) > 1:
        yield problem(
            "ort.structs",
            f"the mapping has nodes of several domains ({', '.join(domains)}), and structs are "
            "registered in one",
            "Define RegisterCustomOps in the source, or use one domain.",
        )


def _prebuilt(op: Op) -> Iterator[Problem]:
    module, package = op.ort.module, op.ort.package
    if package and not re.fullmatch(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*", package, re.ASCII):
        yield problem("ort.package", f"'{package}' is no Python package")
    if module:
        yield from named_file("ort.module", module)
    elif not package:
        hint = 'Write e.g. module = "libops.so" in [ort], or package = "onnxruntime_extensions".'
        yield problem("ort.module", "the op library is not named", hint)


def _module(op: Op) -> Iterator[Problem]:
    module, function = op.ort.module, op.ort.function
    if not module:
        hint = 'Write e.g. module = "kernels.so" in [ort].'
        yield problem("ort.module", "the compiled module is not named", hint)
    else:
        yield from named_file("ort.module", module)
    if not re.fullmatch(r"[A-Za-z_]\w*", function, re.ASCII):
        what = f"'{function}' is no name of a function" if function else "the function is not named"
        yield problem("ort.function", what, f'Write e.g. function = "{op.name}" in [ort].')


def _is_closed(arguments: str) -> bool:
    """Whether a list of arguments ends where it is written: it is put into generated C++."""
    plain = re.sub(r'"(?:\\.|[^"\\\n])*"', "", arguments)
    depth = 0
    for sign in plain:
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            return False
    return depth == 0 and not re.search(r"[;#\n\"\\]|//|/\*", plain)
