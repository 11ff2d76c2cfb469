"""Conditions of the preprocessor, as far as they can be known without it: true, false, or in doubt.

Known are the macros of flags and texts, and those that every compiler here has or lacks. A name that no
flag and no text defines is not defined; but what begins like a macro of the compiler's, of the system's or
of a known library's may be.
"""

from __future__ import annotations

import functools
import platform
import re
from collections.abc import Callable, Iterable, Sequence

from workbench.core.compile.cxx_flags import grouped

__all__ = ["Macros", "truth"]

_HERE = """__cplusplus __GNUC__ __GNUC_MINOR__ __STDC__ __STDC_HOSTED__ __VERSION__ __linux__ __linux __gnu_linux__
    __unix__ __unix __ELF__ __LP64__ _LP64 _GNU_SOURCE __CHAR_BIT__ __BYTE_ORDER__ __SIZEOF_INT128__
    __COUNTER__ __FILE__ __LINE__ __has_include""".split()
"""What every compiler defines that is used here."""
_OF_PROCESSOR = {
    "x86_64": ("__x86_64__", "__x86_64", "__amd64__", "__amd64", "__SSE__", "__SSE2__"),
    "aarch64": ("__aarch64__", "__ARM_NEON"),
}
_NOT_HERE = frozenset(
    """_MSC_VER _MSC_FULL_VER _WIN32 _WIN64 WIN32 WIN64 __CYGWIN__ __MINGW32__ __MINGW64__ __BORLANDC__
    __APPLE__ __MACH__ __APPLE_CC__ TARGET_OS_IPHONE TARGET_OS_MAC __OBJC__ __ANDROID__ __FreeBSD__
    __NetBSD__ __OpenBSD__ __sun __HAIKU__ __EMSCRIPTEN__ __wasm__ __wasi__ __QNX__ _AIX __MVS__
    __INTEL_COMPILER __ICC __ICL __PGI __NVCOMPILER __IBMCPP__ __xlC__ __SUNPRO_CC _CRAYC __HP_aCC
    __HIPCC__ __HIP_PLATFORM_AMD__ __HIP_PLATFORM_HCC__ __HIP_DEVICE_COMPILE__ __SYCL_DEVICE_ONLY__
    SYCL_LANGUAGE_VERSION __OPENCL_VERSION__ _OPENMP""".split()
)
_OF_CUDA = frozenset(("__CUDACC__", "__CUDA_ARCH__", "__NVCC__", "__CUDA__"))
_OTHERS = re.compile(
    r"_|[a-z]|AT_|C10|TORCH|CAFFE2|PYTORCH|PYBIND11|PY_|Py|ORT_|ONNX|CUDA|CUDNN|CUB_|THRUST|HIP|ROCM|EIGEN_|"
    r"CV_|OPENCV|BOOST_|TBB_|NDEBUG|(?:U?INT|U?LONG|U?LLONG|U?CHAR|U?SHRT|SIZE|PTRDIFF|FLT|DBL|LDBL)\d*_|"
    r"(?:M|O|S|SIG|MAP|MADV|CLOCK|PTHREAD|RTLD)_|(?:NAN|INFINITY|EOF|NULL|BUFSIZ|RAND_MAX|PATH_MAX|"
    r"BIG_ENDIAN|LITTLE_ENDIAN|BYTE_ORDER)$"
)
"""How macros begin that a header may define which is not read here: of the system, or of a known library."""

