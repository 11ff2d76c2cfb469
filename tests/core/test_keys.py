"""What the declaration says of its own keys, and who has it from there."""

from pathlib import Path

import msgspec
import pytest

from tests.core.declarations import add_op
from tests.gui.rich import RICH
from workbench.core import key_words, keys
from workbench.core.declared import FILE_ROLES
from workbench.core.op import Op
from workbench.core.storage import op_file

ROOT = Path(__file__).resolve().parents[2]


def test_every_key_has_a_title_a_description_and_a_page() -> None:
    for key in keys.every_key():
        assert key.title[:1].isupper() or key.title.startswith("ONNX"), key.path
        assert key.description[-1:] == ".", key.path
        assert key.page in ("signature", "mapping", "model"), key.path
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


def test_why_a_key_has_no_use_depends_on_the_rest_of_the_op() -> None:
    op = add_op()
    assert keys.why_unused(op, "kernel.package") == "a portable kernel comes from no package"
    installed = msgspec.structs.replace(
        op, kernel=msgspec.structs.replace(op.kernel, style="installed")
    )
    assert keys.why_unused(installed, "kernel.package") == ""
    assert keys.why_unused(op, "torch") == ""


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
        assert key.description.replace("\n", " ") in text
