"""The inputs of ``make fuzz``: the gallery's files and generated ones, and what is made of them."""

from __future__ import annotations

import functools
import io
import random
import stat
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import onnx
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from onnx import helper

from tests import onnx_models
from tests.core import mutations
from tests.core.strategies import WELL_FORMED, sound_ops
from tests.gui.rich import RICH
from tools.fuzz_arrays import ARRAYS, sound_array
from tools.fuzz_bytes import ODD_TEXTS, mutated, mutated_message
from tools.fuzz_worker import Made
from workbench.core.declaration.op import Op
from workbench.core.jobs import TorchSchema
from workbench.core.storage import archive, journal, op_file
from workbench.core.storage.project import gallery_folder, new_project_text

__all__ = ["archives", "declarations", "models", "notes", "projects", "sound", "sources"]

_LONGEST_SOURCE = 400_000
"""Bytes. The program takes 2 MiB, for each of the ways that a reader goes some seconds."""
_STRUCTURES = 4096
"""Random bytes that hypothesis makes one declaration of."""


# -- declarations -------------------------------------------------------------------------


@functools.cache
def _declarations() -> dict[str, bytes]:
    """The texts by the names of the gallery's ops, and one that says all that can be said."""
    found = {p.parent.name: p.read_bytes() for p in sorted(gallery_folder().glob("*/op.toml"))}
    return {**found, "rich": RICH.encode()}


@functools.cache
def _tables() -> dict[str, mutations.Table]:
    found = {n: mutations.spelt_out(op_file.loads(t.decode())) for n, t in _declarations().items()}
    return {**found, "whole": mutations.WHOLE}


_drawn: list[tuple[str, str]] = []


@settings(suppress_health_check=list(HealthCheck), database=None, deadline=None)
@given(st.data())
def _draw(data: st.DataObject) -> None:
    """A declaration of the types themselves: any value at any key."""
    kind = data.draw(st.sampled_from(["mutated", "mutated", "mutated", "well-formed", "sound"]))
    if kind == "mutated":
        start = data.draw(st.sampled_from(sorted(_tables())))
        _drawn.append((start, mutations.toml(data.draw(mutations.mutated(_tables()[start])))))
    else:
        op: Op = data.draw(WELL_FORMED if kind == "well-formed" else sound_ops())
        _drawn.append(("rich", op_file.dumps(op)))


def _structured(rng: random.Random) -> tuple[str, bytes]:
    _drawn.clear()
    _draw.hypothesis.fuzz_one_input(rng.randbytes(_STRUCTURES))
    if not _drawn:  # the bytes were too few for it
        return _by_bytes(rng)
    return _drawn[0][0], _drawn[0][1].encode("utf-8", "surrogatepass")


def _by_bytes(rng: random.Random) -> tuple[str, bytes]:
    found = _declarations()
    start = rng.choice(sorted(found))
    return start, mutated(rng, found[start], list(found.values()), text=True)


def declarations(rng: random.Random) -> Made:
    """An ``op.toml``: of bytes two in three, of the declared types one in three."""
    start, data = _structured(rng) if rng.random() < 0.34 else _by_bytes(rng)
    return Made(start, ".toml", data)


def projects(rng: random.Random) -> Made:
    """A ``project.toml``."""
    texts = [
        new_project_text("edge").encode(),
        b'schema = 1\nname = "sent"\ndoc = """\na\nb"""\nmade_by = "0.1"\n',
    ]
    return Made("project", ".toml", mutated(rng, rng.choice(texts), texts, text=True))


@functools.cache
def _sources() -> dict[str, tuple[str, bytes]]:
    """Per name of an op, numbered, a file's suffix and its bytes."""
    found = {}
    for folder in sorted(p for p in gallery_folder().iterdir() if p.is_dir()):
        files = sorted(p for p in folder.iterdir() if p.suffix in (".cpp", ".h", ".py"))
        for number, file in enumerate(files):
            found[f"{folder.name} {number}"] = (file.suffix, file.read_bytes())
    return found


