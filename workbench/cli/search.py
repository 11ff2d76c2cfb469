"""``op-workbench search TEXT``: the ops that torch has registered."""

from __future__ import annotations

import argparse

import msgspec

from workbench.cli.terminal import write_json
from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.importers.schemas import schema_cache
from workbench.importers.schemas.schema_cache import ListedOp
from workbench.importers.schemas.schema_search import SchemaIndex

HELP = "search torch's registered ops; new --torch takes one"


class Found(msgspec.Struct):
    """What ``--json`` prints."""

    total: int
    ops: list[jobs.TorchSchema]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "words", nargs="+", metavar="TEXT", help="words of a name, an overload or an argument"
    )
    parser.add_argument("--package", default="", help="a module whose import registers more ops")
    parser.add_argument("--most", type=int, default=20, metavar="N", help="how many to show (20)")
    parser.add_argument("--json", action="store_true", help="print as JSON")


def run(options: argparse.Namespace) -> int:
    """Exit status 0; 1 where nothing matches."""
    ops = listed_ops("") + (listed_ops(options.package) if options.package else [])
    hits = SchemaIndex(ops).search(" ".join(options.words))
    schemas = [ops[i].schema() for i in hits[: max(0, options.most)]]
    if options.json:
        write_json("-", Found(len(hits), schemas))
    else:
        for schema in schemas:
            print(schema.text)
        left = len(hits) - len(schemas)
        if left:
            print(f"… and {left:,} more of {len(hits):,}; --most N shows more")
        elif not hits:
            print(f"No op of torch matches '{' '.join(options.words)}'.")
    return 0 if hits else 1


def listed_ops(package: str) -> list[ListedOp]:
    """The list on disk; it is made where there is none, and of a package always."""
    version = schema_cache.torch_version()
    ops = None if package else schema_cache.read(version)
    if ops is None:
        _make(package)
        ops = schema_cache.read(version, package)
    if ops is None:
        file = schema_cache.cache_file(version, package)
        raise UserError("schema", "the list cannot be read", "Is its folder writable?", file=file)
    return ops


def _make(package: str) -> None:
    from workbench.engine.client import Engine

    with Engine() as engine:
        events = engine.run_job(jobs.SchemasJob(1, package, cache=True))
    problems = [p for e in events if isinstance(e, jobs.StageEnded) for p in e.problems]
    if problems:
        raise UserError.of(problems)
