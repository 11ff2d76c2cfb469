"""What a C++ text offers to make an op of, the most likely first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from workbench.core.declaration.names import name_problem, words_of
from workbench.core.errors import UserError
from workbench.importers.cpp.headers.compiled import read_texts
from workbench.importers.cpp.search.candidate import Candidate
from workbench.importers.cpp.search.dispatching import dispatching
from workbench.importers.cpp.search.lists import list_length
from workbench.importers.cpp.search.lite import is_lite
from workbench.importers.cpp.search.partners import TORCHS
from workbench.importers.cpp.search.problems import (
    function_problem,
    portable_problem,
    result_problem,
    schema_problem,
    stable_problem,
    written_problem,
)
from workbench.importers.cpp.search.rivals import Rivals, types_of
from workbench.importers.cpp.search.scan import Found, scan
from workbench.importers.cpp.search.specialized import specialized
from workbench.importers.cpp.syntax.body_tree import Body
from workbench.importers.cpp.syntax.calls import Calls
from workbench.importers.cpp.syntax.found import Function, OrtStruct, Registration
from workbench.importers.cpp.syntax.types import (
    canonical,
    is_list_of_tensors,
    result_types,
    torch_type,
)
from workbench.importers.schemas.torch_schema import parse_schema

__all__ = ["Candidate", "find_candidates"]


NAMESPACE = "my_ops"
"""Torch's namespace where the text names none."""


def find_candidates(texts: dict[str, str], flags: Sequence[str] = ()) -> list[Candidate]:
    """Look for ops in C++ texts by file name.

    Args:
        texts: the texts.
        flags: the C++ compiler's, as far as they are known.

    Raises:
        UserError: kind ``cpp``; a text is no text, or they are too large.
    """
    found, read = scan(texts), read_texts(texts, flags)

    def is_left_out(one: Function | Registration | None) -> bool:
        return one is not None and read is not None and not read.reads(one.file, one.line)

    # Where one name is defined twice, the definition that is compiled stands for it.
    found = msgspec.structs.replace(
        found, functions=tuple(sorted(found.functions, key=is_left_out))
    )
    candidates, rivals = [*_registered(found)], Rivals(found.functions, texts)
    taken = {c.function.name for c in candidates if c.function is not None and not c.problem}
    taken |= dispatching(found.functions, {c.torch for c in candidates if not c.problem}, texts)
    lite = {s.key for of_op in found.structs for s in of_op.all}
    candidates += [
        c
        for f in _plain(found, rivals)
        if f.name not in taken and (f.file, f.start) not in lite
        for c in _of_function(f, texts)
    ]
    defined = {f.name for f in found.functions if f.defined}
    candidates += [
        c
        for f in found.methods
        if f.static and (f.defined or f.name not in defined)
        for c in _of_function(f, texts)
    ]
    candidates += [_of_struct(s) for s in found.structs]
    calls = Calls([*found.functions, *found.methods], texts)
    candidates = [_with_calls(c, calls, texts, rivals) for c in candidates]
    candidates = [
        _as_left_out(c) if is_left_out(c.function) or is_left_out(c.registration) else c
        for c in candidates
    ]
    order = {id(c): i for i, c in enumerate(candidates)}
    return sorted(candidates, key=lambda c: (_rank(c), order[id(c)]))


def _with_calls(
    candidate: Candidate, calls: Calls, texts: dict[str, str], rivals: Rivals
) -> Candidate:
    function = candidate.function
    if function is None or candidate.problem:
        return candidate
    called = calls.of(function)
    undefined = calls.undefined((function, *called))
    listed, problem = 0, ""
    if candidate.schema is None and not candidate.style.is_shared:
        problem = written_problem(function, Body(function, texts))
        if not problem and candidate.style.asks_head and is_list_of_tensors(function.result):
            listed = list_length(function, called, texts)
    others = rivals.files(function)
    return msgspec.structs.replace(
        candidate, calls=called, undefined=undefined, listed=listed, problem=problem, rivals=others
    )


_INNER = re.compile(r"(?:_impl|_launcher|_cuda|_gpu|Cuda|CUDA|GPU|Launcher|Impl)$")
"""What projects call the functions that those for their callers call in turn."""


