"""Our declaration of ONNX Runtime's C ABI agrees with the official header.

All that is compared is read from ``ort_abi.h`` itself, so what is added there is checked too.
"""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.engine.bindings import CXX, ROOT
from workbench.paths import cache_dir

OURS = ROOT / "ort_ops/include/workbench/ort_abi.h"
HOST = ROOT / "ort_ops/host/workbench/ort_host.h"
OFFICIAL = "onnxruntime_c_api.h"
FUNCTION = re.compile(r"inline constexpr Function<.*> (\w+)\{(\d+)\};(?:  // since (\d+))?")

PROGRAM = """
#include <onnxruntime_c_api.h>
#include <workbench/HEADER>
#include <cstdio>
#include <type_traits>

namespace ours = wb::ort::abi;

static int failures = 0;

static void expect(const char* what, size_t mine, size_t official) {
  if (mine == official) return;
  std::printf("%s: %zu, but officially %zu\\n", what, mine, official);
  ++failures;
}

// Handles and enums are other types in our header; what counts is how they are passed.
template <class T>
constexpr int passed_as() {
  if (std::is_void_v<T>) return 0;
  if (std::is_pointer_v<T>) return 1;
  if constexpr (!std::is_void_v<T>) {
    return 10 * static_cast<int>(sizeof(T)) + std::is_floating_point_v<T>;
  }
}

template <class F>
struct Call;
template <class R, class... A>
struct Call<R (*)(A...)> {
  template <class F>
  struct Same : std::false_type {};
  template <class S, class... B>
    requires(sizeof...(A) == sizeof...(B))
  struct Same<S (*)(B...)>
      : std::bool_constant<passed_as<R>() == passed_as<S>() &&
                           ((passed_as<A>() == passed_as<B>()) && ...)> {};
};
template <class R, class... A>
struct Call<R (*)(A...) noexcept> : Call<R (*)(A...)> {};

template <class Mine, class Official>
void expect_signature(const char* what) {
  expect(what, Call<Official>::template Same<Mine>::value, 1);
}

#define FUNCTION(name)                                                              \\
  expect(#name ": slot", ours::name.slot, offsetof(OrtApi, name) / sizeof(void*));   \\
  expect_signature<decltype(ours::name)::Pointer, decltype(OrtApi::name)>(#name ": parameters");
#define MEMBER(name)                                                                          \\
  expect("OrtCustomOp::" #name ": offset", offsetof(ours::OrtCustomOp, name),                 \\
         offsetof(OrtCustomOp, name));                                                        \\
  if constexpr (std::is_pointer_v<decltype(OrtCustomOp::name)>)                               \\
    expect_signature<decltype(ours::OrtCustomOp::name), decltype(OrtCustomOp::name)>(         \\
        "OrtCustomOp::" #name ": parameters");
#define BASE(name) \\
  expect("OrtApiBase::" #name, offsetof(ours::OrtApiBase, name), offsetof(OrtApiBase, name));
#define ENUMERATOR(name) expect(#name, ours::name, ::name);

int main() {
CHECKS
  return failures;
}
"""


def official_include() -> Path:
    """The folder of the official header; skips the test where there is none."""
    named = os.environ.get("OP_WORKBENCH_ORT_INCLUDE")
    folders = [Path(named)] if named else []
    folders += [Path("/usr/include/onnxruntime"), Path("/usr/local/include/onnxruntime")]
    folders.append(cache_dir() / "onnxruntime-headers")
    for path in folders:
        if (path / OFFICIAL).is_file():
            return path
    pytest.skip(
        f"no official {OFFICIAL}: fetch it with tools/fetch_ort_headers.py, install "
        "libonnxruntime-dev, or set OP_WORKBENCH_ORT_INCLUDE to its folder"
    )


def block(text: str, head: str) -> str:
    """What stands between the braces of a struct or enum."""
    start = text.index(head)
    return text[text.index("{", start) + 1 : text.index("\n};", start)]


def members(text: str, name: str) -> list[str]:
    body = block(text, f"struct {name} {{")
    return re.findall(r"^  [\w* ]+?(?:\(\*(\w+)\)\(.*\)|\b(\w+));", body, re.MULTILINE)


def declared(header: Path = OURS) -> list[str]:
    """One check per declaration of our header, as macro calls of the program."""
    text = header.read_text(encoding="utf-8")
    functions = FUNCTION.findall(text)
    assert len(functions) == text.count("inline constexpr Function<"), (
        "a declaration is not one line"
    )
    enums = re.findall(r"^enum (\w+) \{", text, re.MULTILINE)
    enumerators = [
        name
        for enum in enums
        for name in re.findall(r"^  (\w+) =", block(text, f"enum {enum} {{"), re.MULTILINE)
    ]
    checks = [
        f"#if ORT_API_VERSION >= {since or 17}\nFUNCTION({name})\n#endif"
        for name, _, since in functions
    ]
    if header == OURS:
        checks += [f"MEMBER({a or b})" for a, b in members(text, "OrtCustomOp")]
        checks += [f"BASE({a or b})" for a, b in members(text, "OrtApiBase")]
    return checks + [f"ENUMERATOR({name})" for name in enumerators]


def program(header: Path, checks: list[str]) -> str:
    return PROGRAM.replace("HEADER", header.name).replace("CHECKS", "\n".join(checks))


def test_every_declaration_is_found() -> None:
    text = OURS.read_text(encoding="utf-8")
    checks = declared()
    count = {kind: sum(f"{kind}(" in c for c in checks) for kind in ("MEMBER", "BASE", "FUNCTION")}
    assert count["MEMBER"] == block(text, "struct OrtCustomOp {").count(";")
    assert count["BASE"] == block(text, "struct OrtApiBase {").count(";") == 2
    assert count["FUNCTION"] > 30
    for header in (OURS, HOST):
        found = FUNCTION.findall(header.read_text(encoding="utf-8"))
        slots = [int(slot) for _, slot, _ in found]
        assert slots == sorted(set(slots)), "keep the slots in order"
    assert len(slots) > 10


@pytest.mark.parametrize("header", [OURS, HOST], ids=["library", "host"])
def test_declarations_agree_with_the_official_header(tmp_path: Path, header: Path) -> None:
    include = official_include()
    source = tmp_path / "abi_check.cpp"
    source.write_text(program(header, declared(header)), encoding="utf-8")
    made = tmp_path / "abi_check"
    ours = [f"-I{path.parents[1]}" for path in (OURS, HOST)]
    flags = ["-std=c++20", "-Wno-invalid-offsetof", *ours, f"-isystem{include}"]
    built = subprocess.run(
        [*CXX, *flags, str(source), "-o", str(made)], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    run = subprocess.run([str(made)], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout


def test_a_wrong_slot_would_be_seen(tmp_path: Path) -> None:
    include = official_include()
    wrong = OURS.read_text(encoding="utf-8").replace("GetDimensions{62}", "GetDimensions{63}")
    (tmp_path / "workbench").mkdir()
    (tmp_path / "workbench/ort_abi.h").write_text(wrong, encoding="utf-8")
    source = tmp_path / "abi_check.cpp"
    source.write_text(program(OURS, ["FUNCTION(GetDimensions)"]), encoding="utf-8")
    made = tmp_path / "abi_check"
    subprocess.run(
        [
            *CXX,
            "-std=c++20",
            f"-I{tmp_path}",
            f"-isystem{include}",
            str(source),
            "-o",
            str(made),
        ],
        check=True,
    )
    run = subprocess.run([str(made)], capture_output=True, text=True, check=False)
    assert run.stdout == "GetDimensions: slot: 63, but officially 62\n"
