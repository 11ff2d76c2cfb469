"""References that can be had for nothing: torch's function of the op's name, standard nodes.

Each is run on the op's example inputs. One that does not take them, or that gives other types or
shapes than declared, is another op of the same name, and is not offered.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import torch
from msgspec.structs import replace

from workbench.core import jobs
from workbench.core.declaration.mapping import Attribute, Mapping, Node
from workbench.core.declaration.op import Op
from workbench.core.declaration.sample_model import Reference
from workbench.core.errors import UserError
from workbench.core.jobs import ReferenceDraft
from workbench.core.standard.operators import Operator, operator, standard_operators
from workbench.engine.export.eager import check_declared
from workbench.engine.export.reference import reference_outputs
from workbench.engine.export.sample import Values, sample_values
from workbench.engine.host.child import Channel
from workbench.engine.parity.repeat import same
from workbench.engine.values.tensors import as_torch, to_tensor
from workbench.importers.drafts.onnx_reference import onnx_reference
from workbench.importers.drafts.skeleton import reference_text

__all__ = ["draft_reference_job"]

_PLACES = ("torch.nn.functional", "torch", "torch.special", "torch.linalg", "torch.ops.aten")
_FILE = "reference.py"


def draft_reference_job(job: jobs.DraftReferenceJob, channel: Channel) -> None:
    """Stage ``reference``."""
    with channel.stage("reference") as outcome:
        op = job.op.resolved()
        drafts = (*_torch_functions(op), *_mapped(job.op), *_onnx_operators(op))
        found = tuple(_fitting(op, Path(job.folder), drafts, channel))
        head = ReferenceDraft("a function to be written", text=reference_text(op, op.name))
        outcome.result = jobs.DraftReferenceResult((*found, head))


def _fitting(
    op: Op, folder: Path, drafts: Iterable[ReferenceDraft], channel: Channel
) -> Iterator[ReferenceDraft]:
    """The drafts that give what is declared for the example inputs."""
    if op.model.source:
        return  # what its model calls the op with is not known
    values = sample_values(op, folder)
    for draft in drafts:
        channel.progress("reference", 0, 0, f"trying {draft.what}")
        if _fits(op, folder, values, draft):
            yield replace(draft, tried=True)


def _fits(op: Op, folder: Path, values: Values, draft: ReferenceDraft) -> bool:
    with tempfile.TemporaryDirectory() as scratch:
        if draft.python:
            trial, where = replace(op, reference=Reference(python=draft.python)), folder
        else:
            where = Path(scratch)
            (where / _FILE).write_text(draft.text, encoding="utf-8")
            trial = replace(op, reference=Reference(source=_FILE, function=op.name))
        try:
            outputs = reference_outputs(trial, where, values)
            again = reference_outputs(trial, where, values)
            given = {name: as_torch(op, name, value) for name, value in values.items()}
            check_declared(op, given, {n: to_tensor(a) for n, a in outputs.items()})
        except UserError:
            return False
    return same(outputs, again)


def _names(op: Op) -> tuple[str, ...]:
    """What the op is called: only what has exactly its name may be what it computes."""
    return tuple(dict.fromkeys((op.torch_name.partition(".")[0], op.name)))


# -- torch


def _torch_functions(op: Op) -> Iterator[ReferenceDraft]:
    """Calls of torch's functions: tensors by position, all else by name, so that it means the same."""
    if op.kernel.kind.exists:
        return  # that would be the op itself
    given = [a.name if a.holds_tensors else f"{a.name}={a.name}" for a in op.args]
    first_named = next((i for i, a in enumerate(op.args) if not a.holds_tensors), len(op.args))
    if any(a.holds_tensors for a in op.args[first_named:]):
        given = [given[0], *(f"{a.name}={a.name}" for a in op.args[1:])]
    for name in _names(op):
        for place in _PLACES:
            if callable(getattr(_module(place), name, None)):
                call = f"{place}.{name}"
                yield ReferenceDraft(call, python=f"{call}({', '.join(given)})")


def _module(place: str) -> object:
    found: object = torch
    for part in place.split(".")[1:]:
        found = getattr(found, part)
    return found


# -- ONNX


def _mapped(op: Op) -> Iterator[ReferenceDraft]:
    """The standard nodes that a variant is mapped to, run by ONNX's own evaluator."""
    for name in op.variants:
        variant = op.resolved(name)
        nodes = variant.mapping.nodes
        if not variant.mapping_kind.is_generated or not nodes or variant.mapping.custom_nodes:
            continue
        what = f"the standard nodes of its mapping '{name}'"
        opset = variant.model.opset
        if text := onnx_reference(op, variant.mapping, opset, what):
            yield ReferenceDraft(what, text=text)


def _onnx_operators(op: Op) -> Iterator[ReferenceDraft]:
    """The definition of an ONNX operator of that name, run by ONNX's own evaluator."""
    for name in _onnx_names(op):
        known = operator(name, op.model.opset)
        node = _node(op, name, known) if known is not None else None
        what = f"the definition of {name} in ONNX"
        mapping = Mapping(nodes=(node,)) if node is not None else None
        if mapping and (text := onnx_reference(op, mapping, op.model.opset, what)):
            yield ReferenceDraft(what, text=text)


def _onnx_names(op: Op) -> Iterator[str]:
    by_letters = {name.lower(): name for name in standard_operators()}
    nodes = (n.op_type for n in op.mapping.nodes) if len(op.mapping.nodes) == 1 else ()
    seen = set()
    for word in (*nodes, *_names(op)):
        name = by_letters.get(word.replace("_", "").lower())
        if name is not None and name not in seen:
            seen.add(name)
            yield name


def _node(op: Op, name: str, known: Operator) -> Node | None:
    """The operator on the op's arguments; None where one has no place in it."""
    inputs = tuple(a.name for a in op.args if a.is_tensor)
    attributes = {a.rstrip("!"): kind for a, kind in known.attributes.items()}
    places = {a.arg: a.name for n in op.mapping.nodes for a in n.attributes}
    named = {a.name: places.get(a.name, a.name) for a in op.args if not a.is_tensor}
    needed = {a.rstrip("!") for a in known.attributes if a.endswith("!")}
    if not needed <= set(named.values()) <= set(attributes):
        return None
    if len(inputs) < known.fewest_inputs or (
        len(inputs) > len(known.inputs) and not known.variadic
    ):
        return None
    given = tuple(Attribute(place, attributes[place], arg=arg) for arg, place in named.items())
    return Node(name, inputs, tuple(o.name for o in op.outputs), given)
