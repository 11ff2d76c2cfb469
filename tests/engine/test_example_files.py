"""Examples from files: the values are the file's, and what a file may be wrong about is said."""

import contextlib
import io
import struct
import zipfile

import ml_dtypes
import numpy as np
import onnx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.core.declarations import add_op
from tests.large import examples
from workbench.core import jobs
from workbench.core.check import check_op
from workbench.core.declaration.op import Case, Example
from workbench.core.errors import UserError
from workbench.core.examples import example_files, headers
from workbench.core.pipeline.stage_keys import stage_keys
from workbench.engine.export.sample import sample_values
from workbench.engine.values.arrays import save_arrays
from workbench.engine.values.example_files import load_example


def save_proto(path, array):
    path.write_bytes(onnx.numpy_helper.from_array(array, "x").SerializeToString())


def with_examples(op, *inputs):
    return replace(op, model=replace(op.model, inputs=inputs))


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "int64", "uint8", "bool"])
def test_each_kind_of_file_gives_its_own_values_and_says_its_header(tmp_path, dtype):
    array = (np.arange(6).reshape(2, 3) % 3).astype(dtype)
    np.save(tmp_path / "a.npy", array)
    np.savez(tmp_path / "a.npz", array)
    np.savez_compressed(tmp_path / "b.npz", x=array, y=array[:1])
    save_proto(tmp_path / "a.pb", array)
    for file, entry in (("a.npy", ""), ("a.npz", ""), ("b.npz", "x"), ("a.pb", "")):
        example = Example("a", file=file, entry=entry)
        found = headers.header(tmp_path / file, entry)
        assert (found.shape, found.dtype) == ((2, 3), dtype), file
        loaded = load_example(tmp_path, example)
        assert loaded.dtype == array.dtype
        np.testing.assert_array_equal(loaded, array)
        assert loaded.flags.writeable


def test_bfloat16_travels_in_our_own_archives_and_in_protos(tmp_path):
    array = np.array([1.5, -2.0], ml_dtypes.bfloat16)
    save_arrays(tmp_path / "x.npz", {"x": array})
    save_proto(tmp_path / "x.pb", array)
    for file in ("x.npz", "x.pb"):
        assert headers.header(tmp_path / file).dtype == "bfloat16"
        np.testing.assert_array_equal(load_example(tmp_path, Example("a", file=file)), array)


def test_another_byte_order_and_fortran_order_are_put_right(tmp_path):
    array = np.asfortranarray(np.arange(6.0).reshape(2, 3).astype(">f4"))
    np.save(tmp_path / "a.npy", array)
    loaded = load_example(tmp_path, Example("a", file="a.npy"))
    assert loaded.dtype.isnative
    assert loaded.flags.c_contiguous
    np.testing.assert_array_equal(loaded, array)


def test_the_sample_takes_the_files_values_shapes_and_types(tmp_path):
    a, b = np.full((4, 3), 2.5, "float64"), np.array([np.nan, np.inf, -np.inf], "float64")
    np.save(tmp_path / "a.npy", a)
    op = with_examples(
        add_op(),
        Example("a", file="a.npy", dynamic={0: "n"}),
        Example("b", shape=(3,), dtype="float64", value=(np.nan, np.inf, -np.inf)),
    )
    assert check_op(op) == []
    values = sample_values(example_files.opened(op, tmp_path), tmp_path)
    np.testing.assert_array_equal(values["a"], a)
    np.testing.assert_array_equal(values["b"], b)
    single = replace(op.model.inputs[0], dtype="float32")
    converted = with_examples(op, single, op.model.inputs[1])
    assert (
        sample_values(example_files.opened(converted, tmp_path), tmp_path)["a"].dtype == "float32"
    )


