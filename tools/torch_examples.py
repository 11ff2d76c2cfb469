"""Write example inputs for torch's own operators, from the samples that torch tests them with.

``torch.testing._internal`` has an ``OpInfo`` for each operator of torch's Python API, which makes
inputs that fit. Each sample is run, forwards and backwards, while two modes listen: one hears
which overloads of ``aten`` are reached, the other the functions that are made of several of them.
What they heard is run again from the examples of a declaration, in processes of their own; what
runs is kept, with the rules that the results follow, in ``resources/torch_examples.json.gz``.

Run again after changing the pinned version of torch or the rules; a test compares a few ops.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import torch
from torch.overrides import TorchFunctionMode
from torch.utils._python_dispatch import TorchDispatchMode

sys.path.insert(0, str(Path(__file__).parent.parent))

from tools.torch_nodes import onnx_nodes
from workbench.core.errors import UserError
from workbench.core.jobs import TorchSchema
from workbench.core.jobs.known_ops import KnownOp, Recorded
from workbench.engine.survey.as_examples import call_as_examples
from workbench.engine.survey.survey import survey
from workbench.engine.survey.torch_schemas import registered_schemas
from workbench.importers.drafts.from_schema import check_carried
from workbench.importers.drafts.schema_args import full_name

FILE = Path(__file__).parent.parent / "resources" / "torch_examples.json.gz"

Call = dict[str, Any]
"""A call's arguments by the schema's names."""

_SAMPLES = 24
_KEPT = 16


class Heard:
    """The calls of overloads, by their full names."""

    def __init__(self, schemas: Mapping[str, TorchSchema]) -> None:
        self._schemas = schemas
        self.calls: dict[str, list[Call]] = {}
        self._seen: set[tuple[str, str]] = set()

    def add(self, name: str, args: Sequence[Any], named: Mapping[str, Any]) -> None:
        """Note a call, if it is of an op that can be carried and unlike those before."""
        schema = self._schemas.get(name)
        if schema is None or len(self.calls.setdefault(name, [])) >= _KEPT:
            return
        formals = [a.name for a in schema.args]
        call = dict(zip(formals, args, strict=False)) | dict(named)
        call = {n: v for n, v in call.items() if n in formals}
        key = name, str({n: _outline(v) for n, v in call.items()})
        if key not in self._seen:
            self._seen.add(key)
            self.calls[name].append({n: _copied(v) for n, v in call.items()})


def _outline(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.dtype, tuple(value.shape)
    return [_outline(v) for v in value] if isinstance(value, list | tuple) else value


def _copied(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    return [_copied(v) for v in value] if isinstance(value, list | tuple) else value


class _Overloads(TorchDispatchMode):
    """Hears the overloads that have kernels of their own."""

    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self._heard = heard

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        # Before the call: it may write into its arguments.
        self._heard.add(func.name(), args, kwargs or {})
        return func(*args, **(kwargs or {}))


class _Functions(TorchFunctionMode):
    """Hears the functions of torch's API, most of which are ops of the same name."""

    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self._heard = heard

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        _resolved(self._heard, getattr(func, "__name__", ""), args, kwargs or {})
        return func(*args, **(kwargs or {}))


def _resolved(heard: Heard, name: str, args: Sequence[Any], named: Mapping[str, Any]) -> None:
    """Note a call of an op whose overload the arguments choose."""
    if not name or not hasattr(torch.ops.aten, name):
        return
    try:
        overload = torch._C._jit_resolve_packet(f"aten::{name}", *args, **named)
    except (RuntimeError, TypeError, ValueError):
        return
    heard.add(f"aten::{name}" + ("" if overload == "default" else f".{overload}"), args, named)


def _dtype(info: Any) -> torch.dtype | None:
    for wanted in (torch.float32, torch.int64, torch.bool, torch.float64, torch.uint8):
        if wanted in info.dtypes:
            return wanted
    return None


def _names(info: Any) -> Iterator[str]:
    """The names under which an operator may be registered."""
    for name in (info.name, info.aten_name, *(a.name for a in info.aliases)):
        yield name.replace(".", "_")
        yield name.rpartition(".")[2]


def heard_calls(
    schemas: Mapping[str, TorchSchema], only: Collection[str] = ()
) -> dict[str, list[Call]]:
    """Run torch's samples.

    Args:
        schemas: the overloads that are listened for.
        only: names of operators in ``op_db``; empty for all.

    Returns:
        The calls of ``aten`` that they make.
    """
    from torch.testing._internal.common_methods_invocations import op_db

    heard = Heard(schemas)
    torch.manual_seed(0)
    torch.set_num_threads(1)
    quiet = {n: getattr(torch.nn.functional, n) for n in vars(torch.nn.functional)
             if n.startswith("has_torch_function")}  # fmt: skip
    try:
        # The functions of torch.nn would be heard instead of what they call.
        for name in quiet:
            setattr(torch.nn.functional, name, lambda *tensors: False)
        for info in op_db:
            dtype = _dtype(info)
            if dtype is not None and (not only or info.name in only):
                _listen(heard, info, dtype)
    finally:
        for name, function in quiet.items():
            setattr(torch.nn.functional, name, function)
    return heard.calls