def sources(rng: random.Random) -> Made:
    """A kernel's source, or a reference."""
    found = _sources()
    start = rng.choice(sorted(found))
    suffix, data = found[start]
    changed = mutated(rng, data, [d for s, d in found.values() if s == suffix], text=True)
    return Made(start.partition(" ")[0], suffix, changed[:_LONGEST_SOURCE])


# -- archives -----------------------------------------------------------------------------

_NAMES = (
    "project.toml", "ops/a/op.toml", "ops/a/kernel.cpp", "top/project.toml", "ops/", "../x", "/x",
    "ops/../../x", "C:/x", "ops\\a", "con", "ops/a.", "x" * 300, "x/" * 300, "ops/é", "ops/e\u0301",
    "ops/A/op.toml", ".git/config", "__MACOSX/x", "ops/a/op.toml/x", "ops/\u202e", "ops/a\0b", "",
    "ops/a/.op.toml.k2j3h4_g", "ops//x", "~", "-rf",
)  # fmt: skip


@functools.cache
def _archive() -> bytes:
    """A project with three ops, packed by the program."""
    members: dict[str, archive.Content] = {"project.toml": new_project_text("edge").encode()}
    for name in ("my_add_custom", "grid_cluster", "my_add_py"):
        for file in sorted((gallery_folder() / name).iterdir()):
            if file.is_file():
                members[f"ops/{name}/{file.name}"] = file.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.zip"
        archive.pack(members, path)
        return path.read_bytes()


def archives(rng: random.Random) -> Made:
    """A zip file: the program's own with other bytes, or one of odd members."""
    data = _archive() if rng.random() < 0.5 else _zip(rng)
    if rng.random() < 0.5:
        data = mutated(rng, data, [_archive()])
    return Made("archive", ".zip", data)


def _zip(rng: random.Random) -> bytes:
    file = io.BytesIO()
    declared = list(_declarations().values())
    method = rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
    if rng.random() < 0.05:
        method = rng.choice((zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2))
    with zipfile.ZipFile(file, "w", method) as out:
        names = ["project.toml", "ops/a/op.toml"] if rng.random() < 0.8 else []
        for name in [*names, *rng.choices(_NAMES, k=rng.choice((0, 0, 1, 3, 10)))]:
            info = zipfile.ZipInfo("placeholder")
            info.filename = name  # the constructor would mend it
            kinds = (0, 0, 0, stat.S_IFREG, stat.S_IFREG, stat.S_IFLNK, stat.S_IFIFO, stat.S_IFCHR)
            info.external_attr = (rng.choice(kinds) | 0o777) << 16
            info.comment = rng.choice((b"", b"", b"c" * 60_000))
            content = projects(rng).data if name.endswith("project.toml") else rng.choice(declared)
            if rng.random() < 0.3:
                content = mutated(rng, content, declared, 2, text=True)
            if name.endswith("project.toml") and rng.random() < 0.8:
                content = new_project_text("sent").encode()
            if rng.random() < 0.002:
                content = bytes(40 << 20)
            info.compress_type = method
            out.writestr(info, content)
        out.comment = rng.choice((b"", b"", b"PK\5\6" * 10, b"c" * 65_535))
    return file.getvalue()


# -- models -------------------------------------------------------------------------------


@functools.cache
def _models() -> list[bytes]:
    """Models with nodes that ONNX Runtime lacks: in branches, in functions, with constants."""
    value, node = onnx_models.value, helper.make_node
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.onnx"
        makers = (onnx_models.scale_shift, onnx_models.neighbours, onnx_models.in_branch)
        found = [make(path).read_bytes() for make in (*makers, onnx_models.runs_everywhere)]
        domain = onnx_models.DOMAIN
        imports = [helper.make_opsetid("", 17), helper.make_opsetid(domain, 1)]
        functions = []
        for i in range(5):
            calls = [node("Odd", ["x"], ["t"], domain=domain)]
            calls.append(node(f"F{i + 1}" if i < 4 else "More", ["t"], ["y"], domain=domain))
            functions.append(helper.make_function(domain, f"F{i}", ["x"], ["y"], calls, imports))
        sides = (
            [value("x", onnx.TensorProto.FLOAT, ["N", 4])],
            [value("y", onnx.TensorProto.FLOAT, None)],
        )
        calls = [node("F0", ["x"], ["y"], domain=domain)]
        found.append(onnx_models.save(path, calls, *sides, functions=functions).read_bytes())
    return found


