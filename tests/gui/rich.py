"""An op that says everything a declaration can say: branches, variants, cases, lists, files."""

from __future__ import annotations

from pathlib import Path

RICH = """\
schema = 1
name = "rich"
torch = "my_lib::deform"
doc = "all that can be declared"

[types]
T = ["float32", "float64"]

[[args]]
name = "input"
dtype = "T"

[[args]]
name = "mask"
dtype = "T"
optional = true

[[args]]
name = "xs"
type = "tensor[]"
dtype = "T"

[[args]]
name = "stride"
type = "int"

[[args]]
name = "use_mask"
type = "bool"
default = false

[[outputs]]
name = "output"
dtype = "T"
shape = "[input.shape[0], len(xs), stride]"

[kernel]
style = "libtorch"
source = "deform.cpp"
sources = ["csrc/bilinear.cpp"]
include = ["include"]
compile_flags = ["-DWITH_MASK=1"]

[[mapping.nodes]]
op = "custom::Deform"
inputs = ["input", "mask", "xs"]
outputs = ["output"]
when = "mask is not None"
attributes = [
  { name = "strides", type = "ints", rule = "[stride, stride]" },
  { name = "table", type = "tensor", value = [1.0, 2.0], dtype = "float64" },
  { name = "use_mask", type = "int", arg = "use_mask" },
]

[[mapping.nodes]]
op = "custom::Deform"
inputs = ["input", "", "xs"]
outputs = ["output"]
when = "mask is None"
attributes = [{ name = "use_mask", type = "int", arg = "use_mask" }]

[ort]
implementation = "export-only"

[variants.functions]
doc = "no library at all"
opset = 19

[[variants.functions.mapping.nodes]]
op = "fns::Deform"
inputs = ["input", "xs"]
outputs = ["output"]
script = "deform_script.py"

[variants.functions.ort]
implementation = "none"

[variants.plugin]
doc = "for a runtime with the plugin"

[variants.plugin.mapping]
source = "plugin.py"

[[variants.plugin.mapping.nodes]]
op = "plug::Deform"
inputs = ["input", "xs"]
outputs = ["output"]

[variants.plugin.ort]
implementation = "own"
source = "ort_deform.cpp"
structs = ["DeformOp"]

[model]
opset = 17

[[model.inputs]]
arg = "input"
shape = [2, 8]
seed = 1
dynamic = { 0 = "n" }

[[model.inputs]]
arg = "mask"
none = true

[[model.inputs]]
arg = "xs[0]"
shape = [4]
value = [0.25, 0.5, 0.75, 1.0]

[[model.inputs]]
arg = "xs[1]"
shape = [4]
seed = 2

[[model.inputs]]
arg = "stride"
value = 3

[[model.cases]]
name = "larger"
doc = "another batch"

[[model.cases.inputs]]
arg = "input"
shape = [5, 8]
seed = 9

[[model.cases]]
name = "three"

[[model.cases.inputs]]
arg = "xs[0]"
shape = [3]

[[model.cases.inputs]]
arg = "xs[1]"
shape = [3]

[[model.cases.inputs]]
arg = "xs[2]"
shape = [3]

[[model.cases.inputs]]
arg = "use_mask"
value = true

[reference]
source = "reference.py"
"""

FILES = {
    "deform.cpp": "// the kernel\n",
    "csrc/bilinear.cpp": "// more of it\n",
    "include/deform.h": "// a header\n",
    "reference.py": "def rich(*args):\n    pass\n",
    "plugin.py": "def symbolic(g, *args):\n    pass\n",
    "deform_script.py": "# a function\n",
    "ort_deform.cpp": "// DeformOp\n",
}


def write(folder: Path) -> Path:
    """Write the op's folder."""
    for name, text in {"op.toml": RICH, **FILES}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder
