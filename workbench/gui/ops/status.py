"""How an op stands as a whole, and each of its stages."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import msgspec

from workbench.core import jobs
from workbench.core.errors import Problem, sentence
from workbench.core.jobs import STAGES
from workbench.core.pipeline.op_state import NOT_RUN, STATUS_WORDS, of_many
from workbench.core.pipeline.parity import BY_REFERENCE, MAIN_CASE, PYTORCH, UNVERIFIED
from workbench.core.pipeline.picturing import by_whom, where_text
from workbench.gui.document.document_problems import GONE
from workbench.gui.document.op_document import OpDocument
from workbench.gui.hosts.checks import CHECK
from workbench.gui.hosts.engine import Engine

__all__ = [
    "STAGE_NAMES",
    "STEPS",
    "OpStatus",
    "StageStep",
    "light",
    "light_text",
    "lights",
    "running_time",
    "stage_steps",
    "status_of",
    "summary",
]

STAGE_NAMES = {
    "build": "Build",
    "export": "Export",
    "graph": "Graph",
    "run": "Run in ONNX Runtime",
    "compare": "Compare with PyTorch",
    CHECK: "Check",
}

_MOST_CASES = 4
"""Cases that a sentence names."""
_MOST_SENTENCES = 3
"""On how many elements differ."""


class OpStatus(msgspec.Struct, frozen=True):
    """The overall result.

    Attributes:
        kind: ``ok``, ``unverified``, ``differs``, ``failed``, ``incomplete``, ``exported``,
            ``stale``, ``running`` or ``none``.
        title: two or three words.
        text: one sentence.
        problems: why it failed, or is not verified.
        step: what a button beside it says, that does the first problem's fix, or else leads to its
            location.
    """

    kind: str
    title: str
    text: str = ""
    problems: tuple[Problem, ...] = ()
    step: str = ""

    @property
    def word(self) -> str:
        """The kind in a word or two, for where there is no room for the title."""
        return _WORDS[self.kind]


class StageStep(msgspec.Struct, frozen=True):
    """How one stage stands, for where there is room for a word or two.

    Attributes:
        light: as in ``OpState.light``, and ``running``.
        note: the time that it took, or a word where that says more.
        tip: all that is known, in a few lines.
        since: when it began to run, in seconds of ``time.monotonic``; 0 where it does not run.
    """

    stage: str
    light: str = "none"
    note: str = ""
    tip: str = ""
    since: float = 0.0

    @property
    def title(self) -> str:
        """The stage's name, short."""
        return self.stage.title()

    @property
    def words(self) -> str:
        """The light in words, for screen readers."""
        return " ".join(part for part in (_LIGHTS[self.light], self.note) if part)


_WORDS = {
    "running": "running",
    "ok": STATUS_WORDS["agrees"].lower(),
    UNVERIFIED: "not verified",
    "differs": STATUS_WORDS["differs"].lower(),
    "failed": "failed",
    "incomplete": "incomplete",
    "exported": "exported",
    "unrun": "compiled, not run",
    "stale": "out of date",
    "none": "not run",
}
"""In the order in which the status bar tells how many there are of each."""
_STOPPED = OpStatus("stale", "Stopped", "F5 runs it again.")


def light(document: OpDocument, engine: Engine, stage: str) -> str:
    """The light of a stage: as in ``OpState.light``, and ``running``.

    Unsaved edits make a stage stale too: what was verified is not what is on the screen.
    """
    return lights(document, engine)[stage]


def lights(document: OpDocument, engine: Engine) -> dict[str, str]:
    """The lights of all stages, in their order."""
    state = engine.state(document.folder)
    if state is None:
        return dict.fromkeys(STAGES, "none")
    running = engine.running_stage(document.folder)
    first = document.edited_from
    found, edited = {}, False
    for stage, light in state.lights().items():
        edited = edited or stage == first
        shown = "running" if stage == running else light
        found[stage] = "stale" if edited and shown in _ENDED else shown
    return found


_ENDED = ("ok", UNVERIFIED, "differs", "failed")
_LIGHTS = {
    "ok": "done",
    UNVERIFIED: "both run alike, not verified",
    "differs": "differs from PyTorch",
    "failed": "failed",
    "stale": "out of date",
    "skipped": "not part of this op",
    "none": "not run yet",
    "running": "under way",
}


_NOTES = {UNVERIFIED: "not verified", "differs": "differs", "failed": "failed", "stale": "stale"}


