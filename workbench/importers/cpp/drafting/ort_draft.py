"""An op whose kernel is for ONNX Runtime, as a draft: PyTorch has ONNX Runtime run it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

import msgspec

from workbench.core.declaration.names import RESERVED_DOMAINS
from workbench.core.declaration.op import Arg, Attribute, Kernel, Mapping, Node, Op, Ort
from workbench.core.edits.common import default_attribute
from workbench.core.errors import UserError
from workbench.core.files.file_roles import CPP
from workbench.core.jobs import SchemaArg, TorchSchema
from workbench.core.styles import STYLES, Style
from workbench.core.types.arg_types import ARG_TYPES, list_of
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.importers.cpp.drafting.arguments import Arguments
from workbench.importers.cpp.drafting.gaps import gaps_of
from workbench.importers.cpp.drafting.ort_shapes import asked_shapes, read_ranks, single_inputs
from workbench.importers.cpp.drafting.typed import typed, usable_name
from workbench.importers.cpp.headers.files import include_folders, included_sources
from workbench.importers.cpp.headers.missing import missing_words
from workbench.importers.cpp.search.candidates import Candidate
from workbench.importers.cpp.syntax.constructors import arguments_of
from workbench.importers.cpp.syntax.found import OrtStruct
from workbench.importers.drafts.draft import Draft, Gap, with_exporter
from workbench.importers.drafts.from_schema import op_from_schema
from workbench.importers.drafts.type_variables import TypeVariables

__all__ = ["struct_draft"]

TENSOR = next(t.name for t in ATTRIBUTE_TYPES.values() if t.is_tensor)
"""What an attribute is that a kernel reads whole."""
_FLOATS = list_of("float")


def struct_draft(
    candidate: Candidate,
    struct: OrtStruct,
    texts: dict[str, str],
    name: str,
    torch: str,
    flags: Sequence[str] = (),
) -> Draft:
    """The draft of an op struct, or of a function or struct of the lite API.

    Args:
        candidate: what was chosen.
        struct: its op.
        texts: the C++ texts by file name.
        name: the op's.
        torch: its torch name.
        flags: of the C++ compiler, as far as they are known.

    Raises:
        UserError: kind ``schema``; the op takes no tensor.
    """
    inputs, outputs = _names(struct)
    given = inputs if not struct.names else struct.names[: len(inputs)]
    tensors = tuple(
        SchemaArg(new, "List[Tensor]" if i in struct.lists else "Tensor", old in struct.optional)
        for i, (new, old) in enumerate(zip(inputs, given, strict=True))
    )
    taken = (*inputs, *outputs)
    numbers = tuple(
        SchemaArg(n, ARG_TYPES[_FLOATS if k == TENSOR else k or "float"].jit[0], False)
        for n, k in struct.attributes
        if usable_name(n) == n and n not in taken
    )
    left_out = [n for n, _ in struct.attributes if usable_name(n) != n or n in taken]
    args = (*tensors, *numbers)
    results = tuple(
        "List[Tensor]" if len(inputs) + i in struct.lists else "Tensor" for i in range(len(outputs))
    )
    schema = TorchSchema(torch, "", args, results, False, candidate.signature)
    op = op_from_schema(schema, name)
    variables = TypeVariables()
    dtypes = [variables.of(t) for t in zip(*(s.inputs for s in struct.all), strict=True)]
    given_back = list(zip(*(s.outputs for s in struct.all), strict=True))
    single = single_inputs(struct, inputs, texts)
    found = Arguments(
        args, results,
        dtypes={n: t for n, t in zip(inputs, dtypes, strict=True) if t},
        ranks=read_ranks(struct, inputs, texts)
        | {n: 1 for n, o in zip(inputs, given, strict=True) if o in struct.spans}
        | dict.fromkeys(single, 1),
        sizes={n: {0: 1} for n in single},
        outputs=tuple(outputs),
        shapes=asked_shapes(struct, inputs, len(outputs), texts),
        output_dtypes=tuple(variables.known(t) or t[0] for t in given_back),
        types=variables.types,
    )  # fmt: skip
    op = typed(msgspec.structs.replace(op, torch=torch, doc=""), found)
    op = _with_scalars(op, {n for n, o in zip(inputs, given, strict=True) if o in struct.scalars})
    node = Node(
        f"{_domain(struct)}::{struct.op}",
        tuple(a.name for a in op.args[: len(tensors)]),
        tuple(o.name for o in op.outputs),
        attributes=tuple(_attribute(a, struct) for a in op.args[len(tensors) :]),
    )
    main, files, others = _files(struct, texts, name)
    entries = [] if struct.registers or struct.lite else [_made(s, texts) for s in struct.all]
    structs = tuple(entry for entry, _ in entries)
    op = msgspec.structs.replace(
        op,
        kernel=Kernel(_session().name, sources=others, include=include_folders(texts)),
        mapping=Mapping(nodes=(node,)),
        ort=Ort("own", main, structs, since_version=struct.since),
    )
    gaps = gaps_of(candidate, op, found)
    gaps += _gaps(struct, main)
    gaps += [
        Gap(f"outputs[{i}]", f"a node may leave '{outputs[i]}' out, and each call here asks for it")
        for i in struct.left_out
    ]
    gaps += [Gap("ort.structs", unknown) for _, unknown in entries if unknown]
    gaps += variables.gaps
    for i, t in enumerate(given_back if struct.overloads else ()):
        gaps += variables.output_gaps(f"outputs[{i}]", outputs[i], t)
    gaps += [
        Gap(
            "mapping.nodes[0].attributes",
            f"its kernel reads the attribute '{n}', and no argument can have that name here: add the "
            "attribute to the node, with a value or an argument of another name",
        )
        for n in left_out
    ]
    gaps += [Gap("kernel.include", line) for line in missing_words(texts, flags)]
    return Draft(with_exporter(op), texts=files, gaps=tuple(gaps))


def _attribute(arg: Arg, struct: OrtStruct) -> Attribute:
    """What an argument becomes at the node; a list of numbers a tensor, where that is what is read."""
    if (arg.name, TENSOR) in struct.attributes:
        return Attribute(arg.name, TENSOR, arg=arg.name, dtype="float32")
    return default_attribute(arg)


def _made(struct: OrtStruct, texts: dict[str, str]) -> tuple[str, str]:
    """The struct's entry in ``ort.structs``, and what nobody says of how it is made."""
    try:
        arguments = arguments_of(struct.struct, texts)
    except UserError as error:
        return struct.struct, f"{error.problem.message}; {error.problem.hint}"
    return (f"{struct.struct}({arguments})" if arguments else struct.struct), ""


