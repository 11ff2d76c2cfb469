"""What is known of the preprocessor's conditions, and which #include lines a compiler reads."""

from __future__ import annotations

import platform
import time

import pytest

from workbench.core.compile.conditions import Macros, truth
from workbench.core.compile.preprocessed import Found, read_includes

FLAGS = ("-DONE=1", "-DPLAIN", "-D", "APART=3", "-UGONE", "-DNAMED=ONE")


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        *(("1", True), ("0", False), ("0x10 == 16", True), ("010 == 8", True), ("1u", True)),
        *(("ONE", True), ("PLAIN", True), ("APART == 3", True), ("NAMED", True), ("GONE", False)),
        *(("defined(ONE)", True), ("defined ONE", True), ("!defined(ONE)", False)),
        *(("defined(USE_THEIRS)", False), ("USE_THEIRS", False), ("!USE_THEIRS", True)),
        ("defined(USE_THEIRS) && ONE", False),
        ("defined(USE_THEIRS) || APART > 2", True),
        ("(ONE + APART) * 2 == 8 && !(ONE << 3 != 8)", True),
        ("ONE ? USE_THEIRS : 1", False),
        *(("__linux__", None), ("defined(__linux__)", True), ("defined(__GNUC__)", True)),
        ("__cplusplus >= 201703L", True),
        ("defined(_WIN32) || defined(__APPLE__) || defined(_MSC_VER)", False),
        *(("defined(__CUDACC__)", False), ("defined(_OPENMP)", False)),
        *(("defined(__AVX2__)", None), ("TORCH_VERSION_MAJOR", None), ("INT_MAX > 1", None)),
        *(("TORCH_VERSION_MAJOR > 1 && 0", False), ("TORCH_VERSION_MAJOR > 1 || 1", True)),
        ("ORT_API_VERSION > 10 ? 0 : 0", False),
        *(("HAS(x) || 1", True), ("HAS(x)", None), ("1 / 0", None), ("'a' == 97", None)),
        *(("", None), ("(1", None), ("1)", None), ("1 +", None), ("defined", None), ("#", None)),
        *(("(" * 90 + "1" + ")" * 90, None), ("!" * 99 + "1", False), ("1 + " * 500 + "1", None)),
        *(("__has_include(<vector>)", True), ("__has_include(\"gone.h\")", False)),
        *(("__has_include(<torch/all.h>)", None), ("!__has_include(<gone.h>) && ONE", True)),
    ],
)  # fmt: skip
def test_a_condition(condition: str, holds: bool | None) -> None:
    known = {"<vector>": True, "<torch/all.h>": None}
    assert truth(condition, Macros(FLAGS), lambda name: known.get(name, False)) is holds


@pytest.mark.skipif(platform.machine() != "x86_64", reason="of another processor")
def test_the_processor_is_this_one() -> None:
    assert truth("defined(__x86_64__)", Macros())
    assert not truth("defined(__aarch64__) && 0", Macros())


def test_flags_that_say_more() -> None:
    assert truth("defined(_OPENMP)", Macros(["-fopenmp"]))
    assert truth("__cplusplus > 201703L", Macros(["-std=c++17"])) is None
    assert truth("defined(USE_THEIRS)", Macros(["-include", "theirs.h"])) is None
    assert truth("defined(__CUDACC__)", Macros(cuda=True)) is None


def read(flags: tuple[str, ...] = (), **texts: str) -> set[str] | None:
    """The names that ``main`` and its headers include."""
    files = {f"{name}.h": text for name, text in texts.items()}

    def find(file: str, name: str, quoted: bool) -> Found[str]:
        return Found(name if name in files else None, not quoted)

    roots = [("main.h", Macros(flags))]
    found = read_includes(roots, files.__getitem__, find)
    return None if found is None else {one.name for one in found}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("#ifdef USE\n#include <a>\n#else\n#include <b>\n#endif\n#include <c>", "bc"),
        ("#ifndef USE\n#include <a>\n#elif 1\n#include <b>\n#endif", "a"),
        ("#if 0\n#include <a>\n#if 1\n#include <b>\n#endif\n#elif 1\n#include <c>\n#else\n#include <d>\n#endif", "c"),
        ("#if __AVX2__\n#include <a>\n#elif 1\n#include <b>\n#else\n#include <c>\n#endif", "ab"),
        ("#if __AVX2__\n#define USE\n#endif\n#ifdef USE\n#include <a>\n#else\n#include <b>\n#endif", "ab"),
        ("#define USE 2\n#if USE > 1\n#include <a>\n#undef USE\n#endif\n#ifdef USE\n#include <b>\n#endif", "a"),
        ("// #include <a>\n/*\n#include <b>\n*/ #include <c>\nauto s = \"/*\";\n#include <d>", "cd"),
        ("auto t = '\"';\n#include <a>\nauto u = \"\\\"//\";\n#include <b>", "ab"),
        ("#if defined(USE) \\\n  || 1  // why\n#include <a>\n#endif /* end */", "a"),
        ("#define NAME <a>\n#include NAME\n#ifdef USE\n#include <b>\n#endif", "a"),
        ("#include OTHER\n#ifdef USE\n#include <b>\n#endif", "b"),
        ("#include \"gone.h\"\n#ifdef USE\n#include <b>\n#endif\n#ifdef _WIN32\n#include <c>\n#endif", "b"),
        ("#endif\n#else\n#include <a>\n#if 0", "a"),
    ],
)  # fmt: skip
def test_what_is_included(text: str, names: str) -> None:
    assert (read(main=text) or set()) - {"gone.h", "OTHER"} == set(names)


def test_headers_are_read_where_they_are_included() -> None:
    config = "#pragma once\n#ifndef CONFIG_H\n#define CONFIG_H\n#define USE 1\n#endif\n"
    main = '#include "config.h"\n#include "config.h"\n#if USE\n#include <a>\n#else\n#include <b>\n#endif'
    assert read(main=main, config=config) == {"config.h", "a"}
    assert read(main=f"#ifdef OFF\n{main}\n#endif", config=config) == set()
    assert read(("-DOFF",), main=f"#ifdef OFF\n{main}\n#endif", config=config) == {"config.h", "a"}


def test_what_is_endless_is_not_read() -> None:
    assert read(main='#include "main.h"\n#include <a>') == {"main.h", "a"}
    assert read(main='#include "main.h"\n#include "main.h"\n') is None
    begun = time.monotonic()
    hostile = [
        "#if " + "(" * 200_000,
        '#if "' + '\\"' * 200_000,
        "/*" * 200_000,
        "#if " + " " * 400_000,
    ]
    read(main="\n".join(hostile) + "#define A B\n#define B A\n#if A\n#endif")
    assert time.monotonic() - begun < 2
