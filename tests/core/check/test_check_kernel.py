"""What ``check_op`` says about ``[kernel]``: styles, registrations, sources and flags."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.declarations import add_op, edited, found, shown
from workbench.core.check import check_op

INSTALLED = {"kernel__style": "installed", "torch": "aten::add", "ort__implementation": "bridge"}
PYTHON = {
    "kernel__style": "python",
    "kernel__source": "add.py",
    "kernel__function": "Add",
    "ort__implementation": "export-only",
}
LIBTORCH = {"kernel__style": "libtorch", "ort__implementation": "export-only"}


def flags(*values: str) -> dict[str, Any]:
    return {"kernel__compile_flags": list(values)}


def links(*values: str) -> dict[str, Any]:
    return {"kernel__link_flags": list(values)}


CASES: list[tuple[dict[str, Any], str, str, str]] = [
    # sources
    ({"kernel__source": ""}, "kernel.source", "not inside", "relative to op.toml"),
    ({"kernel__source": "../a.cpp"}, "kernel.source", "not inside", "relative to op.toml"),
    ({"kernel__source": "/a.cpp"}, "kernel.source", "not inside", "relative to op.toml"),
    ({"kernel__source": "a.py"}, "kernel.source", "no C++ source", "kernel.cpp"),
    ({"kernel__source": "a.cu"}, "kernel.source", "CUDA source", "kernel.sources"),
    ({**PYTHON, "kernel__source": "a.cpp"}, "kernel.source", "no Python file", ".py"),
    ({**PYTHON, "kernel__function": "a::b"}, "kernel.function", "no Python name", ""),
    ({"kernel__function": "a b"}, "kernel.function", "no C++ function", ""),
    ({"kernel__sources": ["a.rs"]}, "kernel.sources[0]", "no C++ source", ""),
    ({"kernel__sources": ["../a.cpp"]}, "kernel.sources[0]", "not inside", "relative to op.toml"),
    ({"kernel__sources": ["a.cu", "a.cu"]}, "kernel.sources[1]", "already", "Remove"),
    ({"kernel__sources": ["kernel.cpp"]}, "kernel.sources[0]", "already", "Remove"),
    ({"kernel__include": ["/usr/include"]}, "kernel.include[0]", "not inside", "relative"),
    ({"kernel__include": ["a/../../b"]}, "kernel.include[0]", "not inside", "relative"),
    ({**INSTALLED, "kernel__sources": ["a.cpp"]}, "kernel.sources", "compiles nothing", "Remove"),
    ({**PYTHON, **flags("-O3")}, "kernel.compile_flags", "compiles nothing", "Remove"),
    # registration
    (
        {"kernel__registration": "own"},
        "kernel.registration",
        "registered by the program",
        "libtorch",
    ),
    (
        {"kernel__registration": "pybind"},
        "kernel.registration",
        "registered by the program",
        "libtorch",
    ),
    ({**PYTHON, "kernel__registration": "own"}, "kernel.registration", "python kernel", ""),
    (
        {**LIBTORCH, "kernel__registration": "pybind", "kernel__function": "a::b"},
        "kernel.function",
        "no name in a Python module",
        "m.def",
    ),
    ({"kernel__package": "torchvision"}, "kernel.package", "no package", "installed"),
    ({**INSTALLED, "kernel__package": "a b"}, "kernel.package", "no Python module", ""),
    # flags that would disturb the build
    (flags("-o", "x.o"), "kernel.compile_flags[0]", "names its own outputs", "Remove"),
    (flags("-ofile"), "kernel.compile_flags[0]", "names its own outputs", "Remove"),
    (flags("-O2", "-c"), "kernel.compile_flags[1]", "decides what is made", "Remove"),
    (flags("-E"), "kernel.compile_flags[0]", "decides what is made", "Remove"),
    (flags("-S"), "kernel.compile_flags[0]", "decides what is made", "Remove"),
    (flags("-MMD"), "kernel.compile_flags[0]", "track of headers", "Remove"),
    (flags("-Wp,-MD,x"), "kernel.compile_flags[0]", "track of headers", "Remove"),
    (flags("@flags.txt"), "kernel.compile_flags[0]", "file of flags", "here"),
    (flags("-fplugin=x.so"), "kernel.compile_flags[0]", "compiler's place", "CXX"),
    (flags("-include", "/x.h"), "kernel.compile_flags[0]", "before everything", "#include"),
    (flags("-x", "c"), "kernel.compile_flags[0]", "compiler's place", "CXX"),
    (flags("-fdiagnostics-color=always"), "kernel.compile_flags[0]", "messages are read", ""),
    (flags("-save-temps"), "kernel.compile_flags[0]", "writes files", "Remove"),
    (flags("-fno-PIC"), "kernel.compile_flags[0]", "loaded at run time", "Remove"),
    (flags("-Iinclude"), "kernel.compile_flags[0]", "relative path", "kernel.include"),
    (flags("-I", "include"), "kernel.compile_flags[1]", "relative path", "kernel.include"),
    (flags("-isystem", "x"), "kernel.compile_flags[1]", "relative path", "kernel.include"),
    (flags("-I"), "kernel.compile_flags[0]", "no value", "Add"),
    (flags("more.cpp"), "kernel.compile_flags[0]", "no flag", "kernel.sources"),
    (flags("-O3 -DX"), "kernel.compile_flags[0]", "several flags", "of its own"),
    (flags(""), "kernel.compile_flags[0]", "empty", ""),
    (flags("-DX\n"), "kernel.compile_flags[0]", "control characters", ""),
    (links("-static"), "kernel.link_flags[0]", "loaded at run time", "Remove"),
    (links("-Wl,-o,x"), "kernel.link_flags[0]", "names its own outputs", "Remove"),
    (links("-Llib"), "kernel.link_flags[0]", "relative path", "absolute"),
    (links("libx.a"), "kernel.link_flags[0]", "no flag", "absolute path"),
]


@pytest.mark.parametrize(("changes", "key", "message", "hint"), CASES)
def test_problem_names_key_and_remedy(
    changes: dict[str, Any], key: str, message: str, hint: str
) -> None:
    assert hint in found(edited(add_op(), **changes), key, message).hint


SOUND: list[dict[str, Any]] = [
    {"kernel__sources": ["a.cpp", "b/c.cc", "d.cxx", "e.c", "f.cu"], "kernel__include": ["inc", "."]},
    flags("-O3", "-march=native", "-DX=1", "-D", "Y", "-Wall", "-Werror", "-std=c++17", "-pthread"),
    flags("-I/usr/include/eigen3", "-isystem", "/opt/x/include", "-fopenmp", '-DNAME="a b"'),
    links("-lz", "-L/opt/lib", "-l", "m", "/opt/lib/libx.a", "/opt/lib/liby.so.1"),
    links("-Wl,-rpath,/opt/lib", "-Wl,-rpath,$ORIGIN", "-Wl,--as-needed", "-fopenmp"),
    {**LIBTORCH, "kernel__registration": "own"},
    {**LIBTORCH, "kernel__registration": "pybind", "kernel__function": "add"},
    INSTALLED,
    {**INSTALLED, "kernel__package": "torch_cluster.grid"},
    {**INSTALLED, "torch": "aten::add.Tensor"},
    {**INSTALLED, "torch": "aten::max"},
    PYTHON,
]  # fmt: skip


@pytest.mark.parametrize("changes", SOUND)
def test_sound_declarations_have_no_kernel_problem(changes: dict[str, Any]) -> None:
    problems = [
        p for p in check_op(edited(add_op(), **changes)) if p.key.startswith(("kernel", "torch"))
    ]
    assert problems == [], shown(problems)
