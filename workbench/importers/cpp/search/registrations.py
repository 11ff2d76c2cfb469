"""Registrations in C++ text: TORCH_LIBRARY, RegisterOperators and PYBIND11_MODULE."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from workbench.importers.cpp.syntax.found import Function, Registration
from workbench.importers.cpp.syntax.functions import Scoped, parameters_of, scoped_nodes
from workbench.importers.cpp.syntax.literals import function_name, string_of
from workbench.importers.cpp.syntax.macros import expanded, uses
from workbench.importers.cpp.syntax.tree import Source, arguments_in
from workbench.importers.cpp.syntax.types import canonical, plain, template_arguments

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["kinds_in", "module_of", "registrations_in"]

_LIBRARY = re.compile(r"(?:STABLE_)?TORCH_LIBRARY(?:_FRAGMENT|_IMPL)?(?:_EXPAND)?(?:_DEFAULT)?")
_MODULE = re.compile(r"PYBIND11_(?:EMBEDDED_)?MODULE")
_MODULE_TYPES = ("module", "module_")
_CLASS = "class_"
_NEEDS_OBJECT = (
    "it is a class (torch::CustomClassHolder), whose methods need an object; an op is a function "
    "over tensors"
)
_EXPANSIONS = 500
"""Uses of macros in one text that are looked into."""
_DEEPEST = 500
"""Calls in one chain; what comes after them is not looked at."""


def registrations_in(source: Source) -> Iterator[Registration]:
    """What a text registers, with the macros that it uses looked into."""
    for scoped in scoped_nodes(source):
        yield from _registrations_of(source, scoped)
    yield from _macro_registrations(source)


def kinds_in(source: Source) -> set[str]:
    """The kinds of what a file registers, or makes a block for; see ``Registration``."""
    nodes = (s.node for s in scoped_nodes(source) if s.node.type == "function_definition")
    blocks = (_block(source, node) for node in nodes)
    return {b[0] for b in blocks if b is not None} | {r.kind for r in registrations_in(source)}


def module_of(source: Source, scoped: Scoped) -> str:
    """The name of the Python module that a node defines; empty where it defines none."""
    if scoped.node.type != "function_definition":
        return ""
    block = _block(source, scoped.node)
    return block[2] if block is not None and block[0] == "module" else ""


def _registrations_of(source: Source, scoped: Scoped) -> Iterator[Registration]:
    """The registrations in one node of a file or a namespace."""
    node = scoped.node
    if node.type == "function_definition":
        body = node.child_by_field_name("body")
        block = _block(source, node)
        if block is not None and body is not None:
            kind, macro, namespace, variable, key = block
            for call in source.all("call_expression", within=body):
                yield from _call(source, call, kind, macro, namespace, variable, key)
                yield from _by_macro(source, call, block)
    elif node.type in ("declaration", "expression_statement"):
        yield from _operators(source, node)


def _block(source: Source, node: Node) -> tuple[str, str, str, str, str] | None:
    """Kind, macro, namespace, variable and dispatch key of a block that registers."""
    declarator = node.child_by_field_name("declarator")
    if declarator is None or declarator.type != "function_declarator":
        return None
    name = declarator.child_by_field_name("declarator")
    listed = declarator.child_by_field_name("parameters")
    if name is None or listed is None:
        return None
    macro = source.of(name)
    given = [source.of(n).strip() for n in listed.named_children if n.type != "comment"]
    if _MODULE.fullmatch(macro) and len(given) >= 2:
        return "module", macro, given[0], given[1], ""
    if _LIBRARY.fullmatch(macro) and len(given) >= 2:
        key = given[1] if "_IMPL" in macro and len(given) > 2 else ""
        # Torch expands the namespace before it makes a string of it.
        return "library", macro, source.names.get(given[0], given[0]), given[2 if key else 1], key
    for parameter in parameters_of(source, listed):
        kind = plain(parameter.type).rstrip("&*").split("::")
        if kind[0] in ("py", "pybind11") and kind[-1] in _MODULE_TYPES and parameter.name:
            return "module", "pybind11::module", "", parameter.name, ""
        if kind == ["Library"] and "torch" in parameter.type and parameter.name:
            return "library", "torch::Library", "", parameter.name, ""
    return None


def _method(source: Source, call: Node) -> tuple[str, Node | None]:
    """The method's name and the object of ``object.method(...)``."""
    function = call.child_by_field_name("function")
    if function is None or function.type != "field_expression":
        return "", None
    field = function.child_by_field_name("field")
    name = source.of(field) if field is not None else ""
    return name.partition("<")[0].strip(), function.child_by_field_name("argument")


def _root(source: Source, node: Node | None) -> str:
    """What a chain of method calls begins with."""
    for _ in range(_DEEPEST):
        if node is None:
            return ""
        if node.type == "call_expression":
            function = node.child_by_field_name("function")
            if function is None or function.type != "field_expression":
                return source.of(function) if function is not None else ""
            node = function.child_by_field_name("argument")
        elif node.type == "field_expression":
            node = node.child_by_field_name("argument")
        else:
            return source.of(node)
    return ""


