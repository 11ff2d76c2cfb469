"""``op-workbench new --onnx``: a node of an ONNX model that ONNX Runtime cannot run."""

from __future__ import annotations

from pathlib import Path

from workbench.cli.terminal import write_json
from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.files.files import real_path
from workbench.core.jobs.model_nodes import MissingOperator, ModelValue
from workbench.importers.drafts.draft import Draft
from workbench.importers.drafts.from_onnx import draft_from_onnx

__all__ = ["draft", "print_gaps"]


def draft(model: Path, node: str | None, as_json: bool) -> Draft | None:
    """The op of a node; None where the nodes were listed instead.

    Args:
        model: the file.
        node: a node's name or its operator; None for the only operator there is.
        as_json: list as JSON, and make nothing.

    Raises:
        UserError: the model cannot be read, or has no such node.
    """
    model = real_path(model)
    found = _ask(model)
    if as_json:
        write_json("-", found)
        return None
    if not found.missing:
        print(f"ONNX Runtime has a kernel for each of the {found.total} nodes of {model.name}.")
        return None
    if node is None:
        if len(found.missing) == 1:
            return draft_from_onnx(found, found.missing[0], 0, model)
        print(f"ONNX Runtime cannot run these operators of {model.name}:\n")
        for operator in found.missing:
            _print(operator)
        print(f"\nChoose one:  op-workbench new DIR --onnx {model.name} --node NAME_OR_OPERATOR")
        return None
    for operator in found.missing:
        for i, one in enumerate(operator.nodes):
            if node in (operator.full, operator.op_type, one.name):
                return draft_from_onnx(found, operator, i, model)
    known = ", ".join(m.full for m in found.missing) or "none"
    raise UserError(
        "onnx",
        f"'{node}' is no node or operator of {model.name} that ONNX Runtime cannot run",
        f"There are: {known}.",
    )


def print_gaps(draft: Draft | None) -> None:
    """Say what the model did not."""
    for gap in draft.gaps if draft is not None else ():
        print(f"Look at {gap.key}: {gap.message}")


def _print(operator: MissingOperator) -> None:
    nodes = "node" if operator.count == 1 else "nodes"
    print(f"{operator.full}: {operator.count} {nodes}; {operator.reason}")
    for node in operator.nodes[:5]:
        given = ", ".join(map(_value_text, node.inputs))
        gives = ", ".join(map(_value_text, node.outputs))
        within = f" ({node.where})" if node.where else ""
        print(f"    {node.name or '(no name)'}{within}: {given} -> {gives}")
    if operator.count > 5:
        print(f"    … and {operator.count - 5} more")


def _value_text(value: ModelValue) -> str:
    return value.words + (" constant" if value.constant else "")


def _ask(model: Path) -> jobs.ModelNodesResult:
    from workbench.engine.client import Engine

    with Engine() as engine:
        return engine.ask(jobs.ModelNodesJob(1, str(model)), jobs.ModelNodesResult)
