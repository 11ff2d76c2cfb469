"""Deliver: in which form and where to, how far it is, and how the delivery was used before it is there."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QCheckBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QStackedWidget,
    QWidget,
)

from workbench.core.delivery import (
    FORMS,
    Form,
    delivery_job,
    not_in_form,
    place_of,
    refusals,
    together,
)
from workbench.core.errors import Problem, UserError, sentence
from workbench.core.jobs import DeliverJob, DeliverResult
from workbench.core.pipeline.op_state import EXPORT_ONLY, OpState
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.gui import dialogs
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.dialog import Dialog
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.restyle import restyle
from workbench.gui.look.show_folder import show_folder
from workbench.gui.look.widgets import ElidedLabel, heading, muted, scaled
from workbench.gui.ops.package_choice import PackageChoice
from workbench.gui.ops.platform_choice import PlatformChoice
from workbench.gui.services import Services

__all__ = ["DeliverDialog"]

_TITLE = "Deliver"
_PACKAGE_ROWS, _TOGETHER_ROW, _PLATFORM_ROW = (0, 1), 2, 4
_ROWS_HEIGHT = 260


class DeliverDialog(Dialog):
    """Asks for one op's delivery, has the host make it, and shows what came of it.

    Which forms there are, and what each is, is asked of the registry: a new one is offered here as it is.

    Args:
        services: the engine, and the status bar.
        state: the op's, brought up to date.
        others: those of the project's other ops that are up to date.
        home: the folder that is proposed for deliveries.
        parent: the Qt parent.
    """

    def __init__(
        self,
        services: Services,
        state: OpState,
        others: Sequence[OpState],
        home: Path,
        parent: QWidget,
    ) -> None:
        super().__init__("deliverDialog", f"Deliver {state.name}", parent)
        self._others = others
        self._services, self._state, self._home = services, state, home
        self._result: DeliverResult | None = None
        self._edited = False
        self._request = HostRequest(services.engine, DeliverJob.host, self)
        self._request.progress.connect(self._on_progress)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._choice())
        self._pages.addWidget(self._progress())
        self._pages.addWidget(self._outcome())
        role = self.Role
        self.show_button = self.add_button("deliver.show", "&Show in folder", role.ActionRole)
        self.show_button.clicked.connect(self._on_show)
        self.show_button.hide()
        self.go = self.add_button("deliver.go", "&Deliver", role.ActionRole, default=True)
        self.go.clicked.connect(self._on_go)
        self.leave = self.add_button("deliver.leave", "Cancel", role.RejectRole)
        vbox((self._pages, 1), self.buttons, on=self, margins=(20, 18, 20, 16), spacing=14)
        self.setMinimumWidth(620)
        forms = list(FORMS.values())
        first = next((f for f in forms if not self._refusals(f)), forms[0])
        self._radios[first.name].setChecked(True)
        self._on_form()

    # -- what is asked

    def _choice(self) -> QWidget:
        page = QWidget(self)
        title = scaled(PlainLabel(f"Deliver {self._state.name}", page), 1.25, bold=True)
        words = self._state.report().verdict
        used = "What of a delivery can be used here is used before it counts as done"
        verdict = muted(f"Verdict: {words}. {used}: in a fresh place, without this program.", page)
        self._group = QButtonGroup(self)
        self._radios: dict[str, QRadioButton] = {}
        self._abouts: dict[str, QLabel] = {}
        rows: list[QBoxLayout] = []
        for form in FORMS.values():
            radio = QRadioButton(form.words.title, page)
            radio.setObjectName(f"deliver.form.{form.name}")
            refused = " ".join(filter(None, map(_sentence, self._refused(form))))
            radio.setEnabled(not refused)
            radio.setToolTip(plain_tip(refused or form.words.text))
            self._group.addButton(radio)
            self._radios[form.name] = radio
            if refused:
                why = ElidedLabel(refused, page)
                why.setObjectName(f"deliver.about.{form.name}")
                why.setProperty("role", "muted")
                rows.append(hbox(radio, (why, 1), spacing=10))
                continue
            about = muted(form.words.text, page, f"deliver.about.{form.name}")
            about.setContentsMargins(24, 0, 0, 0)
            self._abouts[form.name] = about
            rows.append(vbox(radio, about, spacing=2))
        self._group.buttonToggled.connect(self._on_form)
        self._unverified = QCheckBox("Deliver it though &nothing independent has checked it", page)
        self._unverified.setObjectName("deliver.unverified")
        self._unverified.setToolTip("Its README says that it is not verified (--unverified).")
        self._unverified.setVisible(self._state.report().status in (UNVERIFIED, EXPORT_ONLY))
        self._unverified.toggled.connect(self._on_form)
        self._zip = QCheckBox("As one .&zip", page)
        self._zip.setObjectName("deliver.zip")
        self._zip.toggled.connect(self._on_form)
        self._package = PackageChoice(self._state, self._others, page)
        self._package.changed.connect(self._check)
        self._target = QLineEdit(page)
        self._target.setObjectName("deliver.target")
        self._target.setAccessibleName("Where the delivery goes")
        self._target.textEdited.connect(self._on_edited)
        self._target.textChanged.connect(self._check)
        choose = QPushButton("&Choose …", page)
        choose.setObjectName("deliver.choose")
        choose.setAutoDefault(False)
        choose.clicked.connect(self._on_choose)
        self._fields = QFormLayout()
        self._fields.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self._fields.addRow("&Package", self._package.name)
        self._fields.addRow("&Version", self._package.version)
        self._fields.addRow("", self._package.together)
        place = hbox((self._target, 1), choose, spacing=8)
        folder = PlainLabel("&Folder", page)
        folder.setBuddy(self._target)
        self._fields.addRow(folder, place)
        self._platforms = PlatformChoice(page)
        self._platforms.changed.connect(self._check)
        self._fields.addRow("Built for", self._platforms)
        self._fields.addRow("", self._zip)
        self._fields.addRow("", self._unverified)
        self._problem = PlainLabel(page)
        self._problem.setObjectName("deliver.problem")
        self._problem.setWordWrap(True)
        self._problem.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        restyle(self._problem, "role", "branch")
        vbox(
            title, verdict, *rows, self._fields, self._problem, Stretch(), on=page, margins=0,
            spacing=10,
        )  # fmt: skip
        return page

    def _refused(self, form: Form) -> tuple[str, str]:
        return not_in_form(self._state.op, form) if self._state.op is not None else ("", "")

    @property
    def form(self) -> Form:
        """The form that is chosen."""
        return next(f for f in FORMS.values() if self._radios[f.name].isChecked())

    def _refusals(self, form: Form) -> list[Problem]:
        allowed = self._unverified.isChecked() or self._unverified.isVisibleTo(self)
        return refusals(self._state, form, allowed)

    def _on_form(self) -> None:
        if self._group.checkedButton() is None:
            return
        form = self.form
        for name, about in self._abouts.items():
            about.setVisible(name == form.name)
        several = form.together and self._package.show_form(form, self._unverified.isChecked())
        for row in _PACKAGE_ROWS:
            self._fields.setRowVisible(row, form.together)
        self._fields.setRowVisible(_TOGETHER_ROW, several)
        self._fields.setRowVisible(_PLATFORM_ROW, form.takes_platforms)
        if not self._edited:
            suffix = ".zip" if self._zip.isChecked() else ""
            self._target.setText(str(_free(self._home / f"{self._state.name}_{form.name}{suffix}")))
        self._check()

    def _on_edited(self) -> None:
        self._edited = True

    def _on_choose(self) -> None:
        out = dialogs.choose_new_folder(self, _TITLE, Path(self._target.text()))
        if out is not None:
            self._edited = True
            self._target.setText(str(out))

    def _grow(self) -> None:
        """Room for the rows that are shown."""
        layout = self.layout()
        needed = layout.totalHeightForWidth(self.width()) if layout is not None else 0
        if needed > self.height():
            self.resize(self.width(), needed)

    def _job(self) -> DeliverJob:
        """What is asked of the host.

        Raises:
            UserError: in the words of the command line.
        """
        form, zipped = self.form, self._zip.isChecked()
        platforms = self._platforms.chosen() if form.takes_platforms else []
        found = refusals(self._state, form, self._unverified.isChecked(), platforms)
        if found:
            raise UserError.of(found)
        if not self._target.text().strip():
            raise UserError("deliver", "there is no place for it", "Name a new folder.")
        target = place_of(Path(self._target.text().strip()).expanduser(), zipped)
        job = delivery_job(0, self._state, form, target, zipped, platforms, self._platforms.glibc())
        if not form.together:
            return job
        others = self._package.states()[1:]
        more = [delivery_job(0, other, form, target, zipped) for other in others]
        return together([job, *more], self._package.package())

    def _check(self) -> None:
        """Say at once why it cannot be."""
        if self._group.checkedButton() is None or not hasattr(self, "go"):
            return
        try:
            self._job()
            words = ""
        except UserError as error:
            words = error.problem.words
        self._problem.setText(words)
        self._problem.setVisible(bool(words))
        self.go.setEnabled(not words)
        QTimer.singleShot(0, self, self._grow)

    # -- what is done

    def _progress(self) -> QWidget:
        page = QWidget(self)
        self._doing = muted("", page, "deliver.doing")
        bar = QProgressBar(page)
        bar.setRange(0, 0)
        bar.setTextVisible(False)
        vbox(Stretch(), self._doing, bar, Stretch(), on=page, margins=0, spacing=10)
        return page

    def _outcome(self) -> QWidget:
        page = QWidget(self)
        self._done = scaled(PlainLabel(page), 1.25, bold=True)
        self._done.setObjectName("deliver.done")
        self._where = ElidedLabel("", page)
        self._where.setObjectName("deliver.where")
        self._said = muted("", page, "deliver.said")
        self._said.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._checks_title = heading("What was checked", page)
        self._checks = PlainLabel(page)
        self._checks.setObjectName("deliver.checks")
        self._checks.setWordWrap(True)
        self._checks.setTextFormat(Qt.TextFormat.RichText)
        self._checks.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._checks.setAlignment(Qt.AlignmentFlag.AlignTop)
        # There may be some for each platform.
        rows = QScrollArea(page)
        rows.setWidget(self._checks)
        rows.setWidgetResizable(True)
        rows.setFrameShape(QScrollArea.Shape.NoFrame)
        rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        rows.setMinimumHeight(_ROWS_HEIGHT)
        vbox(
            self._done, self._where, self._said, self._checks_title, (rows, 1),
            on=page, margins=0, spacing=8,
        )  # fmt: skip
        return page

    def _on_go(self) -> None:
        if self._pages.currentIndex() == 2:
            self._again()
            return
        try:
            job = self._job()
        except UserError:
            self._check()  # a place may be taken meanwhile
            return
        self._doing.setText("Writing the delivery …")
        self._pages.setCurrentIndex(1)
        self.go.hide()
        self._request.ask(job)

    def _again(self) -> None:
        self._pages.setCurrentIndex(0)
        self._edited = False
        self.show_button.hide()
        self.go.setText("&Deliver")
        self.go.setDefault(True)
        self.leave.setText("Cancel")
        self._on_form()

    def _on_progress(self, text: str) -> None:
        self._doing.setText(f"{text[:1].upper()}{text[1:]} …")

    def _on_answer(self, result: DeliverResult) -> None:
        self._result = result
        self._done.setText("Delivered")
        self._where.set_whole(result.target)
        self._said.setText(f"{result.files} files, {result.bytes:,} bytes.")
        self._show_outcome(
            "".join(
                f"<p><b>{escape(c.title)}</b>: {escape(c.words)}<br>{escape(c.how)}</p>"
                for c in result.checks
            )
        )
        self.show_button.show()
        self.go.setText("Deliver &another")
        used = "; ".join(f"{c.title}: {c.said}" for c in result.checks if c.said)
        self._services.said.emit(f"Delivered to {result.target}. {used}")

    def _on_failed(self, problem: Problem) -> None:
        self._done.setText("Not delivered")
        self._where.set_whole("Nothing was left there.")
        self._said.setText(problem.words)
        self._show_outcome("")
        self.go.setText("Try &again")

    def _show_outcome(self, checks: str) -> None:
        self._checks.setText(checks)
        for widget in (self._checks, self._checks_title):
            widget.setVisible(bool(checks))
        self._pages.setCurrentIndex(2)
        self.go.show()
        self.leave.setText("Close")
        self.leave.setDefault(True)

    def _on_show(self) -> None:
        if self._result is not None:
            target = Path(self._result.target)
            show_folder(target if target.is_dir() else target.parent)

    def done(self, result: int) -> None:
        self._request.cancel()  # whoever closes it wants no delivery any more
        super().done(result)


def _sentence(text: str) -> str:
    return sentence(text) if text else ""


def _free(path: Path) -> Path:
    """The path, or one beside it that nobody has."""
    stem, suffix = path.stem, path.suffix
    names = (path.with_name(f"{stem}{f'_{i}' if i > 1 else ''}{suffix}") for i in range(1, 10_000))
    return next(p for p in names if not p.exists())