def _call(
    source: Source, call: Node, kind: str, macro: str, namespace: str, variable: str, key: str
) -> Iterator[Registration]:
    method, of = _method(source, call)
    if method not in ("def", "impl", _CLASS) or _root(source, of) != variable:
        return
    if method != _CLASS and _is_of_class(source, of):
        return  # a method, which needs an object
    given = arguments_in(call)
    text = string_of(source, given[0]) if given else None
    if kind == "module" and method == "impl":
        return
    problem = _NEEDS_OBJECT if method == _CLASS else ""
    if text is None:
        if not given:
            return
        text = " ".join(source.of(given[0]).split())[:60]
        problem = f"its name is {text}, and these files do not say which string that is"
        text = re.sub(r"\W+", "_", text)
    function, inline = _function(source, given[1:2])
    if kind == "module":
        names = tuple(n for node in given[1:] for n in _python_name(source, node))
        name, schema = text, ""
    else:
        names = ()
        name, schema, namespace = _split(text, namespace)
    for node in given[1:]:
        # m.impl("name", torch::dispatch(c10::DispatchKey::CPU, &f))
        if method == "impl" and (said := _dispatch_key(source, node)):
            key = said
            function = (
                function_name(source, arguments_in(node)[-1]) if arguments_in(node) else function
            )
    yield Registration(
        kind,
        method,
        namespace,
        name,
        schema,
        function,
        call.start_point[0] + 1,
        names,
        inline,
        key,
        macro,
        source.file,
        _given(source, given[1:2], function),
        _takes(source, given[1:2]),
        problem,
    )


def _is_of_class(source: Source, node: Node | None) -> bool:
    """Whether a chain of method calls makes a class known: ``m.class_<C>("C").def("f", &C::f)``."""
    for _ in range(_DEEPEST):
        if node is None or node.type != "call_expression":
            return False
        method, node = _method(source, node)
        if method == _CLASS:
            return True
    return False


def _dispatch_key(source: Source, node: Node) -> str:
    """``CPU`` of ``c10::DispatchKey::CPU``; empty where none is named."""
    names = (source.of(n).split("::") for n in source.all("qualified_identifier", within=node))
    return next((n[-1].strip() for n in names if n[-2].strip() == "DispatchKey"), "")


def _given(source: Source, nodes: list[Node], function: str) -> str:
    """The template arguments of a function that is registered: ``&f<float>``."""
    plain = function.rpartition("::")[2]
    for node in nodes if function else ():
        for used in source.all("template_function", within=node):
            name, given = (used.child_by_field_name(f) for f in ("name", "arguments"))
            if name is not None and given is not None and source.of(name) == plain:
                return " ".join(source.of(given).split())
    return ""


def _takes(source: Source, nodes: list[Node]) -> tuple[str, ...]:
    """The parameters in ``static_cast<R (*)(A, B)>(&f)`` or ``py::overload_cast<A, B>(&f)``."""
    for node in nodes:
        casts = source.all("abstract_function_declarator", within=node)
        listed = casts[0].child_by_field_name("parameters") if casts else None
        if listed is not None:
            return tuple(canonical(p.type) for p in parameters_of(source, listed))
        for call in source.all("call_expression", within=node):
            name, given = source.called(call)
            if name == "overload_cast":
                return tuple(map(canonical, template_arguments(f"{name}{given}")))
    return ()


def _split(text: str, namespace: str) -> tuple[str, str, str]:
    """Name, schema and namespace of what ``def`` or ``op`` is given."""
    name = text.partition("(")[0].strip()
    if "::" in name:
        namespace, name = name.split("::", 1)
    return name, text.strip() if "(" in text else "", namespace


def _function(source: Source, nodes: list[Node]) -> tuple[str, Function | None]:
    """The function that is registered: its name, or a lambda."""
    for node in nodes:
        inner = node
        while inner.type in ("call_expression", "parenthesized_expression", "unary_expression"):
            given = arguments_in(inner) or inner.named_children
            if not given or given[0] == inner:
                break
            inner = given[0]
        if inner.type == "lambda_expression":
            return "", _lambda(source, inner)
        if name := function_name(source, node):
            return name, None
    return "", None


def _lambda(source: Source, node: Node) -> Function | None:
    declarator = node.child_by_field_name("declarator")
    listed = declarator.child_by_field_name("parameters") if declarator is not None else None
    if declarator is None or listed is None:
        return None
    tail = next((n for n in declarator.named_children if n.type == "trailing_return_type"), None)
    result = source.of(tail).removeprefix("->").strip() if tail is not None else "auto"
    body = node.child_by_field_name("body")
    return Function(
        "",
        node.start_point[0] + 1,
        result,
        parameters_of(source, listed),
        body_span=(body.start_byte, body.end_byte) if body is not None else (0, 0),
        file=source.file,
    )


