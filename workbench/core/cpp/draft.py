"""A candidate as the draft of an op, with what C++ does not say as gaps."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

import msgspec
from msgspec import UNSET

from workbench.core import names as naming
from workbench.core.cpp.arguments import Arguments, function_arguments, portable_arguments
from workbench.core.cpp.candidates import Candidate
from workbench.core.cpp.files import missing_headers
from workbench.core.cpp.gaps import gaps_of
from workbench.core.cpp.wrapper import is_direct, wrapper_text
from workbench.core.drafts import skeleton
from workbench.core.drafts.draft import Draft, Gap
from workbench.core.drafts.from_schema import op_from_schema
from workbench.core.edit import first_node
from workbench.core.errors import UserError
from workbench.core.jobs import SchemaArg, TorchSchema
from workbench.core.op import Example, Kernel, Mapping, Node, Op, Ort, Output

__all__ = ["draft_of"]

_COMPILED = (".cpp", ".cc", ".cxx")
_SHAPES: dict[int, tuple[int, ...]] = {
    1: (6,), 2: (4, 3), 3: (2, 3, 4), 4: (1, 3, 8, 8), 5: (1, 2, 4, 4, 4), 6: (1, 2, 2, 3, 3, 3),
}  # fmt: skip


def draft_of(candidate: Candidate, texts: dict[str, str], name: str = "") -> Draft:
    """Draft the op of a candidate.

    Args:
        candidate: of ``find_candidates(texts)``, without a problem.
        texts: the C++ texts by file name; they become the op's files.
        name: the op's; from the candidate's where empty.

    Raises:
        UserError: kind ``cpp`` or ``schema``; C++ of this kind can be no op.
    """
    if candidate.problem:
        raise UserError(
            "cpp",
            f"{candidate.name}: {candidate.problem}",
            file=candidate.file,
            line=candidate.line,
        )
    name = name or usable_name(candidate.plain)
    torch = candidate.torch
    if candidate.kind != "own":
        torch = f"{torch.rpartition('::')[0]}::{usable_name(candidate.plain)}"
    if candidate.struct is not None:
        return _of_struct(candidate, texts, name, torch)
    found = _arguments(candidate, texts)
    schema = TorchSchema(
        torch, "", found.args, ("Tensor",) * found.results, False, candidate.signature
    )
    op = op_from_schema(schema, name)
    op = msgspec.structs.replace(op, torch=torch, doc="")
    op = _typed(op, found)
    op = msgspec.structs.replace(op, mapping=Mapping(nodes=(first_node(op),)))
    kernel, files, more = _kernel(candidate, texts, found, op)
    implementation = "portable" if candidate.kind == "portable" else "bridge"
    if candidate.kind == "pybind":
        implementation = "export-only"
    op = msgspec.structs.replace(op, kernel=kernel, ort=Ort(implementation))  # type: ignore[arg-type]
    files |= _wrapper(candidate, op, found)
    return Draft(op, texts=files, gaps=(*gaps_of(candidate, op, found), *more))


def usable_name(name: str) -> str:
    """A name like this one that Python and C++ both take."""
    return naming.usable_name(name, "op", "my_op")


def _arguments(candidate: Candidate, texts: dict[str, str]) -> Arguments:
    function = candidate.function
    body = ""
    if function is not None:
        data = texts.get(function.file, "").encode("utf-8", "replace")
        body = data[slice(*function.body_span)].decode("utf-8", "replace")
    if candidate.kind == "portable" and function is not None:
        return portable_arguments(function)
    names = candidate.registration.names if candidate.registration is not None else ()
    return function_arguments(
        function, body, candidate.schema, names, whole=candidate.kind != "generated"
    )


# -- the declaration ----------------------------------------------------------------------


def _typed(op: Op, found: Arguments) -> Op:
    """Element types, shapes and names of the outputs that the C++ tells."""
    replace = msgspec.structs.replace
    # op_from_schema may have renamed an argument: they are in the same order.
    kept = {a.name: name for a, name in zip(op.args, found.names, strict=False)}
    args = tuple(
        replace(a, dtype=found.dtypes.get(kept.get(a.name, ""), a.dtype))
        if a.type in ("tensor", "tensor[]")
        else a
        for a in op.args
    )
    taken = {a.name for a in args}
    outputs = []
    for i, output in enumerate(op.outputs):
        name = usable_name(found.outputs[i]) if i < len(found.outputs) else output.name
        while name in taken:
            name += "_out"
        taken.add(name)
        dtype = found.output_dtypes[i] if i < len(found.output_dtypes) else ""
        shape = "[unknown]" if i in found.allocated else output.shape
        same = found.output_dtypes and any(a.dtype == dtype for a in args)
        outputs.append(
            Output(
                name, dtype if dtype and (not same or dtype in found.types) else output.dtype, shape
            )
        )
        if dtype and same and dtype not in found.types:
            outputs[-1] = Output(name, dtype, shape)
    typed = replace(op, args=args, outputs=tuple(outputs), types=found.types)
    examples = tuple(_example(typed, e, kept, found) for e in op.model.inputs)
    return replace(typed, model=replace(op.model, inputs=examples))


def _example(op: Op, example: Example, kept: dict[str, str], found: Arguments) -> Example:
    arg = op.arg(example.arg.partition("[")[0])
    if arg is None or example.shape is UNSET:
        return example
    rank = found.ranks.get(kept.get(arg.name, ""), 0) or found.usual_rank
    shape = _SHAPES.get(rank, example.shape)
    dtypes = op.types.get(arg.dtype, (arg.dtype,)) if isinstance(arg.dtype, str) else arg.dtype
    example = msgspec.structs.replace(example, shape=shape)
    if "int" in dtypes[0]:
        return msgspec.structs.replace(example, generator="integers", low=0.0, high=2.0)
    return example


def _kernel(
    candidate: Candidate, texts: dict[str, str], found: Arguments, op: Op
) -> tuple[Kernel, dict[str, str], list[Gap]]:
    """``[kernel]``, the op's files, and what is wrong with them."""
    function = candidate.function
    gaps = [
        Gap(
            "kernel.include", f'{file} includes "{name}", which was not given: put it beside {file}'
        )
        for file, name in missing_headers(texts)
    ]
    home = candidate.file
    if candidate.kind in ("generated", "portable") and function is not None:
        home = function.file
    sources = [n for n in texts if PurePosixPath(n).suffix in (*_COMPILED, ".c", ".cu")]
    if candidate.kind in ("generated", "portable"):
        # What only binds the function for Python or torch would register it once more.
        sources = [n for n in sources if n == home or not _binds(texts[n])]
    sources = [n for n in sources if n == home or "onnxruntime_c" not in texts[n]]
    wrapped = _is_wrapped(candidate, found)
    main = f"{op.name}_op.cpp" if wrapped else home
    if PurePosixPath(main).suffix not in _COMPILED:
        main = f"{op.name}_op.cpp"
    included = PurePosixPath(home).suffix != ".cu" and main != home
    further = tuple(n for n in sources if n != main and not (included and n == home))
    files = dict(texts)
    if main not in files:
        files[main] = f'#include "{home}"\n' if included else ""
    name = function.name if function is not None else ""
    if candidate.kind == "pybind" and candidate.registration is not None:
        name = candidate.registration.name
    if wrapped:
        name = f"{op.name}_op"
    if candidate.kind == "own":
        name = ""
    if function is not None and not function.defined and candidate.kind != "own":
        gaps.append(
            Gap(
                "kernel.source",
                f"{function.name} is only declared in {home}: give the file that defines it, too",
            )
        )
    style, registration = candidate.style, "generated"
    if candidate.kind in ("own", "pybind"):
        registration = candidate.kind
    if any(n.endswith(".cu") for n in further):
        gaps.append(
            Gap(
                "kernel.sources",
                "CUDA code is compiled beside; the op runs on the CPU here, so it needs a path for the CPU",
            )
        )
    kernel = Kernel(style, main, name, registration, sources=further)  # type: ignore[arg-type]
    return kernel, files, gaps


