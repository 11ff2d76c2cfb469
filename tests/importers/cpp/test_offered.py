"""Of several files, what is of those that were given is meant, not what came along with them."""

from __future__ import annotations

from pathlib import Path

from workbench.importers.cpp.search.offered import Offered, offered

USABLE = "at::Tensor helper(const at::Tensor& x) { return x; }\n"
REFUSED = "bool refused(const at::Tensor& x) { return true; }\n"
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
