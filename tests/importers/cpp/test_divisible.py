"""Which C++ may be compiled in parts that each hold all of it."""

from __future__ import annotations

import pytest

from workbench.core.storage import project
from workbench.importers.cpp.syntax.divisible import is_divisible

KERNEL = "template <class T> void f(T x) { x += 1; }\n"

FINE = """
template <class T, int N> struct Box { T held[N]; };
struct Plain { int x = 1; void go() {} };
namespace { void helper() {} struct Node { int at; }; }
static void own() {}
inline int shared() { return 1; }
constexpr int size = 3;
const float table[] = {1, 2};
static const int limit = 4;
const char* const name = "x";
namespace a::b { constexpr double pi = 3; }
using Real = double;
typedef int Index;
namespace fs = a;
using namespace a;
enum class Mode { one, two };
static_assert(sizeof(int) == 4);
void head(int x);
float* gives(int x);
const Plain& refers(int x);
extern int elsewhere;
template void f<int>(int);
#include <vector>
#include "own.h"
#define N 3
#undef N
#pragma once
#if defined(M) && M > 1\nstatic void one() {}\n#endif
#ifdef M\ninline void under() {}\n#else\nstatic void other() {}\n#endif
#ifndef GUARD_H\n#define GUARD_H\nstruct Guarded {};\n#endif
template <class T> constexpr T zero = T(0);
template <class T> void local() { static const int once = 1; const int x = 1; int y = 2; }
constexpr auto twice = [](auto x) { return 2 * x; };
""".strip().splitlines()

NOT = """
void helper() {}
int counter = 0;
static int counter = 0;
namespace { int counter; }
namespace { thread_local int counter; }
const char* name = "x";
static Cache* const kept = new Cache;
const float& one = size;
template <> void f<int>(int) {}
void Plain::go() {}
int Plain::count = 0;
extern "C" void c() {}
extern "C" { void c() {} }
extern "C" const int x = 1;
extern int defined = 3;
template <class T> void counts() { static int calls = 0; ++calls; }
static void counts() { static std::vector<int> kept; }
struct Holder { static inline int held = 0; };
REGISTER(f);
REGISTER(f)
MY_API void exported() {}
int a, b(3);
asm("nop");
void f( {
auto lambda = [] { return 1; };
""".strip().splitlines()


@pytest.mark.parametrize("line", FINE)
def test_what_may_be_there_once_per_part(line: str) -> None:
    assert is_divisible([KERNEL + line.replace("\\n", "\n") + "\n"])


@pytest.mark.parametrize("line", NOT)
def test_what_may_not(line: str) -> None:
    assert not is_divisible([KERNEL + line + "\n"])


def test_every_file_counts() -> None:
    assert not is_divisible([KERNEL, "int counter = 0;\n"])
    assert not is_divisible([KERNEL, "\0"])


def test_a_large_kernel_of_the_gallery() -> None:
    folder = project.gallery_folder() / "deform_conv2d"
    assert is_divisible(p.read_text() for p in [*folder.glob("*.cpp"), *folder.glob("*.h")])
