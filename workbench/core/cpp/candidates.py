"""What a C++ text offers to make an op of, the most likely first."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from workbench.core.cpp.found import Function, OrtStruct, Registration
from workbench.core.cpp.ort_structs import lite_parameters
from workbench.core.cpp.scan import Found, scan
from workbench.core.cpp.types import canonical, result_types, torch_type
from workbench.core.errors import UserError
from workbench.core.jobs import TorchSchema
from workbench.core.schemas.torch_schema import parse_schema

__all__ = ["Candidate", "find_candidates"]


class Candidate(msgspec.Struct, frozen=True):
    """One thing that can become an op.

    Attributes:
        name: the C++ function's or the registered op's, qualified.
        file, line: where it is.
        signature: the schema, or the function's head in one line.
        how: how it is registered, as the text says it; empty where it is not.
        kind: ``portable``, ``generated``, ``own``, ``pybind`` or ``ort``.
        torch: the torch name that it gets.
        problem: why it cannot become an op; empty where it can.
        schema: what was registered; None where the function says the arguments.
        function: the C++ function; None where it is not in these files.
        registration: of the op; None where there is none.
        keys: dispatch keys that have a kernel, where the files say.
        no_kernel: whether it is registered with its schema alone.
        struct: of an op for ONNX Runtime.
    """

    name: str
    file: str
    line: int
    signature: str
    kind: str
    torch: str
    how: str = ""
    problem: str = ""
    schema: TorchSchema | None = None
    function: Function | None = None
    registration: Registration | None = None
    keys: tuple[str, ...] = ()
    no_kernel: bool = False
    struct: OrtStruct | None = None

    @property
    def style(self) -> str:
        """``kernel.style`` of the op."""
        return "portable" if self.kind in ("portable", "ort") else "libtorch"

    @property
    def plain(self) -> str:
        """The name without namespaces."""
        return self.torch.rpartition("::")[2]


NAMESPACE = "my_ops"
"""Torch's namespace where the text names none."""


def find_candidates(texts: dict[str, str]) -> list[Candidate]:
    """Look for ops in C++ texts by file name.

    Raises:
        UserError: kind ``cpp``; a text is no text, or they are too large.
    """
    found = scan(texts)
    candidates = [*_registered(found)]
    taken = {c.function.name for c in candidates if c.function is not None and not c.problem}
    candidates += [c for f in _plain(found) if f.name not in taken for c in _of_function(f)]
    candidates += [_of_struct(s) for s in found.structs]
    order = {id(c): i for i, c in enumerate(candidates)}
    return sorted(candidates, key=lambda c: (_rank(c), order[id(c)]))


_INNER = re.compile(r"(?:_impl|_launcher|_cuda|_gpu|Cuda|CUDA|GPU|Launcher|Impl)$")
"""What projects call the functions that those for their callers call in turn."""


def _rank(candidate: Candidate) -> tuple[bool, bool, int, bool]:
    kinds = ("own", "portable", "generated", "pybind", "ort")
    registered = candidate.registration is not None and candidate.kind != "pybind"
    backward = bool(re.search(r"backward|_grad(?:_|$)|_bwd?(?:_|$)", candidate.name))
    function = candidate.function
    helper = function is not None and (function.anonymous or not function.defined)
    helper = not registered and (helper or bool(_INNER.search(candidate.name)))
    return (
        bool(candidate.problem),
        backward,
        0 if registered else 1 + kinds.index(candidate.kind),
        helper,
    )


# -- registered ---------------------------------------------------------------------------


def _registered(found: Found) -> Iterator[Candidate]:
    library = [r for r in found.registrations if r.kind != "pybind"]
    names = dict.fromkeys((r.namespace, r.name) for r in library)
    for namespace, name in names:
        same = [r for r in library if (r.namespace, r.name) == (namespace, name)]
        yield _of_library(found, same)
    for registration in found.registrations:
        if registration.kind == "pybind":
            yield from _of_pybind(found, registration)