STEPS = {"reference": "Draft a reference", "model.inputs": "Change the example"}
"""What leads from a result that proves nothing to one that does, by the key concerned."""


def light_text(document: OpDocument, engine: Engine, stage: str) -> str:
    """What a stage's light means, in a few lines."""
    shown = light(document, engine, stage)
    text = f"{STAGE_NAMES[stage]}: {_LIGHTS[shown]}"
    state = engine.state(document.folder)
    ended = state.result(stage) if state is not None else None
    if stage in ("run", "compare") and state is not None and state.export_only:
        why = state.op.not_compared if state.op is not None else ""
        return f"{STAGE_NAMES[stage]}: not checked, {why}"
    if ended is None or shown in ("none", "skipped", "running"):
        return text
    if ended.seconds:
        text += f" ({_seconds(ended.seconds)})"
    errors = [p for p in ended.problems if p.severity == "error"]
    if errors and shown == "failed":
        text += f"\n{errors[0].message}"
    return text


def stage_steps(document: OpDocument, engine: Engine) -> list[StageStep]:
    """How all stages stand, in their order."""
    state = engine.state(document.folder)
    steps = []
    for stage, shown in lights(document, engine).items():
        ended = state.result(stage) if state is not None else None
        took = _seconds(ended.seconds) if shown == "ok" and ended and ended.seconds else ""
        since = engine.running_since(document.folder) if shown == "running" else 0.0
        tip = light_text(document, engine, stage)
        steps.append(StageStep(stage, shown, _NOTES.get(shown, took), tip, since))
    return steps


def running_time(since: float) -> str:
    """How long something has been running, in whole seconds: a word that is read as it changes."""
    return f"{max(time.monotonic() - since, 0.0):.0f} s"