_MOST_TOKENS = 100
_FOLLOWED = 8
_TOKEN = re.compile(
    r"\s*(?:(?P<has>__has_include(?:_next)?\s*\(\s*(?P<what><[^>]*>|\"[^\"]*\")\s*\))|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<number>0[xX][0-9a-fA-F]+|\d+)[uUlL]*(?![\w.'])|(?P<sign>&&|\|\||[=!<>]=|<<|>>|[-!<>()+*/%?:~&|^,])|(?P<odd>\S))"
)
_NUMBER = re.compile(r"\(?\s*(0[xX][0-9a-fA-F]+|\d+)[uUlL]*\s*\)?")
_ORDER = {"||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
          "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10}  # fmt: skip

_DOUBT = object()


class Macros:
    """What is known of macros where some line is read.

    Args:
        flags: the C++ compiler's.
        cuda: whether CUDA's compiler may read it.
        doubt: further names of which nothing is known.
    """

    def __init__(
        self, flags: Sequence[str] = (), *, cuda: bool = False, doubt: Iterable[str] = ()
    ) -> None:
        self._not_here = _NOT_HERE if cuda else _NOT_HERE | _OF_CUDA
        self._all_in_doubt = "-include" in flags
        # A text, None for one that is not known, or that it is not defined, or in doubt.
        self._known: dict[str, object] = dict.fromkeys(doubt, _DOUBT)
        self._known |= dict.fromkeys((*_HERE, *_OF_PROCESSOR.get(platform.machine(), ())))
        if not any(flag.startswith("-std=") for flag in flags):
            self.define("__cplusplus", "202002L")
        for words in grouped(flags):
            word = "".join(words)
            name, _, value = word[2:].partition("=")
            if word.startswith("-D"):
                self.define(name, value if "=" in word else "1")
            elif word.startswith("-U"):
                self.undefine(name)
            elif word == "-fopenmp":
                self.define("_OPENMP", None)

    def define(self, name: str, text: str | None) -> None:
        """From here on it is defined; with what is None where that is not known."""
        self._known[name] = text

    def undefine(self, name: str) -> None:
        """From here on it is not defined."""
        self._known[name] = False

    def doubt(self, name: str) -> None:
        """From here on nothing is known of it."""
        self._known[name] = _DOUBT

    def doubt_all(self) -> None:
        """Something was read that may define any name that is not known by now."""
        self._all_in_doubt = True

    def is_defined(self, name: str) -> bool | None:
        """Whether it is; None where that is in doubt."""
        found = self._known.get(name, self)
        if found is self:
            if name in self._not_here:
                return False
            return None if self._all_in_doubt or _OTHERS.match(name) else False
        return None if found is _DOUBT else found is not False

    def text(self, name: str) -> str | None:
        """What it stands for; None where that is not known."""
        found = self._known.get(name)
        return found if isinstance(found, str) else None

    def number(self, name: str) -> int | None:
        """What it is worth in a condition; None where that is not known."""
        for _ in range(_FOLLOWED):
            defined = self.is_defined(name)
            if defined is False:
                return 0
            text = self.text(name) if defined else None
            if text is None:
                return None
            if match := _NUMBER.fullmatch(text.strip()):
                return _int(match[1])
            name = text.strip()
            if not name.isidentifier():
                return None
        return None


def truth(
    condition: str, macros: Macros, has: Callable[[str], bool | None] = lambda name: None
) -> bool | None:
    """Whether a condition holds; None where that is in doubt.

    Args:
        condition: what stands after ``#if``.
        macros: what is known there.
        has: whether a header is found, as it is written: ``<vector>``, ``"own.h"``.
    """
    tokens = _tokens(condition)
    if len(tokens) > _MOST_TOKENS:
        return None
    try:
        value = _Reader(tokens, macros, has).whole()
    except (IndexError, ValueError, RecursionError):
        return None  # nothing that is read here, a mistake perhaps
    return None if value is None else value != 0


@functools.lru_cache(maxsize=4096)
def _tokens(condition: str) -> tuple[tuple[str, str], ...]:
    """Kind and text of each token, of a condition that is not endless."""
    found = []
    for match in _TOKEN.finditer(condition[: 40 * _MOST_TOKENS]):
        kind = match.lastgroup or ""
        kind = "has" if match["has"] else kind
        found.append((kind, match["what"] if kind == "has" else match[kind]))
    return tuple(found) if len(condition) <= 40 * _MOST_TOKENS else (("odd", ""),)


class _Reader:
    """Reads a condition from left to right; None is a value that is not known."""

    def __init__(
        self,
        tokens: tuple[tuple[str, str], ...],
        macros: Macros,
        has: Callable[[str], bool | None],
    ) -> None:
        self._left = [*reversed(tokens)]
        self._macros, self._has = macros, has

    def whole(self) -> int | None:
        value = self._choice()
        if self._left:
            raise ValueError
        return value

    def _next_is(self, sign: str) -> bool:
        if self._left and self._left[-1] == ("sign", sign):
            self._left.pop()
            return True
        return False

    def _must(self, sign: str) -> None:
        if not self._next_is(sign):
            raise ValueError

    def _choice(self) -> int | None:
        value = self._binary(1)
        if not self._next_is("?"):
            return value
        first = self._choice()
        self._must(":")
        second = self._choice()
        if value is None:
            return first if first == second else None
        return first if value else second

    def _binary(self, least: int) -> int | None:
        value = self._single()
        while self._left and self._left[-1][0] == "sign":
            sign = self._left[-1][1]
            if _ORDER.get(sign, 0) < least:
                break
            self._left.pop()
            value = _worth(sign, value, self._binary(_ORDER[sign] + 1))
        return value

    def _single(self) -> int | None:
        kind, text = self._left.pop()
        if kind == "number":
            return _int(text)
        if kind == "has":
            found = self._has(text)
            return None if found is None else int(found)
        if kind == "name":
            return self._named(text)
        if text == "(" and kind == "sign":
            value = self._choice()
            self._must(")")
            return value
        if kind == "sign" and text in "!-+~":
            value = self._single()
            if value is None:
                return None
            return {"!": int(value == 0), "-": -value, "+": value, "~": ~value}[text]
        raise ValueError

    def _named(self, name: str) -> int | None:
        if name == "defined":
            bracket = self._next_is("(")
            kind, name = self._left.pop()
            if kind != "name":
                raise ValueError
            if bracket:
                self._must(")")
            defined = self._macros.is_defined(name)
            return None if defined is None else int(defined)
        if self._next_is("("):
            self._skip()
            return None  # a macro with arguments
        if name in ("true", "false"):
            return int(name == "true")
        return self._macros.number(name)

    def _skip(self) -> None:
        depth = 1
        while depth:
            token = self._left.pop()
            depth += (token == ("sign", "(")) - (token == ("sign", ")"))


def _int(text: str) -> int:
    if text[:2] in ("0x", "0X"):
        return int(text, 16)
    return int(text, 8) if text[0] == "0" and len(text) > 1 else int(text)


def _worth(sign: str, left: int | None, right: int | None) -> int | None:
    if sign == "&&":
        return 0 if 0 in (left, right) else None if None in (left, right) else 1
    if sign == "||":
        return 1 if left or right else None if None in (left, right) else 0
    if left is None or right is None:
        return None
    if sign in ("/", "%"):
        if right == 0 or left < 0 or right < 0:
            return None
        return left // right if sign == "/" else left % right
    if sign in ("<<", ">>"):
        if not 0 <= right < 64:
            return None
        return left << right if sign == "<<" else left >> right
    return int(_PLAIN[sign](left, right))


_PLAIN: dict[str, Callable[[int, int], int]] = {
    "|": lambda a, b: a | b,
    "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}
