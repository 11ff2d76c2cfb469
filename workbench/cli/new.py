"""``op-workbench new DIR``: an op in a project, from any of the ways in that the window has."""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.cli import new_cpp, new_library, new_onnx, new_operator
from workbench.core import jobs
from workbench.core.declaration.names import name_problem, split_qualified
from workbench.core.errors import UserError
from workbench.core.files.files import real_path
from workbench.core.storage import op_file, project
from workbench.importers.drafts.blank import BLANK_STYLES, blank_draft
from workbench.importers.drafts.draft import Draft, write_draft
from workbench.importers.drafts.from_test import names_in_test, with_test
from workbench.importers.setup_py import SETUP

if TYPE_CHECKING:
    from workbench.engine.client import Engine

HELP = (
    "make a project, or add to one: an op from the gallery, from torch, from an ONNX model, "
    "from C++, from an op library, or blank"
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    # argparse gives what follows --cpp to it: `run` takes DIR from there.
    parser.add_argument(
        "folder",
        type=Path,
        nargs="?",
        metavar="DIR",
        help="a new folder, or a project's; it must be given",
    )
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--from",
        dest="source",
        metavar="OP",
        help="a gallery op's name, an op's folder, or the setup.py of a package with C++ extensions, "
        "which is read and not run",
    )
    source.add_argument(
        "--torch",
        metavar="NAMESPACE::OP[.OVERLOAD]",
        help="a registered torch op; its schema gives the declaration",
    )
    source.add_argument(
        "--onnx",
        type=Path,
        metavar="MODEL",
        help="an ONNX model with nodes that ONNX Runtime cannot run; without --node they are listed",
    )
    source.add_argument(
        "--cpp",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="C++ files with a function or a registration; several choices are listed",
    )
    source.add_argument(
        "--onnx-operator",
        metavar="OPERATOR",
        help="a standard ONNX operator, to be written as an op of your own: its signature, and what ONNX's "
        "test cases show; verify --onnx-cases runs these",
    )
    source.add_argument(
        "--library",
        metavar="LIB.so",
        help="an op library that is built already, or an installed Python package that has one; its ops are "
        "listed without --entry",
    )
    source.add_argument(
        "--blank",
        metavar="SCHEMA",
        help="an op of your own: 'scale(Tensor x, float by=2.0) -> Tensor', its kernel to fill in",
    )
    parser.add_argument(
        "--style",
        choices=tuple(BLANK_STYLES),
        help="with --blank: the kind of kernel (own: libtorch, registered in the file itself)",
    )
    parser.add_argument(
        "--module",
        type=Path,
        metavar="FILE",
        help="with --blank: a compiled library of another compiler, whose function of tvm-ffi's C ABI is the "
        "kernel; it is copied",
    )
    parser.add_argument(
        "--function",
        help="with --cpp or setup.py: a function or a registered op, where several are of one name with its "
        "parameters ('f(Tensor, int)'), or its number in the list; with --module: its function",
    )
    parser.add_argument(
        "--include-root",
        type=Path,
        action="append",
        default=[],
        metavar="DIR",
        help="with --cpp: a folder of headers that are not beside the files; what they need of it is copied with "
        "its licence file, and listed; may be given several times",
    )
    parser.add_argument(
        "--test",
        type=Path,
        metavar="FILE",
        help="with --cpp or setup.py: a Python test of the op, read and not run: a call of the op gives the example "
        "inputs, a function like reference_NAME the reference",
    )
    parser.add_argument(
        "--run-setup",
        action="store_true",
        help="with setup.py: run it, in a process of its own with nothing built or installed, for what "
        "reading does not tell",
    )
    parser.add_argument("--entry", help="with --library: the op, as Domain::Op or Op")
    parser.add_argument("--node", help="with --onnx: a node's name, or its operator")
    parser.add_argument("--json", action="store_true", help="with --onnx: list the nodes as JSON")
    parser.add_argument("--package", default="", help="the module whose import registers it")
    parser.add_argument("--name", help="the op's name in the project; the source's if not given")


