"""What is asked when an op is to be put into a model, and the jobs for it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from workbench.core.declaration.op import Model, Op
from workbench.core.errors import UserError
from workbench.core.jobs import ApplyJob, ModuleExportJob, ModuleExportResult

__all__ = ["Asked", "sizes_of"]

_PYTHON = ".py"


class Asked(msgspec.Struct, frozen=True):
    """An op, and the model that it is to be put into.

    Attributes:
        folder: the op's.
        op: the declaration with its variants.
        ort_library: of its build.
        model: an ``.onnx`` file, or a Python file whose function gives a module.
        function: of a Python file.
        target: where the changed model is written; empty for nowhere.
        pattern: the variant that is looked for; empty for all of standard nodes.
        inputs: an ``.npz`` by name; empty to make them.
        sizes: of the inputs' named axes, where they are made.
        exporter: of a module; empty for the op's own.
        rtol, atol: tolerances; negative for the element type's own.
        libraries: files of further op libraries, for the model's other custom nodes.
    """

    folder: Path
    op: Op
    ort_library: str
    model: str
    function: str = Model().function
    target: str = ""
    pattern: str = ""
    inputs: str = ""
    sizes: dict[str, int] = {}  # msgspec makes a new one each time
    exporter: str = ""
    rtol: float = -1.0
    atol: float = -1.0
    libraries: tuple[str, ...] = ()

    @property
    def is_module(self) -> bool:
        """Whether the model has to be exported first."""
        return Path(self.model).suffix == _PYTHON

    def module_job(self, number: int, work: Path) -> ModuleExportJob:
        """The job that exports the module, as the op itself is exported.

        Args:
            number: of the job.
            work: a folder for its files; it is there.
        """
        exporter = self.exporter or self.op.model.exporter
        return ModuleExportJob(
            number, self.model, self.function, exporter, self.op.opset, str(work), self.inputs
        )

    def job(self, number: int, work: Path, exported: ModuleExportResult | None = None) -> ApplyJob:
        """The job that puts the op into the model, and runs it.

        Args:
            number: of the job.
            work: a folder for its files; it is there.
            exported: what came of ``module_job``, where the model is a module.
        """
        return ApplyJob(
            number,
            str(self.folder),
            self.op,
            self.ort_library,
            exported.model if exported is not None else self.model,
            str(work),
            self.target,
            self.pattern,
            exported.inputs if exported is not None else self.inputs,
            {} if exported is not None else self.sizes,
            self.rtol,
            self.atol,
            self.model if exported is not None else "",
            self.libraries,
        )


def sizes_of(texts: list[str]) -> dict[str, int]:
    """Sizes by the name of their axis.

    Args:
        texts: each ``AXIS=N``.

    Raises:
        UserError: kind ``usage``; one is something else.
    """
    found = {}
    for text in texts:
        name, _, number = (part.strip() for part in text.partition("="))
        if not name or not number.isdecimal():
            raise UserError("usage", f"the size '{text}' is not AXIS=N", "For example n=4.")
        found[name] = int(number)
    return found
