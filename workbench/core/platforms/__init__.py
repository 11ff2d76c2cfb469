"""The platforms that an op library for ONNX Runtime can be built for: one object per platform.

A new platform is a file here with its ``PLATFORM``; what can prove it is a runtime of its name
(``core/runtimes``), where there is one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.platforms.platform import Platform
from workbench.core.registry import Registry

__all__ = ["OLDEST_GLIBC", "PLATFORMS", "Platform", "chosen", "glibc_of", "here", "refusal"]

PLATFORMS: Registry[Platform] = Registry(__name__, "PLATFORM")
"""Name → platform, in the order in which they are offered."""

OLDEST_GLIBC = "2.17"
_NEWEST_GLIBC = 43
"""What the compiler knows: 2.17 to this one."""


def chosen(text: str) -> list[Platform]:
    """The platforms that a text names: ``linux-x86_64,windows-x86_64``; none for an empty one.

    Raises:
        UserError: kind ``usage``; one is not known.
    """
    names = list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))
    unknown = next((name for name in names if name not in PLATFORMS), "")
    if unknown:
        hint = f"Platforms: {', '.join(PLATFORMS)}."
        raise UserError("usage", f"there is no platform '{unknown}'", hint)
    return [PLATFORMS[name] for name in names]


def glibc_of(text: str) -> str:
    """The version of glibc that a text names.

    Raises:
        UserError: kind ``usage``; the compiler has none of that version.
    """
    found = re.fullmatch(r"2\.(\d{1,2})", text.strip())
    oldest = int(OLDEST_GLIBC.partition(".")[2])
    if found is None or not oldest <= int(found[1]) <= _NEWEST_GLIBC:
        hint = f"Versions: {OLDEST_GLIBC} to 2.{_NEWEST_GLIBC}."
        raise UserError("usage", f"'{text}' is no version of glibc to build for", hint)
    return text.strip()


def here() -> Platform | None:
    """The platform that this process runs on; None for one that is not among them."""
    return next((platform for platform in PLATFORMS.values() if platform.is_here), None)


def refusal(op: Op, platforms: Sequence[Platform]) -> tuple[str, str]:
    """Why an op's library cannot be built for other platforms, and the next step; empty where it can.

    Args:
        op: ``Op.resolved``.
        platforms: that were asked for.
    """
    kind, side = op.kernel.kind, op.ort.side
    plan = side.library(kind)
    if platforms and side.is_prebuilt:
        return "its op library is built already, for this machine", "Deliver it for this one alone."
    if not platforms or plan is None:
        return "", ""
    ours = not plan.links_torch and not plan.loads_module
    if kind.is_shared and ours and all(u.source != "ort" for u in plan.units):
        return "", ""
    names = ", ".join(platform.name for platform in platforms)
    if not kind.is_shared:
        what = f"{kind.article} kernel needs libraries that are made for this machine"
    else:
        what = f"its implementation for ONNX Runtime is {side.name}"
    return (
        f"it cannot be built for {names}: {what}",
        "Write the kernel in the portable style, and have ONNX Runtime run it.",
    )
