"""A new op of the user's own, drafted from nothing but its schema."""

from __future__ import annotations

import difflib
import re
from pathlib import Path

import msgspec

from workbench.core.check import check_op
from workbench.core.compile.module_functions import functions_of, likely_function, module_problem
from workbench.core.declaration.names import name_problem
from workbench.core.declaration.op import Example, Kernel, Mapping, Node, Op, Ort, Reference
from workbench.core.declaration.sample_model import TO_BE_WRITTEN
from workbench.core.declaration.signature import arg_dtypes
from workbench.core.errors import UserError, with_article
from workbench.core.jobs import TorchSchema
from workbench.core.standard.operators import custom_operator
from workbench.core.styles import STYLES
from workbench.core.types.arg_types import ARG_TYPES, OUTPUT_TYPES, declared_for
from workbench.core.types.dtypes import DTYPES
from workbench.importers.drafts.draft import Draft, Gap, with_exporter
from workbench.importers.drafts.element_types import ElementTypes
from workbench.importers.drafts.from_schema import op_from_schema
from workbench.importers.drafts.schema_args import kept_args
from workbench.importers.drafts.skeleton import kernel_text
from workbench.importers.schemas.torch_schema import parse_schema

__all__ = ["BLANK_STYLES", "MODULE", "blank_draft"]

BLANK_STYLES = {name: style for name, style in STYLES.items() if style.blank[0]}
"""The styles that a new op may begin with, by name."""
_TYPES = tuple(kind.jit[0] for kind in ARG_TYPES.values() if not kind.is_list)
MODULE = next(style for style in STYLES.values() if style.takes_module)
"""That of an op whose kernel is a compiled module."""


def blank_draft(
    text: str,
    style: str = "",
    namespace: str = "my_ops",
    module: Path | None = None,
    function: str = "",
) -> Draft:
    """Draft an op whose kernel is yet to be written, or is in a compiled module.

    The kernel's file has the right head, builds, and says when it is run that it is not written.

    Args:
        text: the schema as torch writes it, ``scale(Tensor x, float by=2.0) -> Tensor``; a tensor
            may have its element type behind it, ``Tensor[int32]``.
        style: one of ``BLANK_STYLES``; the first where empty.
        namespace: the op's where the schema names none.
        module: of another compiler, whose function is the kernel in the place of one in a style; it
            is copied.
        function: of the module; where empty, the op's name, or the only one.

    Raises:
        UserError: kind ``schema``; the schema cannot be read, or no declaration can say it. Kind
            ``file``; the module has no such function, or several.
    """
    elements = ElementTypes(text)
    text = elements.plain
    schema = parse_schema(text, namespace, dtypes=True)
    _check(schema)
    _check_types(schema, text)
    name = schema.name.partition("::")[2]
    op = elements.in_op(_with_types(_named_outputs(op_from_schema(schema, name), text)))
    kept = kept_args(schema.args)
    lost = next((a for a in schema.args if a.keyword_only or a not in kept), None)
    if lost is not None:
        what = "is given by keyword only" if lost.keyword_only else f"is {with_article(lost.type)}"
        hint = "Arguments are tensors, numbers, strings, and lists of these, in order."
        raise UserError("schema", f"the argument '{lost.name}' {what}", hint)
    kind = MODULE if module is not None else BLANK_STYLES[style or next(iter(BLANK_STYLES))]
    kernel = Kernel(kind.style)
    if module is None:
        kernel = Kernel(kind.style, kind.file, kind.function_of(name), kind.registration)
    op = _optional_shown(op)
    op = msgspec.structs.replace(
        op,
        doc="",
        kernel=kernel,
        mapping=Mapping(nodes=(_node(op, name),)),
        ort=Ort(kind.ort) if module is None else _calling(kind.ort, module, function, name),
        reference=Reference(python=TO_BE_WRITTEN),
    )
    op = with_exporter(op)
    if problems := check_op(op):
        raise UserError("schema", problems[0].message, problems[0].hint)
    if module is not None:
        return Draft(op, copies={module.name: module}, gaps=_gaps(op, elements))
    return Draft(op, texts={kernel.source: kernel_text(op)}, gaps=_gaps(op, elements))


_CHOSEN = ("float32", "float16", "int64")
"""What an argument that is an element type may be, to begin with."""


def _with_types(op: Op) -> Op:
    """The op with outputs of the element type that an argument is: what else would a call say one for."""
    chosen = next((a.name for a in op.args if a.is_dtype), "")
    if not chosen:
        return op
    replace = msgspec.structs.replace
    names = {d.number: d.name for d in DTYPES.values()}
    args = []
    for arg in op.args:
        if arg.is_dtype:
            default = names.get(arg.default, arg.default)  # type: ignore[arg-type]
            dtypes = tuple(dict.fromkeys((*_CHOSEN, *([default] if default in DTYPES else []))))
            arg = replace(arg, dtype=dtypes, default=default)
        args.append(arg)
    outputs = tuple(replace(o, dtype=chosen) for o in op.outputs)
    return replace(op, args=tuple(args), outputs=outputs)


