"""Compares a model with op libraries before ONNX Runtime loads any of them.

ONNX Runtime's own words ('... is not a registered function/op') name neither the library
nor what it has instead.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

import onnx
from google.protobuf.message import DecodeError
from msgspec.structs import replace

from workbench.core.declaration.names import RESERVED_DOMAINS
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.engine.onnx.onnx_file import (
    all_nodes,
    check_expanded,
    check_external_files,
    not_decoded,
)
from workbench.engine.run.held_ops import UNLIMITED, HeldOp, held_ops, type_name

__all__ = ["check_model_against_library", "check_nodes"]

_MOST = 8
"""Ops of a library that an error names, those of a like name first."""


def check_model_against_library(
    path: Path,
    library: str,
    others: Sequence[str] = (),
    providers: Sequence[str] = (),
    op: Op | None = None,
) -> None:
    """Check that the libraries register ops, and those that the model's nodes need, and its external data.

    Runs the libraries' static initialisers: only in a job's child.

    Args:
        path: the model.
        library: the op library; empty for none.
        others: further ones of the session.
        providers: the session's beside the processor's.
        op: whose mapping made the model; what the library has instead is a fix of its declaration.

    Raises:
        UserError: kinds ``library`` or ``model``, naming the difference.
    """
    model = _load(path)
    check_external_files(model, path)
    check_nodes(model, path, [name for name in (library, *others) if name], providers, op)


def check_nodes(
    model: onnx.ModelProto,
    path: Path,
    libraries: Sequence[str],
    providers: Sequence[str] = (),
    op: Op | None = None,
) -> None:
    """The same of a model that is read already.

    Args:
        model: it.
        path: the file that errors name.
        libraries: those of the session.
        providers: its execution providers beside the processor's.
        op: whose mapping made the model.

    Raises:
        UserError: as ``check_model_against_library``.
    """
    local = {(f.domain, f.name) for f in model.functions}
    nodes = [*all_nodes(model.graph.node), *(n for f in model.functions for n in all_nodes(f.node))]
    custom = [
        n for n in nodes if n.domain not in RESERVED_DOMAINS and (n.domain, n.op_type) not in local
    ]
    if not libraries:
        if custom:
            raise UserError(
                "library",
                f"the model has the node {_name(custom[0])}, and no op library is attached",
                "Attach one, or map the op to standard nodes.",
                file=path,
            )
        return
    held: list[HeldOp] = []
    unknown = False
    for name in libraries:
        ops = held_ops(name)
        unknown = unknown or ops is None
        held += ops or ()
    # The library's kernel goes before a function of its name.
    ours = {(op.domain, op.name) for op in held}
    custom += [n for n in nodes if (n.domain, n.op_type) in local & ours]
    versions = {o.domain: o.version for o in model.opset_import}
    types = _element_types(model)
    for node in custom:
        if unknown and (node.domain, node.op_type) not in ours:
            continue  # a library that could not be asked may have it
        try:
            _check_node(
                node, versions.get(node.domain, 1), types, path, libraries[0], held, providers
            )
        except UserError as error:
            raise _placed(error, node, op) from None


def _placed(error: UserError, node: onnx.NodeProto, op: Op | None) -> UserError:
    """The error at the node of the declaration, if what the library has instead is known."""
    nodes = op.mapping.nodes if op is not None else ()
    at = next((i for i, n in enumerate(nodes) if n.op == _name(node)), None)
    if at is None or not error.problem.fitting:
        return error
    of_node = f"mapping.nodes[{at}]."
    fitting = tuple(
        (key.replace(_OF_NODE, of_node, 1), value) for key, value in error.problem.fitting
    )
    placed = replace(error.problem, file="", key=fitting[0][0], fitting=fitting)
    return UserError.of([placed])


_OF_NODE = "node."


def _load(path: Path) -> onnx.ModelProto:
    try:
        model = onnx.load(path, load_external_data=False)
    except FileNotFoundError:
        raise UserError("model", "the model does not exist", file=path) from None
    except DecodeError as error:
        raise not_decoded(error, path) from error
    except (OSError, ValueError) as error:
        raise UserError("model", f"this is no ONNX model: {error}", file=path) from error
    try:
        check_expanded(model)
    except UserError as error:
        raise error.at(path) from None
    return model


def _name(node: onnx.NodeProto) -> str:
    return f"{node.domain}::{node.op_type}"


def _element_types(model: onnx.ModelProto) -> dict[str, str]:
    """Per value its element type, as far as the model says."""
    graph = model.graph
    codes = {v.name: v.type.tensor_type.elem_type for v in (*graph.input, *graph.value_info)}
    codes |= {i.name: i.data_type for i in graph.initializer}
    return {name: type_name(code) for name, code in codes.items()}


def _check_node(
    node: onnx.NodeProto,
    version: int,
    types: dict[str, str],
    model: Path,
    library: str,
    held: Sequence[HeldOp],
    providers: Sequence[str],
) -> None:
    name = _name(node)
    rebuild = "Rebuild the library from the declaration that the model was exported with."
    same = [op for op in held if (op.domain, op.name) == (node.domain, node.op_type)]
    if not same:
        raise _missing(node, library, held, types)
    run_here = [op for op in same if not op.provider or op.provider in providers]
    if not run_here:
        others = ", ".join(sorted({op.provider for op in same}))
        reason = f"the library has {name} for {others} alone, and the session runs without it"
        hint = "Name the provider in [session] where it is installed, or build the op for the processor, too."
        raise UserError("library", reason, hint, file=model)
    same = run_here
    fitting = [op for op in same if op.since_version <= version <= (op.until_version or version)]
    if not fitting:
        ranges = ", ".join(sorted({op.versions for op in same}))
        reason = f"the model uses {node.domain} version {version}, the library has {name} {ranges}"
        first = min(op.since_version for op in same)
        hint = f"Set since_version = {first} in [ort], or rebuild the library from the model's declaration."
        raise UserError(
            "library", reason, hint, file=model, fitting=(("ort.since_version", first),)
        )
    for what, given, takes, verb in (
        ("inputs", len(node.input), [op.takes_inputs for op in fitting], "gives"),
        ("outputs", len(node.output), [op.gives_outputs for op in fitting], "takes"),
    ):
        low, high = min(least for least, _ in takes), max(most for _, most in takes)
        if low <= given <= high:
            continue
        shown = f"{low} or more" if high == UNLIMITED else f"{low} to {high}"
        shown = shown if low != high else str(low)
        has = "takes" if what == "inputs" else "gives"
        preposition = "" if what == "inputs" else "from "
        reason = f"the model {verb} {preposition}{name} {given} {what}, the library {has} {shown}"
        raise UserError("library", reason, rebuild, file=model)
    if not any(_takes(op, node, types) for op in fitting):
        has = ", ".join(types.get(i, "?") for i in node.input)
        wanted = "; ".join(", ".join("/".join(i) or "any" for i in op.inputs) for op in fitting)
        reason = f"the model gives {name} inputs of ({has}), the library takes ({wanted})"
        hint = "Add the element type to the op's declaration, or cast the inputs in the model."
        raise UserError("library", reason, hint, file=model)


def _missing(
    node: onnx.NodeProto, library: str, held: Sequence[HeldOp], types: dict[str, str]
) -> UserError:
    name = _name(node)
    same = [op for op in held if op.name == node.op_type]
    takes = [op for op in same if _takes(op, node, types)] or same
    elsewhere = sorted({f"{op.domain}::{op.name}" for op in takes})
    if elsewhere:
        domain = elsewhere[0].rpartition("::")[0]
        hint = f'Set op = "{elsewhere[0]}" in [[mapping.nodes]], or correct the node in the model.'
        fitting: tuple[tuple[str, str], ...] = ((f"{_OF_NODE}op", elsewhere[0]),)
        if domain in RESERVED_DOMAINS:
            fitting = ()
            hint = f"That is {RESERVED_DOMAINS[domain]}: register the op in a domain of your own."
        return UserError(
            "library",
            f"the model's node {name} is not in the op library, which has it in another domain: "
            f"{', '.join(elsewhere[:_MOST])}",
            hint,
            file=library,
            fitting=fitting,
        )
    names = sorted({f"{op.domain}::{op.name}" for op in held})
    near = difflib.get_close_matches(name, names, _MOST)
    names = [*near, *(n for n in names if n not in near)]
    have = ", ".join(names[:_MOST]) or "nothing"
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return UserError(
        "library",
        f"the model's node {name} is not in the op library, which has: {have}{more}",
        "Correct the op's name or domain in the mapping, or attach the right library.",
        file=library,
    )


def _takes(op: HeldOp, node: onnx.NodeProto, types: dict[str, str]) -> bool:
    """Whether an overload takes the node's inputs; an unknown type fits everything."""
    wanted = [*op.inputs, *op.inputs[-1:] * (len(node.input) - len(op.inputs))]
    return all(
        not formal or types.get(name, "") in ("", *formal)
        for name, formal in zip(node.input, wanted, strict=False)
    )
