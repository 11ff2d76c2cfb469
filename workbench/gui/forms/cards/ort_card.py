"""The card in which the side of ONNX Runtime is declared."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from workbench.core import edits
from workbench.core.compile.module_functions import functions_of, likely_function, module_problem
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.files.files import is_inside
from workbench.core.op_toml.keys import known
from workbench.core.ort_sides import SIDES
from workbench.core.standard.ort_versions import NEWEST_ORT, OLDEST_ORT
from workbench.gui import dialogs
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.cards.field_grid import FieldGrid
from workbench.gui.forms.fields.fields import ChoiceField, Field, TextField
from workbench.gui.forms.fields.file_field import FileField
from workbench.gui.forms.fields.file_import import file_in
from workbench.gui.look.text import format_names, parse_int, parse_names
from workbench.gui.look.widgets import Card, muted

__all__ = ["OrtCard"]

_OLDEST = tuple(f"1.{minor}" for minor in range(OLDEST_ORT, NEWEST_ORT + 1))


class OrtCard(Card):
    """How the custom node may be run, each way with a word on what it means."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__(known("ort").title, known("ort").heading, parent)
        self._binder = binder
        self._explained = muted("", self)
        grid = FieldGrid(binder, self)
        choices = [(n, f"{s.words.title}: {s.words.short}") for n, s in SIDES.items()]
        grid.add(
            0,
            0,
            "ort.implementation",
            ChoiceField(choices),
            span=3,
            apply=_set_implementation,
            prepare=_prepare_implementation,
        )
        grid.addWidget(self._explained, 1, 1, 1, 3)
        structs = TextField(parse_names, format_names)
        grid.add(2, 0, "ort.source", TextField(str.strip), hides=True)
        grid.add(2, 2, "ort.structs", structs, hides=True)
        module = FileField("")
        module.wanted.connect(self._ask_module)
        function = TextField(str.strip)
        grid.add(3, 0, "ort.module", module, hides=True)
        grid.add(3, 2, "ort.function", function, hides=True, prepare=self._prepare_function)
        grid.add(4, 0, "ort.package", TextField(str.strip), span=3, hides=True)
        grid.add(5, 0, "ort.oldest", ChoiceField(_OLDEST))
        grid.add(5, 2, "ort.since_version", TextField(parse_int, str))
        self.body.addLayout(grid)
        binder.line_in(self, "ort")

    def sync(self, op: Op) -> None:
        """Say what the implementation means."""
        self._explained.setText(op.ort.side.words.text)

    def _folder(self) -> Path | None:
        document = self._binder.document
        return document.folder if document is not None else None

    @property
    def _prebuilt(self) -> bool:
        document = self._binder.document
        op = document.op if document is not None else None
        return op is not None and op.ort.side.is_prebuilt

    def _prepare_function(self, field: Field, op: Op, key: str) -> None:
        """Those of the module are offered."""
        folder, module = self._folder(), op.ort.module
        if isinstance(field, TextField) and folder is not None:
            there = functions_of(folder / module) if module and is_inside(module) else ()
            field.set_words(list(there))

    def _ask_module(self, field: Field) -> None:
        folder = self._folder()
        path = dialogs.choose_module(self.window(), folder) if folder is not None else None
        if path is not None:
            self.take_module(path)

    def take_module(self, path: Path) -> None:
        """Call a compiled module; one from elsewhere is copied into the op's folder."""
        folder = self._folder()
        if folder is None:
            return
        prebuilt = self._prebuilt
        try:
            if not prebuilt and (problem := module_problem(path)):
                raise UserError("file", problem, "Choose a shared library.", file=path)
            name = file_in(folder, path)
        except UserError as error:
            dialogs.show_error(self.window(), "This file cannot be the module", error)
            return

        def change(op: Op) -> Op:
            if prebuilt:
                return replace(op, ort=replace(op.ort, module=name, package=""))
            function = likely_function(folder / name, op.ort.function, op.name)
            ort = replace(op.ort, module=name, function=function or op.ort.function)
            return replace(op, ort=ort)

        self._binder.edit(f"Module {path.name}", change, keys=("ort.module", "ort.function"))


def _set_implementation(op: Op, key: str, implementation: str) -> Op:
    return edits.set_implementation(op, implementation)


def _prepare_implementation(field: Field, op: Op, key: str) -> None:
    if isinstance(field, ChoiceField):
        reasons = {n: edits.implementation_problem(op.kernel, op.mapping, n) for n in SIDES}
        field.set_unavailable(reasons)
