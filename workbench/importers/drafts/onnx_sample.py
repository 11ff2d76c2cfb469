"""The ONNX model that an op is drafted from, as the op's sample model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from workbench.core.declaration.op import Example, Model
from workbench.core.errors import UserError
from workbench.core.exporters import of_opset
from workbench.core.jobs import ModelNodesResult
from workbench.core.storage.contained_files import why_not_beside

__all__ = ["MAX_COPIED_BYTES", "SampleModel", "is_copied"]

MAX_COPIED_BYTES = 200 << 20
"""A larger model is not copied into the op's folder but named where it is."""

_KIND = "onnx"


def is_copied(found: ModelNodesResult) -> bool:
    """Whether a model goes into the folder of an op that is drafted from one of its nodes."""
    return found.bytes <= MAX_COPIED_BYTES


class SampleModel:
    """What becomes of the model.

    Args:
        found: what the model has.
        node: the operator whose nodes are the op's.
        gap: is told a key of the draft that was guessed, and how.
    """

    def __init__(self, found: ModelNodesResult, node: str, gap: Callable[[str, str], None]) -> None:
        self._found = found
        self._node = node
        self._gap = gap

    def opset(self) -> tuple[int, str]:
        """The opset to write, the model's where an exporter can, and the exporter."""
        opset = self._found.opset or Model().opset
        exporter = of_opset(opset)
        return exporter.nearest(opset), exporter.name

    def model(self, examples: tuple[Example, ...], path: Path | None) -> Model:
        """The declaration of the sample, with the model itself where it has a path."""
        opset = self._found.opset or Model().opset
        written, exporter = self.opset()
        if written != opset:
            self._gap(
                "model.opset",
                f"the model has opset {opset}, which the {exporter} exporter does not write; "
                f"{written} is taken",
            )
        return Model(
            opset=written,
            exporter=exporter,
            inputs=examples,
            onnx=self._file(path),
            node=self._node if path is not None else "",
        )

    def _file(self, path: Path | None) -> str:
        if path is None:
            return ""
        if not is_copied(self._found):
            self._gap(
                "model.onnx",
                f"the model has {self._found.bytes >> 20} MiB and is not copied: the op needs it "
                f"where it is, in {path.parent}",
            )
            return str(path.resolve())
        return self._target(path.name)

    def _target(self, name: str) -> str:
        """Where a file goes in the op's folder.

        Names of external data are the model's choice: beside the sources, a file ``kernel.cpp``
        or ``vector`` would be compiled. In a folder of its own no source finds it by chance.
        """
        return f"model/{name}" if self._found.external else name

    def copies(self, path: Path | None) -> dict[str, Path]:
        """The model and its data, by their paths in the op's folder.

        Raises:
            UserError: kind ``onnx``; the data are where no op may take them from.
        """
        if path is None or not is_copied(self._found):
            return {}
        for name in self._found.external:
            if reason := why_not_beside(path.parent, name):
                raise UserError(_KIND, f"the model's data are in '{name}', {reason}", file=path)
        beside = {self._target(name): path.parent / name for name in self._found.external}
        return {**beside, self._target(path.name): path}
