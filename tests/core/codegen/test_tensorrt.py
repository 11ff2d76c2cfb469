"""The plugin for TensorRT in Python: what it says of the outputs.

TensorRT is not here; a stand-in has what the module asks for: descriptions with sizes that are known.
"""

from __future__ import annotations

import sys
import types
from typing import Any, NamedTuple

import pytest

from workbench import paths
from workbench.core.codegen.tensorrt import tensorrt_module
from workbench.core.storage.op_file import load

GALLERY = paths.ops_lib() / "ops"


class Size(int):
    """A size as TensorRT has it: an expression that is a constant."""

    is_constant, is_fake = True, False

    def constant_value(self) -> int:
        return int(self)


class Desc(NamedTuple):
    """A tensor's description."""

    shape_expr: tuple[Any, ...]
    dtype: str = "FLOAT"


@pytest.fixture
def trt(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in for TensorRT."""
    names = ("FLOAT", "INT32", "INT64")
    module, plugin = types.ModuleType("tensorrt"), types.ModuleType("tensorrt.plugin")
    module.DataType = types.SimpleNamespace(__members__={n: n for n in names})  # type: ignore[attr-defined]
    module.plugin = plugin  # type: ignore[attr-defined]
    kept = {
        "register": lambda _: lambda f: f,
        "impl": lambda _: lambda f: f,
        "from_shape_expr": Desc,
    }
    for name, value in {**kept, "TensorDesc": Desc, "Tensor": Desc}.items():
        setattr(plugin, name, value)
    monkeypatch.setitem(sys.modules, "tensorrt", module)
    monkeypatch.setitem(sys.modules, "tensorrt.plugin", plugin)


def described(name: str, *shapes: tuple[int, ...], **attributes: object) -> Any:
    text = tensorrt_module(load(GALLERY / name).resolved())
    # Without the library of its kernel, which is not asked for here.
    text = "\n".join(line for line in text.splitlines() if not line.startswith("_FUNCTION"))
    space: dict[str, Any] = {"__file__": "plugin.py"}
    exec(compile(text, "plugin.py", "exec"), space)
    return space["describe_0"](*(Desc(tuple(map(Size, s))) for s in shapes), **attributes)


@pytest.mark.usefixtures("trt")
def test_sizes_and_types_come_from_the_declaration() -> None:
    assert described("my_add_custom", (4, 3, 8), (3, 1)) == Desc((4, 3, 8))
    with pytest.raises(ValueError, match="sizes 4 and 3 cannot be broadcast"):
        described("my_add_custom", (4,), (3,))
    both = described("dual_residual", (1, 3), (1, 3), alpha=0.5)
    assert both == (Desc((1, 3)), Desc((1, 3)))
    found = described("grid_cluster", (7, 3), (3,), (3,), (3,))
    assert found == Desc((7,), "INT64")


@pytest.mark.usefixtures("trt")
def test_sizes_are_computed_from_attributes() -> None:
    ones = dict.fromkeys(("stride_h", "stride_w", "dilation_h", "dilation_w"), 1)
    more = {"pad_h": 1, "pad_w": 0, "groups": 1, "offset_groups": 1, "use_mask": 0}
    shapes = ((2, 8, 10, 12), (6, 4, 3, 3), (2, 18, 10, 10), (0,), (6,))
    assert described("deform_conv2d", *shapes, **ones, **more) == Desc((2, 6, 10, 10))
