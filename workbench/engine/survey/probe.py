"""Runs a registered torch op on example inputs, in a process that may crash or hang.

A job's child must answer whatever an op does with inputs that nobody has tried before: each call
is made in a process of its own making, which is replaced when it dies or takes too long.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import warnings
from collections.abc import Mapping, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any

import msgspec
import torch
from msgspec import UNSET

from workbench.core.declaration.names import list_index
from workbench.core.declaration.op import Arg, Example
from workbench.core.jobs import TorchSchema
from workbench.core.jobs.known_ops import Inputs, Result
from workbench.core.types.dtypes import DTYPES
from workbench.engine.export.traced import replaced_by
from workbench.engine.host.memory import PATTERNS, filled_memory
from workbench.engine.host.user_code import MISTAKES
from workbench.engine.values.examples import example_tensor
from workbench.engine.values.tensors import dtype_name, to_tensor
from workbench.engine.with_parent import end_with_parent
from workbench.importers.drafts.schema_args import kept_args

__all__ = ["Outcome", "Probe", "call_arguments", "example_value", "overload_of"]

SECONDS = 4.0
"""How long one call may take."""
_MEMORY = 4 << 30
_LARGEST = 1 << 20
_LONGEST = 1 << 20
"""Bytes of an answer."""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a call.

    Attributes:
        outputs: the results; empty where it failed.
        reason: why there are none, or why the op cannot be compared with itself.
        poor: how little a comparison of these results would say: 0 for finite numbers that
            differ, more for a nan, an infinity, or all elements alike.
        alien: it ran, and gave what no op here can give.
        replaced: torch's tracer cannot record it, or records other ops; only told when asked.
    """

    outputs: tuple[Result, ...] = ()
    reason: str = ""
    poor: int = 0
    alien: bool = False
    replaced: bool = False


class Probe:
    """Calls one op; a context manager that ends its process.

    Args:
        schema: the op's, of one overload that is registered here.
        args: as they are declared.
        seconds: how long one call may take.
    """

    def __init__(self, schema: TorchSchema, args: Sequence[Arg], seconds: float = SECONDS) -> None:
        self._schema = schema
        self._args = args
        self._seconds = seconds
        self._worker: tuple[int, Connection] | None = None
        self.crashes = 0

    def __enter__(self) -> Probe:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def run(self, inputs: Sequence[Example], traced: bool = False) -> Outcome:
        """Call the op with these examples; one that crashes or hangs ends a process of ours.

        Args:
            inputs: the examples.
            traced: tell what torch's tracer makes of the call, instead of what comes of it.
        """
        if self._worker is None:
            self._worker = self._start()
        _, link = self._worker
        late = False
        with contextlib.suppress(EOFError, OSError):  # it is gone, or wrote what is no answer
            link.send_bytes(msgspec.msgpack.encode((tuple(inputs), traced)))
            if link.poll(self._seconds):
                return msgspec.msgpack.decode(link.recv_bytes(_LONGEST), type=Outcome)
            late = True
        self.crashes += 1
        status = self._end()
        if late:
            return Outcome(reason=f"it took longer than {self._seconds:g} s")
        if os.WIFSIGNALED(status):
            return Outcome(reason=f"it crashed ({signal.Signals(os.WTERMSIG(status)).name})")
        return Outcome(reason="it ended the process")

    def _start(self) -> tuple[int, Connection]:
        ours, theirs = Pipe()
        pid = os.fork()
        if pid == 0:
            ours.close()
            self._serve(theirs)
        theirs.close()
        return pid, ours

    def _end(self) -> int:
        """End the process. Returns its status: of one that had ended, the kill changes nothing."""
        if self._worker is None:
            return 0
        pid, link = self._worker
        self._worker = None
        link.close()
        os.kill(pid, signal.SIGKILL)
        return os.waitpid(pid, 0)[1]

    def _serve(self, link: Connection) -> None:
        """The process: never returns."""
        try:
            end_with_parent()
            quiet = os.open(os.devnull, os.O_RDWR)
            for descriptor in (0, 1, 2):
                os.dup2(quiet, descriptor)
            _, hard = resource.getrlimit(resource.RLIMIT_DATA)
            most = _MEMORY if hard == resource.RLIM_INFINITY else min(_MEMORY, hard)
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            torch.set_num_threads(1)
            warnings.simplefilter("ignore")
            while True:
                data = link.recv_bytes()
                inputs, traced = msgspec.msgpack.decode(data, type=tuple[Inputs, bool])
                what = _traced if traced else _called
                link.send_bytes(msgspec.msgpack.encode(what(self._schema, self._args, inputs)))
        finally:
            os._exit(1)


