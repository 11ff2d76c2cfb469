"""A candidate as the draft of an op, with what C++ does not say as gaps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

import msgspec

from workbench.core.compile.providers import CUDA_INCLUDE
from workbench.core.declaration.op import Kernel, Mapping, Op, Ort
from workbench.core.edits.common import first_node
from workbench.core.errors import UserError
from workbench.core.files.file_roles import CPP, CUDA, CUDA_TEXTS, FILE_ROLES
from workbench.core.jobs import SchemaArg, TorchSchema
from workbench.core.types.arg_types import ARG_TYPES, DTYPE, declared_for
from workbench.importers.cpp.drafting.arguments import Arguments, function_arguments
from workbench.importers.cpp.drafting.equal import checked_equal, equal_sizes
from workbench.importers.cpp.drafting.flat import counted, flat_reads, flat_shapes, sizes_in_cpp
from workbench.importers.cpp.drafting.gaps import gaps_of
from workbench.importers.cpp.drafting.ort_draft import struct_draft
from workbench.importers.cpp.drafting.portable import portable_arguments
from workbench.importers.cpp.drafting.result import renamed
from workbench.importers.cpp.drafting.results import resized, results_of
from workbench.importers.cpp.drafting.typed import typed, usable_name
from workbench.importers.cpp.drafting.wrapper import is_direct, portable_text, wrapper_text
from workbench.importers.cpp.headers.files import include_folders, included_sources
from workbench.importers.cpp.headers.missing import flags_for_headers, missing_words
from workbench.importers.cpp.search.candidates import Candidate
from workbench.importers.cpp.search.needed import lent_to
from workbench.importers.cpp.search.registrations import kinds_in
from workbench.importers.cpp.search.scan import parsed
from workbench.importers.cpp.syntax.body_tree import body_of
from workbench.importers.cpp.syntax.calls import hints_through
from workbench.importers.cpp.syntax.types import torch_type
from workbench.importers.cpp.syntax.words import cases_asked, words_asked
from workbench.importers.drafts import skeleton
from workbench.importers.drafts.draft import Draft, Gap, with_exporter
from workbench.importers.drafts.from_schema import op_from_schema

__all__ = ["draft_of", "lent_headers"]

_OF_CUDA = re.compile(
    r"\b__(?:global|device|host|shared|constant)__\b|<<<|\bcuda[A-Z]\w*\s*\("
    rf"|\b(?:at|c10)::cuda\b|{CUDA_INCLUDE}"
)
"""What C++ has no word for."""


def draft_of(
    candidate: Candidate,
    texts: dict[str, str],
    name: str = "",
    kept: dict[str, str] | None = None,
    flags: Sequence[str] = (),
) -> Draft:
    """Draft the op of a candidate.

    Args:
        candidate: of ``find_candidates(texts)``, without a problem.
        texts: the C++ texts by file name.
        name: the op's; from the candidate's where empty.
        kept: those of the texts that become the op's files; all where None.
        flags: of the C++ compiler, as far as they are known.

    Raises:
        UserError: kind ``cpp`` or ``schema``; C++ of this kind can be no op.
    """
    draft = _draft_of(candidate, texts, name, kept, flags)
    more = flags_for_headers(texts if kept is None else kept, flags)
    if not more:
        return draft
    kernel = msgspec.structs.replace(
        draft.op.kernel, compile_flags=(*draft.op.kernel.compile_flags, *more)
    )
    return msgspec.structs.replace(draft, op=msgspec.structs.replace(draft.op, kernel=kernel))


def _draft_of(
    candidate: Candidate,
    texts: dict[str, str],
    name: str,
    kept: dict[str, str] | None,
    flags: Sequence[str],
) -> Draft:
    if candidate.problem:
        raise UserError(
            "cpp",
            f"{candidate.name}: {candidate.problem}",
            file=candidate.file,
            line=candidate.line,
        )
    name = name or usable_name(candidate.plain)
    style, torch = candidate.style, candidate.torch
    if not style.registers_itself:
        torch = f"{torch.rpartition('::')[0]}::{usable_name(candidate.plain)}"
    built = torch.startswith("TORCH_EXTENSION_NAME::")
    if built:  # the build gives the module its name
        torch = f"{name}_ext::{torch.partition('::')[2]}"
    if candidate.struct is not None:
        return struct_draft(candidate, candidate.struct, texts, name, torch, flags)
    texts = _without(candidate.rivals, texts)
    kept = None if kept is None else _without(candidate.rivals, kept)
    found = _arguments(candidate, texts)
    if style.asks_head and not style.is_shared:
        found = msgspec.structs.replace(found, args=tuple(map(_passed, found.args)))
        candidate = _given_types(candidate, found)
    schema = TorchSchema(torch, "", found.args, found.results, False, candidate.signature)
    op = op_from_schema(schema, name)
    op = msgspec.structs.replace(op, torch=torch, doc="")
    op = typed(op, found)
    op = msgspec.structs.replace(op, mapping=Mapping(nodes=(first_node(op),)))
    lent = lent_headers(candidate, texts) if style.asks_head else []
    kernel, files, more = _kernel(
        candidate, texts if kept is None else kept, found, op, lent, flags
    )
    if built:
        message = f"it is registered under TORCH_EXTENSION_NAME, which is '{name}_ext' for an op "
        more.append(Gap("torch", f"{message}of the name '{name}': they change together"))
    op = with_exporter(msgspec.structs.replace(op, kernel=kernel, ort=Ort(style.ort)))
    files |= _wrapper(candidate, op, found, texts, lent)
    return Draft(op, texts=files, gaps=(*gaps_of(candidate, op, found), *more))


def _without(rivals: Sequence[str], texts: dict[str, str]) -> dict[str, str]:
    """The texts but those that define the op's function, too; what is included is left."""
    if not rivals:
        return texts
    left = set(rivals) - set(included_sources(texts))
    return {name: text for name, text in texts.items() if name not in left}


