"""The models that there are of an op: exported in each way, before, and as ONNX Runtime runs them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Signal

from workbench import paths
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.exporters import others
from workbench.core.files.leftovers import scratch_folder
from workbench.core.jobs import (
    BuildResult,
    ExportJob,
    ExportResult,
    GraphDiffJob,
    GraphDiffResult,
    Result,
)
from workbench.core.pipeline.op_state import OpState
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.services import Services

__all__ = [
    "BEFORE",
    "EXPORTED",
    "OPTIMISED",
    "SAMPLE",
    "Source",
    "SourceMaker",
    "exported_id",
    "sources_of",
]

EXPORTED, OPTIMISED, BEFORE, SAMPLE = "exported", "optimised", "before", "sample"


@dataclass(frozen=True)
class Source:
    """One model.

    Attributes:
        id: which it is, the same after another export.
        title: for people.
        rank: of two that are compared, the lower one is what was before.
        model: its file; None where it must be made first.
        of: what it is made from: an op to export, or a model to optimise.
        case: whose inputs it runs with; empty for the main ones.
    """

    id: str
    title: str
    rank: int
    model: Path | None = None
    of: Op | Path | None = None
    case: str = ""


def sources_of(
    folder: Path,
    op: Op | None,
    state: OpState | None,
    before: Callable[[Path, Path], Path | None],
) -> list[Source]:
    """The models of an op, the one to begin with first.

    Args:
        folder: the op's.
        op: its declaration.
        state: what the pipeline knows of it.
        before: the export of an op, by its folder, before a model.
    """
    found: list[Source] = []
    ended = state.result("export") if state is not None else None
    result = ended.result if ended is not None else None
    if isinstance(result, ExportResult):
        for file in dict.fromkeys(case.model for case in result.cases):
            case = next(c.name for c in result.cases if c.model == file)
            title = f"Exported, case {case}" if found else "Exported"
            found.append(Source(exported_id(result, case), title, 3, Path(file), case=case))
        if op is None or op.resolved().is_compared:
            found.append(Source(OPTIMISED, "As ONNX Runtime runs it", 4, None, Path(result.model)))
        if (old := before(folder, Path(result.model))) is not None:
            found.append(Source(BEFORE, "The export before", 0, old))
        build = state.current_result("build") if state is not None else None
        if op is not None and isinstance(build, BuildResult):
            found += _other_exports(op)
    if op is not None and op.model.onnx:
        model = folder / op.model.onnx
        found.append(Source(SAMPLE, f"Its ONNX model, {model.name}", 1, model))
    return found


def exported_id(export: ExportResult, case: str) -> str:
    """The id of the model that a case runs in: most share one."""
    model = export.case(case).model
    first = next(one.name for one in export.cases if one.model == model)
    return EXPORTED if model == export.model else f"{EXPORTED}.{first}"


def _other_exports(op: Op) -> list[Source]:
    found = []
    now = op.resolved()
    for exporter in others(now.model.exported_by):
        changed = msgspec.structs.replace(now.model, exporter=exporter.name)
        title = f"By {exporter.words.title}"
        made = msgspec.structs.replace(now, model=changed)
        found.append(Source(f"exporter.{exporter.name}", title, 2, None, made))
    for name in ("", *op.variants):
        if name != op.variant:
            title = f"Variant {name}" if name else "The main mapping"
            found.append(Source(f"variant.{name}", title, 2, None, op.resolved(name)))
    return found


class SourceMaker(QObject):
    """Makes the models that are not there yet: the hosts export and optimise.

    Args:
        services: the engine.
        parent: the Qt parent.
    """

    made = Signal(str, object)
    """Of a source, by its id: the model's path."""
    failed = Signal(str, object)
    """It could not be made: the ``Problem``."""

    def __init__(self, services: Services, parent: QObject) -> None:
        super().__init__(parent)
        self._engine = services.engine
        self._kept = contextlib.ExitStack()
        self._known: dict[tuple[str, str], Path] = {}
        self._asked = ("", "")
        self._export = HostRequest(services.engine, ExportJob.host, self)
        self._export.answered.connect(self._on_export)
        self._export.failed.connect(self._on_export_failed)
        self._optimise = HostRequest(services.engine, GraphDiffJob.host, self)
        self._optimise.answered.connect(self._on_optimised)
        self._optimise.failed.connect(self._on_failed)
        services.engine.closing.connect(self._kept.close)
        self.destroyed.connect(self._kept.close)

    @property
    def busy(self) -> str:
        """The id of what is being made; empty for nothing."""
        return self._asked[0] if self._export.busy or self._optimise.busy else ""

    def model(self, folder: Path, source: Source, key: str) -> Path | None:
        """The model of a source; where it must be made, None, and ``made`` follows.

        Args:
            folder: the op's.
            source: which.
            key: of the op's last export: what was made of another one does not count.
        """
        if source.model is not None:
            return source.model
        asked = (source.id, key)
        known = self._known.get(asked)
        if known is not None and known.is_file():
            return known
        if self.busy and self._asked == asked:
            return None
        self._export.cancel()
        self._optimise.cancel()
        self._asked = asked
        state = self._engine.state(folder)
        build = state.current_result("build") if state is not None else None
        libraries = build if isinstance(build, BuildResult) else BuildResult("")
        if isinstance(source.of, Op):
            self._export.ask(ExportJob(0, str(folder), source.of, libraries.torch_library))
        elif source.of is not None:
            try:
                work = self._folder()
            except OSError as error:
                self._on_failed(Problem("disk", f"the cache cannot be written: {error.strerror}"))
                return None
            self._optimise.ask(
                GraphDiffJob(0, str(source.of), "", libraries.ort_library, str(work))
            )
        return None

    def _folder(self) -> Path:
        scratch = paths.cache_dir() / "scratch"
        scratch.mkdir(parents=True, exist_ok=True)
        return self._kept.enter_context(scratch_folder(scratch))

    def _on_export(self, _result: Result) -> None:
        exported = [r for r in self._export.results if isinstance(r, ExportResult)]
        self._known[self._asked] = Path(exported[0].model)
        self.made.emit(self._asked[0], Path(exported[0].model))

    def _on_export_failed(self, problem: Problem) -> None:
        # A graph with something wrong in it can be looked at.
        if any(isinstance(r, ExportResult) for r in self._export.results):
            self._on_export(self._export.results[0])
        else:
            self._on_failed(problem)

    def _on_optimised(self, result: GraphDiffResult) -> None:
        self._known[self._asked] = Path(result.after)
        self.made.emit(self._asked[0], Path(result.after))

    def _on_failed(self, problem: Problem) -> None:
        self.failed.emit(self._asked[0], problem)
