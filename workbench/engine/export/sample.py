"""The sample model: a module that calls the op once, or one of the project."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from msgspec import UNSET

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.engine.export.beyond import has_margins, with_margins
from workbench.engine.export.reached import led_through
from workbench.engine.host.copies import no_copies
from workbench.engine.host.user_code import MISTAKES, load_function, place_in
from workbench.engine.values.examples import example_array, example_values, is_tensor_list
from workbench.engine.values.layouts import layout_of
from workbench.engine.values.tensors import as_torch, to_array, to_tensor

__all__ = [
    "Callee",
    "Plain",
    "Sample",
    "Values",
    "no_shortcuts",
    "sample_model",
    "sample_values",
]

Values = dict[str, Any]
"""Argument → an array, for a ``tensor[]`` a tuple of arrays, a literal, or None."""


class Sample:
    """A model with its inputs.

    Attributes:
        module: the model; its inputs are ``tensors`` in order.
        tensors: the inputs by their names in the exported model.
        fixed: what the exported model has built in; models that differ in it differ.
        dynamic: input → axis → name of the dynamic dimension.
        aliases: input → another one, whose very tensor it is where the op is called.
    """

    def __init__(
        self,
        module: torch.nn.Module,
        tensors: dict[str, torch.Tensor],
        fixed: dict[str, Any],
        dynamic: dict[str, dict[int, str]],
        aliases: Mapping[str, str],
    ) -> None:
        self.aliases = aliases
        self.module = module
        self.tensors = tensors
        self.fixed = fixed
        self.dynamic = dynamic

    @property
    def given(self) -> list[torch.Tensor]:
        """The inputs of a call: a tensor that is declared to be another one is that one.

        Exporters are given ``tensors``: they would take two inputs of one tensor for one input.
        """
        found = dict(self.tensors)
        for name, other in self.aliases.items():
            one, another = to_array(found[name]), to_array(found[other])
            if one.shape == another.shape and one.tobytes() == another.tobytes():
                found[name] = found[other]  # other inputs, of a check say, may differ
        return list(found.values())

    def with_values(self, op: Op, values: Values) -> Sample:
        """The same model with other inputs."""
        inputs = _model_inputs(op, values)
        tensors = {name: _tensor(op, name, inputs[name]) for name in self.tensors}
        return Sample(self.module, tensors, self.fixed, self.dynamic, self.aliases)

    def serves(self, other: Sample) -> bool:
        """Whether the model exported of this one takes the inputs of another."""
        if self.tensors.keys() != other.tensors.keys() or not _same(self.fixed, other.fixed):
            return False
        return all(
            tensor.dtype == other.tensors[name].dtype
            and tensor.dim() == other.tensors[name].dim()
            and all(
                size == other.tensors[name].shape[axis] or axis in self.dynamic.get(name, {})
                for axis, size in enumerate(tensor.shape)
            )
            for name, tensor in self.tensors.items()
        )


def _same(a: dict[str, Any], b: dict[str, Any]) -> bool:
    if a.keys() != b.keys():
        return False
    return all(
        np.array_equal(a[n], b[n])
        if isinstance(a[n], np.ndarray) and isinstance(b[n], np.ndarray)
        else type(a[n]) is type(b[n]) and not isinstance(a[n], np.ndarray) and a[n] == b[n]
        for n in a
    )


def sample_values(op: Op, folder: Path) -> Values:
    """The declared examples: of the op's arguments, or of the model file's inputs.

    Args:
        op: the declaration.
        folder: the op's, where the files of examples are.
    """
    if not op.model.source:
        return example_values(op, folder)
    return {e.arg: example_array(op, e, e.dtype or "float32", folder) for e in op.model.inputs}


def sample_model(op: Op, folder: Path, values: Values, call: Callee) -> Sample:
    """The model for these values.

    Args:
        op: the declaration.
        folder: the op's.
        values: as ``sample_values`` gives them.
        call: the op as the model shall call it.
    """
    inputs = _model_inputs(op, values)
    tensors = {name: _tensor(op, name, array) for name, array in inputs.items()}
    fixed = {n: v for n, v in values.items() if n not in inputs and not is_tensor_list(v)}
    # Which of them are missing is in the graph, too.
    fixed |= {n: str([x is None for x in v]) for n, v in values.items() if is_tensor_list(v)}
    if op.model.source:
        module = _from_file(op, folder, call)
        if call.overload is not None:
            led_through(module, call.overload, call.by_position)
    else:
        module = _one_call(op, values, tensors, call)
    return Sample(module.eval(), tensors, fixed, _dynamic(op, tensors), _aliases(op, tensors))


def _tensor(op: Op, name: str, array: np.ndarray) -> torch.Tensor:
    """An input of the model, as its example lies in memory."""
    tensor = to_tensor(array)
    example = next((e for e in op.model.inputs if e.model_input == name), None)
    make = layout_of(example.layout) if example is not None else None
    return tensor if make is None else make(tensor)


def _model_inputs(op: Op, values: Values) -> dict[str, np.ndarray]:
    """The values that are inputs of the exported model, by name."""
    # A tensor that becomes an attribute is a constant of the model.
    built_in = {a.arg for n in op.mapping.nodes for a in n.attributes}
    inputs = {}
    for name, value in values.items():
        if isinstance(value, np.ndarray) and name not in built_in:
            inputs[name] = value
        elif is_tensor_list(value):
            inputs |= {f"{name}_{i}": a for i, a in enumerate(value) if a is not None}
    return inputs


def _dynamic(op: Op, tensors: dict[str, torch.Tensor]) -> dict[str, dict[int, str]]:
    """Per input its dynamic axes, counted from 0."""
    found = {}
    for example in op.model.inputs:
        name = example.model_input
        if example.dynamic and name in tensors and example.shape is not UNSET:
            rank = tensors[name].dim()
            found[name] = {axis % rank: dim for axis, dim in example.dynamic.items() if rank}
    return found


def _aliases(op: Op, tensors: dict[str, torch.Tensor]) -> dict[str, str]:
    names = {e.arg: e.model_input for e in op.model.inputs}
    pairs = ((e.model_input, names.get(e.same_as, "")) for e in op.model.inputs if e.same_as)
    return {name: other for name, other in pairs if name in tensors and other in tensors}


def _one_call(
    op: Op, values: Values, tensors: dict[str, torch.Tensor], call: Callable[..., Any]
) -> torch.nn.Module:
    """The module that calls the op once; tensors are its inputs, all else is built in."""
    lists = {a.name for a in op.args if a.is_tensor_list}
    names = list(tensors)

    def argument(name: str, value: Any, given: dict[str, torch.Tensor]) -> Any:
        if name in lists:
            return [given.get(f"{name}_{i}") for i in range(len(value))]
        if name in given:
            return given[name]
        return as_torch(op, name, value)

    class Sampled(torch.nn.Module):
        def forward(self, *given: torch.Tensor) -> Any:
            by_name = dict(zip(names, given, strict=True))
            return call(*(argument(n, v, by_name) for n, v in values.items()))

    return Sampled()


def no_shortcuts() -> None:
    """Have torch's layers for transformers call what exporters know, not one operator for them all."""
    torch.backends.mha.set_fastpath_enabled(False)