def _seconds(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


def status_of(document: OpDocument, engine: Engine) -> OpStatus:
    """The result of an op as it stands on the screen."""
    state = engine.state(document.folder)
    running = engine.running_stage(document.folder)
    if running:
        return OpStatus("running", "Running", f"{STAGE_NAMES[running]} …")
    if engine.is_under_way(document.folder):
        return OpStatus("running", "Running", "The next stage begins …")
    if document.shown_problems:
        if any(p.kind == GONE for p in document.shown_problems):
            return OpStatus("incomplete", "Folder gone", "", document.shown_problems)
        count = len(document.shown_problems)
        what = "a problem" if count == 1 else f"{count} problems"
        return OpStatus(
            "incomplete",
            "Declaration incomplete",
            sentence(f"{what} to fix before it can run"),
            document.shown_problems,
        )
    if state is None:
        return OpStatus("none", "Not run yet", "Press F5 to build, export, run and compare.")
    shown = lights(document, engine)
    failed = next((s for s in STAGES if shown[s] == "failed"), None)
    if failed is not None:
        ended = state.result(failed)
        problems = ended.problems if ended is not None else ()
        errors = tuple(p for p in problems if p.severity == "error") or problems
        if any(p.kind == "stopped" for p in problems):
            return _STOPPED
        return OpStatus("failed", f"{STAGE_NAMES[failed]} failed", "", errors)
    if engine.was_stopped(document.folder) and {"none", "stale"} & set(shown.values()):
        return _STOPPED
    if "stale" in shown.values():
        why = "There are unsaved edits" if document.dirty else "Files have changed"
        return OpStatus(
            "stale", "Out of date", f"{why} since the last run. F5 saves and runs what is stale."
        )
    if shown["compare"] == "ok":
        text = _parity(state.result("compare"))
        if state.op is not None and state.op.kernel.cuda:
            text += f" The CUDA kernel: {state.kernel_for_gpus()}."
        return OpStatus("ok", "Agrees with PyTorch", text)
    if shown["compare"] == UNVERIFIED:
        ended = state.result("compare")
        reasons = tuple(p for p in ended.problems if p.kind == UNVERIFIED) if ended else ()
        step = STEPS.get(reasons[0].key, "") if reasons else ""
        return OpStatus(UNVERIFIED, "Runs alike, not verified", _parity(ended), reasons, step)
    if shown["compare"] == "differs":
        whom = _differs_from(state.result("compare"))
        return OpStatus("differs", f"Differs from {whom}", _parity(state.result("compare")))
    if state.report().status == NOT_RUN:
        return OpStatus(
            "unrun",
            "Compiled and exported, not run",
            f"{sentence(state.report().verdict)} Shapes and element types are checked, numbers are not.",
        )
    if state.export_only and shown["graph"] == "ok":
        return OpStatus(
            "exported",
            "Exported, parity not checked",
            "The op is export-only: another runtime runs it, so its numbers are not compared here.",
        )
    if all(one in ("none", "skipped") for one in shown.values()):
        return OpStatus("none", "Not run yet", "Press F5 to build, export, run and compare.")
    error = state.report().error
    what = f"{sentence(error.message)} " if error is not None else ""
    return OpStatus("stale", "Not finished", f"{what}F5 runs the stages that are left.")


def _differs_from(ended: jobs.StageEnded | None) -> str:
    """Whose values are not met: PyTorch's, or those of the op's own reference."""
    result = ended.result if ended is not None else None
    outputs = result.outputs if isinstance(result, jobs.CompareResult) else ()
    whom = next((o.expected_by for o in outputs if not o.agrees), PYTORCH)
    return "its reference" if whom == BY_REFERENCE else whom


def _parity(ended: jobs.StageEnded | None) -> str:
    if ended is None or not isinstance(ended.result, jobs.CompareResult):
        return ""
    outputs = ended.result.outputs
    bad = [o for o in outputs if not o.agrees]
    if bad:
        told = list(_differences(bad))
        counts = " ".join(told[:_MOST_SENTENCES]) + (" …" if len(told) > _MOST_SENTENCES else "")
        return "\n".join((counts, *where_text(ended.result)))
    if not outputs:
        return ""
    names = list(dict.fromkeys(o.name for o in outputs))
    cases = list(dict.fromkeys(o.case for o in outputs))
    elements = sum(o.elements for o in outputs if o.actual_by == outputs[0].actual_by)
    pairs = list(dict.fromkeys(f"{o.actual_by} with {by_whom(o.expected_by)}" for o in outputs))
    of, whose = ", ".join(names), ", ".join(pairs)
    if len(cases) > 1:
        sets = len(cases)
        return f"All {elements:,} elements of {of} in {sets} sets of inputs are within the tolerance: {whose}."
    return f"All {elements:,} elements of {of} are within the tolerance: {whose}."


def _differences(outputs: Sequence[jobs.OutputParity]) -> Iterator[str]:
    """A sentence per output and who is compared with whom, however many cases it differs in."""
    alike: dict[tuple[str, str, str, str], list[jobs.OutputParity]] = {}
    for output in outputs:
        key = (output.name, output.note, output.actual_by, output.expected_by)
        alike.setdefault(key, []).append(output)
    for (name, note, who, expected_by), found in alike.items():
        # Each sentence is written out whole: a case may have any name, a word of the language, too.
        whom, case = by_whom(expected_by), found[0].case
        differing = f"{sum(o.differing for o in found):,}"
        elements = f"{sum(o.elements for o in found):,}"
        if len(found) > 1:
            cases = _case_names([o.case for o in found])
            if note:
                yield f"{name} in the cases {cases}: {note}."
            else:
                yield f"{who} differs from {whom} in {differing} of {elements} elements of {name} (cases {cases})."
        elif note:
            yield f"{name} in the case {case}: {note}." if case else f"{name}: {note}."
        elif case:
            yield f"{who} differs from {whom} in {differing} of {elements} elements of {name} (case {case})."
        else:
            yield f"{who} differs from {whom} in {differing} of {elements} elements of {name}."


def _case_names(cases: Sequence[str]) -> str:
    """Some of them, as the table below calls them; the number of the others."""
    names = [case or MAIN_CASE for case in cases]
    shown = ", ".join(names[:_MOST_CASES])
    return f"{shown} …" if len(names) > _MOST_CASES else shown


def summary(statuses: list[OpStatus]) -> tuple[str, str]:
    """The project as a whole, for the status bar: the worst kind, and a line that begins with what runs."""
    counts: dict[str, int] = {}
    for item in statuses:
        counts[item.kind] = counts.get(item.kind, 0) + 1
    several = {
        **_WORDS,
        "ok": of_many("agrees", counts.get("ok", 0)),
        "differs": of_many("differs", counts.get("differs", 0)),
        "exported": "exported (parity not checked)",
    }
    words = [f"{counts[kind]} {text}" for kind, text in several.items() if kind in counts]
    order = (
        "running", "failed", "incomplete", "differs", "stale", "none", UNVERIFIED, "unrun", "exported", "ok",
    )  # fmt: skip
    worst = next((kind for kind in order if kind in counts), "none")
    if worst == "exported" and "ok" in counts:
        worst = "ok"  # the words say which is which
    return worst, " · ".join(words)
