"""Subtly wrong kernels, which a plain ``verify`` calls right: what ``check`` says of them.

Each file in ``tests/faults/subtle`` is a kernel that is right for one shape, one element type, one
layout, one thread, and wrong otherwise, at the line marked ``// FAULT``. Each has the declaration
that one would write first, and a reference. ``make faults`` prints the table.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tools.shares import in_shares
from workbench import paths
from workbench.core import jobs
from workbench.core.checking import Check, CheckReport
from workbench.engine.client import Engine

__all__ = ["CAUGHT", "SUBTLE", "Caught", "Subtle", "caught", "check_op", "table", "write_subtle"]

SOURCES = paths.ops_lib().parent / "tests" / "faults" / "subtle"
LIMITS = jobs.Limits(seconds=6.0)
"""Of each cell."""
CAUGHT, MISSED, ELSEWHERE = "caught", "MISSED", "caught, for another reason"


class Subtle(NamedTuple):
    """A kernel.

    Attributes:
        factor: what must be unusual for the fault to show: a pattern for ``Finding.circumstances``.
        reference: Python over the arguments.
        types: the element types of the type variable T; empty for float32 without one.
        second: of the second input, its example; empty for none.
        shape: the shape rule.
        libtorch: whether the kernel is a function over ``at::Tensor``.
    """

    factor: str
    reference: str = "2 * x"
    types: str = ""
    second: str = ""
    shape: str = "x.shape"
    libtorch: bool = False


_PLAIN = "shape = [4, 8]\nseed = 2"
_EMPTY = r"= 0|every size 0"
_SIZES = r"sizes"
SUBTLE = {
    "size_0_divides": Subtle(_EMPTY),
    "size_0_do_while": Subtle(_EMPTY),
    "odd_size_unrolled_by_2": Subtle(_SIZES),
    "odd_size_unrolled_by_4": Subtle(_SIZES),
    "last_partial_block": Subtle(_SIZES),
    "strides_ignored": Subtle("layout: ", libtorch=True),
    "broadcast_one_way": Subtle(
        _SIZES, "x + z", second=_PLAIN, shape="broadcast(x.shape, z.shape)"
    ),
    "nan_in_a_comparison": Subtle("values: nan", "torch.relu(x)"),
    "nan_in_a_maximum": Subtle("values: nan", "torch.maximum(x, torch.ones_like(x))"),
    "static_scratch": Subtle("calls"),
    "state_between_calls": Subtle("values: |calls: |as declared"),
    "float64_through_float32": Subtle("element types: float64", types='["float32", "float64"]'),
    "zeros_for_float64": Subtle("element types: float64", types='["float32", "float64"]'),
    "optional_ignored": Subtle(
        "arguments: with z", "2 * x + (0 if z is None else z)", second="none = true"
    ),
}

_TOML = """
schema = 1
name = "{name}"
torch = "subtle::{name}"
{types}
[[args]]
name = "x"
dtype = "{dtype}"
{second_arg}
[[outputs]]
name = "y"
dtype = "{dtype}"
shape = "{shape}"

[kernel]
style = "{style}"
source = "kernel.cpp"
function = "{name}"

[[mapping.nodes]]
op = "subtle.ops::{name}"
inputs = [{inputs}]
outputs = ["y"]

[ort]
implementation = "{ort}"

[[model.inputs]]
arg = "x"
shape = [4, 8]
seed = 1
{second_input}
[reference]
python = "{reference}"
"""


def write_subtle(folder: Path, name: str, kernel: str = "") -> Path:
    """The op's folder. Returns it.

    Args:
        folder: is made.
        name: in ``SUBTLE``.
        kernel: another source than the wrong one.
    """
    one = SUBTLE[name]
    optional = "optional = true\n" if "none" in one.second else ""
    folder.mkdir(parents=True)
    toml = _TOML.format(
        name=name,
        types=f"\n[types]\nT = {one.types}\n" if one.types else "",
        dtype="T" if one.types else "float32",
        second_arg=f'\n[[args]]\nname = "z"\ndtype = "float32"\n{optional}' if one.second else "",
        shape=one.shape,
        style="libtorch" if one.libtorch else "portable",
        ort="bridge" if one.libtorch else "portable",
        inputs='"x", "z"' if one.second else '"x"',
        second_input=f'\n[[model.inputs]]\narg = "z"\n{one.second}\n' if one.second else "",
        reference=one.reference,
    )
    (folder / "op.toml").write_text(toml, encoding="utf-8")
    text = kernel or (SOURCES / f"{name}.cpp").read_text(encoding="utf-8")
    (folder / "kernel.cpp").write_text(text, encoding="utf-8")
    return folder


class Caught(NamedTuple):
    """What came of one.

    Attributes:
        name: the kernel's.
        verified: what ``verify`` says.
        judgement: of the words above.
        findings: what ``check`` says, the circumstances and the message of each finding.
    """

    name: str
    verified: str
    judgement: str
    findings: tuple[str, ...]


def check_op(engine: Engine, folder: Path, work: Path, limits: jobs.Limits = LIMITS) -> CheckReport:
    """Check an op that has no errors in its declaration."""
    (state,) = engine.load([folder])
    if state.op is None or state.problems:
        raise SystemExit(f"{folder.name}: {state.problems}")
    work.mkdir(exist_ok=True)
    check = Check(folder, state.op.resolved(), work, limits=limits)
    engine.check(check)
    return check.report()


def caught(names: Iterable[str]) -> Iterator[Caught]:
    """Verify and check each, on two engines."""
    with tempfile.TemporaryDirectory(prefix="subtle-") as folder:
        scratch = Path(folder)
        yield from in_shares(names, lambda queue: _share(scratch, queue))


def _share(scratch: Path, queue: Iterator[str]) -> Iterator[tuple[str, Caught]]:
    with Engine(limits=LIMITS) as engine:
        for name in queue:
            folder = write_subtle(scratch / name, name)
            (state,) = engine.load([folder])
            engine.run([folder], force=True)
            verified = state.report().status
            report = check_op(engine, folder, scratch / f"{name}.cells")
            yield name, _judged(name, verified, report)


def _judged(name: str, verified: str, report: CheckReport) -> Caught:
    said = tuple(f"{f.circumstances}: {f.problem.message}" for f in report.findings)
    wanted = SUBTLE[name].factor
    if not report.findings or report.status == "agrees":
        judgement = MISSED
    else:
        hit = any(re.search(wanted, f.circumstances) for f in report.findings)
        judgement = CAUGHT if hit else ELSEWHERE
    if report.error is not None:
        said = (str(report.error),)
    return Caught(name, verified, judgement, said)


def table(found: Iterable[Caught]) -> str:
    """For people."""
    lines = [f"{'subtly wrong':<26}{'verify':<12}{'check':<29}what check says first"]
    for one in found:
        first = " ".join(one.findings[0].split()) if one.findings else ""
        lines.append(f"{one.name:<26}{one.verified:<12}{one.judgement:<29}{first}")
    return "\n".join(lines)


if __name__ == "__main__":
    import sys

    print(table(caught(sys.argv[1:] or SUBTLE)))
