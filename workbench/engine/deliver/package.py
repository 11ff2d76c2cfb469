"""Writes the folder of a Python package: what is imported, libraries, and test data."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import workbench
from workbench import paths
from workbench.core.codegen import python_module
from workbench.core.codegen.backward import backward_parts
from workbench.core.codegen.onnx_schema import onnx_schema_module
from workbench.core.codegen.public_function import docstring, parameters, returns
from workbench.core.codegen.templates import render
from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.delivery.package import HELPERS, Package
from workbench.core.errors import UserError
from workbench.core.exporters import EXPORTERS
from workbench.core.jobs import DeliverJob, ExportedCase
from workbench.core.storage.siblings import backward_op
from workbench.core.types.dtypes import DTYPES, MARKS
from workbench.engine.deliver.needs import oldest_torch
from workbench.engine.deliver.package_files import (
    JOINED,
    PackageFiles,
    folder_of,
    joined_files,
    sharing,
)
from workbench.engine.deliver.python_files import imported_files, named_python_files
from workbench.engine.deliver.stripped import strip
from workbench.engine.deliver.test_data import copy_model, data_sets, write_case
from workbench.engine.host.load_first import needs_torch
from workbench.engine.toolchain import version_of
from workbench.engine.values.arrays import save_arrays
from workbench.engine.values.examples import example_values, is_tensor_list

__all__ = [
    "exact_ops",
    "exact_torch",
    "summary",
    "torch_version",
    "write_package",
]

_DATA = "test_data"
_TEXTS = ("__init__.py", "__main__.py", "_torch_side.py")


def write_package(
    job: DeliverJob,
    package: Package,
    folder: Path,
    files: PackageFiles | None = None,
    only_called: bool = False,
) -> None:
    """Write it.

    Args:
        job: of all ops that are in it.
        package: what it is called.
        folder: where its own folder is made.
        files: its libraries; None where they are built where it is installed, for the torch that is
            there.
        only_called: nobody exports with it, so it needs nothing that exporting needs; it is run on
            other machines, where its code may be compiled anew.

    Raises:
        UserError: kind ``deliver``; the ops cannot be in one package.
    """
    _refuse(job.parts)
    home = folder / package.module
    home.mkdir()
    values = _values(job, package, files)
    for text in _TEXTS:
        made = render(f"delivery/wheel/{text}.j2", **values)
        (home / text).write_text(made, encoding="utf-8")
    (home / "py.typed").touch()
    shutil.copyfile(
        Path(paths.__file__).parent / "engine" / "export" / "torch_calls.py",
        home / "_torch_calls.py",
    )
    for part in job.parts:
        _write_op(part, home / folder_of(part.op), only_called)
    for place, built in (files.made if files is not None else {}).items():
        strip(built, home / place)


def exact_torch(part: DeliverJob) -> bool:
    """Whether the op in torch needs the very torch that it was compiled with."""
    # Kernels over our views are bound by its stable interface.
    return bool(part.torch_library) and part.op.kernel.kind.parameters != "views"


def exact_ops(parts: Sequence[DeliverJob], files: PackageFiles) -> list[str]:
    """The ops that need the very torch: what is in one library with such an op needs it, too."""
    return sharing((part.op.name for part in parts if exact_torch(part)), files.torch)


def torch_version() -> str:
    """Torch's version here, without what says for which machine it was built."""
    return version_of("torch").partition("+")[0]


def summary(parts: Sequence[DeliverJob]) -> str:
    """What the package is, in a line."""
    first = parts[0].op
    if len(parts) == 1:
        return first.doc or f"The operator {first.torch}"
    return f"The operators {', '.join(part.op.name for part in parts)}"


def _refuse(parts: Sequence[DeliverJob]) -> None:
    names = [part.op.name for part in parts]
    for part in parts:
        if (other := part.op.backward.op) and other not in names:
            raise UserError(
                "deliver",
                f"the backward of {part.op.name} is the op '{other}', which is not in the package",
                "Deliver both of them.",
            )
    torches = [part.op.torch for part in parts if not part.op.kernel.kind.exists]
    if twice := next((name for name in torches if torches.count(name) > 1), ""):
        raise UserError(
            "deliver", f"two of the ops are {twice} in torch", "Deliver them one by one."
        )
    seen: dict[str, bytes] = {}
    for part in parts:
        home = Path(part.folder)
        for name in imported_files(home, named_python_files(part.op)):
            data = (home / name).read_bytes()
            if seen.setdefault(name, data) != data:
                raise UserError(
                    "deliver",
                    f"two ops have a file '{name}' that is imported by its name, and the files differ",
                    "Deliver the ops one by one, or rename one of the files.",
                )


