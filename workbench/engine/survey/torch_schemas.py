"""The schemas job: what is in torch's registry."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import torch

from workbench.core.errors import UserError
from workbench.core.jobs import (
    ASKING_LIBRARY,
    LibrarySchemasJob,
    SchemaArg,
    SchemasJob,
    SchemasResult,
    TorchSchema,
)
from workbench.engine.elf import op_library_hint, read_library
from workbench.engine.host.child import Channel
from workbench.importers.schemas import schema_cache

__all__ = ["import_package", "library_schemas_job", "registered_schemas", "schemas_job"]


def schemas_job(job: SchemasJob, channel: Channel) -> None:
    """Stage ``schemas``."""
    with channel.stage("schemas") as outcome:
        before = {_key(s) for s in torch._C._jit_get_all_schemas()} if job.package else set()
        import_package(job.package)
        found = registered_schemas(job.name)
        if not job.cache:
            outcome.result = SchemasResult(tuple(found))
            return
        added = [s for s in found if (s.name, s.overload) not in before]
        if job.package and not added:
            raise UserError(
                "schema",
                f"importing '{job.package}' registers no op that torch has not already",
                "Is it the right module? Ops are often registered by a submodule of a package.",
            )
        path = schema_cache.write(added, str(torch.__version__), job.package)
        outcome.result = SchemasResult((), str(path))


def library_schemas_job(job: LibrarySchemasJob, channel: Channel) -> None:
    """Stage ``library``: what loading a library adds to torch's registry."""
    with channel.stage("library") as outcome:
        right = "give the one that was built for it."
        path = Path(job.library)
        read_library(path, "the library", op_library_hint(path), right)
        before = {_key(s) for s in torch._C._jit_get_all_schemas()}
        channel.progress("library", 0, 1, ASKING_LIBRARY, file=job.library)
        try:
            torch.ops.load_library(job.library)  # type: ignore[no-untyped-call]
        except (OSError, RuntimeError) as error:
            reason = str(error.__cause__ or error).removeprefix(f"{job.library}: ")
            raise UserError(
                "library",
                f"the library does not load: {reason}",
                f"It was built for another torch than {torch.__version__}, or needs what is not here.",
                file=job.library,
            ) from None
        added = [s for s in registered_schemas() if (s.name, s.overload) not in before]
        if not added:
            raise UserError(
                "library",
                "loading it adds no op to torch's registry",
                "A Python extension registers functions of its module instead: import that.",
                file=job.library,
            )
        outcome.result = SchemasResult(tuple(added))


def import_package(package: str) -> None:
    """Import the module that registers the ops in question; nothing where it has no name.

    Raises:
        UserError: kind ``load``; it cannot be imported.
    """
    if not package:
        return
    try:
        importlib.import_module(package)
    except (ImportError, OSError, RuntimeError) as error:
        raise UserError(
            "load",
            f"the package '{package}' cannot be imported: {error}",
            f"Install a build of it for torch {torch.__version__}.",
        ) from error


def registered_schemas(name: str = "") -> list[TorchSchema]:
    """What torch has registered here, in order of the names.

    Args:
        name: ``namespace::op`` for the overloads of one op; empty for all ops.
    """
    raw = torch._C._jit_get_all_schemas()
    found = [_schema(s) for s in raw if not name or s.name == name]
    found.sort(key=lambda s: (s.name, s.overload))
    return found


def _key(schema: Any) -> tuple[str, str]:
    return schema.name, schema.overload_name


def _schema(schema: Any) -> TorchSchema:
    args = tuple(_argument(a) for a in schema.arguments)
    returns = tuple(str(r.type) for r in schema.returns)
    return TorchSchema(
        schema.name, schema.overload_name, args, returns, schema.is_mutable, str(schema)
    )


def _argument(argument: Any) -> SchemaArg:
    kind = str(argument.type)
    inner = re.sub(r"^Optional\[(.*)\]$", r"\1", kind)
    has_default = argument.has_default_value()
    default = argument.default_value if has_default else None
    if isinstance(default, list):
        default = tuple(default)
    items = default if isinstance(default, tuple) else (default,)
    plain = all(isinstance(v, bool | int | float | str) for v in items)
    return SchemaArg(
        argument.name,
        inner,
        inner != kind,
        has_default,
        default if plain else None,
        argument.kwarg_only,
    )