def _called(schema: TorchSchema, args: Sequence[Arg], inputs: Sequence[Example]) -> Outcome:
    """The call itself, twice: what differs then is random, or was never written."""
    try:
        overload = overload_of(schema)
        results, before = [], []
        for pattern in PATTERNS:
            positional, named = call_arguments(schema, args, inputs)
            tensors = _tensors([*positional, *named.values()])
            before = [t.clone() for t in tensors]
            with torch.no_grad(), filled_memory(pattern):
                results.append(overload(*positional, **named))
            if not all(map(_same, tensors, before)):
                return Outcome(reason="it changes its inputs")
    except MISTAKES as error:
        text = str(error).partition("\nException raised from")[0].strip()
        return Outcome(reason=text.splitlines()[0][:300] if text else type(error).__name__)
    except MemoryError:
        return Outcome(reason="it wants too much memory")
    given, again = ([r] if isinstance(r, torch.Tensor) else list(r) for r in results)
    if not all(isinstance(t, torch.Tensor) for t in given):
        return Outcome(reason="its results are no tensors")
    for tensor in given:
        if tensor.layout != torch.strided or tensor.device.type != "cpu" or tensor.is_quantized:
            kind = "quantized" if tensor.is_quantized else str(tensor.layout).partition(".")[2]
            return Outcome(reason=f"its result is no plain tensor in memory ({kind})", alien=True)
        if dtype_name(tensor) not in DTYPES:
            name = dtype_name(tensor)
            return Outcome(reason=f"its result is {name}, which no output can be", alien=True)
        if tensor.numel() > _LARGEST:
            return Outcome(reason="its result is too large for an example")
    outputs = tuple(Result(dtype_name(t), tuple(t.shape)) for t in given)
    if torch.Tag.nondeterministic_seeded in overload.tags:
        return Outcome(outputs, "its results are random: each run draws other numbers")
    if not all(map(_same, given, again)):
        what = "its results differ from run to run: they are random, or not all of them is written"
        return Outcome(outputs, what)
    if all(t.numel() == 0 for t in given):
        return Outcome(outputs, "its results are empty")
    return Outcome(outputs, poor=max(map(_poor, given)))


def _traced(schema: TorchSchema, args: Sequence[Arg], inputs: Sequence[Example]) -> Outcome:
    """Whether a trace of the call keeps the op."""
    positional, named = call_arguments(schema, args, inputs)
    overload = overload_of(schema)
    try:
        others = replaced_by(
            schema.name,
            lambda *given: overload(*given, **named),
            {str(i): v for i, v in enumerate(positional)},
        )
    except MISTAKES:
        return Outcome(replaced=True)  # the tracer knows no lists of bools, for instance
    return Outcome(replaced=bool(others))


def _same(a: torch.Tensor, b: torch.Tensor) -> bool:
    if a.shape != b.shape:
        return False
    if a.dtype.is_floating_point:
        return bool(torch.equal(torch.nan_to_num(a), torch.nan_to_num(b)))
    return bool(torch.equal(a, b))


def _poor(tensor: torch.Tensor) -> int:
    if tensor.numel() == 0:
        return 3
    values = tensor.to(torch.float64)
    if bool(torch.isnan(values).all()):
        return 5
    if not bool(torch.isfinite(values).all()):
        return 2
    alike = bool((values == values.flatten()[0]).all())
    return 1 if alike and (tensor.numel() > 1 or values.flatten()[0] == 0) else 0


def _tensors(values: Sequence[Any]) -> list[torch.Tensor]:
    found = []
    for value in values:
        items = value if isinstance(value, list) else [value]
        found += [item for item in items if isinstance(item, torch.Tensor)]
    return found


def overload_of(schema: TorchSchema) -> Any:
    """What is called for one overload."""
    namespace, _, name = schema.name.partition("::")
    packet = getattr(getattr(torch.ops, namespace), name)
    return getattr(packet, schema.overload or "default")


def call_arguments(
    schema: TorchSchema,
    args: Sequence[Arg],
    inputs: Sequence[Example],
    tensors: Mapping[str, torch.Tensor] | None = None,
) -> tuple[list[Any], dict[str, Any]]:
    """What an overload is called with: by position, and by name.

    Args:
        schema: the op's.
        args: as they are declared.
        inputs: the examples; what has none is left at its default, or None.
        tensors: to take instead of making them, those of a list as ``xs_0``, ``xs_1``.
    """
    given: dict[str, Any] = {}
    for example in inputs:
        item = list_index(example.arg)
        if tensors is not None and example.is_tensor:
            value: Any = tensors[f"{item[0]}_{item[1]}" if item else example.arg]
        else:
            value = example_value(example)
        if item is not None:
            given.setdefault(item[0], []).append(value)
        else:
            given[example.arg] = value
    positional: list[Any] = []
    named: dict[str, Any] = {}
    in_a_row = True
    declared = iter(args)
    kept = {a.name for a in kept_args(schema.args)}
    for formal in schema.args:
        arg = next(declared) if formal.name in kept else None
        if arg is not None and arg.name in given:
            value = given[arg.name]
        elif not formal.has_default and formal.optional:
            value = None
        else:
            in_a_row = False
            continue
        if in_a_row and not formal.keyword_only:
            positional.append(value)
        else:
            named[formal.name] = value
    return positional, named


def example_value(example: Example) -> Any:
    """An example as torch takes it."""
    if example.is_tensor:
        return to_tensor(example_tensor(example, example.dtype or "float32"))
    if example.none or example.value is UNSET:
        return None
    return list(example.value) if isinstance(example.value, tuple) else example.value