def _from_file(op: Op, folder: Path, call: Callable[..., Any]) -> torch.nn.Module:
    no_shortcuts()
    path = folder / op.model.source
    hint = f"Define: def {op.model.function}(op): … return a torch.nn.Module that calls op."
    make = load_function(path, op.model.function, "model", hint)
    try:
        with torch.random.fork_rng():
            torch.manual_seed(0)  # untrained weights are the same each time
            module = make(call)
    except MISTAKES as error:
        message = f"the model file failed: {type(error).__name__}: {error}"
        line = place_in(error, path)[1]
        raise UserError("model", message, hint, file=path, line=line) from error
    if not isinstance(module, torch.nn.Module):
        raise UserError("model", f"'{op.model.function}' gave no torch.nn.Module", hint, file=path)
    return module


class Callee:
    """The op as a model calls it: which callable that is may change, and calls can be kept.

    Attributes:
        target: what is called.
        overload: the op in torch's registry; None where it is not there.
        calls: the arguments by name, and the result, of each call while ``keep`` was set.
        inside: a call is under way, or has failed.
        margins: what it writes beyond tensors is looked for in each call, where it can be.
    """

    def __init__(self, op: Op, target: Callable[..., Any], overload: Any = None) -> None:
        self._op = op
        self._args = op.args
        self.margins = False
        self.overload = overload
        self.target = target
        self.keep = False
        self.inside = False
        self.calls: list[tuple[Values, Any]] = []

    def __call__(self, *args: Any, **named: Any) -> Any:
        values = self._bound(args, named)
        if self.keep:
            self._check_numbers(values)
        self.inside = True
        with no_copies():
            if self.margins and has_margins(self._op, self.overload):
                result = with_margins(self._op, self.target, list(values.values()))
            else:
                result = self.target(*values.values())
        self.inside = False
        if self.keep:
            self.calls.append((values, result))
        return result

    def _check_numbers(self, values: Values) -> None:
        """Torch makes a number of a tensor with one element without a word; a graph cannot.

        Raises:
            UserError: kind ``model``.
        """
        for arg in self._args:
            if not arg.is_tensor and isinstance(values[arg.name], torch.Tensor):
                raise UserError(
                    "model",
                    f"the model gives a tensor for '{arg.name}', which is declared as {arg.type}",
                    "What is no tensor is written into the graph as a constant: give a number, or "
                    "declare the argument as a tensor and map it to an input.",
                )

    @property
    def names(self) -> list[str]:
        """The arguments that the op is called with."""
        return [a.name for a in self._args]

    def by_position(self, *args: Any) -> Any:
        """A call with all arguments of the registered op, of which the declaration has the first.

        Raises:
            ValueError: one that the declaration leaves out is not at its default.
        """
        count = len(self._args)
        for value, formal in zip(
            args[count:], self.overload._schema.arguments[count:], strict=True
        ):
            if value != formal.default_value:
                what = f"the model sets '{formal.name}', which is no argument of the declaration"
                raise ValueError(what)
        return self(*args[:count])

    def _bound(self, args: tuple[Any, ...], named: dict[str, Any]) -> Values:
        """The arguments by name, in the op's order, defaults filled in."""
        names = [a.name for a in self._args]
        given = dict(zip(names, args, strict=False))
        if len(args) > len(names):
            raise TypeError(f"the op takes {len(names)} arguments, it was called with {len(args)}")
        if wrong := [n for n in named if n not in names or n in given]:
            raise TypeError(
                f"the op was called with '{wrong[0]}', which it takes once or not at all"
            )
        given |= named
        for arg in self._args:
            if arg.name not in given and arg.default is UNSET and not arg.optional:
                raise TypeError(f"the op was called without its argument '{arg.name}'")
            default = None if arg.default is UNSET else arg.default
            given.setdefault(arg.name, as_torch(self._op, arg.name, default))
        types = {a.name for a in self._args if a.is_dtype}
        return {n: as_torch(self._op, n, given[n]) if n in types else given[n] for n in names}


class Plain(Callee):
    """The op without our bookkeeping, into which a compiler would trace, and which takes time."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.target(*args, **named)