def _as_left_out(candidate: Candidate) -> Candidate:
    how = ", ".join(filter(None, [candidate.how, "not compiled: its #if does not hold"]))
    return msgspec.structs.replace(candidate, how=how, left_out=True)


def _rank(candidate: Candidate) -> tuple[bool, bool, bool, tuple[bool, ...], bool]:
    style = candidate.style
    likely = (candidate.struct is not None, style.is_function, not style.is_shared)
    registered = candidate.registration is not None and not style.is_function
    backward = bool(re.search(r"backward|_grad(?:_|$)|_bwd?(?:_|$)", candidate.name))
    function = candidate.function
    helper = function is not None and (
        function.anonymous or not function.defined or bool(function.owner)
    )
    helper = not registered and (helper or bool(_INNER.search(candidate.name)))
    helper = helper or (candidate.struct is not None and candidate.struct.elsewhere)
    return (
        bool(candidate.problem),
        candidate.left_out,
        backward,
        () if registered else likely,
        helper,
    )


# -- registered ---------------------------------------------------------------------------


def _registered(found: Found) -> Iterator[Candidate]:
    library = [r for r in found.registrations if r.kind != "module"]
    names = dict.fromkeys((r.namespace, r.name) for r in library)
    for namespace, name in names:
        same = [r for r in library if (r.namespace, r.name) == (namespace, name)]
        yield _of_library(found, same)
    seen: set[tuple[str, str, int]] = set()
    for registration in found.registrations:
        for c in _of_pybind(found, registration) if registration.kind == "module" else ():
            # A function that two modules have is one op.
            if c.style.is_function or (c.name, c.file, c.line) not in seen:
                yield c
            seen.add((c.name, c.file, c.line))


