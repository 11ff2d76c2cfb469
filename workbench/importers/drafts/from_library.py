"""A declaration drafted from an entry of an op library.

The library says types and how many inputs and outputs an op has; names, shapes and attributes it
does not, so these are gaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.core.check import check_op
from workbench.core.declaration.names import RESERVED_DOMAINS, split_qualified
from workbench.core.declaration.op import (
    SCHEMA_VERSION,
    Arg,
    Example,
    Kernel,
    Mapping,
    Model,
    Node,
    Op,
    Ort,
    Output,
)
from workbench.core.errors import UserError
from workbench.core.jobs import OPTIONAL, VARIADIC, LibraryOp, LibraryResult, LibraryValue
from workbench.core.ort_sides import SIDES
from workbench.core.styles import STYLES
from workbench.core.types.arg_types import declared_for
from workbench.core.types.dtypes import DTYPES, NO_STRINGS, NO_TENSORS
from workbench.importers.drafts.draft import Draft, Gap, with_exporter
from workbench.importers.drafts.onnx_names import op_name
from workbench.importers.drafts.type_variables import TypeVariables

__all__ = ["draft_from_library", "entries_named", "usable"]

_KIND = "library"
_ANY, _GUESS = "any", "float32"
_LIST = declared_for("List[Tensor]")
_ONE = declared_for("Tensor")
_FEW = 2
"""How many tensors a list has in an example, if it needs no more."""
_TO_SAY = "what the op should give: nothing else than the library says it yet"


def entries_named(ops: Sequence[LibraryOp], name: str) -> list[LibraryOp]:
    """The entries of one op: its overloads by element type, in the newest of its versions.

    Args:
        ops: what the library has.
        name: ``Domain::Op``, or ``Op`` alone where one domain has it.
    """
    found = [op for op in ops if name in (op.full, op.name)]
    newest = max((op.since_version for op in found), default=0)
    domains = {op.domain for op in found}
    return [op for op in found if op.since_version == newest] if len(domains) == 1 else found


def usable(op: LibraryOp) -> str:
    """Why an entry cannot be an op of PyTorch's, as a clause; empty where it can."""
    for what, values in (("takes", op.inputs), ("gives", op.outputs)):
        other = next((v.dtype for v in values if v.dtype and v.dtype not in DTYPES), "")
        if other == "string":
            return f"it {what} strings, and {NO_STRINGS}"
        if other:
            why = NO_TENSORS[other][0] if other in NO_TENSORS else "no op can have that here"
            return f"it {what} {other}, and {why}"
    if not op.inputs:
        return "it takes no tensor"
    if op.domain in RESERVED_DOMAINS:
        return f"it is in {RESERVED_DOMAINS[op.domain]}, where a declaration has no op of its own"
    return "" if split_qualified(op.full) else "its name is none that a declaration can have"


def draft_from_library(found: LibraryResult, entries: Sequence[LibraryOp]) -> Draft:
    """Draft the op of an entry.

    PyTorch has ONNX Runtime run it, too (``kernel.style``), so that it can be called and exported at
    once; what it gives is yet to be checked by a reference.

    Args:
        found: the library, with where it is.
        entries: those of one op, as ``entries_named`` gives them; each with other element types.

    Raises:
        UserError: kind ``library``; no declaration can express it.
    """
    first = entries[0]
    fitting = [op for op in entries if not usable(op)]
    if not fitting:
        hint = ""
        if first.domain in RESERVED_DOMAINS:
            hint = (
                "Register it in a domain of your own (CustomOpDomain in its source); a model with it "
                "runs as it is: op-workbench run MODEL.onnx --library LIB.so --inputs FILE.npz."
            )
        raise UserError(_KIND, f"{first.full} cannot be declared: {usable(first)}", hint)
    return _Drafter(found, fitting).draft()


