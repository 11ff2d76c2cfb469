"""What a job tells of the nodes of an ONNX model that ONNX Runtime cannot run."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from workbench.core.declaration.op import Value

__all__ = ["MissingOperator", "ModelAttribute", "ModelNode", "ModelValue"]


class ModelValue(msgspec.Struct, frozen=True, omit_defaults=True):
    """An input or output of a node.

    Attributes:
        name: the value's name in the model; empty where an optional one is left out.
        dtype: the element type by numpy's name, ``string``, or ``sequence`` and the like for what is
            no tensor; empty where the model does not say.
        shape: sizes; a name for a dynamic one, None where nothing is known of it. None: no shape.
        constant: it is an initializer or the output of a ``Constant`` node.
        value: the elements of a small constant, row by row.
    """

    name: str
    dtype: str = ""
    shape: tuple[int | str | None, ...] | None = None
    constant: bool = False
    value: tuple[int | float | bool, ...] | None = None

    @property
    def words(self) -> str:
        """What is known of it: ``float32[2, ?]``, ``left out``."""
        if not self.name:
            return "left out"
        if self.shape is None:
            return f"{self.dtype} of unknown shape" if self.dtype else "of unknown type and shape"
        sizes = ", ".join("?" if s is None else str(s) for s in self.shape)
        return f"{self.dtype}[{sizes}]" if self.dtype else f"[{sizes}] of unknown type"


class ModelAttribute(msgspec.Struct, frozen=True, omit_defaults=True):
    """An attribute of a node.

    Attributes:
        type: ONNX's in lower case: ``int``, ``floats``, ``tensor``, ``graph`` …
        value: of a number, a text, a list, or a small tensor of at most one dimension.
        dtype: of a tensor, its element type.
        shape: of a tensor.
    """

    name: str
    type: str
    value: Value | UnsetType = UNSET
    dtype: str = ""
    shape: tuple[int, ...] = ()


class ModelNode(msgspec.Struct, frozen=True, omit_defaults=True):
    """One node.

    Attributes:
        name: as the model has it; may be empty.
        where: empty in the main graph, else e.g. ``then_branch of If 'pick'``.
    """

    name: str
    inputs: tuple[ModelValue, ...] = ()
    outputs: tuple[ModelValue, ...] = ()
    attributes: tuple[ModelAttribute, ...] = ()
    where: str = ""


class MissingOperator(msgspec.Struct, frozen=True, omit_defaults=True):
    """An operator that ONNX Runtime has no kernel for, and its nodes.

    Attributes:
        domain: empty for ONNX's own.
        opset: the version of the domain that the model imports; 0 where it imports none.
        reason: why ONNX Runtime cannot run it, in one sentence.
        count: how many nodes there are.
        nodes: the first of them.
    """

    op_type: str
    domain: str
    opset: int
    reason: str
    count: int
    nodes: tuple[ModelNode, ...]

    @property
    def full(self) -> str:
        """``Domain::Op``, or ``Op`` in ONNX's own domain."""
        return f"{self.domain}::{self.op_type}" if self.domain else self.op_type