def lent_headers(candidate: Candidate, texts: dict[str, str]) -> list[str]:
    """The headers that come before that of a candidate's function, where it is used as it is meant."""
    function, registration = candidate.function, candidate.registration
    if function is None or registration is None or registration.file == function.file:
        return []
    if PurePosixPath(function.file).suffix in (*CPP, *CUDA):
        return []
    return lent_to(function.file, registration.file, texts)


def _passed(arg: SchemaArg) -> SchemaArg:
    """An argument as torch passes it to a function: a list of bools as whole numbers."""
    kind = ARG_TYPES.get(declared_for(arg.type))
    if kind is None or kind.in_function:
        return arg
    passed = ARG_TYPES[kind.instead]
    default = arg.default
    if default is not None:
        default = next(passed.literal.meant_by(default), default)
    return msgspec.structs.replace(arg, type=passed.jit[0], default=default)


def _given_types(candidate: Candidate, found: Arguments) -> Candidate:
    """The candidate whose function takes an element type where the op does, and no number of one."""
    function = candidate.function
    if function is None:
        return candidate
    replace, args = msgspec.structs.replace, iter(found.args)
    of = [None if p.name in found.written else next(args, None) for p in function.parameters]
    parameters = tuple(
        replace(p, type=p.written, enum="") if a is not None and a.type == DTYPE.jit[0] else p
        for p, a in zip(function.parameters, of, strict=True)
    )
    return replace(candidate, function=replace(function, parameters=parameters))


def _arguments(candidate: Candidate, texts: dict[str, str]) -> Arguments:
    function = candidate.function
    if candidate.style.is_shared and function is not None:
        return portable_arguments(function)
    names = candidate.registration.names if candidate.registration is not None else ()
    hints = hints_through(function, candidate.calls, texts) if function is not None else []
    sized: dict[str, str] = {}
    equal: list[tuple[str, str]] = []
    if function is not None:
        told = list(zip(function.parameters, hints, strict=True))
        tensors = [p.name for p, _ in told if p.name and torch_type(p.type) == ("Tensor", False)]
        equal = equal_sizes(function, candidate.calls, texts)
        reads = flat_reads(function, candidate.calls, texts, tensors)
        hints = [
            checked_equal(counted(h, p.name, reads.get(p.name, set())), p.name, equal)
            for p, h in told
        ]
        made = [p.name for p, h in told if p.name in tensors and h.written and not h.read_first]
        sized = flat_shapes(function, candidate.calls, texts, made, reads)
    found = function_arguments(
        function,
        body_of(function, texts) if function is not None else "",
        hints,
        results_of(function, candidate.calls, texts) if function is not None else (),
        candidate.schema,
        names,
        whole=not candidate.style.asks_head,
        listed=candidate.listed,
        sized=sized,
        grown=resized(function, texts) if function is not None else {},
    )
    if function is None:
        return found
    files = parsed(texts)
    words = words_asked(function, candidate.calls, files, texts)
    cases = cases_asked(function, candidate.calls, files, texts)
    # An op's schema may call an argument otherwise than the function its parameter.
    taken = [p.name for p in function.parameters]
    known = found.names if len(taken) == len(found.names) else taken
    names_of = dict(zip(taken, known, strict=True))
    return msgspec.structs.replace(
        found,
        words={names_of.get(name, name): listed for name, listed in words.items()},
        cases={names_of.get(name, name): listed for name, listed in cases.items()},
        equal=tuple((renamed(one, names_of), renamed(other, names_of)) for one, other in equal),
    )


