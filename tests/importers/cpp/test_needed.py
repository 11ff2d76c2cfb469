"""Of many C++ files, those that one of them needs."""

from __future__ import annotations

import pytest

from workbench.importers.cpp.search.needed import lent_to, needed_by, needed_to_register

TEXTS = {
    "op.h": """
        #pragma once
        int direction(int words);  // a parameter of the name of a function elsewhere
        #include "near/near.h"
        #include "far.h"
        int of_near(int x);
        inline int op(int x) { return of_near(x) + Table::size() + weights[0]; }
    """,
    "near/near.h": "#pragma once\nint of_near(int x);\nint of_far(int x);\n",
    "near/near.cpp": '#include "near.h"\n#include "deep.h"\n'
    "int of_near(int x) { return deep(x); }\n",
    "near/deep.h": "#pragma once\nnamespace inner { int deep(int); }\nusing inner::deep;\n",
    "near/deep.cpp": "namespace inner { int deep(int x) { return x; } }\n",
    "far.h": "#pragma once\nclass Table { public: Table(); static int size(); };\n"
    "extern const int weights[2];\n",
    "table.cpp": '#include "far.h"\n#include "parts.cpp"\nTable::Table() { rows(); }\n',
    "parts.cpp": "static int rows() { return 2; }\n",
    "weights.cpp": "extern const int weights[2] = {1, 2};\n",
    "of_far.cpp": "int of_far(int x) { return x; }\n",
    "own.cpp": "static int of_near(int x) { return x; }\nint unused(int x) { return of_near(x); }\n",
    "words.cpp": '// of_near\n#include "near/near.h"\nint words() { return 0; }\n',
}


def test_it_is_what_is_included_and_what_defines_the_names_in_these() -> None:
    needed = set(needed_by(["op.h"], TEXTS))
    headers = {"op.h", "near/near.h", "far.h", "near/deep.h"}
    assert needed == headers | {
        "near/near.cpp",
        "near/deep.cpp",  # two calls away
        "table.cpp",  # a class, by its constructor
        "parts.cpp",  # a source that another includes
        "weights.cpp",  # a variable
    }


@pytest.mark.parametrize(
    ("first", "needed"),
    [
        ("own.cpp", {"own.cpp"}),  # what it calls is its own
        (
            "words.cpp",
            {"words.cpp", "near/near.h"},
        ),  # neither comments nor declarations need anything
        ("of_far.cpp", {"of_far.cpp"}),
        ("gone.cpp", set()),
    ],
)
def test_a_file_that_calls_nothing_needs_little(first: str, needed: set[str]) -> None:
    assert set(needed_by([first], TEXTS)) == needed


def test_texts_that_call_each_other_end() -> None:
    texts = {
        "a.cpp": "int b(int);\nint a(int x) { return x ? b(x - 1) : 0; }\n",
        "b.cpp": "int a(int);\nint b(int x) { return x ? a(x - 1) : 0; }\n",
    }
    assert needed_by(["a.cpp"], texts) == texts


PASTING = """
#define CALL_BOTH(x, name, ...) \\
  if (x > 1) {                  \\
    return name##_far(x);       \\
  } else {                      \\
    return near_ ## name(x);    \\
  }
#define SIZED(a, b) a##b
"""


def test_a_name_that_a_macro_pastes_together_is_used() -> None:
    texts = {
        "both.h": PASTING,
        "op.h": "int twice_far(int);\nint near_twice(int);\nint other_far(int);\nint row2(int);\n",
        "op.cpp": '#include "both.h"\n#include "op.h"\n'
        "int twice(int x) { CALL_BOTH(x, twice, x) }\nint rows(int x) { return SIZED(row, 2)(x); }\n",
        "far.cpp": '#include "op.h"\nint twice_far(int x) { return x; }\n',
        "near.cpp": '#include "op.h"\nint near_twice(int x) { return x; }\n',
        "row.cpp": '#include "op.h"\nint row2(int x) { return x; }\n',
        "other.cpp": '#include "op.h"\nint other_far(int x) { return x; }\n',
    }
    assert set(texts) - set(needed_by(["op.cpp"], texts)) == {"other.cpp"}