_FAILURES = (RuntimeError, TypeError, ValueError, IndexError, NotImplementedError, AttributeError,
             AssertionError, KeyError)  # fmt: skip


def _listen(heard: Heard, info: Any, dtype: torch.dtype) -> None:
    try:
        samples = list(zip(range(_SAMPLES), info.sample_inputs("cpu", dtype), strict=False))
    except _FAILURES:
        return
    for _, sample in samples:
        given = (sample.input, *sample.args)
        for name in dict.fromkeys(_names(info)):
            _resolved(heard, name, given, sample.kwargs)
        try:
            with torch.no_grad(), _Functions(heard), _Overloads(heard):
                info(*given, **sample.kwargs)
        except _FAILURES:
            continue
    if not (info.supports_autograd and dtype.is_floating_point):
        return
    wanted = info.sample_inputs("cpu", dtype, requires_grad=True)
    for _, sample in zip(range(_SAMPLES // 3), wanted, strict=False):
        try:
            result = info(sample.input, *sample.args, **sample.kwargs)
            results = result if isinstance(result, tuple | list) else [result]
            sums = [r.sum() for r in results if isinstance(r, torch.Tensor) and r.requires_grad]
            with _Overloads(heard):
                torch.autograd.backward(sums)
        except _FAILURES:
            continue


def functional_schemas() -> dict[str, TorchSchema]:
    """The overloads of ``aten`` that have a CPU kernel, give tensors and change none."""
    has = torch._C._dispatch_has_computed_kernel_for_dispatch_key
    found = {}
    for schema in registered_schemas():
        name = full_name(schema)
        gives = schema.returns and all(r == "Tensor" for r in schema.returns)
        if not schema.name.startswith("aten::") or schema.mutable or not gives:
            continue
        try:
            if has(name, "CPU"):
                found[name] = schema
        except RuntimeError:
            continue  # an op of TorchScript alone
    return found


def known(schema: TorchSchema, calls: Sequence[Call]) -> KnownOp | None:
    """What the calls show of an op; None where none of them can be declared."""
    try:
        args = check_carried(schema)
    except UserError:
        return None
    examples = [e for call in calls if (e := call_as_examples(schema, args, call))]
    if not examples:
        return None
    found = survey(schema, args, examples)
    if not found.inputs:
        return found if found.alien else None
    return (
        found
        if found.reason
        else msgspec.structs.replace(found, onnx=onnx_nodes(schema, args, found))
    )


def as_bytes(ops: Mapping[str, KnownOp]) -> bytes:
    """The file."""
    raw = {n: msgspec.Raw(msgspec.json.encode(k)) for n, k in sorted(ops.items())}
    text = msgspec.json.encode(Recorded(torch=str(torch.__version__), ops=raw))
    return gzip.compress(text, 9, mtime=0)


def main() -> None:
    """Make the file, and say how much it covers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", help="full names; nothing is written, they are shown")
    parser.add_argument("--update", action="store_true", help="with --only: write them")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    schemas = functional_schemas()
    calls = heard_calls(schemas)
    wanted = {n: c for n, c in calls.items() if not options.only or n in options.only}
    ops: dict[str, KnownOp] = {}
    for i, (name, heard) in enumerate(sorted(wanted.items()), 1):
        if (found := known(schemas[name], heard)) is not None:
            ops[name] = found
        if options.only:
            shown = msgspec.json.format(msgspec.json.encode(found)).decode()
            print(f"{name}: {len(heard)} calls\n{shown}")
        elif i % 50 == 0:
            print(f"{i} of {len(wanted)}, {len(ops)} kept", flush=True)
    if options.only and not options.update:
        return
    if options.update:
        held = msgspec.json.decode(gzip.decompress(FILE.read_bytes()), type=Recorded).ops
        ops = {n: msgspec.json.decode(raw, type=KnownOp) for n, raw in held.items()} | ops
    FILE.write_bytes(as_bytes(ops))
    public = {n.partition(".")[0] for n in schemas if not n.startswith("aten::_")}
    covered = {n.partition(".")[0] for n in ops} & public
    print(f"{len(ops)} overloads, {len(covered)} of {len(public)} public names")


if __name__ == "__main__":
    main()