def _of_library(found: Found, same: list[Registration]) -> Candidate:
    """One op of torch's registry; ``def`` and ``impl`` may stand in several files."""
    main = max(same, key=lambda r: (bool(r.schema), r.method == "def"))
    functions = [f for r in same if (f := _function(found, r)) is not None]
    cpu = [f for r in same if "CUDA" not in r.key and (f := _function(found, r)) is not None]
    function = next(iter([*cpu, *functions]), None)
    namespace = main.namespace if main.namespace not in ("", "_") else NAMESPACE
    schema, problem = None, ""
    if main.schema:
        try:
            schema = parse_schema(main.schema, namespace)
        except UserError as error:
            problem = f"its schema cannot be read: {error.problem.message}"
        else:
            problem = _schema_problem(schema)
    elif function is None:
        problem = "neither its schema nor its function is in these files"
    else:
        problem = function_problem(function, direct=False)
    if not problem and "." in main.name:
        overload = main.name.partition(".")[2]
        problem = f"it has the overload name '{overload}'; register it without"
    name = f"{namespace}::{main.name}"
    keys = tuple(dict.fromkeys(r.key for r in same if r.key))
    if any(r.method == "def" and (r.function or r.inline) for r in same):
        keys = ()  # a kernel for every device
    unheld = all(r.method == "def" and not r.function and r.inline is None for r in same)
    return Candidate(
        name,
        main.file,
        main.line,
        schema.text if schema is not None else function.signature if function else main.schema,
        "own",
        name,
        how=main.macro,
        problem=problem,
        schema=schema,
        function=function,
        registration=main,
        keys=keys,
        no_kernel=unheld and main.kind == "library",
    )


def _schema_problem(schema: TorchSchema) -> str:
    if schema.mutable:
        return "it changes an argument (Tensor(a!)), which an ONNX graph cannot express"
    if schema.overload:
        return f"it has the overload name '{schema.overload}'; register it without"
    others = [r for r in schema.returns if r != "Tensor"]
    if others or not schema.returns:
        return f"it returns {others[0] if others else 'nothing'}, not tensors"
    if not any("Tensor" in a.type for a in schema.args):
        return "it takes no tensor"
    return ""


def _of_pybind(found: Found, registration: Registration) -> Iterator[Candidate]:
    """A function in a Python module: an op of its own, or called as it is."""
    function = _function(found, registration)
    torch = f"{NAMESPACE}::{registration.name}"
    common = Candidate(
        registration.name,
        registration.file,
        registration.line,
        f'm.def("{registration.name}", …)',
        "pybind",
        torch,
        how=registration.macro,
        registration=registration,
        function=function,
    )
    replace = msgspec.structs.replace
    if function is None:
        problem = f"its function {registration.function} is not in these files"
        yield replace(common, problem=problem)
        return
    common = replace(common, signature=function.signature)
    if registration.inline is None:
        problem = function_problem(function, direct=False)
        named = replace(common, name=function.name, kind="generated", problem=problem)
        yield replace(named, file=function.file, line=function.line)
    # A Python module is called with what it is given, so only whole results can be taken from it.
    results = result_types(function.result) if function.result != "auto" else ("Tensor",)
    if results and set(results) == {"Tensor"}:
        yield replace(common, problem=function_problem(function, direct=False))
    elif registration.inline is not None:
        yield replace(common, problem="it is a lambda that returns no tensor")


def _function(found: Found, registration: Registration) -> Function | None:
    """The function that a registration names: a definition rather than a declaration."""
    if registration.inline is not None:
        return msgspec.structs.replace(
            registration.inline, name=registration.name, written=registration.name
        )
    wanted = registration.function
    if not wanted:
        return None
    plain = wanted.rpartition("::")[2]
    same = [f for f in found.functions if f.name == wanted or f.name.endswith(f"::{wanted}")]
    same = same or [f for f in found.functions if f.name.rpartition("::")[2] == plain]
    given = len(registration.names)
    return max(
        same,
        key=lambda f: (
            f.defined,
            not given or len(f.parameters) == given,
            f.file == registration.file,
        ),
        default=None,
    )


