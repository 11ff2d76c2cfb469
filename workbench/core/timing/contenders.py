"""Who can be timed for an op, and why not the others."""

from __future__ import annotations

from workbench.core.declaration.op import Mapping, Op
from workbench.core.jobs import Contender, Missing
from workbench.core.pipeline.parity import PYTORCH, RUNTIME
from workbench.core.runtimes import RUNTIMES, how_to_add
from workbench.core.types.devices import CPU

__all__ = ["COMPILED", "EAGER", "OWN", "PACKAGES", "STANDARD", "contenders_of"]

EAGER, COMPILED = "torch", "torch.compile"
OWN, STANDARD = "onnxruntime", "onnxruntime-standard"
PACKAGES = ("torch", "onnxruntime", "numpy", "python", "processor")
"""Whose versions are told, as ``made_by.versions`` has them."""

_WITHOUT_DOMAIN = "standard nodes"


def contenders_of(op: Op) -> tuple[tuple[Contender, ...], tuple[Missing, ...]]:
    """Who is to be timed, and who is not.

    Args:
        op: the declaration with its variants.
    """
    here = op.resolved()
    found = [
        Contender(EAGER, f"{PYTORCH}, eager"),
        Contender(COMPILED, f"{PYTORCH}, torch.compile"),
    ]
    missing: list[Missing] = []
    custom = bool(here.mapping.custom_nodes)
    title = f"{RUNTIME}, {'this op' if custom else _WITHOUT_DOMAIN}"
    if here.is_compared:
        found.append(Contender(OWN, title))
    else:
        why = f"{here.not_compared}: nothing runs its model"
        missing.append(Missing(OWN, title, why))
    if custom:
        _add_standard(op, found, missing)
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


def _add_standard(op: Op, found: list[Contender], missing: list[Missing]) -> None:
    title = f"{RUNTIME}, {_WITHOUT_DOMAIN}"
    names = ["", *sorted(op.variants, key=lambda name: name != op.resolved().mapping.fallback)]
    for name in names:
        mapping = op.variants[name].mapping if name else op.mapping
        if name != op.variant and _is_standard(mapping):
            words = f"variant {name}" if name else "the main mapping"
            found.append(Contender(STANDARD, f"{title} ({words})", name))
            return
    missing.append(Missing(STANDARD, title, "the op has no variant of standard nodes"))


def _is_standard(mapping: Mapping) -> bool:
    """Whether all its nodes are ONNX's own, as far as it says its nodes."""
    if mapping.source or not mapping.nodes:
        return False
    return not any(node.domain or node.script for node in mapping.nodes)
