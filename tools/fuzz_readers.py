"""How the program reads each kind of input of ``make fuzz``: window and command line alike.

Each reader goes the ways that the program goes, as far as nothing is built or run. What is raised
but ``UserError``, and what breaks a promise (``assert``), is a finding.
"""

from __future__ import annotations

import contextlib
import functools
import math
import random
import shutil
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from msgspec import UNSET

from tests.core.declarations import exactly
from tools import fuzz_arrays, fuzz_inputs
from tools.fuzz_worker import Kind
from workbench import paths
from workbench.core import check, codegen, edits, fixes
from workbench.core.declaration.op import Example, Op
from workbench.core.errors import Problem, UserError
from workbench.core.examples.example_files import file_header
from workbench.core.examples.headers import entries, header
from workbench.core.op_toml.toml_assist import explained, offers
from workbench.core.storage import archive, journal, op_file, project, trust
from workbench.core.storage.toml_position import position_of
from workbench.core.storage.what_runs import what_runs
from workbench.engine.graphs.diff import graph_diff
from workbench.engine.graphs.view import graph_view
from workbench.engine.onnx.captured import FILE_NAME, captured_cases
from workbench.engine.onnx.onnx_file import read_model
from workbench.engine.onnx.onnx_model import list_missing
from workbench.engine.run.library_check import check_model_against_library
from workbench.engine.values.arrays import load_arrays
from workbench.engine.values.example_files import load_example
from workbench.engine.values.examples import example_values
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.headers.files import read_sources
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.drafts.draft import Draft, write_draft
from workbench.importers.drafts.from_onnx import draft_from_onnx
from workbench.importers.schemas import schema_cache
from workbench.problems import find_all, find_problems

__all__ = ["KINDS", "warm"]

_T = TypeVar("_T")
_FEW = 3
"""Of what a file holds (problems, nodes, functions, arrays) so many are gone on with."""
_FEW_ELEMENTS = 1 << 20
"""Examples of more elements are asked for by a declaration, and made as it says."""


@contextlib.contextmanager
def _told() -> Iterator[None]:
    """What is inside may end with a word to the user."""
    try:
        yield
    except UserError as error:
        _check_said(error.problems)


def _tried(call: Callable[..., _T], *given: object) -> _T | None:
    with _told():
        return call(*given)
    return None


def _op_folder(scratch: Path, start: str) -> Path:
    """An op's folder with the files of the gallery's op, if it is one of those."""
    folder = scratch / "ops" / "sent"
    gallery = project.gallery_folder() / start
    if gallery.is_dir():
        shutil.copytree(gallery, folder, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        folder.mkdir(parents=True)
    return folder


# -- declarations -------------------------------------------------------------------------


def _declaration(scratch: Path, file: Path, start: str) -> None:
    folder = _op_folder(scratch, start)
    shutil.copyfile(file, folder / op_file.FILE_NAME)
    (found,) = find_all(project.find_op_folders(folder))
    _check_said(found.problems)
    what_runs(folder)
    data = file.read_bytes()
    rng = random.Random(zlib.crc32(data))
    text = data.decode("utf-8", "replace")
    for problem in found.problems[:20]:
        position_of(text, problem.key)
    for _ in range(_FEW):
        at = rng.randint(0, len(text))
        offers(text, at, found.op)
        explained(text, at)
    if found.op is None:
        return
    assert op_file.dumps(found.op, text) == text, "what is not edited is not rewritten"
    for problem in check.check_op(found.op)[:_FEW]:
        for fix in fixes.fixes(found.op, problem, folder)[:1]:
            _check_saved(fix.op, text)
    edited = _edited(rng, found.op)
    if edited is not None:
        check.check_op(edited)
        _check_saved(edited, text)
    if not found.errors:
        _generate(found.op, folder)


def _check_said(problems: tuple[Problem, ...]) -> None:
    for problem in problems:
        assert problem.message, problem
        assert problem.kind, problem
        assert problem.severity in ("error", "warning", "note"), problem
        assert not problem.key.startswith("$."), problem  # as the decoder calls its root
        assert str(problem), problem


def _check_saved(op: Op, text: str) -> None:
    written = op_file.dumps(op, text)
    with _told():
        assert exactly(op_file.loads(written, validate=False)) == exactly(op), (
            "it is saved otherwise"
        )


def _edited(rng: random.Random, op: Op) -> Op | None:
    """What a form makes of the declaration; None where it cannot."""
    made: list[Callable[[], Op]] = [
        lambda: edits.add_arg(op),
        lambda: edits.add_output(op),
        lambda: edits.add_example(op),
        lambda: edits.add_case(op),
        lambda: edits.add_node(op),
        lambda: edits.add_variant(op),
        lambda: edits.set_style(op, rng.choice(("portable", "libtorch", "installed", "python"))),
        lambda: edits.set_model_file(op, True),
        lambda: edits.set_mapping_kind(op, "python"),
    ]
    if op.args:
        at = rng.randrange(len(op.args))
        made += [
            lambda: edits.remove_arg(op, at),
            lambda: edits.rename_arg(op, at, "left"),
            lambda: edits.set_arg_type(op, at, rng.choice(("tensor", "int[]", "str", "bool"))),
        ]
    if op.outputs:
        made += [lambda: edits.remove_output(op, 0), lambda: edits.rename_output(op, 0, "left")]
    if op.types:
        made.append(lambda: edits.rename_type(op, next(iter(op.types)), "Elem"))
    if op.variants:
        made.append(lambda: edits.remove_variant(op, next(iter(op.variants))))
    return _tried(rng.choice(made))


def _generate(op: Op, folder: Path) -> None:
    """What the window shows of a sound op, and what the host makes first."""
    resolved = op.resolved()
    _tried(codegen.python_module, resolved)
    for unit in resolved.units.values():
        if unit.template:
            _tried(codegen.unit_text, unit.template, resolved)
    asked = [e.shape for e in op.model.inputs if e.shape is not UNSET]
    if sum(math.prod(shape) for shape in asked) <= _FEW_ELEMENTS:
        _tried(example_values, op, folder)


def _project(scratch: Path, file: Path, _: str) -> None:
    home = scratch / "project"
    (home / "ops").mkdir(parents=True)
    shutil.copytree(project.gallery_folder() / "my_add_custom", home / "ops" / "my_add_custom")
    shutil.copyfile(file, home / project.PROJECT_FILE)
    opened = project.open_project(home)
    assert len(opened.op_folders) == 1
    project.save_project_as(home, scratch / "copy")
    find_all(project.find_op_folders(scratch / "copy"))


def _source(scratch: Path, file: Path, start: str) -> None:
    """A kernel's file beside its declaration, and as what a new op is made from."""
    folder = _op_folder(scratch, start)
    for old in folder.glob(f"*{file.suffix}"):
        shutil.copyfile(file, old)
    _check_said(find_problems(folder).problems)
    if file.suffix == ".py":
        return
    sent = scratch / f"sent{file.suffix}"
    shutil.copyfile(file, sent)
    texts = read_sources([sent])
    for candidate in find_candidates(texts)[:_FEW]:
        with _told():
            _check_draft(draft_of(candidate, texts), scratch)


def _check_draft(draft: Draft, scratch: Path) -> None:
    """A draft is a declaration that can be written and read."""
    text = op_file.dumps(draft.op)
    assert exactly(op_file.loads(text, validate=False)) == exactly(draft.op)
    check.check_op(draft.op)
    home = scratch / "new"
    if not home.exists():
        project.create_project(home)
        _check_said(find_problems(write_draft(draft, home, "drafted")).problems)


# -- archives -----------------------------------------------------------------------------


def _archive(scratch: Path, file: Path, _: str) -> None:
    sent = shutil.copyfile(file, scratch / "sent.zip")
    _tried(_exhausted, archive.checking, sent)
    target = scratch / "new" / "target"
    try:
        archive.unpack(sent, target)
    except UserError as error:
        _check_refused(error, sent)
        raise
    unpacked = [p for p in scratch.rglob("*") if p.is_symlink() or not (p.is_file() or p.is_dir())]
    assert unpacked == [], unpacked
    with _told():
        for found in find_all(project.find_op_folders(target)):
            _check_said(found.problems)
    members, left = archive.collect(target)
    assert left == [], left
    archive.pack(members, scratch / "again.zip")
    archive.unpack(scratch / "again.zip", scratch / "again")


def _check_refused(error: UserError, sent: Path) -> None:
    assert error.problem.file == str(sent), error.problem
    assert list(sent.parent.iterdir()) == [sent], "something is left of what was refused"


def _exhausted(steps: Callable[[Path], Iterator[object]], path: Path) -> None:
    for _ in steps(path):
        pass


# -- arrays -------------------------------------------------------------------------------


def _array(scratch: Path, file: Path, _: str) -> None:
    sent = Path(shutil.copyfile(file, scratch / f"sent{file.suffix}"))
    _tried(header, sent)
    names = _tried(entries, sent) or ("", "x")
    for name in names[:_FEW]:
        example = Example("x", file=sent.name, entry=name)
        said = _tried(file_header, scratch, example)
        array = _tried(load_example, scratch, example)
        assert said is not None or array is None, "what is refused is read"
        if said is not None and array is not None:
            read = (array.shape, str(array.dtype))
            assert read == (said.shape, said.dtype or read[1]), f"{read} is read, {said} is said"
    if file.suffix == ".npz":
        _tried(load_arrays, sent)


# -- models -------------------------------------------------------------------------------


def _model(scratch: Path, file: Path, _: str) -> None:
    sent = Path(shutil.copyfile(file, scratch / "sent.onnx"))
    _tried(check_model_against_library, sent, "")
    with _told():
        graph_view(read_model(sent, weights=False), sent, scratch)
    with _told():
        graph_diff((sent, read_model(sent)), (sent, read_model(sent)))
    found = list_missing(read_model(sent), sent)
    for operator in found.missing[:_FEW]:
        for number in range(min(len(operator.nodes), 2)):
            with _told():
                _check_draft(draft_from_onnx(found, operator, number, sent), scratch)


# -- notes --------------------------------------------------------------------------------


def _note(scratch: Path, file: Path, start: str) -> None:
    _NOTES[start](scratch, file)


def _left(scratch: Path, file: Path, name: str) -> None:
    """What a window that is gone has left."""
    shutil.rmtree(paths.data_dir(), ignore_errors=True)
    opened = scratch / "project"
    (opened / "ops" / "a").mkdir(parents=True)
    one = journal.Journal(opened)
    one.write(journal.Entry(1, "ops/a", "a", 1.0))
    folder = next(p for p in (paths.data_dir() / "journal").rglob("owner.json")).parent
    at = folder / name if name else next(p for p in folder.glob("*.json") if p.name != "owner.json")
    shutil.copyfile(file, at)
    one._lock.close()  # type: ignore[union-attr]  # its window is gone
    for left in journal.find_left():
        assert left.when >= 0 or math.isfinite(left.when) or left.entries
        for entry in left.entries:
            journal.changed_files(entry, opened / entry.op)
        _tried(journal.rescue, left.entries, "p")
        left.settle()


def _trusted(scratch: Path, file: Path) -> None:
    folder = scratch / "ops" / "a"
    folder.mkdir(parents=True)
    trust.trust([folder])
    for known in (paths.config_dir() / "trusted").glob("*.json"):
        shutil.copyfile(file, known)
    assert not trust.is_trusted(folder), "trusted by a damaged file"


def _captured(scratch: Path, file: Path) -> None:
    shutil.copyfile(file, scratch / FILE_NAME)
    captured_cases(_add(), scratch / FILE_NAME)


@functools.cache
def _add() -> Op:
    return op_file.load(project.gallery_folder() / "my_add_custom")


def _listed(_: Path, file: Path) -> None:
    at = schema_cache.cache_file("1.0")
    at.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, at)
    for op in schema_cache.read("1.0") or ():
        _tried(op.schema)


_NOTES: dict[str, Callable[[Path, Path], None]] = {
    "entry": functools.partial(_left, name=""),
    "owner": functools.partial(_left, name="owner.json"),
    "trusted": _trusted,
    "captured": _captured,
    "schemas": _listed,
}

KINDS = {
    "declaration": Kind(fuzz_inputs.declarations, _declaration),
    "project": Kind(fuzz_inputs.projects, _project),
    "source": Kind(fuzz_inputs.sources, _source),
    "archive": Kind(fuzz_inputs.archives, _archive),
    "array": Kind(fuzz_arrays.arrays, _array),
    "model": Kind(fuzz_inputs.models, _model),
    "note": Kind(fuzz_inputs.notes, _note),
}


def warm(folder: Path) -> None:
    """Read a sound file of each kind, and each of the gallery's declarations."""
    for number, (kind, made) in enumerate(fuzz_inputs.sound()):
        home = folder / str(number)
        home.mkdir()
        file = folder / f"{number}{made.suffix}"
        file.write_bytes(made.data)
        with _told():
            KINDS[kind].read(home, file, made.start)
