"""CUDA sources: compiled by nvcc and linked where that is of use, else looked at only.

They are linked where torch was built for CUDA and nvcc is of its version. Elsewhere no tensor
can be on a GPU, and what is wanted is that errors show. nvcc finds them in a file without
torch's headers in a second. Otherwise the C++ compiler gets a form of the file that it
understands: launches ``kernel<<<grid, block>>>(args)`` become plain calls, and the headers in
``ops_lib/include/cuda_stand_in`` give meaning to CUDA's words. What those lack is no fault of
the file: where it may be the reason for an error, the errors are shown as warnings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.errors import Problem
from workbench.core.files import read_text
from workbench.core.last_word import space_start, word_start
from workbench.engine import toolchain

__all__ = [
    "DOUBT",
    "HEADER",
    "for_nvcc",
    "judged",
    "linkable",
    "linker_flags",
    "nvcc_flags",
    "stand_in_flags",
    "stand_in_text",
    "why_not_linked",
]

_CUDA_NAME = (
    r"(?:__\w+|cu(?:da|blas|sparse|solver|fft|dnn|rand)?[A-Z_]\w*|CU[A-Z]*_\w+|curand\w*|cub|thrust"
    r"|nv\w+|cooperative_groups|cg|wmma|tex\w*|surf\w*|half\w*|h[a-z]+2?)"
)
HEADER = (
    r"(?:(?:cuda|cublas|cudnn|cufft|curand|cusolver|cusparse|cutensor|cupti|nvtx|nvrtc|nvml|nvJitLink"
    r"|nvjpeg|nvToolsExt|npp|cooperative_groups)\w*|thrust|cub|cutlass|cute|mma|crt|\w+_functions"
    r"|(?:driver|vector|texture|surface|library)_types|device_launch_parameters|math_constants"
    r"|host_(?:config|defines))(?:/[\w./]+|\.(?:h|hpp|cuh))"
)
"""The name of a header of CUDA's toolkit."""
DOUBT = (
    # gcc: ‘X’ was not declared in this scope; clang: use of undeclared identifier 'X'
    rf"[‘'](?:\w+::)*{_CUDA_NAME}(?:::\w+)*[’'] (?:was not|has not been|does not name|is not a)"
    rf"|(?:undeclared identifier|unknown type name|no type named|declaration of|namespace) "
    rf"[‘']{_CUDA_NAME}[’']"
    rf"|[‘'](?:struct |const )*{_CUDA_NAME}[’'] has no member|no member named .* in [‘']{_CUDA_NAME}"
    rf"|(?:^|[‘'\s/]){HEADER}[’']?(?::| file) (?:No such file|not found)"
    r"|\basm\b|^(?:invalid|unknown|unrecognized) (?:register|instruction|operand)"
)
"""What a message says of names and files of CUDA that the stand-in does not have."""


def judged(problems: list[Problem], doubt: str) -> list[Problem]:
    """The problems of a file compiled with stand-ins: warnings, where these may be the reason."""
    doubtful = [p for p in problems if p.severity == "error" and re.search(doubt, p.message)]
    if not doubtful:
        return problems
    first = doubtful[0]
    note = Problem(
        "compile",
        f"this CUDA file could not be checked to the end here: {first.message}",
        "Only a machine with CUDA can tell; the other files were built without it.",
        file=first.file,
        line=first.line,
        column=first.column,
        severity="warning",
    )
    errors = [p for p in problems if p.severity == "error" and p not in doubtful]
    others = [p for p in problems if p.severity != "error"]
    return [note, *(msgspec.structs.replace(p, severity="warning") for p in errors), *others]


# -- nvcc -------------------------------------------------------------------------------


def why_not_linked() -> str:
    """Why CUDA files are not linked in here; empty where they are."""
    wanted = toolchain.torch_cuda()
    if not wanted:
        return "the installed torch has no CUDA"
    if toolchain.nvcc() is None:
        return "nvcc was not found (set CUDA_HOME)"
    if str(_release()) != wanted.partition(".")[0]:
        return f"nvcc is of CUDA {_release()}, and torch was built for CUDA {wanted}"
    return ""


def _release() -> int:
    """The major version of nvcc's CUDA; 0 for none."""
    nvcc = toolchain.nvcc()
    match = re.search(r"release (\d+)", nvcc.version) if nvcc is not None else None
    return int(match[1]) if match else 0


def linkable() -> bool:
    """Whether CUDA files are linked in."""
    return not why_not_linked()


def nvcc_flags(flags: Sequence[str]) -> tuple[str, ...]:
    """Flags of nvcc for the C++ compiler's: what both understand, and how to reach the rest."""
    passed = [
        "-x",
        "cu",
        f"-std=c++{20 if _release() >= 12 else 17}",
        "-O2",
        "-Xcompiler",
        "-fPIC,-fvisibility=hidden",
    ]
    passed += ["-Wno-deprecated-gpu-targets", "--expt-relaxed-constexpr", "--extended-lambda"]
    words = iter(flags)
    for word in words:
        if word in ("-I", "-isystem", "-D", "-U"):
            passed += [word, next(words, "")]
        elif word.startswith(("-I", "-D", "-U")):
            passed.append(word)
        elif word.startswith("-ffile-prefix-map="):
            passed += for_nvcc([word])
    return (*passed, "-DWITH_CUDA")


def for_nvcc(flags: Sequence[str]) -> list[str]:
    """Flags of the C++ compiler as nvcc hands them on; it cannot hand on a comma."""
    return [word for flag in flags if "," not in flag for word in ("-Xcompiler", flag)]