def _binds(text: str) -> bool:
    return bool(
        re.search(r"\b(?:PYBIND11_MODULE|(?:STABLE_)?TORCH_LIBRARY\w*|RegisterOperators)\b", text)
    )


def _is_wrapped(candidate: Candidate, found: Arguments) -> bool:
    function = candidate.function
    if candidate.kind != "generated" or function is None:
        return False
    in_cuda = function.file.endswith((".cu", ".cuh"))
    return bool(found.written) or in_cuda or not is_direct(function)


def _wrapper(candidate: Candidate, op: Op, found: Arguments) -> dict[str, str]:
    function = candidate.function
    if function is None or not _is_wrapped(candidate, found):
        return {}
    head, _ = skeleton.kernel_head(op)
    if not head:
        return {}
    # The arguments are the parameters in their order, those left out that results go into.
    names = iter(a.name for a in op.args)
    replace = msgspec.structs.replace
    parameters = tuple(
        p if p.name in found.written else replace(p, name=next(names)) for p in function.parameters
    )
    first = next(a.name for a in op.args if a.type in ("tensor", "tensor[]") and not a.optional)
    like = first if op.arg(first).type == "tensor" else f"{first}[0]"  # type: ignore[union-attr]
    include = "" if function.file.endswith(".cu") else function.file
    text = wrapper_text(
        replace(function, parameters=parameters),
        head,
        found.written,
        like,
        len(op.outputs),
        include,
    )
    return {op.kernel.source: text}


