"""Who can be timed for an op, and why not the others."""

from __future__ import annotations

from workbench.core.declaration.op import Mapping, Op
from workbench.core.jobs import Contender, Missing
from workbench.core.pipeline.parity import PYTORCH, RUNTIME
from workbench.core.runtimes import RUNTIMES, how_to_add
from workbench.core.types.devices import CPU

__all__ = [
    "COMPILED",
    "EAGER",
    "MOST_OTHERS",
    "OTHERS",
    "OWN",
    "PACKAGES",
    "contenders_of",
    "is_standard",
]

EAGER, COMPILED = "torch", "torch.compile"
OWN = "onnxruntime"
PACKAGES = ("torch", "onnxruntime", "numpy", "python", "processor")
"""Whose versions are told, as ``made_by.versions`` has them."""

OTHERS = f"{OWN}-VARIANT"
"""What the mappings that are not in use are called."""
MOST_OTHERS = 6
"""Mappings that are timed beside the one in use: each has a process, and its model is exported."""

_WITHOUT_DOMAIN = "standard nodes"
_MAIN = "main-mapping"  # no variant is called so: a name has no dash


def contenders_of(op: Op) -> tuple[tuple[Contender, ...], tuple[Missing, ...]]:
    """Who is to be timed, and who is not.

    Args:
        op: the declaration with its variants.
    """
    here = op.resolved()
    found = [
        Contender(EAGER, f"{PYTORCH}, eager"),
        Contender(COMPILED, COMPILED),
    ]
    missing: list[Missing] = []
    custom = bool(here.mapping.custom_nodes)
    title = f"{RUNTIME}, {'this op' if custom else _WITHOUT_DOMAIN}"
    if here.is_compared:
        found.append(Contender(OWN, title))
    else:
        why = f"{here.not_compared}: nothing runs its model"
        missing.append(Missing(OWN, title, why))
    _add_others(op, found, missing)
    for runtime in RUNTIMES.values():
        if runtime.device != CPU and runtime.refusal(here)[0]:
            continue  # nobody looks for a time on a GPU
        why = runtime.untimed
        if not why and not runtime.is_there:
            why = f"it is not on this machine. {how_to_add(runtime.name)}"
        if not why:
            why, _ = runtime.refusal(here)
        if why:
            missing.append(Missing(runtime.name, runtime.words.title, why))
        else:
            found.append(Contender(runtime.name, runtime.words.title))
    return tuple(found), tuple(missing)


def _add_others(op: Op, found: list[Contender], missing: list[Missing]) -> None:
    """The mappings that are not in use: two implementations are compared when both are timed."""
    fallback = op.resolved().mapping.fallback
    variants = sorted(op.variants, key=lambda name: (name != fallback, name))
    others = [name for name in ("", *variants) if name != op.variant]
    standard = is_standard(op.resolved().mapping)
    for number, name in enumerate(others):
        other = op.resolved(name)
        standard = standard or is_standard(other.mapping)
        # First what tells them apart: where a table is narrow, the rest is cut off.
        what = ["variant"] * bool(name) + [_WITHOUT_DOMAIN] * is_standard(other.mapping)
        about = f" ({', '.join(what)})" if what else ""
        title = f"{RUNTIME}, {name or 'main mapping'}{about}"
        one = Contender(f"{OWN}-{name or _MAIN}", title, name)
        why = f"{other.not_compared}: nothing runs its model" if other.not_compared else ""
        if number >= MOST_OTHERS:
            why = f"no more than {MOST_OTHERS} further mappings are timed at once. Put it into use"
        if why:
            missing.append(Missing(one.name, one.title, why))
        else:
            found.append(one)
    if not standard and "standard" not in op.variants:
        why = "the op has no variant of standard nodes"
        missing.append(Missing(f"{OWN}-standard", f"{RUNTIME}, {_WITHOUT_DOMAIN}", why))


def is_standard(mapping: Mapping) -> bool:
    """Whether all its nodes are ONNX's own, as far as it says its nodes: no library has kernels for it."""
    if mapping.source or not mapping.nodes:
        return False
    return not any(node.domain or node.script for node in mapping.nodes)
