"""What an op's own files register, read before anything is compiled."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.conftest import TWICE_TOML
from workbench.core.declaration.op import Kernel, Op, Ort
from workbench.core.errors import UserError
from workbench.core.storage import op_file
from workbench.importers.cpp.search.registers import (
    module_name,
    op_structs,
    registered_otherwise,
    registered_twice,
    structs_of,
)

KERNEL, OTHER, HEADER = Path("/op/kernel.cpp"), Path("/op/more.cpp"), Path("/op/more.h")
FUNCTION = "at::Tensor twice(at::Tensor x) { return 2 * x; }\n"


def op(style: str = "libtorch", **kernel: object) -> Op:
    return replace(op_file.loads(TWICE_TOML), kernel=Kernel(style, "kernel.cpp", **kernel))  # type: ignore[arg-type]


@pytest.mark.parametrize("style", ["libtorch", "portable"])
@pytest.mark.parametrize(
    ("text", "macro"),
    [
        ('TORCH_LIBRARY(wb_test, m) { m.def("twice(Tensor x) -> Tensor", &twice); }', "TORCH_LIBRARY"),
        ('TORCH_LIBRARY_FRAGMENT(wb_test, m) { m.def("twice", &twice); }', "TORCH_LIBRARY_FRAGMENT"),
        ('TORCH_LIBRARY(other, m) { m.def("wb_test::twice", &twice); }', "TORCH_LIBRARY"),
        ('TORCH_LIBRARY_IMPL(wb_test, CPU, m) { m.impl("twice", &twice); }', "TORCH_LIBRARY_IMPL"),
        ('STABLE_TORCH_LIBRARY(wb_test, m) { m.def("twice(Tensor x) -> Tensor"); }',
         "STABLE_TORCH_LIBRARY"),
        ('STABLE_TORCH_LIBRARY_FRAGMENT(wb_test, m) {\n m.def("twice(Tensor x) -> Tensor"); }',
         "STABLE_TORCH_LIBRARY_FRAGMENT"),
        ('STABLE_TORCH_LIBRARY_IMPL(wb_test, CPU, m) { m.impl("twice", TORCH_BOX(&twice)); }',
         "STABLE_TORCH_LIBRARY_IMPL"),
        ('static auto r = torch::RegisterOperators("wb_test::twice", &twice);', "RegisterOperators"),
    ],
)  # fmt: skip
def test_a_registration_beside_the_generated_one(style: str, text: str, macro: str) -> None:
    for file in (KERNEL, OTHER):
        texts = {KERNEL: FUNCTION, OTHER: ""} | {file: f"{FUNCTION}\n{text}\n"}
        found = registered_twice(op(style), (KERNEL, OTHER), texts)
        assert found is not None
        assert f"({macro})" in found.message
        assert (found.file, found.severity) == (str(file), "error")
        assert found.line in (3, 4)
        assert 'registration = "own"' in found.hint


def test_a_registration_by_a_macro_of_a_header() -> None:
    header = "#define REGISTER(n) TORCH_LIBRARY_FRAGMENT(wb_test, m) { m.def(#n, &n); }\n"
    texts = {KERNEL: f'#include "more.h"\n{FUNCTION}REGISTER(twice)\n', HEADER: header}
    found = registered_twice(op(), (KERNEL,), texts)
    assert found is not None
    assert found.line == 3


@pytest.mark.parametrize(
    "text",
    [
        '// TORCH_LIBRARY(wb_test, m) { m.def("twice", &twice); }',
        '#if 0\nTORCH_LIBRARY(wb_test, m) { m.def("twice", &twice); }\n#endif',
        'TORCH_LIBRARY_FRAGMENT(wb_test, m) { m.def("thrice", &twice); }',
        'TORCH_LIBRARY(elsewhere, m) { m.def("twice", &twice); }',
        'const char* help = "TORCH_LIBRARY(wb_test, m) { m.def(twice) }";',
    ],
)
def test_what_registers_no_second_time(text: str) -> None:
    assert registered_twice(op(), (KERNEL,), {KERNEL: f"{FUNCTION}{text}\n"}) is None


def test_what_the_declaration_leaves_to_the_source() -> None:
    text = f'{FUNCTION}TORCH_LIBRARY(wb_test, m) {{ m.def("twice", &twice); }}\n'
    assert registered_twice(op(registration="own"), (KERNEL,), {KERNEL: text}) is None
    # What is not compiled registers nothing.
    assert registered_twice(op(), (OTHER,), {KERNEL: text, OTHER: FUNCTION}) is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('TORCH_LIBRARY(wb_test, m) { m.def("thrice", &twice); }', "wb_test::thrice"),
        ('TORCH_LIBRARY(other, m) { m.def("twice(Tensor x) -> Tensor"); }', "other::twice"),
        ('TORCH_LIBRARY(TORCH_EXTENSION_NAME, m) { m.def("twice", &twice); }', "twice_ext::twice"),
        ('static auto r = torch::RegisterOperators("a::b", &twice).op("a::c", &twice);', "a::b, a::c"),
        ('TORCH_LIBRARY(o, m) { m.def("a(Tensor x) -> Tensor"); m.def("b(Tensor x) -> Tensor");\n'
         'm.def("c(Tensor x) -> Tensor"); m.def("d(Tensor x) -> Tensor"); }', "o::a, o::b, o::c, …"),
    ],
)  # fmt: skip
def test_a_source_that_registers_another_name(text: str, names: str) -> None:
    for file in (KERNEL, OTHER):
        texts = {KERNEL: FUNCTION, OTHER: ""} | {file: f"{FUNCTION}\n{text}\n"}
        found = registered_otherwise(op(registration="own"), (KERNEL, OTHER), texts)
        assert found is not None
        assert (
            found.message
            == f"the source registers {names}, and the declaration names wb_test::twice"
        )
        assert (found.file, found.line, found.severity) == (str(file), 3, "error")
        assert f'torch = "{names.partition(",")[0]}"' in found.hint


@pytest.mark.parametrize(
    "text",
    [
        'TORCH_LIBRARY(wb_test, m) { m.def("twice", &twice); m.def("thrice", &twice); }',
        'TORCH_LIBRARY_IMPL(wb_test, CPU, m) { m.impl("twice", &twice); }',
        'TORCH_LIBRARY(wb_test, m) { m.def("twice.out(Tensor x) -> Tensor"); }',
        # What cannot be read here may be the declared one.
        'TORCH_LIBRARY(wb_test, m) { m.def("thrice", &twice); m.def(name_of(), &twice); }',
        '#include "elsewhere.h"\nTORCH_LIBRARY(wb_test, m) { m.def("thrice", &twice); }',
        'PYBIND11_MODULE(mine, m) { m.def("thrice", &twice); }',
        "",
    ],
)
def test_a_source_that_may_register_the_declared_name(text: str) -> None:
    texts = {KERNEL: f"{FUNCTION}{text}\n"}
    assert registered_otherwise(op(registration="own"), (KERNEL,), texts) is None


def test_a_name_of_another_op_beside_a_generated_registration() -> None:
    text = f'{FUNCTION}TORCH_LIBRARY(other, m) {{ m.def("thrice", &twice); }}\n'
    assert registered_otherwise(op(), (KERNEL,), {KERNEL: text}) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {}", "twice_ext"),
        ('PYBIND11_MODULE(mine, m) { m.def("twice", &twice); }', "mine"),
        ("#ifdef X\nPYBIND11_MODULE(mine, m) {}\n#endif", "mine"),
        ("PYBIND11_MODULE(mine, m, py::mod_gil_not_used()) {}", "mine"),
        ("PYBIND11_MODULE( mine ,\n m )\n{\n}", "mine"),
    ],
)
def test_the_name_of_a_python_module(text: str, name: str) -> None:
    one = op(registration="pybind")
    assert module_name(one, (KERNEL,), {KERNEL: FUNCTION + text}) == name
    assert module_name(one, (KERNEL, OTHER), {KERNEL: FUNCTION, OTHER: text}) == name


def test_no_python_module() -> None:
    with pytest.raises(UserError, match="no source has a PYBIND11_MODULE"):
        module_name(op(registration="pybind"), (KERNEL,), {KERNEL: "// PYBIND11_MODULE(x, m) {}"})


def test_op_structs_are_found_by_their_qualified_names() -> None:
    text = """
    // struct Not : Ort::CustomOpBase<Not, K> {};
    struct A : Ort::CustomOpBase<A, K> { struct Inner { int x; }; };
    namespace one { namespace two {
    class B final : public Ort::CustomOpBase<B, K> {};
    } struct C : OrtCustomOp { const char* text = "struct X : OrtCustomOp {"; }; }
    namespace three::four { namespace { struct D : public CustomOpBase<D, K> {}; } }
    template <class T> struct E : Ort::CustomOpBase<E<T>, K> {};
    void f() { struct F : Ort::CustomOpBase<F, K> {}; }
    struct G { struct H : Ort::CustomOpBase<H, K> {}; };
    struct Plain : Base {};
    """
    assert op_structs(text) == ("A", "one::two::B", "one::C", "three::four::D")


STRUCT = "struct A : Ort::CustomOpBase<A, K> {};\n"
REGISTERS = (
    "OrtStatus* RegisterCustomOps(OrtSessionOptions* o, const OrtApiBase* b) { return nullptr; }\n"
)


def own(*structs: str) -> Op:
    return replace(op(), ort=Ort("own", "kernel.cpp", structs))


def test_which_op_structs_are_to_be_registered() -> None:
    assert structs_of(own(), (KERNEL,), {KERNEL: STRUCT}) == ("A",)
    assert structs_of(own("B<int>"), (KERNEL,), {KERNEL: STRUCT}) == ("B<int>",)
    texts = {KERNEL: STRUCT, OTHER: REGISTERS}
    assert structs_of(own(), (KERNEL, OTHER), texts) == ()
    with pytest.raises(UserError, match=r"ort\.structs says what we should register"):
        structs_of(own("A"), (KERNEL, OTHER), texts)
    with pytest.raises(UserError, match="neither defines RegisterCustomOps"):
        structs_of(own(), (KERNEL,), {KERNEL: "int x;\n"})
