"""A bridge: ONNX Runtime calls the torch op."""

from __future__ import annotations

from workbench.core.ort_sides.side import ORT_GLUE, OrtSide
from workbench.core.styles import LibraryPlan, Style, UnitPlan, Words
from workbench.core.types.arg_types import ArgumentType

__all__ = ["SIDE"]

_UNITS = (
    ORT_GLUE,
    UnitPlan(
        "bridge",
        "bridge_entries.cpp.j2",
        title="C++: the bridge to PyTorch",
        absent="There is no bridge: choose it on the Mapping page to have ONNX Runtime call torch.",
    ),
    UnitPlan("bridge_torch", "bridge_torch.cpp.j2", headers="torch"),
    UnitPlan("bridge_library", "bridge_library.cpp.j2"),
)


class Bridge(OrtSide):
    """Through torch's dispatcher, so libtorch is needed where the model runs."""

    name = "bridge"
    order = 20
    words = Words(
        "Bridge to PyTorch",
        "calls the torch op",
        "ONNX Runtime's buffers are handed to the torch op. Nothing is rewritten, but libtorch must "
        "be installed where the model runs.",
    )
    runs = "ONNX Runtime runs it by calling the torch op, so it needs libtorch there."
    fix = "Call the torch op (bridge)"
    means = "calls the torch op"
    runs_kernel = True

    def refused(self, kind: ArgumentType) -> str:
        return "" if kind.in_bridge else f"a bridge passes no {kind.name}"

    def library(self, style: Style) -> LibraryPlan | None:
        return LibraryPlan(_UNITS, further=False, links_torch=True, calls_torch=True)

    def refusal(self, style: Style) -> tuple[str, str]:
        what, hint = style.what
        if not style.is_function:
            return "", ""
        return f"{what} is no op of torch's dispatcher, which is all that a bridge can call", hint

    def shared(self, style: Style) -> str:
        # An installed op is its own definition: there is nothing else to check it against.
        return "" if style.exists else "through the bridge ONNX Runtime runs PyTorch's own kernel"


SIDE = Bridge()
