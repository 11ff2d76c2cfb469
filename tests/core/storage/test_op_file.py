"""Reading ``op.toml``: strict, and every error says where and what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.declarations import ADD, add_op, exactly
from workbench.core.errors import Problem, UserError
from workbench.core.storage import op_file


def problem_of(text: str) -> Problem:
    with pytest.raises(UserError) as caught:
        op_file.loads(text)
    return caught.value.problem


def changed(old: str, new: str) -> str:
    assert ADD.count(old) == 1, old
    return ADD.replace(old, new)


# (what is replaced, by what, key, words of the message, words of the hint)
REFUSED = [
    # unknown keys
    ('torch = "tests::add"', 'torhc = "tests::add"', "torhc", "unknown key 'torhc'", "'torch'"),
    ('source = "kernel.cpp"', 'sorce = "k.cpp"', "kernel.sorce", "unknown key", "'source'"),
    ("optional = false", "optoinal = 1", "args[1].optoinal", "unknown key", "'optional'"),
    ("opset = 17", "opsets = 17", "model.opsets", "unknown key 'opsets'", "'opset'"),
    ("opset = 17", "zzz = 17", "model.zzz", "unknown key 'zzz'", "exporter"),
    ("shape = [3]", "shap = [3]", "model.inputs[1].shap", "unknown key 'shap'", "'shape'"),
    (
        'name = "scale", type = "float", arg',
        'name = "scale", typ = "float", arg',
        "mapping.nodes[0].attributes[0].typ",
        "unknown key 'typ'",
        "'type'",
    ),
    # missing keys
    ('torch = "tests::add"\n', "", "", "'torch' is missing", "Add torch = "),
    ('name = "b"\n', "", "args[1]", "'name' is missing", "Add name = "),
    ('op = "custom::Add"\n', "", "mapping.nodes[0]", "'op' is missing", "Add op = "),
    # wrong types
    ('name = "add"', "name = 3", "name", "expected 'str', got 'int'", ""),
    ("opset = 17", 'opset = "17"', "model.opset", "expected 'int', got 'str'", ""),
    ("optional = false", "optional = 0", "args[1].optional", "expected 'bool'", ""),
    ("shape = [3]", "shape = [3.5]", "model.inputs[1].shape[0]", "expected 'int'", ""),
    ("shape = [3]", "shape = 3", "model.inputs[1].shape", "expected 'array'", ""),
    ("shape = [3]", "value = [[1, 2]]", "model.inputs[1].value[0]", "stand in one list", "shape"),
    ("default = 1.0", "default = 2024-01-01", "args[2].default", "expected", ""),
    ("default = 1.0", "default = [[1]]", "args[2].default[0]", "expected", ""),
    ('T = ["float32", "float64"]', 'T = "float32"', "types.T", "expected 'array'", ""),
    # choices
    ('type = "float"\ndefault', 'type = "flaot"\ndefault', "args[2].type", "'flaot'", "float[]"),
    ('source = "kernel.cpp"', 'style = "opencl"', "kernel.style", "'opencl'", "libtorch, portable"),
    ("opset = 17", 'exporter = "dynamo"', "model.exporter", "'dynamo'", "torchscript"),
    ("shape = [3]", 'generator = "ones?"', "model.inputs[1].generator", "'ones?'", "normal"),
    (
        'type = "float", arg',
        'type = "floatz", arg',
        "mapping.nodes[0].attributes[0].type",
        "'floatz'",
        "floats",
    ),
    # the schema version
    ("schema = 1\n", "", "schema", "'schema' is missing", "Add schema = 1"),
    ("schema = 1", 'schema = "1"', "schema", "no number", "Add schema = 1"),
    ("schema = 1", "schema = true", "schema", "no number", "Add schema = 1"),
    ("schema = 1", "schema = 0", "schema", "no number", "Add schema = 1"),
    ("schema = 1", "schema = -3", "schema", "no number", "Add schema = 1"),
    ("schema = 1", "schema = 1.0", "schema", "no number", "Add schema = 1"),
    ("schema = 1", "schema = 2", "schema", "newer Op Workbench: schema 2", "Update"),
]


@pytest.mark.parametrize(("old", "new", "key", "message", "hint"), REFUSED)
def test_wrong_declaration_names_key_and_remedy(
    old: str, new: str, key: str, message: str, hint: str
) -> None:
    problem = problem_of(changed(old, new))
    assert problem.kind == "declaration"
    assert message in problem.message
    assert hint in problem.hint
    assert problem.key == key


def test_schema_is_looked_at_before_anything_newer_is_refused() -> None:
    problem = problem_of('schema = 99\nfrom_the_future = "x"\n')
    assert "newer Op Workbench" in problem.message


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("schema = 1\nname = add\n", 2),
        ("schema = 1\n[[args]\n", 2),
        ("schema = 1\nschema = 1\n", 2),
        ('name = "a\nb"\n', 1),
        ("schema = 1\n\n\nname == 'x'\n", 4),
        ("schema = 1\nname =", 2),
        ('schema = 1\nname = "open', 2),
        ("schema = 1\nname = [1, 2", 2),
        ("schema = 1\r\nname = add\r\n", 2),
        ("schema = 1\nseed = " + "1" * 5000 + "\n", 2),
    ],
)
def test_syntax_error_names_the_line(text: str, line: int) -> None:
    problem = problem_of(text)
    assert problem.kind == "toml"
    assert problem.message.startswith("not valid TOML: ")
    assert "(at " not in problem.message
    assert problem.line == line


def test_endless_nesting_is_a_syntax_error() -> None:
    assert problem_of("a = [" + "[" * 5000).kind == "toml"


def test_all_problems_of_a_declaration_are_told_at_once() -> None:
    text = changed('op = "custom::Add"', 'op = "MyAdd"').replace("opset = 17", "opset = 99")
    with pytest.raises(UserError) as caught:
        op_file.loads(text)
    assert {"mapping.nodes[0].op", "model.opset"} <= {p.key for p in caught.value.problems}


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.binary(max_size=3)
    | st.dates(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from("name type dtype args outputs shape model inputs nodes ''".split()),
            inner,
            max_size=3,
        )
    ),
)


@given(table=st.dictionaries(st.sampled_from(list(op_file.Op.__struct_fields__)), JUNK))
def test_any_table_is_a_declaration_or_one_clear_error(table: dict[str, object]) -> None:
    try:
        op_file.convert(table, op_file.Op)
    except UserError as error:
        problem = error.problem
    else:
        return
    assert problem.kind == "declaration"
    assert problem.message
    assert "$" not in problem.key


@given(text=st.text(max_size=60) | st.text("[]{}=\"'.,\n #\\aé1", max_size=60))
def test_any_text_is_a_table_or_a_user_error(text: str) -> None:
    with pytest.raises(UserError):
        op_file.loads(text)


# -- files


def fail(folder: Path) -> Problem:
    with pytest.raises(UserError) as caught:
        op_file.load(folder)
    assert caught.value.problem.file.startswith(str(folder))
    assert str(folder) in str(caught.value)
    return caught.value.problem


def test_load_reads_the_folders_file(tmp_path: Path) -> None:
    (tmp_path / "op.toml").write_text(ADD, encoding="utf-8")
    assert exactly(op_file.load(tmp_path)) == exactly(add_op())


def test_error_in_a_file_names_file_key_and_hint(tmp_path: Path) -> None:
    (tmp_path / "op.toml").write_text(changed("opset = 17", "opsets = 17"), encoding="utf-8")
    problem = fail(tmp_path)
    assert problem.where() == f"{tmp_path / 'op.toml'}: model.opsets"
    assert problem.hint == "Did you mean 'opset'?"


def test_syntax_error_in_a_file_reads_like_a_compilers(tmp_path: Path) -> None:
    (tmp_path / "op.toml").write_text("schema = 1\nname = add\n", encoding="utf-8")
    assert fail(tmp_path).where() == f"{tmp_path / 'op.toml'}:2:8"


def test_every_problem_of_a_file_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "op.toml").write_text(
        ADD.replace("opset = 17", "opset = 99").replace('op = "custom::Add"', 'op = "MyAdd"'),
        encoding="utf-8",
    )
    with pytest.raises(UserError) as caught:
        op_file.load(tmp_path)
    assert {p.file for p in caught.value.problems} == {str(tmp_path / "op.toml")}


def test_missing_file_says_so(tmp_path: Path) -> None:
    problem = fail(tmp_path / "nowhere")
    assert "does not exist" in problem.message
    assert problem.hint


def test_folder_in_place_of_the_file_says_so(tmp_path: Path) -> None:
    (tmp_path / "op.toml").mkdir()
    assert "folder" in fail(tmp_path).message


@pytest.mark.parametrize(
    ("data", "message", "hint"),
    [
        (b"\x7fELF\x02\x01\x00\x00", "binary", ""),
        ("name = 'é'".encode("latin-1"), "byte 8 is not UTF-8", "UTF-8"),
        ("schema = 1".encode("utf-16"), "", ""),
    ],
)
def test_bytes_that_are_no_text_are_refused(
    tmp_path: Path, data: bytes, message: str, hint: str
) -> None:
    (tmp_path / "op.toml").write_bytes(data)
    problem = fail(tmp_path)
    assert problem.kind == "file"
    assert message in problem.message
    assert hint in problem.hint


def test_byte_order_mark_of_a_windows_editor_is_no_riddle(tmp_path: Path) -> None:
    (tmp_path / "op.toml").write_bytes(b"\xef\xbb\xbf" + ADD.encode())
    try:
        op = op_file.load(tmp_path)
    except UserError as error:
        assert "byte order mark" in str(error).lower()  # noqa: PT017
    else:
        assert op == add_op()


def test_huge_file_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "op.toml").open("wb") as file:
        file.truncate(1 << 40)  # sparse: reading it would take all memory
    problem = fail(tmp_path)
    assert "16 MiB" in problem.message
    assert problem.hint


def test_loop_of_links_is_an_error_not_a_crash(tmp_path: Path) -> None:
    (tmp_path / "op.toml").symlink_to(tmp_path / "op.toml")
    assert fail(tmp_path).kind == "file"


@pytest.mark.parametrize("number", ["9223372036854775808", "-9223372036854775809", "1" + "0" * 400])
def test_a_number_of_more_than_64_bits_is_refused_with_its_line(number):
    text = f'schema = 1\nname = "x"\n[[model.inputs]]\narg = "x"\nseed = {number}\n'
    with pytest.raises(UserError, match="does not fit into 64 bits") as caught:
        op_file.loads(text)
    assert caught.value.problem.line == 5
    assert op_file.parse_toml(f"value = [{2**64 - 1}]")  # an element of uint64
    for other in (f"value = {2**64}", f"value = [{-(2**63) - 1}]"):
        with pytest.raises(UserError, match="does not fit into 64 bits"):
            op_file.parse_toml(other)
    assert op_file.parse_toml("a = -9223372036854775808\nb = 9223372036854775807\n")