def _names(struct: OrtStruct) -> tuple[list[str], list[str]]:
    """Names of the inputs and outputs: the C++ ones where they are all different."""
    count, most = len(struct.inputs), len(struct.outputs)
    names = [usable_name(n) for n in struct.names]
    if len(set(names)) == count + most:
        return names[:count], names[count:]
    return (
        [f"x{i}" for i in range(count)] if count > 1 else ["x"][:count],
        [f"y{i}" for i in range(most)] if most > 1 else ["y"],
    )


def _with_scalars(op: Op, names: set[str]) -> Op:
    """A number of the lite API is a tensor of one element."""
    examples = tuple(
        msgspec.structs.replace(e, shape=(1,)) if e.arg in names else e for e in op.model.inputs
    )
    return msgspec.structs.replace(op, model=msgspec.structs.replace(op.model, inputs=examples))


def _files(
    struct: OrtStruct, texts: dict[str, str], name: str
) -> tuple[str, dict[str, str], tuple[str, ...]]:
    """``ort.source``, the op's files, and those that are compiled beside."""
    files, main = dict(texts), struct.file
    if struct.lite and not struct.registers:
        main = f"{name}_ort.cpp"
        files[main] = _registering(struct, texts)
    elif PurePosixPath(main).suffix not in CPP and PurePosixPath(struct.registers).suffix in CPP:
        main = struct.registers
    elif PurePosixPath(main).suffix not in CPP:
        main = f"{name}_ort.cpp"
        files[main] = f'#include "{struct.file}"\n'
    left = {main, struct.file, *included_sources(texts)}
    others = tuple(n for n in texts if PurePosixPath(n).suffix in (*CPP, ".c") and n not in left)
    return main, files, others


_GUESS = "custom"
"""The domain of an op that has none here."""
_VARIANT = re.compile(r"\bCreateLiteCustomOp(?:V2)?\s*\(\s*const char\s*\*")
"""Where a source's own headers define what ONNX Runtime's lite API has, as onnxruntime-extensions do."""


_VERSION = re.compile(
    r"\bint\s+(?:ORT_API_CALL\s+)?(\w*Ort\w*Version)\s*\(\s*(?:void\s*)?\)\s*([;{])"
)
"""What such headers ask for the version of the interface: defined where all ops are registered."""


def _asked_version(texts: dict[str, str]) -> str:
    """The definition of the function that says the version, where no file has it; else empty."""
    found = [m.groups() for text in texts.values() for m in _VERSION.finditer(text)]
    defined = {name for name, end in found if end == "{"}
    name = next((n for n, _ in found if n not in defined), "")
    return f"\nint {name}() {{ return static_cast<int>(ORT_API_VERSION); }}\n" if name else ""