def _kernel(
    candidate: Candidate,
    texts: dict[str, str],
    found: Arguments,
    op: Op,
    lent: list[str],
    flags: Sequence[str],
) -> tuple[Kernel, dict[str, str], list[Gap]]:
    """``[kernel]``, the op's files, and what is wrong with them."""
    style, function = candidate.style, candidate.function
    gaps = [Gap("kernel.include", line) for line in missing_words(texts, flags)]
    home = candidate.file
    if style.asks_head and function is not None:
        home = function.file
    suffixes, parts = FILE_ROLES["source"].suffixes, included_sources(texts)
    sources = [n for n in texts if PurePosixPath(n).suffix in suffixes and n not in parts]
    if style.asks_head:
        # What only binds the function for Python or torch would register it once more.
        registering = {s.file for s in parsed(texts) if kinds_in(s)}
        sources = [n for n in sources if n == home or n not in registering]
    sources = [n for n in sources if n == home or "onnxruntime_c" not in texts[n]]
    wrapped = _is_wrapped(candidate, found, texts)
    main = f"{op.name}_op.cpp" if wrapped else home
    if PurePosixPath(main).suffix not in CPP:
        main = f"{op.name}_op.cpp"
    included = main != home and not _is_for_gpu(home, texts)
    if included and PurePosixPath(home).suffix in CUDA:
        message = f"{home} has no code for a GPU in it, so {main} includes it as C++"
        gaps.append(Gap("kernel.source", message))
    further = tuple(n for n in sources if n != main and not (included and n == home))
    files = dict(texts)
    if main not in files:
        files[main] = "".join(f'#include "{n}"\n' for n in (*lent, home) if included)
    name = function.name if function is not None else ""
    if style.is_function and candidate.registration is not None:
        name = candidate.registration.name
    if wrapped:
        name = f"{op.name}_op"
    if style.registers_itself:
        name = ""
    if function is not None and not function.defined and not style.registers_itself:
        gaps.append(
            Gap(
                "kernel.source",
                f"{function.name} is only declared in {home}: give the file that defines it, too",
            )
        )
    if not style.is_function:
        gaps += [
            Gap(
                "kernel.sources",
                f"{called} is called, and only declared in {declared}: give the file that defines it, too",
            )
            for called, declared in candidate.undefined
        ]
    if any(n.endswith(CUDA) for n in further):
        gaps.append(
            Gap(
                "kernel.sources",
                "CUDA code is compiled beside; the op runs on the CPU here, so it needs a path for the CPU",
            )
        )
    kernel = Kernel(style.style, main, name, style.registration, sources=further)
    kernel = msgspec.structs.replace(kernel, include=include_folders(texts))
    return kernel, files, gaps


def _is_for_gpu(file: str, texts: dict[str, str]) -> bool:
    """Whether only CUDA's compiler can compile a file: some projects name all their files ``.cu``."""
    return file.endswith(CUDA) and _OF_CUDA.search(texts.get(file, "")) is not None


def _is_wrapped(candidate: Candidate, found: Arguments, texts: dict[str, str]) -> bool:
    style, function = candidate.style, candidate.function
    if not style.asks_head or function is None:
        return False
    if style.is_shared:
        return any(p.enum for p in function.parameters)
    in_cuda = function.file.endswith(CUDA_TEXTS)
    if found.written or found.copied or in_cuda or not is_direct(function):
        return True
    # Its file registers other ops: ours is then in a file of its own.
    return any(kinds_in(s) - {"module"} for s in parsed(texts) if s.file == function.file)


def _wrapper(
    candidate: Candidate, op: Op, found: Arguments, texts: dict[str, str], lent: list[str]
) -> dict[str, str]:
    function = candidate.function
    if function is None or not _is_wrapped(candidate, found, texts):
        return {}
    head, _ = skeleton.kernel_head(op)
    if not head:
        return {}
    replace = msgspec.structs.replace
    if candidate.style.is_shared:
        given = ["ctx", *(a.name for a in op.args), *(o.name for o in op.outputs)]
        named = zip(function.parameters, given, strict=True)
        function = replace(function, parameters=tuple(replace(p, name=n) for p, n in named))
        return {op.kernel.source: portable_text(function, head, function.file)}
    # The arguments are the parameters in their order, those left out that results go into.
    names = iter(a.name for a in op.args)
    parameters = tuple(
        p if p.name in found.written else replace(p, name=next(names)) for p in function.parameters
    )
    first = next(a.name for a in op.args if a.holds_tensors and not a.optional)
    like = first if op.arg(first).is_tensor else f"{first}[0]"  # type: ignore[union-attr]
    include = [] if _is_for_gpu(function.file, texts) else [*lent, function.file]
    outputs = zip(found.outputs, found.shapes, strict=False)
    sizes = {name: sizes_in_cpp(shape, op) for name, shape in outputs if name in found.written}
    text = wrapper_text(
        replace(function, parameters=parameters),
        head,
        found.written,
        {name: listed for name, listed in sizes.items() if listed},
        found.copied,
        found.in_place,
        like,
        0 if op.outputs[0].is_list else len(op.outputs),
        include,
    )
    return {op.kernel.source: text}