def _calling(side: str, module: Path, function: str, name: str) -> Ort:
    """ONNX Runtime calls the module, too."""
    if problem := module_problem(module):
        raise UserError("file", problem, "Choose what another compiler has made.", file=module)
    there = functions_of(module)
    found = function or likely_function(module, name)
    if found not in there:
        what = f"no function '{found}'" if found else "several functions"
        hint = f"It has: {', '.join(there)}. Name one as the function."
        raise UserError("file", f"the module {module.name} has {what}", hint, file=module)
    return Ort(side, module=module.name, function=found)


def _check(schema: TorchSchema) -> None:
    namespace, _, name = schema.name.partition("::")
    for word in (name, namespace, *(a.name for a in schema.args)):
        if problem := name_problem(word):
            raise UserError("schema", problem, "Choose another name.")
    if schema.overload:
        raise UserError("schema", "an op of your own has no overloads", f"Call it {name}.")


def _check_types(schema: TorchSchema, text: str) -> None:
    """A word that is no type of an argument, or of a result, with its place."""
    for arg in schema.args:
        if not declared_for(arg.type):
            word = _item_type(arg.type)
            told = f"'{word}', as '{arg.name}' is declared, is no type of an argument"
            _refuse_type(told, arg.type, _TYPES, text, 0)
    results = tuple(ARG_TYPES[name].jit[0] for name in OUTPUT_TYPES)
    for given in schema.returns:
        if given not in results:
            word = _item_type(given)
            told = f"the op returns '{word}', which is no type of a result"
            _refuse_type(told, given, results[:1], text, text.rfind("->"))


def _item_type(given: str) -> str:
    """``Tensor`` of ``List[Tensor]``."""
    return given.removeprefix("List[").removesuffix("]")


def _refuse_type(told: str, given: str, known: tuple[str, ...], text: str, start: int) -> None:
    """Raise it, where the type is a word of the text."""
    word = _item_type(given)
    at = re.compile(rf"\b{re.escape(word)}\b").search(text, start)
    if at is None:
        return
    near = difflib.get_close_matches(word, known, n=1)
    meant = f"Did you mean '{near[0]}'? " if near else ""
    types = ", ".join(f"'{one}'" for one in known)
    raise UserError(
        "schema",
        told,
        f"{meant}Types: {types}, and lists of these.",
        line=text.count("\n", 0, at.start()) + 1,
        column=at.start() - text.rfind("\n", 0, at.start()),
    )


def _optional_shown(op: Op) -> Op:
    """With an example for each optional argument too, None to begin with: it is there to be seen."""
    given = {e.arg: e for e in op.model.inputs}
    none = {a.name for a in op.args if a.optional and not a.is_tensor_list} - set(given)
    inputs: list[Example] = []
    for arg in op.args:
        if arg.name in none:
            inputs.append(Example(arg.name, none=True))
        inputs += [e for n, e in given.items() if n.partition("[")[0] == arg.name]
    return msgspec.structs.replace(
        op, model=msgspec.structs.replace(op.model, inputs=tuple(inputs))
    )


def _named_outputs(op: Op, text: str) -> Op:
    """The results' names, where the schema gives them: ``-> (Tensor values, Tensor index)``."""
    names = re.findall(r"\bTensor\b\s*([A-Za-z_]\w*)?", text.rpartition("->")[2])
    taken = {a.name for a in op.args}
    sound = all(n and not name_problem(n) and n not in taken for n in names)
    if not sound or len(names) != len(op.outputs) or len(set(names)) != len(names):
        return op
    outputs = tuple(
        msgspec.structs.replace(o, name=n) for o, n in zip(op.outputs, names, strict=True)
    )
    return msgspec.structs.replace(op, outputs=outputs)


def _node(op: Op, name: str) -> Node:
    """One node of the user's own, also where ONNX has an operator of that name."""
    node = op.mapping.nodes[0]
    outputs = tuple(o.name for o in op.outputs)
    return msgspec.structs.replace(node, op=f"custom::{custom_operator(name)}", outputs=outputs)


def _gaps(op: Op, elements: ElementTypes) -> tuple[Gap, ...]:
    gaps = [
        Gap(
            f"args[{i}].dtype",
            f"the signature does not say what '{arg.name}' may be: {', '.join(arg_dtypes(op, arg))} are assumed",
        )
        for i, arg in enumerate(op.args)
        if arg.is_dtype
    ]
    for i, output in enumerate(op.outputs):
        assumed = f"what '{output.name}' is: shape {output.shape} and "
        assumed += f"{_type_words(op, output.dtype)} are assumed"
        if elements.is_given(op, i):
            assumed = f"the shape of '{output.name}': {output.shape} is assumed"
        gaps.append(Gap(f"outputs[{i}].shape", f"the signature does not say {assumed}"))
    return tuple(gaps)


def _type_words(op: Op, dtype: str) -> str:
    return f"the type of {dtype}" if op.arg(dtype) is not None else f"the type {dtype}"
