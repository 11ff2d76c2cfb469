"""What C++ does not say of an op, in words."""

from __future__ import annotations

from msgspec import UNSET

from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Op
from workbench.importers.cpp.drafting.arguments import Arguments
from workbench.importers.cpp.search.candidates import Candidate
from workbench.importers.cpp.search.partners import runs_on_cpu
from workbench.importers.drafts.draft import Gap

__all__ = ["gaps_of"]


def _holds_integers(op: Op, arg: Arg) -> bool:
    """Whether its example's elements are integers that nobody has given."""
    return arg.is_tensor and not arg.optional and "int" in signature.arg_dtypes(op, arg)[0]


def gaps_of(candidate: Candidate, op: Op, found: Arguments) -> list[Gap]:
    """What the user has to look at in a drafted op."""
    gaps = []
    if found.written:
        names = ", ".join(f"'{n}'" for n in found.written)
        which = f"{candidate.name} writes into {names}"
        told = len(found.shapes) == len(op.outputs) and all(found.shapes)
        which += (
            f", and an op returns its results: {op.kernel.source} makes the tensors and calls it"
        )
        gaps.append(
            Gap(
                "kernel.source",
                which if told else f"{which}. Correct their sizes there, and in the shape rules",
            )
        )
    for i, output in enumerate(op.outputs):
        key = f"outputs[{i}]"
        if i in found.allocated:
            gaps.append(
                Gap(
                    f"{key}.shape",
                    f"'{output.name}' has as many dimensions as its kernel gives it: only one is guessed",
                )
            )
        elif not (i < len(found.shapes) and found.shapes[i]):
            guess = output.shape.removesuffix(".shape")
            gaps.append(
                Gap(
                    f"{key}.shape",
                    f"C++ does not say the shape of '{output.name}': one size is a guess, and verify says what fits"
                    if guess == output.shape
                    else f"C++ does not say the shape of '{output.name}': that of '{guess}' is a guess",
                )
            )
        elif "unknown" in output.shape:
            gaps.append(
                Gap(
                    f"{key}.shape",
                    f"C++ does not say plainly what 'unknown' is in {output.shape}, the shape of "
                    f"'{output.name}': give it, or leave it to the kernel",
                )
            )
        if not (i < len(found.output_dtypes) and found.output_dtypes[i]):
            gaps.append(
                Gap(
                    f"{key}.dtype",
                    f"the element type of '{output.name}' is guessed: as '{output.dtype}'",
                )
            )
    for i, (arg, old) in enumerate(zip(op.args, found.names, strict=False)):
        if arg.holds_tensors and old not in found.dtypes:
            gaps.append(
                Gap(
                    f"args[{i}].dtype",
                    f"C++ does not say the element type of '{arg.name}': {arg.dtype} is a guess",
                )
            )
        if arg.name != old and old:
            gaps.append(
                Gap(
                    f"args[{i}].name",
                    f"'{old}' cannot be a name here, so the argument is '{arg.name}'",
                )
            )
    for name, kinds in op.types.items():
        if len(kinds) > 1:
            continue  # those that the source registers the op for
        gaps.append(
            Gap(
                f"types.{name}", f"the element types that {name} stands for are guessed: {kinds[0]}"
            )
        )
    numbers = [a for a in op.args if not a.holds_tensors]
    if numbers:
        names = ", ".join(f"'{a.name}'" for a in numbers)
        become = "becomes an attribute" if len(numbers) == 1 else "become attributes"
        message = (
            f"{names} {become} of the node; what is known only as the model runs must be a tensor"
        )
        gaps.append(Gap("mapping.nodes[0].attributes", message))
    made_up = [f"'{a.name}'" for a in numbers if a.default is UNSET and not a.optional]
    if made_up:
        gaps.append(Gap("model.inputs", f"the example values of {', '.join(made_up)} are made up"))
    if indices := [f"'{a.name}'" for a in op.args if _holds_integers(op, a)]:
        names = ", ".join(indices)
        message = (
            f"the elements of {names} are made up: 0 and 1, rising where the name says offsets, 1 where it "
            "says sizes, so that they fit as such"
        )
        gaps.append(Gap("model.inputs", message))
    for key, message in found.notes:
        gaps.append(Gap(key, message))
    if candidate.style.is_function:
        gaps.append(
            Gap(
                "ort.implementation",
                "ONNX Runtime cannot call a Python module: the model is exported for another runtime",
            )
        )
    if candidate.no_kernel:
        gaps.append(
            Gap(
                "kernel.source",
                f"{candidate.torch} is declared here without a kernel: give the file with its "
                "TORCH_LIBRARY_IMPL, too",
            )
        )
    if candidate.keys and not any(map(runs_on_cpu, candidate.keys)):
        gaps.append(
            Gap(
                "kernel.source",
                f"only a kernel for {', '.join(candidate.keys)} is registered, and the op runs on the CPU here",
            )
        )
    return gaps