def test_the_array_that_is_shown_is_the_one_that_is_read(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.npz", "w") as archive:
        for name, array in (("first.npy", np.zeros(3)), (".npy", np.ones((2, 2)))):
            with archive.open(name, "w") as file:
                np.lib.format.write_array(file, array)
    assert headers.header(tmp_path / "a.npz").shape == (2, 2)
    assert load_example(tmp_path, Example("a", file="a.npz")).shape == (2, 2)


def test_a_declared_dtype_converts_and_an_undeclared_wrong_one_is_refused(tmp_path):
    np.save(tmp_path / "a.npy", np.arange(3))
    op = with_examples(add_op(), Example("a", file="a.npy"), Example("b", shape=(3,)))
    (problem,) = example_files.check_files(op, tmp_path)
    assert problem.key == "model.inputs[0].dtype"
    assert "int64" in problem.message
    told = with_examples(op, Example("a", file="a.npy", dtype="float32"), op.model.inputs[1])
    assert list(example_files.check_files(told, tmp_path)) == []


def test_a_declared_shape_or_axis_that_is_not_the_files_is_named(tmp_path):
    np.save(tmp_path / "a.npy", np.zeros((2, 3), "float32"))
    wrong = Example("a", file="a.npy", shape=(3, 2))
    op = with_examples(add_op(), wrong, Example("b", file="a.npy", dynamic={5: "n"}))
    assert [p.key for p in example_files.check_files(op, tmp_path)] == [
        "model.inputs[0].shape",
        "model.inputs[1].dynamic",
    ]
    with pytest.raises(UserError, match=r"has the shape \[2, 3\], \[3, 2\] is declared"):
        load_example(tmp_path, wrong)


def broken_files(folder):
    """Name → a hostile or damaged file, written into the folder."""
    good = io.BytesIO()
    np.save(good, np.arange(100.0))
    data = good.getvalue()
    made = {
        "empty.npy": b"",
        "text.npy": b"hello, this is no array",
        "cut.npy": data[:200],
        "long-header.npy": b"\x93NUMPY\x02\x00" + struct.pack("<I", 1 << 31),
        "code.npy": b"\x93NUMPY\x01\x00" + struct.pack("<H", 40) + b"__import__('os').system('true')".ljust(40),
        "empty.npz": b"",
        "cut.npz": b"PK\x03\x04 and nothing more",
        "empty.pb": b"",
        "text.pb": b"hello, this is no tensor",
        "cut.pb": onnx.numpy_helper.from_array(np.arange(100.0)).SerializeToString()[:60],
    }  # fmt: skip
    head = "{'descr': '<f8', 'fortran_order': False, 'shape': (%s,), }"
    for name, size in (("bomb.npy", 1 << 60), ("short.npy", 1 << 20), ("negative.npy", -1)):
        text = (head % size).encode().ljust(118)
        made[name] = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text
    for name, content in made.items():
        (folder / name).write_bytes(content)
    np.save(folder / "objects.npy", np.array([{}, []], object), allow_pickle=True)
    np.save(folder / "text-array.npy", np.array(["a", "b"]))
    np.save(folder / "complex.npy", np.zeros(2, "complex64"))
    np.save(folder / "records.npy", np.zeros(2, [("a", "f4")]))
    np.savez(folder / "objects.npz", x=np.array([{}], object))
    with zipfile.ZipFile(folder / "lying.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.npy", made["short.npy"])
    outside = onnx.numpy_helper.from_array(np.zeros(3, "float32"))
    outside.ClearField("raw_data")
    outside.data_location = onnx.TensorProto.EXTERNAL
    outside.external_data.add(key="location", value="/etc/passwd")
    (folder / "outside.pb").write_bytes(outside.SerializeToString())
    (folder / "folder.npy").mkdir()
    return [*made, "objects.npy", "text-array.npy", "complex.npy", "records.npy", "objects.npz",
            "lying.npz", "outside.pb", "folder.npy", "missing.npy"]  # fmt: skip


def test_hostile_and_damaged_files_are_refused_with_a_word(tmp_path):
    for name in broken_files(tmp_path):
        with pytest.raises(UserError) as caught:
            load_example(tmp_path, Example("a", file=name))
        problem = caught.value.problem
        assert problem.kind == "example", name
        assert name in problem.message or name in problem.file


@pytest.mark.parametrize("name", ["objects.npy", "objects.npz", "text-array.npy", "complex.npy"])
def test_a_whole_file_of_another_type_is_to_be_saved_with_one_that_tensors_have(tmp_path, name):
    broken_files(tmp_path)
    with pytest.raises(UserError, match="of which there are no tensors here") as caught:
        load_example(tmp_path, Example("a", file=name))
    assert "astype(numpy.float32)" in caught.value.problem.hint


def test_a_damaged_header_is_a_problem_at_the_files_key(tmp_path):
    broken_files(tmp_path)
    op = with_examples(
        add_op(), Example("a", file="text.npy"), Example("b", file="objects.npz", entry="x")
    )
    found = list(example_files.check_files(op, tmp_path))
    assert [p.key for p in found] == ["model.inputs[0].file", "model.inputs[1].file"]


def test_nothing_outside_of_the_ops_folder_is_read(tmp_path):
    np.save(tmp_path / "secret.npy", np.zeros(3, "float32"))
    folder = tmp_path / "op"
    folder.mkdir()
    for name in ("../secret.npy", str(tmp_path / "secret.npy"), "a\0.npy"):
        example = Example("a", file=name)
        with pytest.raises(UserError, match="inside"):
            load_example(folder, example)
        op = with_examples(add_op(), example, Example("b", shape=(3,)))
        assert [p.key for p in check_op(op)] == ["model.inputs[0].file"]


def test_an_archive_with_several_arrays_wants_an_entry(tmp_path):
    np.savez(tmp_path / "two.npz", x=np.zeros(1), y=np.zeros(2))
    assert headers.entries(tmp_path / "two.npz") == ("x", "y")
    with pytest.raises(UserError, match="several arrays") as caught:
        load_example(tmp_path, Example("a", file="two.npz"))
    assert "x, y" in caught.value.problem.hint
    with pytest.raises(UserError, match="no array 'z'"):
        load_example(tmp_path, Example("a", file="two.npz", entry="z"))


def test_an_edited_file_makes_the_stages_after_the_build_stale(tmp_path):
    np.save(tmp_path / "a.npy", np.zeros(3, "float32"))
    op = with_examples(add_op(), Example("a", file="a.npy"), Example("b", shape=(3,)))
    before = stage_keys(tmp_path, op)
    np.save(tmp_path / "a.npy", np.ones(3, "float32"))
    after = stage_keys(tmp_path, op)
    assert before["build"] == after["build"]
    assert before["export"] != after["export"]


def test_elements_that_are_no_numbers_reach_the_host_and_are_part_of_the_keys(tmp_path):
    value = (float("nan"), float("inf"), -float("inf"))
    op = with_examples(add_op(), Example("a", shape=(3,), value=value), Example("b", shape=(3,)))
    assert check_op(op) == []
    line = jobs.encode(jobs.ExportJob(1, str(tmp_path), op, "lib.so"))
    received = jobs.decode_request(line)
    np.testing.assert_array_equal(received.op.model.inputs[0].value, value)
    swapped = with_examples(op, replace(op.model.inputs[0], value=value[::-1]), op.model.inputs[1])
    assert stage_keys(tmp_path, op) != stage_keys(tmp_path, swapped)
    whole = with_examples(op, replace(op.model.inputs[0], dtype="int64"), op.model.inputs[1])
    assert any("no nan" in p.message for p in check_op(whole))


def test_a_case_takes_a_file_and_the_main_sets_dynamic_axes(tmp_path):
    op = add_op()
    main = replace(op.model.inputs[0], dynamic={0: "n"})
    case = Case("c", (Example("a", file="a.npy"),))
    model = replace(op.model, inputs=(main, op.model.inputs[1]), cases=(case,))
    op = replace(op, model=model)
    assert op.for_case(op.model.cases[0]).example("a").dynamic == {0: "n"}


@settings(examples(60), suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_file_with_any_bytes_changed_is_read_or_refused(tmp_path_factory, data):
    """Nothing but a UserError, and never more elements than the header says."""
    folder = tmp_path_factory.mktemp("mutated")
    kind = data.draw(st.sampled_from(["npy", "npz", "pb"]))
    path = folder / f"a.{kind}"
    array = np.arange(12, dtype="float32").reshape(3, 4)
    if kind == "npy":
        np.save(path, array)
    elif kind == "npz":
        np.savez(path, x=array)
    else:
        save_proto(path, array)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        offset = data.draw(st.integers(0, len(content) - 1))
        content[offset] = data.draw(st.integers(0, 255))
    path.write_bytes(bytes(content[: data.draw(st.integers(0, len(content)))]))
    with contextlib.suppress(UserError):
        loaded = load_example(folder, Example("a", file=path.name))
        assert loaded.shape == headers.header(path).shape
