"""How PyTorch reaches an op: a registered one, an installed one, or an ``autograd.Function``."""

from __future__ import annotations

import ctypes
import importlib.machinery
import importlib.util
import re
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.toolkits.cuda import nothing_runs
from workbench.engine.build.sources import read_sources
from workbench.engine.build.undefined import defined_elsewhere
from workbench.engine.export.declared_parameters import declared_parameters
from workbench.engine.export.fake_ops import add_fake, register_around
from workbench.engine.export.session_op import session_call
from workbench.engine.export.torch_calls import (
    by_name,
    calling,
    chosen,
    has_fake,
    is_composite,
    names_a_module,
    traced_by_item,
    unpacking,
    with_lists,
)
from workbench.engine.host import frames
from workbench.engine.host.load_first import import_package, load_first
from workbench.engine.host.user_code import load_function

__all__ = ["TorchOp", "load_torch_op"]


class TorchOp:
    """The op as models call it.

    Attributes:
        op: the declaration.
        call: for eager runs and the TorchScript exporter.
        overload: the op in torch's registry; None where it is not there.
        keywords: the names by which the last arguments go, those behind the ``*`` of its schema.
    """

    overload: Any = None
    keywords: tuple[str, ...] = ()

    def __init__(self, op: Op, call: Callable[..., Any]) -> None:
        self.op = op
        self.call = call
        self.symbolic: Callable[..., Any] | None = None
        """The one that a class of the kernel has itself."""

    def prepare_torchscript(self, module: types.ModuleType) -> Callable[..., Any]:
        """Make the generated symbolic function known.

        Returns:
            What the model calls while it is exported.
        """
        raise NotImplementedError

    def register_backward(self, module: types.ModuleType) -> None:
        """Make the generated backward known to autograd.

        Raises:
            UserError: kind ``backward``; torch takes none for it.
        """
        raise NotImplementedError

    def exported(self, module: types.ModuleType) -> tuple[Callable[..., Any], Any]:
        """For the torch.export exporter: what the model calls, and the overload to translate.

        Raises:
            UserError: kind ``export``; torch takes no fake kernel for it.
        """
        raise NotImplementedError


class _Registered(TorchOp):
    """An op in torch's registry."""

    def __init__(self, op: Op) -> None:
        name, _, overload = op.torch_name.partition(".")
        packet = getattr(getattr(torch.ops, op.namespace), name)
        self.overload: Any = getattr(packet, overload or "default", None)
        if self.overload is None:
            known = ", ".join(packet.overloads())
            raise UserError(
                "load",
                f"{op.namespace}::{name} has no overload '{overload or 'default'}'",
                f'Write torch = "{op.namespace}::{name}.OVERLOAD"; it has: {known}.',
            )
        self._parameters = parameters = declared_parameters(op, self.overload._schema)
        call = self.overload if overload else packet
        fixed = sum(not a.kwarg_only for a in parameters)
        if fixed < len(op.args):
            self.keywords = tuple(a.name for a in parameters[fixed:])
            call = by_name(call, fixed, self.keywords)
        super().__init__(op, call)

    def prepare_torchscript(self, module: types.ModuleType) -> Callable[..., Any]:
        if any(a.may_lack_items for a in self.op.args):
            return traced_by_item(self.call, _lists(self.op), module.symbolic)
        formals = self.overload._schema.arguments
        names = [a.name for a in self._parameters]
        kept = [n for n, a in enumerate(formals) if a.name in names]
        # Given by name, they may be declared in another order than the schema's.
        kept.sort(key=lambda n: names.index(formals[n].name))
        symbolic = module.symbolic
        if kept != list(range(len(formals))):
            symbolic = chosen(kept, formals, symbolic)
        if self.op.outputs[0].is_list:
            symbolic = unpacking(symbolic)
        module.register_symbolic(self.op.model.opset, symbolic)
        return self.call

    def register_backward(self, module: types.ModuleType) -> None:
        schema = self.overload._schema
        if is_composite(self.overload):
            message = f"torch differentiates what {self.op.torch} is made of, and asks no backward"
            hint = "Register the kernel with m.impl under CPU, or remove [backward]."
            raise UserError("backward", message, hint)
        if any(a.kwarg_only for a in schema.arguments) or len(schema.arguments) > len(self.op.args):
            message = f"the registered op has further arguments, or such behind a *: {schema}"
            raise UserError("backward", message, "Declare all of them, in the schema's order.")
        try:
            module.register_backward()
        except (RuntimeError, NotImplementedError) as error:
            message = f"torch takes no backward for {self.op.torch}: {error}"
            raise UserError("backward", message, "Remove [backward].") from None

    def exported(self, module: types.ModuleType) -> tuple[Callable[..., Any], Any]:
        if is_composite(self.overload) or names_a_module(self.overload):
            # torch.export would trace into the kernel, or wants the fake kernel of a Python module
            # that is not here; a plain op around it is left alone.
            return register_around(self.op, self.call, module.fake)
        if not has_fake(self.overload):
            add_fake(self.overload.name(), module.fake, self.op)
        return self.call, self.overload