def _of_struct(candidate: Candidate, texts: dict[str, str], name: str, torch: str) -> Draft:
    """An op whose kernel for ONNX Runtime is there, and whose torch kernel is not."""
    struct = candidate.struct
    assert struct is not None
    count, given = len(struct.inputs), struct.names
    names = (
        [usable_name(n) for n in given] if len(set(given)) == count + len(struct.outputs) else []
    )
    inputs = names[:count] or [f"x{i}" for i in range(count)] if count > 1 else names[:1] or ["x"]
    outputs = names[count:] or (
        [f"y{i}" for i in range(len(struct.outputs))] if len(struct.outputs) > 1 else ["y"]
    )
    missing = [n in struct.optional for n in given] or [False] * count
    args = tuple(
        SchemaArg(n, "Tensor", optional) for n, optional in zip(inputs, missing, strict=False)
    )
    schema = TorchSchema(torch, "", args, ("Tensor",) * len(outputs), False, candidate.signature)
    op = op_from_schema(schema, name)
    found = Arguments(
        args, len(outputs),
        dtypes={n: t for n, t in zip(inputs, struct.inputs, strict=True) if t},
        outputs=tuple(outputs), output_dtypes=struct.outputs,
    )  # fmt: skip
    op = _typed(msgspec.structs.replace(op, torch=torch, doc=""), found)
    node = Node(
        f"{struct.domain or 'custom'}::{struct.op}", tuple(a.name for a in op.args), tuple(o.name for o in op.outputs)
    )  # fmt: skip
    others = tuple(
        n for n in texts if PurePosixPath(n).suffix in (*_COMPILED, ".c") and n != struct.file
    )
    main, files = struct.file, dict(texts)
    if PurePosixPath(main).suffix not in _COMPILED:
        main = f"{name}_ort.cpp"
        files[main] = f'#include "{struct.file}"\n'
    source = "kernel.cpp" if "kernel.cpp" not in files else f"{name}_kernel.cpp"
    structs = () if struct.registers or not struct.struct else (struct.struct,)
    op = msgspec.structs.replace(
        op,
        kernel=Kernel(source=source, sources=others),
        mapping=Mapping(nodes=(node,)),
        ort=Ort("own", main, structs),
    )
    gaps = gaps_of(candidate, op, found)
    gaps.append(
        Gap(
            "kernel.source",
            f"{struct.op} is for ONNX Runtime alone: write what it computes for PyTorch in {source}",
        )
    )
    if not struct.registers and not struct.struct:
        gaps.append(
            Gap(
                "ort.source",
                f"{main} does not define RegisterCustomOps, so nothing makes an op of the function",
            )
        )
    if not struct.domain:
        gaps.append(
            Gap("mapping.nodes[0].op", "the file does not say the op's domain: 'custom' is a guess")
        )
    files[source] = skeleton.kernel_text(op)
    return Draft(op, texts=files, gaps=tuple(gaps))