def test_a_header_that_relies_on_others_gets_those_that_come_before_it() -> None:
    texts = {
        "check.h": "#pragma once\n#define CHECK(x) if (!(x)) throw 1\n",
        "words.h": "#pragma once\nint words(int x);\n",
        "first.h": '#pragma once\n#include "check.h"\n#include "words.h"\nint first(int x);\n',
        "op.h": "#pragma once\ninline int op(int x, int words) { CHECK(x); return helper(x + words); }\n",
        "late.h": "#pragma once\nint helper(int);\n",
        "all.cpp": '#include "first.h"\n#include "op.h"\n#include "late.h"\n',
    }
    assert lent_to("op.h", "all.cpp", texts) == ["check.h"]
    assert lent_to("first.h", "all.cpp", texts) == []  # it includes what it needs
    assert lent_to("gone.h", "all.cpp", texts) == []
    texts["op.h"] = f'#include "check.h"\n{texts["op.h"]}'
    assert lent_to("op.h", "all.cpp", texts) == []


REGISTERING = {
    "near.cpp": "#include <torch/library.h>\nTORCH_LIBRARY_FRAGMENT(pack, m) {\n"
    '  m.def("near(Tensor x) -> Tensor");\n}\n'
    "at::Tensor near(at::Tensor x) {\n"
    '  static auto op = c10::Dispatcher::singleton().findSchemaOrThrow("pack::far", "");\n'
    "  return x;\n}\n",
    "cpu/near.cpp": '#include "near.h"\nat::Tensor cpu(at::Tensor x) { return helped(x); }\n'
    'TORCH_LIBRARY_IMPL(pack, CPU, m) { m.impl("near", &cpu); }\n',
    "cpu/near.h": "at::Tensor helped(at::Tensor x);\n",
    "cpu/helped.cpp": "at::Tensor helped(at::Tensor x) { return x; }\n",
    "far.cpp": 'TORCH_LIBRARY_FRAGMENT(pack, m) { m.def("far(Tensor x) -> Tensor"); }\n',
    "other.cpp": "at::Tensor f(at::Tensor x) { return x; }  // near\n"
    'TORCH_LIBRARY_FRAGMENT(pack, m) { m.def("other", &f); }\n',
    "module.cpp": 'PYBIND11_MODULE(m, m) { m.def("near", &near); }\n',
}


def test_an_op_takes_what_registers_something_for_it_and_for_the_ops_that_it_calls() -> None:
    assert set(needed_to_register("near", ["near.cpp"], REGISTERING)) == {
        "near.cpp",
        "cpu/near.cpp",
        "cpu/near.h",
        "cpu/helped.cpp",
        "far.cpp",
    }
    assert set(needed_to_register("other", ["other.cpp"], REGISTERING)) == {"other.cpp"}


DECLARED_BY_A_MACRO = """
#ifdef ON_GPU
#define WHERE gpu
#else
#define WHERE cpu
#endif
#define JOIN(a, b) a ## _ ## b
#define JOINED(a, b) JOIN(a, b)
#define FOR_HERE(name) JOINED(name, WHERE)
void FOR_HERE(start_all)(int n);
void start(int n) { FOR_HERE(start_all)(n); }
"""


def test_a_function_whose_name_a_macro_makes_where_it_is_declared() -> None:
    texts = {
        "start.cpp": DECLARED_BY_A_MACRO,
        "here.cpp": "void start_all_cpu(int n) {}\n",
        "other.cpp": "void stop_all_cpu(int n) {}\nvoid b_name(int n) {}\n",
    }
    assert set(needed_by(["start.cpp"], texts)) == {"start.cpp", "here.cpp"}
