"""What names of the outside mean in a ``setup.py``, and what may be done with values."""

from __future__ import annotations

import glob
import importlib.metadata
import itertools
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["METHODS", "PLAIN", "File", "Outside", "Ref", "Unknown"]

_MOST_BYTES = 1 << 20
_MOST_FOLDERS = 5000


class Unknown:
    """A value that is only known when the file runs; as a condition it counts as not so.

    Args:
        why: in words.
        line: in the file.
    """

    def __init__(self, why: str, line: int) -> None:
        self.why, self.line = why, line

    def __bool__(self) -> bool:
        return False


class Ref:
    """Something of another module, by its full name."""

    def __init__(self, name: str) -> None:
        self.name = name


class File:
    """An opened file of the package."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read(self) -> str:
        return self._text

    def readlines(self) -> list[str]:
        return self._text.splitlines(keepends=True)


class _Version(tuple[int, ...]):
    """A version as it is compared."""

    __slots__ = ()

    @classmethod
    def of(cls, text: object) -> _Version:
        return cls(int(n) for n in re.findall(r"\d+", str(text).partition("+")[0])[:4])


class Outside:
    """The modules that a ``setup.py`` asks, as far as their answers are known without running it.

    Args:
        root: the package's folder; nothing outside of it is looked at.
        cuda: whether there is CUDA.
    """

    def __init__(self, root: Path, cuda: bool) -> None:
        self._root = root
        torch = _torch_version()
        self.values: dict[str, Any] = {
            "os.sep": "/",
            "os.curdir": ".",
            "os.path.curdir": ".",
            "os.path.sep": "/",
            "os.name": "posix",
            "os.environ": {},
            "sys.platform": "linux",
            "sys.argv": ["setup.py", "build_ext"],
            "sys.version_info": (3, 11, 0),
            "torch.__version__": torch,
            "torch.version.__version__": torch,
            "torch.version.cuda": "12.8" if cuda else None,
            "torch.version.hip": None,
            "torch.has_cuda": cuda,
            "torch.utils.cpp_extension.CUDA_HOME": "/usr/local/cuda" if cuda else None,
            "torch.utils.cpp_extension.ROCM_HOME": None,
            "torch.utils.cpp_extension.IS_HIP_EXTENSION": False,
            "typing.TYPE_CHECKING": False,
        }
        self.functions: dict[str, Callable[..., Any]] = {
            "os.getcwd": lambda: str(root),
            "os.getenv": lambda name, default=None: default,
            "os.path.join": os.path.join,
            "os.path.dirname": os.path.dirname,
            "os.path.basename": os.path.basename,
            "os.path.split": os.path.split,
            "os.path.splitext": os.path.splitext,
            "os.path.normpath": os.path.normpath,
            "os.path.isabs": os.path.isabs,
            "os.path.abspath": self._absolute,
            "os.path.realpath": self._absolute,
            "os.path.relpath": lambda path, start="": os.path.relpath(
                self._absolute(path), self._absolute(start)
            ),
            "os.path.exists": lambda path: self._inside(path).exists(),
            "os.path.isfile": lambda path: self._inside(path).is_file(),
            "os.path.isdir": lambda path: self._inside(path).is_dir(),
            "os.listdir": lambda path=".": sorted(
                found.name for found in self._inside(path).iterdir()
            ),
            "os.walk": self._walk,
            "glob.glob": self._glob,
            "pathlib.Path": lambda *parts: Path(*parts),
            "pathlib.Path.cwd": lambda: root,
            "platform.system": lambda: "Linux",
            "platform.machine": lambda: "x86_64",
            "itertools.chain": lambda *lists: list(itertools.chain(*lists)),
            "itertools.product": lambda *lists: list(itertools.product(*lists)),
            "packaging.version.parse": _Version.of,
            "packaging.version.Version": _Version.of,
            "pkg_resources.parse_version": _Version.of,
            "distutils.version.LooseVersion": _Version.of,
            "torch.cuda.is_available": lambda: cuda,
            "torch.cuda.device_count": lambda: int(cuda),
            "torch.backends.mps.is_available": lambda: False,
            "torch.__config__.parallel_info": lambda: "ATen parallel backend: OpenMP",
            "torch._C._GLIBCXX_USE_CXX11_ABI": lambda: True,
        }

    def open(self, path: Any, *_: Any, **__: Any) -> File:
        """``open``, of a file of the package."""
        found = self._inside(path)
        if found.stat().st_size > _MOST_BYTES:
            raise ValueError("the file is too large")
        return File(found.read_text(encoding="utf-8"))

    def path_method(self, path: Path, name: str) -> Callable[..., Any] | None:
        """What a path of the package is asked."""

        def inside() -> Path:
            return self._inside(path)

        found: dict[str, Callable[..., Any]] = {
            "resolve": lambda *_: Path(self._absolute(path)),
            "absolute": lambda: Path(self._absolute(path)),
            "joinpath": lambda *parts: path.joinpath(*parts),
            "as_posix": path.as_posix,
            "with_suffix": path.with_suffix,
            "exists": lambda: inside().exists(),
            "is_file": lambda: inside().is_file(),
            "is_dir": lambda: inside().is_dir(),
            "glob": lambda pattern: [path / p for p in self._globbed(inside(), pattern)],
            "rglob": lambda pattern: [path / p for p in self._globbed(inside(), f"**/{pattern}")],
            "read_text": lambda *_, **__: self.open(path).read(),
            "relative_to": lambda other: Path(self._absolute(path)).relative_to(
                self._absolute(other)
            ),
        }
        return found.get(name)

    def _absolute(self, path: Any) -> str:
        return os.path.normpath(str(self._root / path))

    def _inside(self, path: Any) -> Path:
        """The path, if it is one of the package."""
        found = Path(os.path.realpath(self._root / path))
        if not found.is_relative_to(self._root):
            raise LookupError("it is outside of the package")
        return found

    def _walk(self, top: Any) -> list[tuple[str, list[str], list[str]]]:
        self._inside(top)
        found = []
        # As the file itself would: the names begin with what it gave.
        for folder, folders, files in os.walk(self._root / top):
            folders.sort()
            named = os.path.normpath(Path(top) / Path(folder).relative_to(self._root / top))
            found.append((named, list(folders), sorted(files)))
            if len(found) > _MOST_FOLDERS:
                raise ValueError("there are too many folders")
        return found

    def _glob(self, pattern: str, **given: Any) -> list[str]:
        self._inside(re.split(r"[*?\[]", str(pattern))[0] or ".")
        if ".." in Path(pattern).parts:
            raise LookupError("it is outside of the package")
        recursive = bool(given.get("recursive"))
        # As the file itself would ask, whose patterns may be absolute.
        return sorted(glob.glob(str(pattern), root_dir=self._root, recursive=recursive))  # noqa: PTH207

    def _globbed(self, folder: Path, pattern: str) -> list[str]:
        if ".." in Path(pattern).parts or Path(pattern).is_absolute():
            raise LookupError("it is outside of the package")
        return sorted(glob.glob(pattern, root_dir=folder, recursive=True))  # noqa: PTH207


def _torch_version() -> str:
    try:
        return importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        return "2.13.0"


PLAIN: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        *(any, all, bool, dict, enumerate, int, len, list, max, min, range, reversed, set),
        *(sorted, str, sum, tuple, zip),
    )
}
"""Python's own functions that do nothing but make a value."""

_STR = """capitalize count endswith find format join lower lstrip partition removeprefix removesuffix
replace rpartition rsplit rstrip split splitlines startswith strip title upper isdigit"""
METHODS: dict[type, frozenset[str]] = {
    str: frozenset(_STR.split()),
    list: frozenset("append copy count extend index insert pop remove reverse sort".split()),
    tuple: frozenset("count index".split()),
    dict: frozenset("copy get items keys pop setdefault update values".split()),
    set: frozenset("add copy difference discard union update".split()),
    File: frozenset("read readlines".split()),
}
"""What may be called of a value."""