def models(rng: random.Random) -> Made:
    """An ONNX model: other bytes, or other content that can be read still."""
    found = _models()
    data = rng.choice(found)
    if rng.random() < 0.65:
        model = onnx.ModelProto.FromString(data)
        mutated_message(rng, model, 6)
        if rng.random() < 0.05:
            _nest(rng, model)
        data = model.SerializeToString()
    if rng.random() < 0.4:
        data = mutated(rng, data, found, 3)
    return Made("model", ".onnx", data)


def _nest(rng: random.Random, model: onnx.ModelProto) -> None:
    """The graph inside itself, as a branch of a node of its own."""
    for _ in range(rng.choice((1, 5, 30))):
        inner = onnx.GraphProto()
        inner.CopyFrom(model.graph)
        node = helper.make_node(rng.choice(("If", "Loop", "Odd")), ["c"], ["z"], body=inner)
        model.graph.node.append(node)
        if model.ByteSize() > 1 << 18:
            break


# -- notes --------------------------------------------------------------------------------


@functools.cache
def _notes() -> dict[str, bytes]:
    """What the program itself has written: damaged on a disk, or put there by somebody."""
    entry = journal.Entry(
        1, "ops/a", "a", 1.5e9, {"op.toml": journal.FileEdit("schema = 1\n", "0" * 64)},
        {"args[0].name": journal.UnfinishedText("x y", "it is no name")},
    )  # fmt: skip
    node = {
        "name": "n",
        "operator": "custom::Add",
        "inputs": [True],
        "outputs": [True],
        "attributes": {"alpha": 1.5},
    }
    values = {"captured": {"nodes": [node], "problems": []}, "owner": {"project": "/p", "pid": 5}}
    encoded = {name: msgspec.json.encode(value) for name, value in values.items()}
    return {
        **encoded,
        "entry": msgspec.json.encode(entry),
        "trusted": b'{"folder": "/p/ops", "ops": {"1-2": "a"}}',
        "schemas": _schemas().encode(),
    }


def _schemas() -> str:
    listed = [TorchSchema(f"aten::op{i}", "", (), (), False, "a::b() -> ()") for i in range(3)]
    lines = [f"{s.name}\t\t\t{msgspec.json.encode(s).decode()}\n" for s in listed]
    return f"op-workbench schemas 1 1.0 {len(lines)}\n{''.join(lines)}"


def notes(rng: random.Random) -> Made:
    """A file that the program has written for itself."""
    found = _notes()
    start = rng.choice(sorted(found))
    data = mutated(rng, found[start], list(found.values()), 3)
    if rng.random() < 0.2:
        text = rng.choice(ODD_TEXTS).encode("utf-8", "replace")
        data = rng.choice((data, text, b'"' + text + b'"', b"[" * 100_000, b'{"a":' * 50_000))
    return Made(start, ".json", data)


def sound() -> Iterator[tuple[str, Made]]:
    """What inputs are made of, with its kind."""
    rng = random.Random(0)
    yield from (("declaration", Made(n, ".toml", t)) for n, t in _declarations().items())
    yield "project", Made("project", ".toml", new_project_text("edge").encode())
    for start, (suffix, data) in _sources().items():
        yield "source", Made(start.partition(" ")[0], suffix, data)
    yield "archive", Made("archive", ".zip", _archive())
    yield "array", Made("array", ".npy", sound_array(rng))
    for suffix in list(ARRAYS)[1:]:
        yield "array", Made("array", suffix, ARRAYS[suffix](rng))
    yield from (("model", Made("model", ".onnx", data)) for data in _models())
    yield from (("note", Made(start, ".json", data)) for start, data in _notes().items())
