"""Fixes for the kernel's files, function, registration and flags."""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.core.declaration import signature
from workbench.core.files.file_roles import FILE_ROLES
from workbench.core.fixes.context import (
    Fix,
    FixContext,
    change,
    change_to,
    drop,
    proposes,
    put,
    sound_name,
)
from workbench.core.fixes.files import inner_paths
from workbench.core.styles import STYLES, installed

__all__: list[str] = []


@proposes(r"kernel\.source")
def _source(context: FixContext) -> Iterator[Fix]:
    kind = context.op.kernel.kind
    if kind.file:
        yield from change_to(context, inner_paths(context, kind.file))


@proposes(r"kernel\.function")
def _function(context: FixContext) -> Iterator[Fix]:
    name = context.get()
    last = name.split("::")[-1].split("(")[0].split()[-1:] or [""]
    torch_name = signature.kernel_function(context.op).split("::")[-1]
    yield from change_to(context, [sound_name(last[0] or torch_name)])
    yield put(context, "Call it as the op is called", "")


@proposes(r"kernel\.registration")
def _registration(context: FixContext) -> Iterator[Fix]:
    for style in STYLES.values():
        if style.registration == context.get():
            yield put(context, f"Make the kernel {style.article} one", style.style, "kernel.style")


@proposes(r"kernel\.package")
def _package(context: FixContext) -> Iterator[Fix]:
    module = ".".join(re.findall(r"[A-Za-z_]\w*", context.get()))
    yield put(context, f"Change to {module}", module)
    style = installed()
    yield put(context, f"The op is {style.article} one", style.style, "kernel.style")


@proposes(r"kernel\.(?:sources|include)\[\d+\]")
def _file(context: FixContext) -> Iterator[Fix]:
    name = context.get()
    folder = ".include" in context.key
    if name and not folder:
        yield from change_to(context, inner_paths(context))
    yield drop(context, f"Remove '{name}'")


@proposes(r"kernel\.(?:compile_flags|link_flags)\[\d+\]")
def _flag(context: FixContext) -> Iterator[Fix]:
    flag, key = context.get(), context.key.rpartition("[")[0]
    flags = context.get(key)
    if not flag.startswith("-") and flag.endswith(FILE_ROLES["source"].suffixes):
        sources = (*context.op.kernel.sources, flag)
        without = drop(context, "", context.key).op
        yield change(
            FixContext(without, "kernel"),
            "Compile it as a further source",
            "kernel",
            sources=sources,
        )
    if re.search(r"\s", flag.strip()):
        split = (*flags[: context.index], *flag.split(), *flags[context.index + 1 :])
        yield put(context, "Make each flag one of its own", split, key)
    yield drop(context, f"Remove {flag:.40}".rstrip())
    before = context.index - 1
    if before >= 0:
        yield drop(context, f"Remove {flags[before]} {flag:.40}", f"{key}[{before}]", 2)