def linker_flags(uses_torch: bool) -> tuple[str, ...]:
    """What a library with objects of nvcc is linked with."""
    torch = ("-lc10_cuda", "-ltorch_cuda") if uses_torch else ()
    folders = [f for path in toolchain.cuda_folders() for f in (f"-L{path}", f"-Wl,-rpath,{path}")]
    return (*torch, *folders, "-lcudart")


# -- the C++ compiler in its place ------------------------------------------------------


def stand_in_flags() -> tuple[str, ...]:
    """Flags that put the stand-in headers before everything else of their names."""
    folder = paths.ops_lib() / "include" / "cuda_stand_in"
    quiet = ("-Wno-unknown-pragmas", "-Wno-attributes", "-Wno-unused-value")
    # Assembly is the output: what stands in asm() is not for this machine's assembler.
    return ("-S", *quiet, "-DC10_CUDA_NO_CMAKE_CONFIGURE_FILE", "-DWITH_CUDA", f"-I{folder}")


def stand_in_text(source: Path, folders: Sequence[Path]) -> str:
    """A CUDA file as plain C++, with its line numbers.

    Headers of the user that launch kernels are put in the place where they are first included.
    """
    return "".join(_plain(source, [source.parent, *folders], set()))


_INCLUDE = re.compile(r'[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"][^\n]*')
_SKIPPED = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"([^()\\\s]{0,16})\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'',
    re.DOTALL,
)


def _plain(path: Path, folders: Sequence[Path], seen: set[Path]) -> Iterator[str]:
    seen.add(path)
    yield _line_marker(1, path)
    lines = _without_launches(read_text(path)).split("\n")
    for number, line in enumerate(lines, 1):
        match = _INCLUDE.fullmatch(line)
        header = _launching_header(match[1], [path.parent, *folders]) if match else None
        if header is None:
            yield line + "\n"
        elif header not in seen:
            yield from _plain(header, folders, seen)
            yield _line_marker(number + 1, path)
        else:
            yield "\n"


def _line_marker(number: int, path: Path) -> str:
    escaped = str(path).replace("\\", "\\\\").replace('"', '\\"')
    return f'#line {number} "{escaped}"\n'


def _launching_header(name: str, folders: Sequence[Path]) -> Path | None:
    for folder in folders:
        path = (folder / name).resolve()
        if path.is_file():
            return path if "<<<" in read_text(path) else None
    return None


def _without_launches(text: str) -> str:
    """``f<T><<<grid, block>>>(x)`` as ``(::wb_cuda::launch(grid, block), f<T>(x))``.

    What the parts hold is kept, and so are the numbers of lines. A launch that is not
    understood stays as it is, and the compiler says so in its line.
    """
    hidden = _SKIPPED.sub(lambda m: re.sub(r"[^\n]", "\x00", m[0]), text)
    at = len(text)
    while (at := hidden.rfind("<<<", 0, at)) >= 0:
        close = hidden.find(">>>", at)
        opening = _next(hidden, close + 3) if close >= 0 else -1
        if opening < 0 or hidden[opening] != "(":
            continue
        end = _matching(hidden, opening)
        start = _callee(hidden, at)
        if end < 0 or start < 0:
            continue
        config, breaks = _joined(text[at + 3 : close])
        parts = [f"(::wb_cuda::launch({config}), ", text[start:at], breaks, text[opening:end], ")"]
        text = text[:start] + "".join(parts) + text[end:]
        hidden = _SKIPPED.sub(lambda m: re.sub(r"[^\n]", "\x00", m[0]), text)
    return text


def _joined(config: str) -> tuple[str, str]:
    """A configuration in one line without comments, and the line breaks that it had."""
    plain = re.sub(r"//[^\n]*|/\*.*?\*/", " ", config, flags=re.DOTALL)
    return " ".join(plain.split()), "\n" * config.count("\n")


def _next(text: str, at: int) -> int:
    match = re.compile(r"[\s\x00]*").match(text, at)
    end = match.end() if match else at
    return end if end < len(text) else -1


def _matching(text: str, opening: int) -> int:
    """The place after the parenthesis that closes the one at ``opening``; -1 for none."""
    depth = 0
    for match in re.compile(r"[()]").finditer(text, opening):
        depth += 1 if match[0] == "(" else -1
        if depth == 0:
            return match.end()
    return -1


def _callee(text: str, end: int) -> int:
    """Where the name before ``end`` begins: ``ns::kernel<T, 4>``, perhaps in parentheses."""
    at = space_start(text, end)
    if at > 0 and text[at - 1] in ">)":
        closing = text[at - 1]
        opening, depth = {">": "<", ")": "("}[closing], 0
        while at > 0:
            at -= 1
            depth += (text[at] == closing) - (text[at] == opening)
            if depth == 0:
                break
        if closing == ")":
            return at
    return _name_start(text, space_start(text, at))


def _name_start(text: str, end: int) -> int:
    """Where ``::ns::inner::template name`` that ends at ``end`` begins; -1 where no name does."""
    at = word_start(text, end)
    if at == end or text[at].isdigit():
        return -1
    while True:
        before = space_start(text, at)
        word = word_start(text, before)
        if before < at and text[word:before] == "template":
            before = space_start(text, word)
        if not text.endswith("::", 0, before):
            return at
        scope_end = space_start(text, before - 2)
        scope = word_start(text, scope_end)
        if scope == scope_end or text[scope].isdigit():
            return before - 2 if before == at else at
        at = scope
