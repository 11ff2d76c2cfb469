"""Only the parts of ``op.toml`` that change are parsed with their form, and nothing is lost by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import tomlkit

from workbench.core.declaration.op import Op
from workbench.core.storage import op_file, toml_parts
from workbench.core.storage.project import gallery_folder

FILE = gallery_folder() / "deform_conv2d" / op_file.FILE_NAME


@pytest.fixture
def text() -> str:
    return FILE.read_text(encoding="utf-8")


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were parsed with all their comments and spaces: what takes long."""
    texts: list[str] = []
    parse: Callable[[str], Any] = tomlkit.parse

    def counted(part: str) -> Any:
        texts.append(part)
        return parse(part)

    monkeypatch.setattr(tomlkit, "parse", counted)
    return texts


def _documented(text: str) -> Op:
    op = op_file.loads(text)
    arg = msgspec.structs.replace(op.args[1], doc="anew")
    return msgspec.structs.replace(op, args=(op.args[0], arg, *op.args[2:]))


def test_edit_of_a_large_declaration_parses_the_edited_part_only(
    text: str, parsed: list[str]
) -> None:
    op = msgspec.structs.replace(op_file.loads(text), doc="anew")
    assert op_file.loads(op_file.dumps(op, text)) == op
    assert sum(map(len, parsed)) < len(text) / 3


def test_edit_of_one_argument_leaves_the_other_parts_alone(text: str, parsed: list[str]) -> None:
    written = op_file.dumps(_documented(text), text)
    assert not any("[[mapping.nodes]]" in part for part in parsed)
    lines = [line for line in written.splitlines() if line not in text.splitlines()]
    assert lines == ['doc = "anew"']


PARTED = """\
schema = 1
name = "add"
torch = "tests::add"

[[args]]
name = "a"  # left

[[outputs]]
name = "y"
dtype = "a"
shape = "a.shape"

[[args]]  # behind the outputs
name = "b"  # right

[kernel]
source = "kernel.cpp"

[[mapping.nodes]]
op = "custom::Add"
inputs = ["a", "b"]
outputs = ["y"]
"""


@pytest.mark.parametrize("index", [0, 1])
def test_list_in_two_places_keeps_its_comments(index: int) -> None:
    op = op_file.loads(PARTED, validate=False)
    args = list(op.args)
    args[index] = msgspec.structs.replace(args[index], doc="anew")
    changed = msgspec.structs.replace(op, args=tuple(args))
    written = op_file.dumps(changed, PARTED)
    assert op_file.loads(written, validate=False) == changed
    assert all(c in written for c in ("# left", "# right"))


IN_A_TEXT = """\
schema = 1
name = "add"
torch = "tests::add"
doc = '''
[kernel]
source = "fake.cpp"
[model]
'''

[[args]]
name = "a"

[kernel]  # the true one
source = "kernel.cpp"
"""


def test_header_within_a_text_is_no_header() -> None:
    op = op_file.loads(IN_A_TEXT, validate=False)
    kernel = msgspec.structs.replace(op.kernel, source="new.cpp")
    changed = msgspec.structs.replace(op, kernel=kernel)
    assert op_file.dumps(changed, IN_A_TEXT) == IN_A_TEXT.replace("kernel.cpp", "new.cpp")


def test_key_that_comes_or_goes_is_no_matter_of_parts(text: str) -> None:
    before = tomlkit.parse(text).unwrap()
    assert toml_parts.update_parts(text, before, {**before, "doc": ""}) is not None
    assert toml_parts.update_parts(text, before, {**before, "more": 1}) is None
    del (less := dict(before))["doc"]
    assert toml_parts.update_parts(text, before, less) is None