def _values(job: DeliverJob, package: Package, files: PackageFiles | None) -> dict[str, object]:
    """What the package's own modules say."""
    there = files if files is not None else _built_there(job)
    ops = [
        {
            "op": part.op,
            "folder": folder_of(part.op),
            "ort_library": there.ort[part.op.name],
            "parameters": parameters(part.op),
            "returns": returns(part.op),
            "docstring": docstring(part.op),
        }
        for part in job.parts
    ]
    exact = exact_ops(job.parts, there)
    with_library = [part.op.name for part in job.parts if part.ort_library]
    return {
        "package": package,
        "title": f"{summary(job.parts).rstrip('.')}.",
        "made_by": workbench.__version__,
        "ops": ops,
        "takes_dtypes": any(a.is_dtype for part in job.parts for a in part.op.args),
        "names": sorted([*(part.op.name for part in job.parts), *HELPERS]),
        "calling_torch": tuple(p.op.name for p in job.parts if needs_torch(p.ort_library)),
        "the_library": with_library[0] if len(with_library) == 1 else "",
        "joined": there.joined,
        "opset": max(part.op.model.opset for part in job.parts),
        "domains": {
            n.domain: p.op.ort.since_version for p in job.parts for n in p.op.mapping.custom_nodes
        },
        "facts": {
            part.op.name: _facts(
                part,
                there.torch[part.op.name],
                torch_version() if files is not None and part.op.name in exact else "",
            )
            for part in job.parts
        },
        "tried": {part.op.name: _tried(part) for part in job.parts},
        "marks": MARKS,
        "exporters": list(EXPORTERS.values()),
        "exporter_facts": [{"name": e.name, "dynamo": e.dynamo} for e in EXPORTERS.values()],
    }


def _built_there(job: DeliverJob) -> PackageFiles:
    """The libraries of a package that is built where it is installed: each op has its own."""
    torch = {p.op.name: _in_folder(p.op, p.torch_library) for p in job.parts}
    ort = {p.op.name: _in_folder(p.op, p.ort_library) for p in job.parts}
    return PackageFiles(torch, ort, JOINED if joined_files(job) else "", {})


def _in_folder(op: Op, library: str) -> str:
    """Where an op's own library is in the package; empty for none."""
    return f"{folder_of(op)}/{Path(library).name}" if library else ""


def _facts(part: DeliverJob, library: str, torch: str) -> dict[str, object]:
    """What the torch side of the package has to know of an op."""
    op, kind = part.op, part.op.kernel.kind
    name, _, overload = op.torch_name.partition(".")
    schema = signature.torch_schema(op)
    return {
        "folder": folder_of(op),
        "loaded_as": kind.loaded_as,
        "library": library,
        "namespace": op.namespace,
        "name": name,
        "overload": overload,
        "args": [a.name for a in op.args],
        "lists": [i for i, a in enumerate(op.args) if a.is_tensor_list],
        "lacking": any(a.may_lack_items for a in op.args),
        "schema": schema[schema.index("(") :],
        "package": op.kernel.package if kind.exists else "",
        "source": op.kernel.source,
        "function": signature.kernel_function(op),
        "after": [op.backward.op] if op.backward.op else [],
        "torch": torch,
        "oldest_torch": oldest_torch() if part.torch_library and kind.is_shared else "",
    }


def _tried(part: DeliverJob) -> dict[str, object]:
    """What is tried of an op by the package itself."""
    op = part.op
    return {
        "folder": folder_of(op),
        "outputs": [o.name for o in op.outputs],
        "backward": backward_parts(op, backward_op(op, Path(part.folder))) is not None,
        "exporter": op.model.exported_by.name,
        "domains": {n.domain: op.ort.since_version for n in op.mapping.custom_nodes},
        "opsets": {e.name: e.translated(op.model.opset) for e in EXPORTERS.values()},
    }


# -- one op -----------------------------------------------------------------------------


def _write_op(part: DeliverJob, folder: Path, only_called: bool) -> None:
    op, home = _uncalled(part.op) if only_called else part.op, Path(part.folder)
    folder.mkdir()
    (folder / "__init__.py").touch()
    texts = {
        "_torch.py": python_module(op, backward_op(op, home)),
        "_onnx.py": onnx_schema_module(op),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    named = named_python_files(op)
    for file in [*named, *imported_files(home, named)]:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(home / file, folder / file)
    data = folder / _DATA
    data.mkdir()
    for found in data_sets(part.cases):
        if not (data / found.model).exists():
            copy_model(Path(found.case.model), data / found.model)
        (data / found.folder).mkdir()
        write_case(op, found.case, data / found.model, data / found.folder, only_called)
        _write_call(part, found.case, data / found.folder)


def _uncalled(op: Op) -> Op:
    """The op with a mapping that loads no file, for it is never asked for."""
    nodes = tuple(msgspec.structs.replace(node, script="") for node in op.mapping.nodes)
    mapping = msgspec.structs.replace(op.mapping, source="", nodes=nodes)
    return msgspec.structs.replace(op, mapping=mapping)


def _write_call(part: DeliverJob, case: ExportedCase, folder: Path) -> None:
    """The arguments by which the op is called with the case's inputs, where that is known.

    A model of the user's own calls it with what it computes; a captured call is no declared one.
    """
    op = part.op
    first = next(c for c in part.cases if c.model == case.model)
    declared = {"": op} | {c.name: op.for_case(c) for c in op.model.cases}
    if op.model.source or first.name not in declared:
        return
    built_in = {a.arg for n in op.mapping.nodes for a in n.attributes}
    constants: dict[str, np.ndarray] = {}
    call: list[dict[str, Any]] = []
    for name, value in example_values(declared[first.name], Path(part.folder)).items():
        if is_tensor_list(value):
            items = enumerate(value)
            call.append({"list": [None if v is None else f"{name}_{i}" for i, v in items]})
        elif isinstance(value, np.ndarray):
            call.append({"tensor": name})
            if name in built_in:
                constants[name] = value
        elif (arg := op.arg(name)) is not None and arg.is_dtype:
            call.append({"value": DTYPES[value].number})
        else:
            call.append({"value": _plain(value)})
    if constants:
        save_arrays(folder / "constants.npz", constants)
    # nan and inf, which Python's own reader takes.
    (folder / "call.json").write_text(json.dumps(call), encoding="utf-8")


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
