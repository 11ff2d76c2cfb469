"""An op of a library that somebody has built: verified like every other, and called from PyTorch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.engine.raw_library import SILENT, op_library, raw_library
from workbench.core.declaration.op import Reference
from workbench.core.errors import UserError
from workbench.core.jobs import LibraryJob, LibraryOp, LibraryResult, LibraryValue
from workbench.core.pipeline.op_state import OpReport
from workbench.core.storage import op_file, project
from workbench.engine.build.prebuilt import package_op_library, prebuilt_library
from workbench.engine.client import Engine
from workbench.importers.drafts.draft import write_draft
from workbench.importers.drafts.from_library import draft_from_library, entries_named, usable

TOML = """
schema = 1
name = "twice"
torch = "raw::twice"
args = [{ name = "x" }]
outputs = [{ name = "y", dtype = "x", shape = "x.shape" }]

[kernel]
style = "session"

[[mapping.nodes]]
op = "raw.ops::Twice"
inputs = ["x"]
outputs = ["y"]

[ort]
implementation = "library"
module = "libraw.so"

[[model.inputs]]
arg = "x"
shape = [2, 3]
dynamic = { 0 = "n" }

[reference]
python = "x * 2"
"""


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return op_library(tmp_path_factory.mktemp("raw"))


@pytest.fixture
def folder(tmp_path: Path, library: Path) -> Path:
    (tmp_path / "op.toml").write_text(TOML)
    (tmp_path / "libraw.so").write_bytes(library.read_bytes())
    return tmp_path


def verified(engine: Engine, folder: Path) -> OpReport:
    (state,) = engine.load([folder])
    assert not state.problems, state.problems
    engine.run([folder])
    return state.report()


@pytest.mark.parametrize("exporter", ["torchscript", "torch.export"])
def test_it_agrees_with_its_reference(engine: Engine, folder: Path, exporter: str) -> None:
    text = TOML.replace("[[model.inputs]]", f'[model]\nexporter = "{exporter}"\n[[model.inputs]]')
    (folder / "op.toml").write_text(text)
    state = verified(engine, folder)
    assert state.status == "agrees", state.problems
    assert not [p for p in state.problems if "trace" in p.message]


def test_a_wrong_reference_is_seen(engine: Engine, folder: Path) -> None:
    (folder / "op.toml").write_text(TOML.replace("x * 2", "x * 3"))
    assert verified(engine, folder).status == "differs"


def test_without_a_reference_both_sides_are_one_kernel(engine: Engine, folder: Path) -> None:
    (folder / "op.toml").write_text(TOML.partition("[reference]")[0])
    state = verified(engine, folder)
    assert state.status == "unverified"
    assert any("PyTorch has ONNX Runtime compute it, too" in p.message for p in state.problems)


def test_a_model_that_does_not_fit_the_library_is_named(engine: Engine, folder: Path) -> None:
    (folder / "op.toml").write_text(TOML.replace("raw.ops::Twice", "raw.ops::Thrice"))
    state = verified(engine, folder)
    assert state.status == "failed"
    assert any("is not" in p.message and "Thrice" in p.message for p in state.problems)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("libraw.so", "libnone.so"), "does not exist"),
        (('module = "libraw.so"', ""), "the op library is not named"),
        (('module = "libraw.so"', 'package = "no such"'), "is no Python package"),
        (('"library"\nmodule = "libraw.so"', '"export-only"'), "have ONNX Runtime run"),
    ],
)
def test_what_is_missing_is_said_before_anything_runs(
    engine: Engine, folder: Path, change: tuple[str, str], told: str
) -> None:
    (folder / "op.toml").write_text(TOML.replace(*change))
    (state,) = engine.load([folder])
    assert any(told in p.message for p in state.problems), state.problems


def test_a_library_that_registers_nothing_or_is_none(engine: Engine, folder: Path) -> None:
    raw_library(folder, SILENT)
    assert any("registers nothing" in p.message for p in verified(engine, folder).problems)
    (folder / "libraw.so").write_bytes(b"rubbish")
    assert any("no shared library" in p.message for p in verified(engine, folder).problems)


def test_a_library_in_a_package(
    tmp_path: Path, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "wb_raw_package"
    (package / "lib").mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('nobody imports it')")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(UserError, match="has no op library"):
        package_op_library(package.name)
    (package / "empty.so").write_bytes(b"")
    (package / "gone.so").symlink_to(package / "nowhere")
    (package / "lib" / "one.so").write_bytes(library.read_bytes())
    assert package_op_library(package.name) == (package, "lib/one.so")
    (package / "two.so").write_bytes(library.read_bytes())
    with pytest.raises(UserError, match="has 2 op libraries") as caught:
        package_op_library(package.name)
    assert "lib/one.so, two.so" in caught.value.problem.hint
    assert package_op_library(package.name, "two.so") == (package, "two.so")
    with pytest.raises(UserError, match="is not installed") as caught:
        package_op_library("wb_no_such_package")
    assert "op.toml" not in caught.value.problem.hint
    assert "[ort]" not in caught.value.problem.hint
    text = TOML.replace('module = "libraw.so"', 'package = "wb_no_such_package"')
    (tmp_path / "op.toml").write_text(text)
    with pytest.raises(UserError, match="is not installed") as caught:
        prebuilt_library(tmp_path, op_file.load(tmp_path))
    assert caught.value.problem.key == "ort.package"


# -- drafts from entries


def entry(name: str, inputs: str, outputs: str, **more: object) -> LibraryOp:
    def values(text: str) -> tuple[LibraryValue, ...]:
        marks = {"?": "optional", "*": "variadic"}
        return tuple(
            LibraryValue(w.rstrip("?*").replace("any", ""), marks.get(w[-1], "required"))
            for w in text.split()
        )

    return LibraryOp("raw.ops", name, "", 17, values(inputs), values(outputs), **more)  # type: ignore[arg-type]


def test_a_draft_runs_as_it_is(engine: Engine, library: Path, tmp_path: Path) -> None:
    found = LibraryResult((entry("Twice", "float32", "float32"),), str(library))
    draft = draft_from_library(found, found.ops)
    assert {g.key for g in draft.gaps} >= {"args", "model.inputs", "outputs[0].shape", "reference"}
    project.create_project(tmp_path / "p")
    folder = write_draft(draft, tmp_path / "p", "twice")
    assert op_file.load(folder) == draft.op
    assert verified(engine, folder).status == "unverified"


def test_overloads_are_one_op_with_a_type(library: Path) -> None:
    ops = (entry("Mix", "float32 int64", "float32"), entry("Mix", "int32 int64", "int32"))
    op = draft_from_library(LibraryResult(ops, str(library)), ops).op
    assert op.types == {"T": ("float32", "int32")}
    assert [a.dtype for a in op.args] == ["T", "int64"]
    assert op.outputs[0].dtype == "T"


def test_optional_and_variadic_values(library: Path) -> None:
    ops = (entry("Mix", "float32 int64? float32*", "float32", least_inputs=2),)
    op = draft_from_library(LibraryResult(ops, str(library)), ops).op
    assert [(a.name, a.type, a.optional) for a in op.args] == [
        ("x", "tensor", False),
        ("x1", "tensor", True),
        ("x2s", "tensor[]", False),
    ]
    assert [e.arg for e in op.model.inputs] == ["x", "x1", "x2s[0]", "x2s[1]"]
    lite = (entry("Lite", "float32? int64?", "float32?"),)
    draft = draft_from_library(LibraryResult(lite, str(library)), lite)
    assert not any(a.optional for a in draft.op.args), "the lite API says so of each"
    assert any("may be left out" in g.message for g in draft.gaps)


SEVERAL = """
made("raw.ops", "Total", {{1, 2}}, {{1, 0}}, 1, INT_MAX, nullptr, 3, 1),
made("raw.ops", "Each", {{1, 2}}, {{1, 2}}),
"""


@pytest.mark.parametrize(
    ("name", "reference"),
    [("Total", "2 * (xs[0] + xs[1] + xs[2])"), ("Each", "[2 * x for x in xs]")],
)
def test_a_repeated_value_is_a_list_that_runs(
    engine: Engine, tmp_path: Path, name: str, reference: str
) -> None:
    library = op_library(tmp_path, SEVERAL)
    found = engine.ask(LibraryJob(1, str(library)), LibraryResult)
    draft = draft_from_library(found, entries_named(found.ops, name))
    assert (draft.op.args[0].name, draft.op.args[0].type) == ("xs", "tensor[]")
    told = "a library does not say how many tensors 'ys' has: len(xs) is assumed"
    assert any(g.message == told for g in draft.gaps) == (name == "Each")
    op = replace(draft.op, reference=Reference(python=reference))
    project.create_project(tmp_path / "p")
    folder = write_draft(replace(draft, op=op), tmp_path / "p", name.lower())
    report = verified(engine, folder)
    assert report.status == "agrees", report


def test_a_list_of_any_type_is_guessed_to_have_one(library: Path) -> None:
    ops = (entry("Any", "any*", "any*", inputs_alike=False, outputs_alike=False),)
    draft = draft_from_library(LibraryResult(ops, str(library)), ops)
    assert (draft.op.args[0].dtype, draft.op.outputs[0].dtype) == ("float32", "xs")
    guess = "'xs' may be of any type: float32 is a guess"
    assert guess in [g.message for g in draft.gaps if g.key == "args[0].dtype"]


def test_the_newest_version_is_taken_and_a_domain_has_to_be_named() -> None:
    old = entry("Old", "float32", "float32", since_version=10, until_version=12)
    new = entry("Old", "float32", "float32", since_version=15)
    assert entries_named((old, new), "Old") == [new]
    other = LibraryOp("raw.more", "Old", "", 17, new.inputs, new.outputs)
    assert len(entries_named((old, new, other), "Old")) == 3
    assert entries_named((old, new, other), "raw.more::Old") == [other]


def test_what_no_declaration_can_express(library: Path) -> None:
    assert "run MODEL.onnx --library" in usable(entry("Words", "string", "string"))
    assert "complex64" in usable(entry("Fft", "float32", "complex64"))
    assert "no tensor" in usable(entry("Random", "", "float32"))
    ops = (entry("Words", "string", "string"),)
    with pytest.raises(UserError, match="cannot be declared: it takes strings"):
        draft_from_library(LibraryResult(ops, str(library)), ops)