def _of_library(found: Found, same: list[Registration]) -> Candidate:
    """One op of torch's registry; ``def`` and ``impl`` may stand in several files."""
    main = max(same, key=lambda r: (bool(r.schema), r.method == "def"))
    functions = [f for r in same if (f := _function(found, r)) is not None]
    cpu = [f for r in same if "CUDA" not in r.key and (f := _function(found, r)) is not None]
    function = next(iter([*cpu, *functions]), None)
    namespace = main.namespace if main.namespace not in ("", "_") else NAMESPACE
    schema, problem = None, main.problem
    if problem:
        pass
    elif main.schema:
        try:
            schema = parse_schema(main.schema, namespace)
        except UserError as error:
            problem = f"its schema cannot be read: {error.problem.message}"
        else:
            problem = schema_problem(schema)
    elif function is None:
        problem = "neither its schema nor its function is in these files"
    else:
        problem = function_problem(function, direct=False, registered=True, wrapped=False)
        if problem and not function_problem(function, direct=True):
            problem += f". Its function {function.name} can be chosen, and is then an op of its own"
    if not problem and all(r.method == "impl" for r in same) and namespace not in TORCHS:
        problem = f"no file here gives its schema, an m.def of '{main.name}': give that file, too"
    if not problem and "." in main.name:
        overload = main.name.partition(".")[2]
        problem = f"it has the overload name '{overload}'; register it without"
    if not problem and not main.name.isidentifier():
        problem = (
            f"it is registered under a name that no op can have here: {name_problem(main.name)}"
        )
    keys = tuple(dict.fromkeys(r.key for r in same if r.key))
    if any(r.method == "def" and (r.function or r.inline) for r in same):
        keys = ()  # a kernel for every device
    unheld = all(r.method == "def" and not r.function and r.inline is None for r in same)
    return Candidate(
        name := f"{namespace}::{main.name}",
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


def _of_pybind(found: Found, registration: Registration) -> Iterator[Candidate]:
    """A function in a Python module: an op of its own, or called as it is."""
    function = None if registration.problem else _function(found, registration)
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
        problem = registration.problem or problem
        yield replace(common, problem=problem)
        return
    common = replace(common, signature=function.signature)
    if registration.inline is None:
        problem = function_problem(function, direct=False)
        how = f"of {registration.macro}, as an op"
        # Python's name is often the same for all modules: forward.
        torch = f"{NAMESPACE}::{function.name.rpartition('::')[2]}"
        named = replace(common, name=function.name, kind="libtorch", problem=problem, how=how)
        yield replace(named, torch=torch, file=function.file, line=function.line)
    # A Python module is called with what it is given, so only whole results can be taken from it.
    results = result_types(function.result) if function.result != "auto" else ("Tensor",)
    if results and set(results) <= {"Tensor", "List[Tensor]"}:
        yield replace(common, problem=function_problem(function, direct=False, wrapped=False))
    elif registration.inline is not None:
        problem = "it is a lambda that returns no tensor"
        if results and "Tensor" in results:
            problem = result_problem(function.result)
        yield replace(common, problem=problem)


def _function(found: Found, registration: Registration) -> Function | None:
    """The function that a registration names: a definition rather than a declaration."""
    if registration.inline is not None:
        return msgspec.structs.replace(
            registration.inline, name=registration.name, written=registration.name
        )
    wanted = registration.function
    if not wanted:
        return None
    if wanted.endswith("::apply"):
        wanted = f"{wanted.removesuffix('apply')}forward"
    plain = wanted.rpartition("::")[2]
    known = (*found.functions, *(m for m in found.methods if m.static))
    same = [f for f in known if f.name == wanted or f.name.endswith(f"::{wanted}")]
    same = same or [f for f in found.functions if f.name.rpartition("::")[2] == plain]
    given = len(registration.names)
    chosen = max(
        same,
        key=lambda f: (
            f.defined,
            not registration.takes or types_of(f) == registration.takes,
            not given or len(f.parameters) == given,
            f.file == registration.file,
        ),
        default=None,
    )
    return specialized(chosen, registration.given) if chosen is not None else None


# -- functions ----------------------------------------------------------------------------


def _plain(found: Found, rivals: Rivals) -> Iterator[Function]:
    """The functions that could be an op's: a definition stands for its declarations."""
    defined = {f.name for f in found.functions if f.defined}
    of_objects = {m.name for m in found.methods if not m.static}
    seen: set[tuple[str, ...]] = set()
    for function in found.functions:
        key = (function.name, *types_of(function), function.file * rivals.differ(function))
        if function.name in of_objects:
            continue  # a method that is defined outside of its class
        if function.cuda or key in seen or (not function.defined and function.name in defined):
            continue
        seen.add(key)
        yield function


_TENSOR = re.compile(r"Tensor(?:List|Ref|Base)?(?!\w)")


def _of_function(function: Function, texts: dict[str, str]) -> Iterator[Candidate]:
    kinds = [canonical(p.type) for p in function.parameters]
    if is_lite(function):
        return  # of ONNX Runtime's lite API
    portable = any(re.search(r"\bwb\s*::", p.type) for p in function.parameters)
    portable |= any(re.fullmatch(r"(?:const )?Context&?|.*\bTensor<.*", k) for k in kinds)
    tensors = [k for k in kinds if _TENSOR.search(k) or "Tensor" in (torch_type(k) or ("",))[0]]
    if not tensors or "OrtKernelContext" in " ".join(kinds):
        return
    plain = function.name.rpartition("::")[2]
    if function.context:
        if plain != "forward":
            return  # backward has what forward saved, which only torch's autograd hands to it
        plain = _snake(function.owner.rpartition("::")[2])
    common = Candidate(
        function.name, function.file, function.line, function.signature,
        "portable" if portable else "libtorch", f"{NAMESPACE}::{plain}", function=function,
        how="" if function.defined else "declared here, defined in no given file",
    )  # fmt: skip
    problem = portable_problem(function) if portable else function_problem(function, direct=True)
    if portable and problem and (function.anonymous or canonical(function.result) != "void"):
        return  # a helper over views
    if not portable and not problem:
        problem = stable_problem(function, texts.get(function.file, ""))
    yield msgspec.structs.replace(common, problem=problem)


def _of_struct(struct: OrtStruct) -> Candidate:
    plain = _snake(struct.op)
    others = ", ".join(s.name for s in struct.overloads)
    how = f"{struct.op} for ONNX Runtime" if struct.op else "for ONNX Runtime"
    if others:
        how = f"{struct.op} for ONNX Runtime, with {others}"
    return Candidate(
        struct.name,
        struct.file,
        struct.line,
        struct.signature,
        "ort",
        f"{NAMESPACE}::{plain}",
        how=how,
        problem=struct.problem,
        struct=struct,
    )


def _snake(name: str) -> str:
    """``RoiAlign`` as ``roi_align``."""
    return "_".join(words_of(name)).lower() or "my_op"
