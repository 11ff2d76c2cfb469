"""What the declaration says of its own keys, and who has it from there."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from tests.core.declarations import add_op
from tests.gui.rich import RICH
from workbench.core import check
from workbench.core.declaration.op import Arg, Attribute, Backward, Example, Kernel, Op, Reference
from workbench.core.files.file_roles import FILE_ROLES
from workbench.core.fixes import fixes
from workbench.core.op_toml import key_words, keys
from workbench.core.op_toml.key_path import get_at, replace_at
from workbench.core.storage import op_file

ROOT = Path(__file__).resolve().parents[3]


def test_every_key_has_a_title_a_description_and_a_page() -> None:
    for key in keys.every_key():
        assert key.title[:1].isupper() or key.title.startswith("ONNX"), key.path
        assert key.description[-1:] == ".", key.path
        assert key.page in ("signature", "mapping", "model", "run"), key.path
        assert key.facts.file in ("", *FILE_ROLES), key.path
        if key.part is not None and (key.is_list or key.is_table):
            assert key.facts.record, key.path


@pytest.mark.parametrize(
    ("path", "general"),
    [
        ("args[1].dtype", "args[].dtype"),
        ("args[1]", "args"),
        ("types.T", "types"),
        ("variants.plugin.opset", "variants.*.opset"),
        ("variants.plugin.mapping.nodes[0].inputs[1]", "variants.*.mapping.nodes[].inputs"),
        ("model.cases[0].inputs[2].dynamic.0", "model.cases[].inputs[].dynamic"),
        ("model.inputs[].shape", "model.inputs[].shape"),
    ],
)
def test_a_path_names_its_key(path: str, general: str) -> None:
    found = keys.key_at(path)
    assert found is not None
    assert found.path == general


@pytest.mark.parametrize("path", ["", "nothing", "args[0].nothing", "kernel.source.x", "name[0].x"])
def test_a_path_that_leads_nowhere_names_no_key(path: str) -> None:
    assert keys.key_at(path) is None


def test_the_keys_of_an_op_are_found_where_it_has_them() -> None:
    op = op_file.loads(RICH)
    found = {use.path: use for use in keys.uses(op)}
    assert found["kernel.style"].value == op.kernel.style
    assert found["variants.plugin.opset"].part is op.variants["plugin"]
    assert found["args[0].name"].value == op.args[0].name
    assert {use.key.path for use in found.values()} <= {key.path for key in keys.every_key()}


def test_a_stage_is_that_of_the_part_unless_the_key_says_other() -> None:
    stages = {key.path: key.stage for key in keys.every_key()}
    assert stages["kernel.source"] == "build"
    assert stages["args[].doc"] == "none"
    assert stages["model.inputs[].shape"] == "export"
    assert stages["model.cases[].doc"] == "none"
    assert stages["model.rtol"] == "compare"
    assert stages["args[].range"] == stages["backward.formulas"] == "check"


def test_why_a_key_has_no_use_depends_on_the_rest_of_the_op() -> None:
    op = add_op()
    assert keys.why_unused(op, "kernel.package") == "a portable kernel comes from no package"
    installed = msgspec.structs.replace(
        op, kernel=msgspec.structs.replace(op.kernel, style="installed")
    )
    assert keys.why_unused(installed, "kernel.package") == ""
    assert keys.why_unused(op, "torch") == ""


def test_what_a_key_is_called_alone_tells_it_from_others() -> None:
    titles = {key.path: key.full_title for key in keys.every_key()}
    assert titles["mapping.source"] == "Mapping file"
    assert titles["ort.source"] == "ONNX Runtime source"
    assert titles["variants.*.opset"] == "Variant opset"
    assert titles["torch"] == "Torch name"
    assert keys.in_sentence(titles["ort.source"]) == "ONNX Runtime source"
    assert keys.in_sentence(titles["mapping.source"]) == "mapping file"
    assert keys.known("kernel").heading == "Where the computation is"


def test_the_json_schema_has_the_same_words() -> None:
    schema = msgspec.json.schema(Op)["$defs"]["Kernel"]["properties"]["package"]
    known = keys.key_at("kernel.package")
    assert known is not None
    assert (schema["title"], schema["description"]) == (known.title, known.description)


def test_the_page_of_all_keys_is_current() -> None:
    page = (ROOT / "docs" / "op-toml.md").read_text(encoding="utf-8")
    assert page == key_words.reference(), "run python tools/op_toml_reference.py"


def test_every_key_stands_on_that_page() -> None:
    text = key_words.reference()
    for key in keys.every_key():
        assert f"**`{key.name}`**" in text
        assert key.description.replace("\n", " ") in text.replace("\\<", "<")


def scalar(op: Op) -> Op:
    arg = Arg("k", "int", dtype="float64")
    return msgspec.structs.replace(op, args=(*op.args, arg))


WITHOUT_USE: dict[str, tuple[str, Callable[[Op], Op]]] = {
    "args[].dtype": ("args[3].dtype", scalar),
    "args[].optional": (
        "args[0].optional",
        lambda op: replace_at(replace_at(op, "args[0].type", "tensor[]"), "args[0].optional", True),
    ),
    "outputs[].count": ("outputs[0].count", lambda op: replace_at(op, "outputs[0].count", "2")),
    "args[].default": ("args[0].default", lambda op: replace_at(op, "args[0].default", 1)),
    "args[].range": ("args[0].range", lambda op: replace_at(op, "args[0].range", (1, 8))),
    "args[].choices": ("args[0].choices", lambda op: replace_at(op, "args[0].choices", (1, 8))),
    "kernel.registration": (
        "kernel.registration",
        lambda op: replace_at(op, "kernel.registration", "own"),
    ),
    "kernel.cuda": (
        "kernel.cuda",
        lambda op: replace_at(
            replace_at(op, "kernel.cuda", "kernel.cu"), "kernel.style", "libtorch"
        ),
    ),
    "kernel.package": ("kernel.package", lambda op: replace_at(op, "kernel.package", "torch")),
    **{
        f"kernel.{name}": (
            f"kernel.{name}",
            lambda op, name=name: replace_at(
                op, "kernel", Kernel("installed", **{name: ("-lm" if "flags" in name else "a",)})
            ),
        )
        for name in ("sources", "include", "compile_flags", "link_flags", "cuda_architectures")
    },
    "mapping.nodes[].attributes[].dtype": (
        "mapping.nodes[0].attributes[0].dtype",
        lambda op: replace_at(
            op, "mapping.nodes[0].attributes", (Attribute("a", "int", value=1, dtype="int64"),)
        ),
    ),
    "ort.source": ("ort.source", lambda op: replace_at(op, "ort.source", "ort.cpp")),
    "ort.module": ("ort.module", lambda op: replace_at(op, "ort.module", "kernels.so")),
    "ort.function": ("ort.function", lambda op: replace_at(op, "ort.function", "add")),
    "ort.package": ("ort.package", lambda op: replace_at(op, "ort.package", "a_package")),
    "ort.structs": ("ort.structs", lambda op: replace_at(op, "ort.structs", ("A",))),
    **{
        f"model.inputs[].{name}": (
            "model.inputs[0]." + name,
            lambda op, changed=changed: replace_at(op, "model.inputs[0]", Example("a", **changed)),
        )
        for name, changed in {
            "generator": {"file": "a.npy", "generator": "ones"},
            "value": {"file": "a.npy", "value": (1.0,)},
            "none": {"none": True, "shape": (2, 3)},
            "entry": {"file": "a.npy", "entry": "x"},
            "axes": {"file": "a.npy", "axes": "HWC"},
        }.items()
    },
    **{
        f"model.inputs[].{name}": (
            f"model.inputs[2].{name}",
            lambda op, changed=changed: replace_at(
                op, "model.inputs", (*op.model.inputs[:2], Example("scale", value=2.0, **changed))
            ),
        )
        for name, changed in {
            "shape": {"shape": (2,)},
            "file": {"file": "a.npy"},
            "layout": {"layout": "offset"},
            "same_as": {"same_as": "a"},
        }.items()
    },
    "model.outputs": ("model.outputs", lambda op: replace_at(op, "model.outputs", ("z",))),
    "model.node": ("model.node", lambda op: replace_at(op, "model.node", "Add")),
    "reference.python": (
        "reference.python",
        lambda op: replace_at(op, "reference", Reference(python="a", source="r.py")),
    ),
    "reference.function": (
        "reference.function",
        lambda op: replace_at(op, "reference.function", "f"),
    ),
    "backward.source": (
        "backward.source",
        lambda op: replace_at(op, "backward", Backward("other", source="b.py")),
    ),
    "backward.function": (
        "backward.function",
        lambda op: replace_at(op, "backward.function", "f"),
    ),
    "backward.formulas": (
        "backward.formulas",
        lambda op: replace_at(op, "backward", Backward(source="b.py", formulas={"a": "grad"})),
    ),
}


def test_every_key_that_may_have_no_use_is_tried_here() -> None:
    may = {k.path for k in keys.every_key() if k.facts.applies is not None}
    elsewhere = ("variants", "model.cases")  # the same structs
    assert {path for path in may if not path.startswith(elsewhere)} == set(WITHOUT_USE)


@pytest.mark.parametrize("path", list(WITHOUT_USE))
def test_a_key_without_use_is_a_problem_that_its_removal_mends(path: str) -> None:
    at, change = WITHOUT_USE[path]
    op = change(add_op())
    known, reason = keys.key_at(at), keys.why_unused(op, at)
    assert known is not None
    assert reason
    (problem,) = (p for p in check.check_op(op) if p.key == at and p.message == reason)
    without = [fix for fix in fixes(op, problem) if get_at(fix.op, at) == known.default]
    assert without, fixes(op, problem)


def test_what_does_nothing_may_be_written_and_is_greyed() -> None:
    op = add_op()
    inputs = tuple(replace(e, seed=3, low=0.5, generator="zeros") for e in op.model.inputs)
    zeros = replace_at(op, "model.inputs", inputs)
    assert check.check_op(zeros) == []
    assert (
        keys.why_unused(zeros, "model.inputs[0].seed")
        == "the values are not normal, uniform or integers"
    )
    assert keys.why_unused(zeros, "model.inputs[0].low") == "the values are not uniform or integers"
    uniform = replace_at(op, "model.inputs[0].generator", "uniform")
    for name in ("seed", "low", "high", "shape", "dynamic"):
        assert keys.why_unused(uniform, f"model.inputs[0].{name}") == ""
    filed = replace_at(op, "model.inputs[0]", Example("a", file="a.npy"))
    assert keys.why_unused(filed, "model.inputs[0].seed") == "the elements are in a file"
    scalar = len(op.model.inputs)
    given = replace_at(op, "model.inputs", (*op.model.inputs, Example("scale", value=2.0)))
    assert keys.why_unused(given, f"model.inputs[{scalar}].dynamic") == "'scale' is no tensor"