class _Drafter:
    def __init__(self, found: LibraryResult, entries: Sequence[LibraryOp]) -> None:
        self._found, self._entries = found, entries
        self._first = entries[0]
        self._types = TypeVariables()
        self._gaps: list[Gap] = []

    def draft(self) -> Draft:
        first = self._first
        args = tuple(self._arg(i) for i in range(len(first.inputs)))
        outputs = tuple(self._output(i, args) for i in range(len(first.outputs)))
        self._gap("args", f"a library names no attributes: add those that {first.name} reads")
        self._gap("model.inputs", "a library has no example inputs: [2, 3] is made up")
        self._gap("reference", _TO_SAY)
        self._gaps += self._types.gaps
        if first.provider:
            self._gap("session.providers", f"the library has it for {first.provider}")
        name = op_name(first.name)
        examples = self._examples(args)
        style = next(s for s in STYLES.values() if s.calls_ort)
        path = Path(self._found.file)
        copied = not self._found.package
        op = Op(
            SCHEMA_VERSION,
            name,
            f"custom::{name}",
            doc=f"{first.full}, of {self._found.package or path.name}",
            types=self._types.types,
            args=args,
            outputs=outputs,
            kernel=Kernel(style.style),
            mapping=Mapping(
                nodes=(
                    Node(first.full, tuple(a.name for a in args), tuple(o.name for o in outputs)),
                )
            ),
            ort=Ort(
                next(s.name for s in SIDES.values() if s.is_prebuilt),
                module=path.name if copied else self._found.module,
                package=self._found.package,
                since_version=first.since_version,
            ),
            model=Model(inputs=examples),
        )
        op = with_exporter(op)
        if problems := check_op(op):
            message = f"{first.full} cannot be declared: {problems[0].message}"
            raise UserError(_KIND, message, problems[0].hint)
        copies = {path.name: path} if copied else {}
        return Draft(op, copies=copies, gaps=tuple(self._gaps))

    def _gap(self, key: str, message: str) -> None:
        self._gaps.append(Gap(key, message))

    def _examples(self, args: Sequence[Arg]) -> tuple[Example, ...]:
        names: list[tuple[str, Arg]] = []
        for arg in args:
            several = range(max(_FEW, self._first.least_inputs)) if arg.kind.is_list else None
            names += [(f"{arg.name}[{i}]", arg) for i in several] if several else [(arg.name, arg)]
        return tuple(
            Example(name, none=True)
            if arg.optional
            else Example(name, shape=(2, 3), dtype=self._example_type(arg), seed=i)
            for i, (name, arg) in enumerate(names, 1)
        )

    def _dtypes(self, values: Sequence[Sequence[LibraryValue]], index: int) -> tuple[str, ...]:
        """The element types of a value in each entry; empty for any."""
        return tuple(v[min(index, len(v) - 1)].dtype for v in values)

    def _arg(self, index: int) -> Arg:
        name = "x" if index == 0 else f"x{index}"
        known = self._dtypes([op.inputs for op in self._entries], index)
        value = self._first.inputs[index]
        if value.characteristic == VARIADIC:
            dtype = self._variable(known)
            if dtype == _ANY:
                dtype = _GUESS
                guess = f"'{name}s' may be of any type: {dtype} is a guess"
                self._gap(f"args[{index}].dtype", guess)
            return Arg(f"{name}s", _LIST, dtype=dtype)
        # The lite API says of each input that it may be left out, whatever the function takes.
        lite = all(v.characteristic == OPTIONAL for v in self._first.inputs)
        optional = value.characteristic == OPTIONAL and not lite
        if lite and index == 0:
            self._gap(
                "args",
                "the library says of each input that it may be left out: none is declared so",
            )
        return Arg(name, dtype=self._variable(known), optional=optional)

    def _variable(self, known: tuple[str, ...]) -> str:
        return _ANY if "" in known else self._types.of(known)

    def _output(self, index: int, args: Sequence[Arg]) -> Output:
        count = len(self._first.outputs)
        name = "y" if count == 1 and index == 0 else f"y{index}"
        known = self._dtypes([op.outputs for op in self._entries], index)
        key = f"outputs[{index}]"
        first = next((a for a in args if not a.optional), args[0])
        source = first.name
        shape = f"{source}[0].shape" if first.kind.is_list else f"{source}.shape"
        several = self._first.outputs[index].characteristic == VARIADIC
        kind, number = _ONE, ""
        if several:
            name = "ys" if name == "y" else f"{name}s"
            given = next((a.name for a in args if a.kind.is_list), "")
            number = f"len({given})" if given else str(max(1, self._first.least_outputs))
            kind = _LIST
            what = f"a library does not say how many tensors '{name}' has: {number} is assumed"
            self._gap(f"{key}.count", what)
        self._gap(f"{key}.shape", f"a library says no shapes: {source}'s is assumed for '{name}'")
        if "" in known:
            self._gap(f"{key}.dtype", f"'{name}' may be of any type: that of '{source}' is assumed")
            return Output(name, source, shape, kind, count=number)
        self._gaps += self._types.output_gaps(key, name, known)
        dtype = self._types.known(known) or known[0]
        return Output(name, dtype, shape, kind, count=number)

    def _example_type(self, arg: Arg) -> str:
        return _GUESS if arg.dtype == _ANY else ""
