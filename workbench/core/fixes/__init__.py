"""Fixes for the problems of a declaration, to be applied on click.

For a problem, functions registered for its key propose what one might do there; each proposal
is tried, and only what removes the problem without more new ones is offered. So a fix cannot
make things worse, and a check may change its words without any fix being lost.

Adding a fix is one function in the module of its part of the declaration.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from msgspec.structs import replace

from workbench.core.check import check_op
from workbench.core.check.advice import check_advice
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.examples.example_files import check_files
from workbench.core.fixes import attributes, backward, files, interface, kernel, mapping, model, ort
from workbench.core.fixes.applies import without_unused
from workbench.core.fixes.context import Fix, FixContext, proposers_of
from workbench.core.op_toml.key_path import replace_at

__all__ = ["MOST", "Fix", "fixes", "search"]

MOST = 3
"""Fixes that are offered for one problem."""
_MOST_TRIED = 24
"""Proposals that are tried: the likeliest come first, and each costs a check of the whole op."""

_PARTS = (
    attributes,
    backward,
    files,
    interface,
    kernel,
    mapping,
    model,
    ort,
)  # imported to be registered


def fixes(op: Op, problem: Problem, folder: Path | None = None) -> list[Fix]:
    """What would fix a problem of a declaration, the likeliest first.

    Args:
        op: the declaration.
        problem: one that ``check_op(op)`` has found, or ``check_files`` in the folder, or a run that found
            what fits instead.
        folder: the op's, where its example files are.

    Returns:
        Nothing where no fix is known, or where the problem is not that of the declaration.
    """
    return [fix for fix in search(op, problem, folder) if fix is not None]


def search(op: Op, problem: Problem, folder: Path | None = None) -> Iterator[Fix | None]:
    """The same a piece at a time: a fix, or None after a proposal that is none.

    Each piece costs a check of the whole op. For the arguments see ``fixes``.
    """
    known = _problems(op, folder)
    if problem.fitting:
        yield from _fitting(op, problem, folder, known)
        return
    wanted = _same(problem)
    if all(_same(p) != wanted for p in known):
        return
    messages = {_same(p)[1] for p in known}
    variant = _variant_of(op, problem.key)
    seen = op.resolved(variant) if variant else op
    context = FixContext(
        seen, problem.key.removeprefix(f"variants.{variant}.") if variant else problem.key
    )
    if variant and context.key == "opset":
        context = FixContext(seen, "model.opset")
    found: list[Fix] = []
    proposers = (*proposers_of(context.key), without_unused)
    proposals = chain.from_iterable(proposer(context) for proposer in proposers)
    for proposal in islice(proposals, _MOST_TRIED):
        fix = Fix(proposal.title, _back(op, variant, seen, proposal.op))
        if fix.op == op or any(f.title == fix.title or f.op == fix.op for f in found):
            continue
        left = _problems(fix.op, folder)
        # A problem may quote what stands there: in other words, it is still the same.
        other = any(p.key == problem.key and _same(p)[1] not in messages for p in left)
        if _no_more(left, known) and not other and all(_same(p) != wanted for p in left):
            found.append(fix)
            yield fix
            if len(found) == MOST:
                return
        else:
            yield None


def _fitting(op: Op, problem: Problem, folder: Path | None, known: list[Problem]) -> Iterator[Fix]:
    """What a run found to fit, where the declaration still has these places."""
    seen = changed = op.resolved() if op.variant in op.variants else op
    try:
        for key, value in problem.fitting:
            changed = replace_at(changed, key, value)
    except (AttributeError, IndexError):
        return
    changed = _back(op, op.variant, seen, changed) if seen is not op else changed
    words = ", ".join(str(value) for _, value in problem.fitting)
    if changed != op and _no_more(_problems(changed, folder), known):
        random = all(key.endswith(".random") for key, _ in problem.fitting)
        yield Fix("Mark as random" if random else f"Change to {words:.60}", changed)


def _no_more(left: list[Problem], known: list[Problem]) -> bool:
    """Whether a fix leaves no more of either: a warning that goes is no room for an error."""
    errors = [sum(p.severity == "error" for p in found) for found in (left, known)]
    return len(left) <= len(known) and errors[0] <= errors[1]


def _problems(op: Op, folder: Path | None) -> list[Problem]:
    found = check_op(op) + (list(check_files(op, folder)) if folder is not None else [])
    return found + check_advice(op)


def _same(problem: Problem) -> tuple[str, str]:
    """What tells one problem from another, however its sentence begins."""
    return problem.key, problem.message[:1].lower() + problem.message[1:]


def _variant_of(op: Op, key: str) -> str:
    """The variant that a key path is inside of; empty where it is in none."""
    if not re.match(r"variants\.", key):
        return ""
    names = [n for n in op.variants if key.startswith(f"variants.{n}.")]
    return max(names, key=len, default="")


def _back(op: Op, variant: str, seen: Op, changed: Op) -> Op:
    """The whole op after a change of what is seen of it through a variant."""
    if not variant:
        return changed
    changed_variant = op.variants[variant]
    opset = (
        changed.model.opset if changed.model.opset != seen.model.opset else changed_variant.opset
    )
    changed_variant = replace(
        changed_variant, mapping=changed.mapping, ort=changed.ort, opset=opset
    )
    return replace(
        changed,
        mapping=op.mapping,
        ort=op.ort,
        model=replace(changed.model, opset=op.model.opset),
        variant=op.variant,
        variants={**op.variants, variant: changed_variant},
    )
