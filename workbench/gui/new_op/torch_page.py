"""New op from one that torch has: search all of its registry, see what can be carried."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from workbench.core import check
from workbench.core.declaration.names import name_problem
from workbench.core.declaration.op import Mapping, Op
from workbench.core.errors import Problem, UserError, sentence
from workbench.core.jobs import (
    ExamplesJob,
    ExamplesResult,
    SchemaArg,
    SchemasJob,
    SchemasResult,
    TorchSchema,
)
from workbench.core.jobs.known_ops import KnownOp
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.restyle import restyle
from workbench.gui.look.widgets import EmptyState, muted
from workbench.gui.new_op.draft_details import DraftDetails, Row, shown
from workbench.gui.new_op.page import NewOpPage
from workbench.gui.new_op.schema_list import SchemaList
from workbench.gui.services import Services
from workbench.importers.drafts.from_schema import (
    ONNX_VARIANT,
    check_carried,
    draft_from_schema,
    recorded_op,
)
from workbench.importers.schemas import schema_cache
from workbench.importers.schemas.schema_cache import ListedOp

__all__ = ["TorchPage"]


_PAUSE_MS = 200
"""While one types or walks the list, nothing is tried."""


class TorchPage(NewOpPage):
    """The list is on disk after the first time, so it is there at once and needs no torch."""

    id = "torch"
    title = "From a torch op"
    tip = "Any that PyTorch or a package has registered"
    icon = "search"

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self._problem = "Choose an op."
        self._loaded = False
        self._package = ""
        self._version = ""
        self.ops = SchemaList(self)
        self.ops.setMinimumWidth(280)
        self.details = DraftDetails("schema", ("Argument", "Type", "Default"), self)
        self._waiting = EmptyState("schemaWaiting", self)
        self._again = QPushButton("Try again", self)
        self._again.setObjectName("schemaAgain")
        self._again.setAutoDefault(False)
        self._again.clicked.connect(self._ask_all)
        self._waiting.add_button(self._again)
        self._stack = QStackedWidget(self)
        found = QWidget(self)
        hbox((self.ops, 5), (self.details, 6), on=found, margins=0, spacing=16)
        self._stack.addWidget(found)
        self._stack.addWidget(self._waiting)
        vbox((self._stack, 1), self._package_line(), self._message, on=self, margins=16, spacing=8)
        self.ops.chosen.connect(self._on_chosen)
        self.ops.activated.connect(self._on_activated)
        self._all = HostRequest(services.engine, "torch", self)
        self._all.answered.connect(self._on_all)
        self._all.failed.connect(self._on_failed)
        self._of_package = HostRequest(services.engine, "torch", self)
        self._of_package.answered.connect(self._on_package)
        self._of_package.failed.connect(self._on_package_failed)
        self._listed: ListedOp | None = None
        self._known: dict[str, KnownOp] = {}
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._ask_examples)
        self._examples = HostRequest(services.engine, "torch", self)
        self._examples.answered.connect(self._on_examples)
        self._examples.failed.connect(self._on_no_examples)

    def _package_line(self) -> QHBoxLayout:
        label = PlainLabel("Ops of a &package:", self)
        self.package = QLineEdit(self)
        label.setBuddy(self.package)
        self.package.setObjectName("schemaPackage")
        self.package.setAccessibleName("Package whose import registers ops")
        self.package.setPlaceholderText("e.g. torchvision")
        self.package.setMaximumWidth(240)
        self.package.setToolTip(
            "A Python module whose import registers ops. It is imported in the torch host, not in "
            "this window: that runs the package's code."
        )
        self.package.setProperty("handlesEnter", True)
        self.package.returnPressed.connect(self._ask_package)
        self.package.textChanged.connect(self._on_package_text)
        self._import = QPushButton("Import", self)
        self._import.setObjectName("schemaImport")
        self._import.setAutoDefault(False)
        self._import.setEnabled(False)
        self._import.clicked.connect(self._ask_package)
        self._message = PlainLabel(self)
        self._message.setObjectName("problemLine")
        self._message.setWordWrap(True)
        self._message.hide()
        line = hbox(
            label,
            (self.package, 1),
            self._import,
            (muted("Importing runs its code, in the torch host.", self), 2),
            spacing=8,
        )
        return line

    # -- the page

    def shown(self) -> None:
        if not self._loaded:
            self._load()

    # -- the list

    def _load(self) -> None:
        self._version = schema_cache.torch_version()
        if not self._version:
            self._wait("PyTorch is not installed", "op-workbench doctor says how to get it.", True)
            return
        ops = schema_cache.read(self._version)
        if ops is None:
            self._ask_all()
            return
        self._loaded = True
        self._stack.setCurrentIndex(0)
        self.ops.model.add(ops)

    def _ask_all(self) -> None:
        self._wait("Reading torch's registry", "The first time only; later it is there at once.")
        self._all.ask(SchemasJob(0, cache=True))

    def _wait(self, title: str, text: str, failed: bool = False) -> None:
        self._waiting.say(title, text)
        self._again.setVisible(failed)
        self._stack.setCurrentIndex(1)
        self._problem = title
        self.changed.emit()

    def _on_all(self, _result: SchemasResult) -> None:
        if schema_cache.read(self._version) is None:
            self._wait("The list cannot be read", "Is the cache folder writable?", True)
        else:
            self._load()

    def _on_failed(self, problem: Problem) -> None:
        self._wait("torch's registry cannot be read", problem.words, True)

    # -- a package

    def _on_package_text(self, text: str) -> None:
        self._import.setEnabled(bool(text.strip()) and not self._of_package.busy)

    def _ask_package(self) -> None:
        name = self.package.text().strip()
        if not name or self._of_package.busy:
            return
        if not all(part.isidentifier() for part in name.split(".")):
            self._say(f"'{name}' is no module's name. Write it as after 'import'.", "error")
            return
        self._package = name
        self._import.setEnabled(False)
        self._say(f"Importing {name} in the torch host …", "hint")
        self._of_package.ask(SchemasJob(0, package=name, cache=True))

    def _on_package(self, _result: SchemasResult) -> None:
        self._on_package_text(self.package.text())
        ops = schema_cache.read(self._version or schema_cache.torch_version(), self._package)
        if not ops:
            self._say("The list of its ops cannot be read. Is the cache folder writable?", "error")
            return
        count = "1 op" if len(ops) == 1 else f"{len(ops):,} ops"
        self._say(f"{self._package} registers {count}.", "hint")
        self.ops.search.clear()
        self.ops.model.replace_package(self._package, ops)
        self.ops.search.setText(ops[0].name.partition("::")[0] + "::")

    def _on_package_failed(self, problem: Problem) -> None:
        self._on_package_text(self.package.text())
        self._say(problem.words, "error")

    def _say(self, text: str, severity: str) -> None:
        restyle(self._message, "severity", severity)
        self._message.setText(text)
        self._message.show()

    # -- the chosen op

    def _on_chosen(self, listed: ListedOp | None) -> None:
        self._pause.stop()
        self._examples.cancel()
        self._listed = listed
        if listed is None:
            self._draft = None
            waits = self.ops.model.total == 0
            self._problem = "Choose an op." if waits else "No op of torch matches."
            self.details.clear()
        else:
            self._show(listed)
        self.changed.emit()

    def _show(self, listed: ListedOp) -> None:
        self._draft, self._problem = None, ""
        schema: TorchSchema | None = None
        waiting = False
        try:
            schema = listed.schema()
            check_carried(schema)
            known = self._known.get(listed.full) or recorded_op(schema)
            waiting = known is None
            if known is not None:
                draft = draft_from_schema(schema, _name(listed), listed.package, known)
                if problems := check.check_op(draft.op):
                    raise UserError.of(problems)
                self._draft = draft
        except UserError as error:
            # torch's line stands above already.
            reason = error.problem.message.removesuffix(f": {schema.text}" if schema else "")
            self._problem = f"{sentence(reason)} {error.problem.hint}".strip()
        if waiting:
            self._problem = "Trying inputs of the op in the torch host …"
            self._pause.start()
        draft_op = self._draft.op if self._draft is not None else None
        self.details.show_draft(
            listed.full,
            schema.text if schema is not None else "",
            [_row(a) for a in schema.args] if schema is not None else [],
            draft_op,
            how=self._problem if waiting else _how(draft_op) if draft_op is not None else "",
            problem="" if waiting else self._problem,
            gaps=self._draft.gaps if self._draft is not None else (),
        )

    # -- inputs that nobody has recorded: the torch host tries some

    def _ask_examples(self) -> None:
        if self._listed is not None:
            self._examples.ask(ExamplesJob(0, self._listed.schema(), self._listed.package))

    def _on_examples(self, result: ExamplesResult) -> None:
        self._found(result.found)

    def _on_no_examples(self, problem: Problem) -> None:
        self._found(KnownOp(reason=problem.message))

    def _found(self, known: KnownOp) -> None:
        if self._listed is not None:
            self._known[self._listed.full] = known
            self._show(self._listed)
            self.changed.emit()


def _name(listed: ListedOp) -> str:
    plain = listed.name.partition("::")[2].strip("_")
    return plain if not name_problem(plain) else f"{plain}_op"


def _row(arg: SchemaArg) -> Row:
    kind = f"{arg.type}?" if arg.optional else arg.type
    default = shown(arg.default) if arg.has_default else ""
    return arg.name, kind, f"{default} (keyword only)" if arg.keyword_only else default


def _how(op: Op) -> str:
    if not op.ort.side.takes_custom:
        names = _operators(op.mapping)
        return f"Becomes ONNX's own {names}: ONNX Runtime runs it, and nothing is compiled."
    words = (
        f"Becomes a node {op.mapping.nodes[0].op}, for which ONNX Runtime calls PyTorch's op (the "
        "bridge): nothing to write, but PyTorch is needed wherever the model runs."
    )
    if ONNX_VARIANT in op.variants:
        names = _operators(op.variants[ONNX_VARIANT].mapping)
        words += f" Its variant '{ONNX_VARIANT}' is ONNX's own {names} instead."
    return words


def _operators(mapping: Mapping) -> str:
    return ", ".join(dict.fromkeys(n.op for n in mapping.nodes))