def _registering(struct: OrtStruct, texts: dict[str, str]) -> str:
    """A file that makes a lite op known to ONNX Runtime, for each of its element types."""
    variant = next((m for t in texts.values() if (m := _VARIANT.search(t))), None)
    make = "CreateLiteCustomOp"
    if variant is not None:
        make = variant[0].partition("(")[0].strip()
    header = "" if variant is not None else "#include <onnxruntime_lite_custom_op.h>\n"
    makes = [
        f'{make}<{s.lite}>("{s.op}", "CPUExecutionProvider")'
        if s.lite_struct
        else f'{make}("{s.op}", "CPUExecutionProvider", &{s.lite})'
        for s in struct.all
    ]
    ops = "\n".join(
        f"    auto& op{i} = *new auto(Ort::Custom::{one});\n    made->Add(&*op{i});"
        for i, one in enumerate(makes)
    )
    base, start = "", ""
    asked = _asked_version(texts) if variant is not None else ""
    if variant is not None and any("namespace OrtW" in text for text in texts.values()):
        # Its kernels reach ONNX Runtime by an object of their own.
        base, start = " base", "  OrtW::API::instance(base->GetApi(ORT_API_VERSION));\n"
    return f"""#include <onnxruntime_cxx_api.h>
{header}
#include "{struct.file}"
{asked}
// ONNX Runtime looks for this function as it loads the library. The op and its domain stay for
// good, since a session may outlive the library's own objects.
extern "C" OrtStatus* ORT_API_CALL RegisterCustomOps(OrtSessionOptions* options,
                                                     const OrtApiBase*{base}) {{
{start}  static Ort::CustomOpDomain& domain = *[] {{
    auto* made = new Ort::CustomOpDomain("{_domain(struct)}");
{ops}
    return made;
  }}();
  Ort::UnownedSessionOptions(options).Add(domain);
  return nullptr;
}}
"""


def _domain(struct: OrtStruct) -> str:
    """Where the op is; a guess where the files do not say it, or say one that no declaration can have."""
    return _GUESS if struct.domain in ("", *RESERVED_DOMAINS) else struct.domain


def _session() -> Style:
    """The style of an op that ONNX Runtime has, which PyTorch calls."""
    return next(s for s in STYLES.values() if s.calls_ort)


def _gaps(struct: OrtStruct, main: str) -> list[Gap]:
    gaps = [
        Gap(
            "reference",
            f"{struct.op} is for ONNX Runtime, which runs it for PyTorch, too: write a reference, as nothing "
            "else says what it should give",
        )
    ]
    made_here = struct.lite and not struct.registers
    if made_here:
        gaps.append(
            Gap(
                "ort.source",
                f"no file defines RegisterCustomOps, so {main} does, for {struct.op} alone",
            )
        )
    if not struct.named:
        guess = f"no file says plainly what the op is called: '{struct.op}' is a guess, and verify asks the library"
        gaps.append(Gap("mapping.nodes[0].op", guess))
    if not struct.domain and not made_here:
        guess = f"no file says the op's domain: '{_GUESS}' is a guess, and verify asks the library"
        gaps.append(Gap("mapping.nodes[0].op", guess))
    elif struct.domain and struct.domain in RESERVED_DOMAINS:
        what = f"the source registers {struct.op} in {RESERVED_DOMAINS[struct.domain]}"
        gaps.append(
            Gap(
                "mapping.nodes[0].op",
                f"{what}, where a declaration has no op of its own: register it in '{_GUESS}' there",
            )
        )
    if struct.domains:
        names = ", ".join(f"'{n}'" for n in struct.domains)
        gaps.append(
            Gap(
                "mapping.nodes[0].op",
                f"the files make the domains {names}, and do not say plainly which has the op: "
                f"'{struct.domain}' is a guess",
            )
        )
    if struct.elsewhere:
        gaps.append(
            Gap(
                "ort.source",
                f"it is registered for {struct.provider}, and the op runs on the CPU here",
            )
        )
    gaps += [
        Gap(
            "mapping.nodes[0].attributes",
            f"'{n}' is a tensor: one of float32 with one axis is a guess",
        )
        for n, k in struct.attributes
        if k == TENSOR
    ]
    unknown = [f"'{n}'" for n, k in struct.attributes if not k]
    if unknown:
        gaps.append(
            Gap(
                "mapping.nodes[0].attributes",
                f"C++ does not say the type of {', '.join(unknown)}: a float is a guess",
            )
        )
    return gaps
