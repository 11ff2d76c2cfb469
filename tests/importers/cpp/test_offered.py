"""Of several files, what is of those that were given is meant, not what came along with them."""

from __future__ import annotations

from pathlib import Path

from workbench.importers.cpp.drafting.kept import draft_among
from workbench.importers.cpp.headers.files import read_sources
from workbench.importers.cpp.search.offered import Offered, offered

USABLE = "at::Tensor helper(const at::Tensor& x) { return x; }\n"
REFUSED = "at::Scalar refused(const at::Tensor& x) { return true; }\n"
OP = "at::Tensor op(const at::Tensor& x) { return x; }\n"


def found(given: str, along: str) -> Offered:
    return offered({"a.cpp": given, "b.h": along}, [Path("a.cpp")])


def test_an_op_of_what_came_along_is_not_meant_where_the_given_ones_cannot_be() -> None:
    one = found(REFUSED, USABLE)
    assert one.meant == []
    assert [c.name for c in one.shown] == ["refused", "helper"]


def test_what_is_given_comes_first_and_what_cannot_be_used_beside_it_is_not_listed() -> None:
    one = found(OP, USABLE + REFUSED)
    assert [c.name for c in one.meant] == ["op"]
    assert [c.name for c in one.shown] == ["op", "helper"]
    assert [c.name for c in one.hidden] == ["refused"]
    assert one.hidden_words == "1 more of what came along cannot be used."


def test_what_only_a_header_that_came_along_declares_is_not_listed() -> None:
    one = found(OP, "at::Tensor other(const at::Tensor& x);\n")
    assert [c.name for c in one.shown] == ["op"]
    assert [c.name for c in one.hidden] == ["other"]


def test_what_the_given_ones_declare_is_meant() -> None:
    one = found("at::Tensor helper(const at::Tensor& x);\n" + REFUSED, USABLE)
    assert [c.name for c in one.meant] == ["helper"]


def test_of_files_without_a_function_what_came_along_is_meant() -> None:
    assert [c.name for c in found("#define N 3\n", USABLE + REFUSED).meant] == ["helper"]


def test_nothing_is_hidden_where_there_is_nothing_else() -> None:
    assert [c.name for c in found("#define N 3\n", REFUSED).shown] == ["refused"]


def test_where_all_texts_were_given_they_are_in_one_order() -> None:
    one = offered({"a.cpp": REFUSED, "b.h": USABLE})
    assert [c.name for c in one.all] == ["helper", "refused"]
    assert one.meant == one.all[:1]


BOUND = (
    '#include "twice.h"\nPYBIND11_MODULE(m, m) { m.def("twice", &Twice); m.def("half", &Half); }\n'
)
ALONG = {
    "twice.h": "at::Tensor Twice(const at::Tensor& x);\nat::Tensor Half(const at::Tensor& x);\n",
    "twice.cpp": '#include "twice.h"\nat::Tensor Twice(const at::Tensor& x) { return x + x; }\n',
    "half.cpp": '#include "twice.h"\nat::Tensor Half(const at::Tensor& x) { return x / 2; }\n',
}


def test_of_a_file_that_binds_functions_their_ops_come_before_the_module() -> None:
    one = offered({"bound.cpp": BOUND, **ALONG}, [Path("bound.cpp")])
    assert [(c.name, c.kind) for c in one.meant] == [
        ("Twice", "libtorch"),
        ("Half", "libtorch"),
        ("twice", "pybind"),
        ("half", "pybind"),
    ]


def test_an_op_of_a_file_that_binds_functions_takes_what_its_own_needs() -> None:
    texts = {"bound.cpp": BOUND, **ALONG}
    one = offered(texts, [Path("bound.cpp")])
    made = draft_among(one.meant[0], texts, one.given)
    assert (made.op.kernel.source, made.op.kernel.sources) == ("twice.cpp", ())
    assert set(made.texts) == {"twice.cpp", "twice.h"}
    module = draft_among(one.meant[2], texts, one.given)
    assert set(module.texts) == {"bound.cpp", *ALONG}


def test_a_source_that_came_along_for_a_header_stays_where_that_is_needed(tmp_path: Path) -> None:
    (tmp_path / "bound.cpp").write_text(BOUND)
    (tmp_path / "twice.h").write_text(
        "at::Tensor core(const at::Tensor& x);\n"
        "inline at::Tensor Twice(const at::Tensor& x) { return core(x); }\n"
        "at::Tensor Half(const at::Tensor& x);\n"
    )
    hidden = (
        '#include "twice.h"\nOPENED\nat::Tensor core(const at::Tensor& x) { return x; }\nCLOSED\n'
    )
    (tmp_path / "twice_cpu.cpp").write_text(hidden)
    texts = read_sources([tmp_path / "bound.cpp"])
    one = offered(texts, [tmp_path / "bound.cpp"])
    made = draft_among(one.meant[0], texts, one.given)
    assert made.op.kernel.sources == ("twice_cpu.cpp",)