def _python_name(source: Source, node: Node) -> Iterator[tuple[str, str]]:
    """The name and default of ``py::arg("x") = 1`` or ``"x"_a = 1``."""
    default = ""
    if node.type == "assignment_expression":
        left, right = (node.child_by_field_name(side) for side in ("left", "right"))
        if left is None or right is None:
            return
        node, default = left, source.of(right).strip()
    for made in source.all("call_expression", "user_defined_literal", within=node):
        if made.type == "user_defined_literal":
            text, _, suffix = source.of(made).rpartition('"')
            name = text.lstrip('"') if suffix == "_a" else None
        else:
            is_name = source.called(made)[0] == "arg" and arguments_in(made)
            name = string_of(source, arguments_in(made)[0]) if is_name else None
        if name is not None:
            yield name, default
            return


# -- macros of the files ----------------------------------------------------------------


def _by_macro(
    source: Source, call: Node, block: tuple[str, str, str, str, str]
) -> Iterator[Registration]:
    """What a macro in a block registers: ``#define BIND(f) m.def(#f, &f)``."""
    function = call.child_by_field_name("function")
    macro = source.macros.get(source.of(function)) if function is not None else None
    if macro is None or macro.block or source.expansions >= _EXPANSIONS:
        return
    source.expansions += 1
    kind, name, namespace, variable, key = block
    given = [source.of(n) for n in arguments_in(call)]
    inner = source.beside(f"void f() {{ {expanded(macro, given)}; }}")
    for node in inner.all("call_expression"):
        for found in _call(inner, node, kind, name, namespace, variable, key):
            yield _at(found, call.start_point[0] + 1)


def _macro_registrations(source: Source) -> Iterator[Registration]:
    """What macros register that stand for a whole ``TORCH_LIBRARY``, module or operator."""
    for line, name, given in uses(source.whole, source.macros):
        text = f"{expanded(source.macros[name], given)};\n"
        inner = source.beside(text)
        for scoped in scoped_nodes(inner):
            for found in _registrations_of(inner, scoped):
                yield _at(found, line)


def _at(registration: Registration, line: int) -> Registration:
    """The registration at the line of the macro; a lambda's body is not in the text."""
    inline = registration.inline
    if inline is not None:
        inline = msgspec.structs.replace(inline, body_span=(0, 0), line=line)
    return msgspec.structs.replace(registration, line=line, inline=inline)


# -- RegisterOperators ------------------------------------------------------------------


def _operators(source: Source, node: Node) -> Iterator[Registration]:
    """``RegisterOperators("ns::op", &f).op("ns::other(...) -> ...", &g)`` and its object form."""
    if b"RegisterOperators" not in source.data[node.start_byte : node.end_byte]:
        return
    declared = node.child_by_field_name("type")
    if declared is not None and _is_operators(source.of(declared)):
        for child in node.named_children:
            value = child.child_by_field_name("value") if child.type == "init_declarator" else None
            if value is not None and value.type in ("argument_list", "initializer_list"):
                given = [n for n in value.named_children if n.type != "comment"]
                yield from _operator(source, given)
    # The calls of a chain enclose each other: the first one is the innermost.
    for call in reversed(source.all("call_expression", within=node)):
        function = call.child_by_field_name("function")
        if function is None:
            continue
        method, of = _method(source, call)
        chained = method == "op" and _is_operators(_root(source, of))
        named = function.type in ("identifier", "qualified_identifier")
        if chained or (named and _is_operators(source.of(function))):
            yield from _operator(source, arguments_in(call))


def _is_operators(name: str) -> bool:
    return name.rpartition("::")[2].strip() == "RegisterOperators"


def _operator(source: Source, given: list[Node]) -> Iterator[Registration]:
    if not given:
        return
    text = string_of(source, given[0]) if given[0].type != "call_expression" else None
    if text is None:  # .op(torch::RegisterOperators::options().schema("...").kernel<...>(...))
        text = _schema_option(source, given[0])
    if text is None:
        return
    name, schema, namespace = _split(text, "")
    if not schema and (more := _schema_option(source, given[-1])):
        name, schema, namespace = _split(more, namespace)
    kernel = _kernel_option(source, given[-1])
    function, inline = (kernel, None) if kernel else _function(source, given[1:2])
    line = given[0].start_point[0] + 1
    yield Registration(
        "operators",
        "def",
        namespace,
        name,
        schema,
        function.removeprefix("::"),
        line,
        inline=inline,
        key=_dispatch_key(source, given[-1]),
        macro="RegisterOperators",
        file=source.file,
    )


def _schema_option(source: Source, node: Node) -> str | None:
    for call in source.all("call_expression", within=node):
        if _method(source, call)[0] == "schema" and arguments_in(call):
            return string_of(source, arguments_in(call)[0])
    return None


def _kernel_option(source: Source, node: Node) -> str:
    """``f`` of ``options().kernel<decltype(f), &f>(…)`` or ``catchAllKernel``; empty for none."""
    for call in source.all("call_expression", within=node):
        name, given = source.called(call)
        if name.lower().endswith("kernel") and "&" in given:
            return given.rpartition("&")[2].rstrip("> \n")
    return ""