def run(options: argparse.Namespace) -> int:
    """Exit status 0 if the op is there."""
    if options.folder is None:
        options.folder = _after_files(options.cpp)
    if options.package and not options.torch:
        raise UserError("usage", "--package goes with --torch")
    if (options.node or options.json) and options.onnx is None:
        raise UserError("usage", "--node and --json go with --onnx")
    if options.source and Path(options.source).name == SETUP:
        options.cpp, options.source = [Path(options.source)], None
    if options.module and options.blank is None:
        raise UserError("usage", "--module goes with --blank, which says how it is called")
    if options.module and options.style:
        raise UserError("usage", "--module is a kind of kernel of its own: it goes without --style")
    if options.function and not (options.cpp or options.module):
        raise UserError("usage", "--function goes with --cpp, a setup.py, or --module")
    if options.run_setup and not (options.cpp and options.cpp[0].name == SETUP):
        raise UserError("usage", "--run-setup goes with --from setup.py")
    if options.include_root and (not options.cpp or options.cpp[0].name == SETUP):
        raise UserError("usage", "--include-root goes with --cpp")
    if options.test and not options.cpp:
        raise UserError("usage", "--test goes with --cpp or a setup.py")
    if options.style and options.blank is None:
        raise UserError("usage", "--style goes with --blank")
    if options.entry and options.library is None:
        raise UserError("usage", "--entry goes with --library")
    draft: Draft | None = None
    if options.onnx is not None:
        draft = new_onnx.draft(options.onnx, options.node, options.json)
        if draft is None:
            return 0
    elif options.onnx_operator is not None:
        draft = new_operator.draft(options.onnx_operator)
    elif options.library is not None:
        draft = new_library.draft(options.library, options.entry)
        if draft is None:
            return 0
    elif options.cpp:
        roots = [_folder(path) for path in options.include_root]
        draft = new_cpp.draft(options.cpp, options.function, options.name, options.run_setup, roots)
        if draft is None:
            return 2
        if options.test is not None:
            names = names_in_test(draft.op, options.function or "")
            draft = with_test(draft, real_path(options.test), names)
    elif options.blank is not None:
        module, function = options.module, options.function or ""
        draft = blank_draft(options.blank, options.style or "", module=module, function=function)
    elif options.torch is not None:
        draft = _torch_draft(options.torch, options.package)
    else:
        source = _source(options.source)
    name = options.name or (source.name if draft is None else draft.op.name)
    if problem := name_problem(name):
        raise UserError("project", problem, "Choose another name with --name.")
    folder: Path = real_path(options.folder)
    made = not (folder / project.PROJECT_FILE).is_file()
    if made:
        project.create_project(folder)
    else:
        project.open_project(folder)
    try:
        if draft is None:
            draft = Draft(op_file.load(source, validate=False), base=source)
        target = write_draft(draft, folder, name)
    except UserError:
        if made:  # nothing is left of a project that could not be made
            shutil.rmtree(folder, ignore_errors=True)
        raise
    for left in project.left_out(draft.base) if draft.base is not None else ():
        print(f"left out, as it is a link or no file of the op: {left}", file=sys.stderr)
    print(f"{'Made' if made else 'Added to'} the project {folder}")
    print(f"The op is in {target}")
    if options.source is None:
        new_onnx.print_gaps(draft)
    more = f" --onnx-cases {options.onnx_operator}" if options.onnx_operator else ""
    print(f"Verify it:  op-workbench verify {shlex.quote(str(target))}{more}")
    return 0


def _after_files(files: list[Path] | None) -> Path:
    """DIR, where it is given behind the files of --cpp: what is no file there, and is called like none."""
    if files and len(files) > 1 and not files[-1].is_file() and not files[-1].suffix:
        return files.pop()
    raise UserError("usage", "DIR is missing", "Give a new folder, or a project's.")


def _folder(path: Path) -> Path:
    folder = real_path(path)
    if not folder.is_dir():
        hint = "Give the folder that the headers' names begin at."
        raise UserError("file", "there is no such folder", hint, file=folder)
    return folder


def _source(name: str) -> Path:
    known = {folder.name: folder for folder, _ in project.gallery()}
    if name in known:
        return known[name]
    path = real_path(Path(name))
    if (path / "op.toml").is_file():
        return path
    raise UserError("project", f"the gallery has no op '{name}'", f"It has: {', '.join(known)}.")


def _torch_draft(full: str, package: str) -> Draft:
    """An op that torch or a package has registered."""
    from workbench.engine.client import Engine
    from workbench.engine.survey.torch_drafts import torch_draft

    with Engine() as engine:
        schema = _schema(engine, full, package)
        return torch_draft(engine, schema, schema.name.partition("::")[2].strip("_"), package)


def _schema(engine: Engine, full: str, package: str) -> jobs.TorchSchema:
    """The schema of a registered op, asked of the torch host."""
    name, _, overload = full.partition(".")
    if split_qualified(name) is None:
        raise UserError("schema", f"'{full}' is no Namespace::op", "Write e.g. aten::asinh.")
    schemas = engine.ask(jobs.SchemasJob(1, package, name), jobs.SchemasResult).schemas
    found = {s.overload: s for s in schemas}
    if overload in found:
        return found[overload]
    if not found:
        hint = "" if package else "If a package registers it, name that with --package."
        raise UserError("schema", f"torch has no op '{name}'", hint)
    known = ", ".join(f"{name}.{o}" for o in found if o) or name
    raise UserError("schema", f"'{full}' is no overload", f"There are: {known}.")