class _Function(TorchOp):
    """An ``autograd.Function``."""

    def __init__(self, op: Op, function: type[torch.autograd.Function]) -> None:
        lists = _lists(op)
        has_lists = bool(lists) or any(o.is_list for o in op.outputs)
        super().__init__(op, with_lists(function, lists) if has_lists else function.apply)
        self._function: Any = function
        self._plain: Callable[..., Any] | None = vars(function).get("plain")
        self.symbolic = getattr(function, "symbolic", None)

    def prepare_torchscript(self, module: types.ModuleType) -> Callable[..., Any]:
        self._function.symbolic = staticmethod(module.symbolic)
        return self.call

    def register_backward(self, module: types.ModuleType) -> None:
        if self._plain is None:
            message = f"the class {self._function.__name__} has a backward of its own"
            raise UserError("backward", message, "Remove [backward].")
        parts = {"setup_context": module.setup_context, "backward": module.backward}
        methods = {name: staticmethod(part) for name, part in parts.items()}
        around = calling(self._plain, **methods)
        self.call, self._function = around.apply, around

    def exported(self, module: types.ModuleType) -> tuple[Callable[..., Any], Any]:
        return register_around(self.op, self.call, module.fake)


def _lists(op: Op) -> list[int]:
    """The positions of the arguments that are lists of tensors."""
    return [i for i, a in enumerate(op.args) if a.is_tensor_list]


def load_torch_op(op: Op, folder: Path, library: str, runs: bool = True) -> TorchOp:
    """Bring the op into this process.

    Args:
        op: the declaration.
        folder: the op's.
        library: the built torch library; empty where nothing was built.
        runs: its kernel is to run on the CPU.

    Raises:
        UserError: kind ``load``; it does not load, or is another op than declared. Kind ``gpu``; nothing
            of it runs on the CPU.
    """
    if runs and op.kernel.kind.needs_gpu:
        raise nothing_runs()
    match op.kernel.kind.loaded_as:
        case "package":
            if op.kernel.package:
                import_package(op.kernel.package)
        case "class":
            return _Function(op, _python_function(op, folder))
        case "module":
            return _Function(op, calling(_extension_function(op, folder, library)))
        case "session":
            return _Function(op, calling(session_call(op, library)))
        case "library":
            _load_library(op, folder, library)
    namespace, name = getattr(torch.ops, op.namespace), op.torch_name.partition(".")[0]
    if not hasattr(namespace, name):
        raise UserError(
            "load",
            f"the op {op.namespace}::{name} is not registered after the library was loaded"
            if library
            else f"torch has no op {op.namespace}::{name}",
            _missing_hint(op),
            file=library,
        )
    return _Registered(op)


def _missing_hint(op: Op) -> str:
    if op.kernel.kind.exists:
        return (
            "Name the package whose import registers it: package = … in [kernel]; or take an op of "
            "the gallery with the same schema."
        )
    return (
        f'Does the file register "{op.torch}" with TORCH_LIBRARY or RegisterOperators? Or set torch '
        "in op.toml to the name that it registers."
    )


# -- bringing it in ---------------------------------------------------------------------


def _load_library(op: Op, folder: Path, library: str) -> None:
    try:
        load_first(library)
        torch.ops.load_library(library)  # type: ignore[no-untyped-call]
        frames.watch()
    except OSError as error:
        cause = error.__cause__ or error
        _say_undefined(op, folder, library, str(cause))
        raise UserError(
            "load",
            f"the torch library does not load: {cause}",
            "Rebuild it; op-workbench doctor checks the versions.",
            file=library,
        ) from None
    try:
        problem = ctypes.CDLL(library).wb_torch_problem
    except AttributeError:
        return  # not a library of ours: it registers by itself
    problem.restype = ctypes.c_char_p
    if text := problem():
        raise UserError(
            "load", text.decode("utf-8", "replace"), "Choose another name.", file=library
        )


def _say_undefined(op: Op, folder: Path, library: str, cause: str) -> None:
    """One that needs Python's symbols, or is linked itself, was linked without a look at them."""
    if missing := re.search(r"(?:^|(\S+): )undefined symbol: ([^\s,]+)", cause):
        name = torch._C._demangle(missing[2])
        folder, other = folder.resolve(), missing[1] or library
        other = "" if Path(other).name == Path(library).name else other
        if problem := defined_elsewhere(name, folder, read_sources(folder, op), other):
            raise UserError.of([problem])


def _python_function(op: Op, folder: Path) -> type[torch.autograd.Function]:
    name = signature.kernel_function(op)
    path = folder / op.kernel.source
    names = ", ".join(a.name for a in op.args)
    hint = f"Define class {name}(torch.autograd.Function) with forward(ctx, {names})."
    found = load_function(path, name, "load", hint)
    if isinstance(found, type) and issubclass(found, torch.autograd.Function):
        return found
    if isinstance(found, type):
        raise UserError("load", f"the class '{name}' is no autograd.Function", hint, file=path)
    return calling(found)


def _extension_function(op: Op, folder: Path, library: str) -> Callable[..., Any]:
    match = re.search(rb"PyInit_(\w+)\0", Path(library).read_bytes())
    if not match:
        raise UserError("load", "the library is no Python extension module", file=library)
    loader = importlib.machinery.ExtensionFileLoader(match[1].decode(), library)
    spec = importlib.util.spec_from_file_location(loader.name, library, loader=loader)
    assert spec is not None
    try:
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
        frames.watch()
    except ImportError as error:
        _say_undefined(op, folder, library, str(error))
        raise UserError(
            "load", f"the extension module does not load: {error}", file=library
        ) from error
    name = signature.kernel_function(op)
    function = getattr(module, name, None)
    if not callable(function):
        known = ", ".join(n for n in vars(module) if not n.startswith("__")) or "nothing"
        raise UserError(
            "load",
            f"the extension module defines no '{name}'; it has: {known}",
            "Set kernel.function to the name given to m.def.",
            key="kernel.function",
        )
    return function  # type: ignore[no-any-return]
