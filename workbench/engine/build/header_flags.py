"""Which of the user's flags a precompiled header must have been made with, too.

Making torch's takes many seconds, so a flag that changes nothing in it must not ask for another one:
packages compile with ``-O3`` and a macro of their own that no header of torch's has heard of.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from workbench.core.compile.cxx_flags import grouped
from workbench.engine.build.depfile import read_depfile
from workbench.engine.compilers import Compiler, environment
from workbench.engine.store import Store, digest

__all__ = ["CODE", "code_flags", "that_matter"]

CODE = ("-O", "-f", "-m", "-std", "-g", "-pthread", "-D", "-U")
"""How flags begin that may change what a header means."""
_MACRO = ("-D", "-U")
_ALIKE = re.compile(r"-O[1-3]?|-g[0-3]?")
"""To clang: a header holds what was read, and is optimised and described where it is used; whether
it is optimised at all is a macro."""
_NAMES = "names.txt"


def code_flags(flags: Sequence[str]) -> tuple[str, ...]:
    """Those of the user's flags that may change what a header means.

    A macro may, as _GLIBCXX_ASSERTIONS does with those of the C++ library.
    """
    return tuple(word for group in grouped(flags) if group[0].startswith(CODE) for word in group)


def that_matter(
    user_flags: Sequence[str],
    header: Path,
    flags: Sequence[str],
    depends: Sequence[str | bytes],
    compiler: Compiler,
    store: Store,
) -> tuple[str, ...]:
    """Those of them that do change what a header means.

    Args:
        user_flags: the user's.
        header: what is precompiled.
        flags: all others that it is made with.
        depends: what a digest of the header is made of.
        compiler: what compiles it.
        store: what the header mentions is kept here.
    """
    groups = list(grouped(code_flags(user_flags)))
    macros = [group for group in groups if group[0].startswith(_MACRO)]
    others = [group for group in groups if not group[0].startswith(_MACRO)]
    levels = [group[0] for group in others if group[0].startswith(("-O", "-g"))]
    if not compiler.is_gcc and all(map(_ALIKE.fullmatch, levels)):
        others = [group for group in others if group[0] not in levels]
    if all(group[0] in flags for group in others):
        others = []
    rest = tuple(word for group in others for word in group)
    if not macros:
        return rest
    names = tuple(sorted({_name(group) for group in macros}))
    known = _mentioned(names, header, (*flags, *rest), depends, compiler, store)
    return (*rest, *(word for group in macros if _name(group) in known for word in group))


def _name(group: Sequence[str]) -> str:
    """``FOO`` of ``-DFOO(x)=1`` and of ``-D``, ``FOO``."""
    return re.split(r"[=(]", group[0][2:] or group[-1], maxsplit=1)[0]


def _mentioned(
    names: Sequence[str],
    header: Path,
    flags: Sequence[str],
    depends: Sequence[str | bytes],
    compiler: Compiler,
    store: Store,
) -> set[str]:
    """Those of some names that a header, or what it reads, mentions; all where it cannot be read.

    What only looks so, in a comment say, counts, too. It is found out once: there are thousands of files.
    """
    key = digest(["names", str(header), *depends, *flags, "", *names])
    if not store.has("headers", key, _NAMES):
        with store.scratch() as scratch:
            found = _looked_for(names, header, (*compiler.command, *flags), scratch / "files.d")
            if found is None:
                return set(names)
            folder = scratch / "headers"
            folder.mkdir()
            (folder / _NAMES).write_text("\n".join(sorted(found)), encoding="utf-8")
            store.add("headers", key, folder)
    return set(store.path("headers", key, _NAMES).read_text(encoding="utf-8").split("\n"))


def _looked_for(
    names: Sequence[str], header: Path, command: Sequence[str], depfile: Path
) -> set[str] | None:
    """The same, in the files themselves; None where the compiler cannot read the header."""
    asked = [*command, "-x", "c++-header", str(header), "-M", "-MF", str(depfile)]
    done = subprocess.run(asked, capture_output=True, env=environment(), check=False)
    if done.returncode != 0:
        return None
    patterns = {name: re.compile(rb"\b%b\b" % re.escape(name).encode()) for name in names}
    found: set[str] = set()
    for path in read_depfile(depfile):
        text = path.read_bytes()
        found |= {name for name, pattern in patterns.items() if pattern.search(text)}
    return found