# -- functions ----------------------------------------------------------------------------


def _plain(found: Found) -> Iterator[Function]:
    """The functions that could be an op's: a definition stands for its declarations."""
    defined = {f.name for f in found.functions if f.defined}
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for function in found.functions:
        key = (function.name, tuple(canonical(p.type) for p in function.parameters))
        if function.cuda or key in seen or (not function.defined and function.name in defined):
            continue
        seen.add(key)
        yield function


def _of_function(function: Function) -> Iterator[Candidate]:
    kinds = [canonical(p.type) for p in function.parameters]
    if lite_parameters(function) is not None:
        return  # of ONNX Runtime's lite API
    portable = any(re.search(r"\bwb\s*::", p.type) for p in function.parameters)
    portable |= any(re.fullmatch(r"(?:const )?Context&?|.*\bTensor<.*", k) for k in kinds)
    tensors = [k for k in kinds if "Tensor" in k]
    results = result_types(function.result) or ()
    if not tensors or "OrtKernelContext" in " ".join(kinds):
        return
    plain = function.name.rpartition("::")[2]
    common = Candidate(
        function.name, function.file, function.line, function.signature,
        "portable" if portable else "generated", f"{NAMESPACE}::{plain}", function=function,
    )  # fmt: skip
    problem = portable_problem(function) if portable else function_problem(function, direct=True)
    if portable and problem and (function.anonymous or canonical(function.result) != "void"):
        return  # a helper over views
    if (
        not portable
        and not results
        and canonical(function.result) not in ("void", "int")
        and problem
    ):
        return
    yield msgspec.structs.replace(common, problem=problem)


def function_problem(function: Function, direct: bool) -> str:
    """Why a libtorch function cannot become an op; empty where it can."""
    if function.cuda == "global":
        return "it is a CUDA kernel: choose the function that launches it"
    if function.template and direct:
        return "it is a template: choose or write a function that calls it with plain types"
    for i, parameter in enumerate(function.parameters):
        if torch_type(parameter.type) is None:
            what = f"'{parameter.name}'" if parameter.name else f"parameter {i + 1}"
            return f"{what} is a {parameter.type:.80}, which no argument of a torch op can be"
    if not any("Tensor" in (torch_type(p.type) or ("",))[0] for p in function.parameters):
        return "it takes no tensor"
    if function.result == "auto":
        return ""
    results = result_types(function.result)
    if results is None:
        return f"it returns {function.result:.80}, not tensors"
    others = [r for r in results if r not in ("Tensor", "List[Tensor]", "int")]
    if others:
        return (
            f"it returns {function.result:.80}; every result must be a tensor that is always there"
        )
    return ""


def portable_problem(function: Function) -> str:
    """Why a function over our views is no portable kernel; empty where it is one."""
    kinds = [
        canonical(p.type).removesuffix("&").removeprefix("const ") for p in function.parameters
    ]
    if canonical(function.result) != "void":
        return f"a portable kernel returns void, this returns {function.result}"
    if not kinds or kinds[0] != "Context":
        return "a portable kernel's first parameter is const wb::Context&"
    outputs = [bool(re.fullmatch(r"(?:Tensor|Output)<(?!const ).*>", k)) for k in kinds]
    if not any(outputs):
        return "it has no output, such as wb::Tensor<float>"
    if outputs != sorted(outputs):
        return "outputs come after all arguments in a portable kernel"
    return ""


def _of_struct(struct: OrtStruct) -> Candidate:
    plain = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", struct.op).lower()
    plain = re.sub(r"\W", "_", plain).strip("_") or "my_op"
    return Candidate(
        struct.struct or struct.op,
        struct.file,
        struct.line,
        struct.signature,
        "ort",
        f"{NAMESPACE}::{plain}",
        how="for ONNX Runtime",
        problem=struct.problem,
        struct=struct,
    )
