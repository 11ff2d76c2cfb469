"""Which names C++ text defines of which a linker may keep one."""

from __future__ import annotations

import time

import pytest

from workbench.engine.build.defined_names import defined_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("struct A final : B { int f(int x) { return x; } };", {"A", "f"}),
        ("template <class T = int, int N = 3>\ninline constexpr T table[N] = {1};", {"table"}),
        ("inline std::map<int, int> m{}; inline int a[2][3]{};", {"m", "a"}),
        ("template <class T> T f(T x) noexcept { return x; }", {"f"}),
        ("template <class T> bool is_small = sizeof(T) < 3;", {"is_small"}),
        ("static __attribute__((noinline)) int f(int a) { return a; }", {"f"}),
        ("alignas(16) struct S { };\nunion U {};", {"S", "U"}),
        ("Of::Of(int a) : x(a) { }", {"Of", "x"}),
        ("inline thread_local int t; inline int u = f(3);", {"t", "u"}),
        ("#if defined(X)\nint f() { }\n#pragma pack(1)\nint g(int (*h)(int)) { }", {"f", "g"}),
        ("#define M(x) x\nint f(int x) { }", {"M", "f"}),
        ("int h(int x); int i = 3; using A = B; class C; auto l = 3;", set()),
    ],
)
def test_what_is_defined(text: str, names: set[str]) -> None:
    assert defined_names(text) == names


_SIZE = 740_000


@pytest.mark.parametrize(
    "part",
    ["f(", "f(x)", "inline ", "template <", "[]", "inline a[", "__a(", "__a() ", "a", " ", "struct ",
     "__a((x", "template<>", "_", "final ", "(", "a ", "<", "x = ", "inline x : ", "#", "#\n", ")"],
)  # fmt: skip
def test_hostile_text_takes_no_longer_than_other_text(part: str) -> None:
    """Ten seconds and more before."""
    for start, end in (("", ""), ("inline x ", "{"), ("__a(", ";"), ("f(", "){")):
        text = start + part * (_SIZE // len(part)) + end
        started = time.process_time()
        defined_names(text)
        assert time.process_time() - started < 5  # 0.4 s on a free machine
