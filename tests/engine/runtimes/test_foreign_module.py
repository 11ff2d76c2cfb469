"""A compiled module of tvm-ffi's ABI as an op: called in ONNX Runtime, and in PyTorch, and its faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import MakeOp, Verify, error_of
from tests.engine.runtimes.foreign import BOTH, FOREIGN_TOML, make_module
from tests.engine.runtimes.test_tvm_ffi import EVERY_TOML, REST
from workbench.core.check import check_op
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.platforms import PLATFORMS
from workbench.core.platforms import refusal as platform_refusal
from workbench.core.storage import op_file
from workbench.core.storage.what_runs import what_runs
from workbench.engine.build.build import build
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.store import Store
from workbench.problems.declaration import declaration_problems

EVERY_MODULE = (
    EVERY_TOML.replace('implementation = "export-only"', 'implementation = "tvm-ffi"')
    + 'module = "kernels.so"\nfunction = "every"\n\n[kernel]\nstyle = "tvm-ffi"\n'
).replace('shape = "x.shape + [len(ints)]"', 'shape = "x.shape"')


@pytest.mark.parametrize("toml", [FOREIGN_TOML, BOTH])
def test_a_module_is_run_and_verified_like_every_other_op(
    make_op: MakeOp, verify: Verify, toml: str
) -> None:
    folder = make_op(toml)
    make_module(folder)
    report = verify(folder).report()
    assert report.status == "agrees"
    assert report.cases == 3
    wrong = make_op(toml.replace("2 * x", "3 * x"))
    make_module(wrong)
    assert verify(wrong).report().status == "differs"


def test_a_module_in_both_runtimes_is_no_proof_by_itself(make_op: MakeOp, verify: Verify) -> None:
    folder = make_op(BOTH.replace('[reference]\npython = "2 * x"\n', ""))
    make_module(folder)
    assert verify(folder).report().status == "unverified"


@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("refuses", "refuses of kernels.so gave the error -1 and no word"),
        ("ends", "the process aborted"),
    ],
)
def test_what_a_function_does_wrongly_is_told_and_ends_nothing(
    make_op: MakeOp, verify: Verify, function: str, told: str
) -> None:
    folder = make_op(FOREIGN_TOML.replace("double_it", function))
    make_module(folder)
    error = error_of(verify(folder))
    assert told in error.message
    both = make_op(BOTH.replace("double_it", function))
    make_module(both)
    assert told in error_of(verify(both)).message
    sound = make_op(FOREIGN_TOML)
    make_module(sound)
    assert verify(sound).report().status == "agrees", "the hosts are alive"


def test_a_module_that_cannot_be_used_is_told_before_anything_is_built(make_op: MakeOp) -> None:
    def failure(folder: Path) -> str:
        with pytest.raises(UserError) as caught:
            build(folder, op_file.load(folder), Store(), Steps())
        return str(caught.value)

    class Steps(Reporter):
        def progress(self, done: int, total: int, text: str) -> None:
            raise AssertionError(f"it builds: {text}")

    folder = make_op(FOREIGN_TOML)
    assert "the module cannot be read: No such file or directory" in failure(folder)
    (folder / "kernels.so").write_text("no library")
    assert "this is no shared library" in failure(folder)
    make_module(folder)
    toml = folder / "op.toml"
    toml.write_text(FOREIGN_TOML.replace("double_it", "treble_it"))
    told = failure(folder)
    assert "the module has no function __tvm_ffi_treble_it" in told
    assert "It has: double_it, ends, every, refuses." in told


def test_a_module_that_needs_tvm_ffis_library_says_how_to_have_it(
    make_op: MakeOp, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That library is no part of this program; one of its name stands for it here."""
    monkeypatch.setenv("OP_WORKBENCH_DATA", str(tmp_path / "data"))
    folder = make_op(FOREIGN_TOML)
    make_module(tmp_path, "libtvm_ffi.so", "-Wl,-soname,libtvm_ffi.so", "-DTVMFFI")
    needed = ("-Wl,--no-as-needed", f"-L{tmp_path}", "-l:libtvm_ffi.so", "-Wl,-soname,TVMFFI")
    make_module(folder, "kernels.so", *needed)
    with pytest.raises(UserError, match=r"needs libtvm_ffi\.so, which is not here") as caught:
        build(folder, op_file.load(folder), Store(), Reporter())
    assert "op-workbench runtime add tvm-ffi" in str(caught.value)


def test_another_module_of_the_same_name_makes_the_op_stale(
    make_op: MakeOp, verify: Verify
) -> None:
    folder = make_op(FOREIGN_TOML)
    module = make_module(folder)
    report = verify(folder).report()
    assert report.status == "agrees", report.error
    make_module(folder, module.name, "-DFACTOR=3")
    assert verify(folder).report().status == "differs"


@pytest.mark.parametrize("lacks", [False, True], ids=["all there", "one missing"])
def test_every_type_of_argument_reaches_the_module(
    lacks: bool, make_op: MakeOp, verify: Verify
) -> None:
    nodes = "".join(
        f'{{ name = "{n}", type = "{t}", arg = "{n}" }}, '
        for n, t in (("whole", "int"), ("real", "float"), ("flag", "int"), ("text", "string"),
                     ("ints", "ints"), ("reals", "floats"))
    )  # fmt: skip
    examples = '[[model.inputs]]\narg = "x"\nshape = [3]\nseed = 1\n'
    for at, shape in (("xs[0]", "[1]"), ("xs[1]", "[2, 3]")):
        examples += f'[[model.inputs]]\narg = "{at}"\nshape = {shape}\nseed = 2\n'
    if lacks:
        examples = examples.replace("shape = [1]", "none = true")
    for name, value in zip(("whole", "real", "flag", "text", "ints", "reals"), REST, strict=True):
        text = repr(value).replace("True", "true").replace("'", '"')
        examples += f'[[model.inputs]]\narg = "{name}"\nvalue = {text}\n'
    toml = (
        EVERY_MODULE.replace('["float32", "int64"]', '["float32"]')
        .replace('inputs = ["x", "z", "xs"]', 'inputs = ["x", "z", "xs"]\nattributes = [' + nodes + "]")
        + "\n" + examples
        + "\n[reference]\npython = "
        '"(x, torch.tensor([0, 223, 3, 0.5, 1, 4, 2, 2.5], dtype=torch.float64))"\n'
    )  # fmt: skip
    if lacks:
        toml = toml.replace('"tensor[]"', '"tensor?[]"').replace("0, 223", "0, 1223")
    folder = make_op(toml)
    make_module(folder)
    report = verify(folder).report()
    assert report.status == "agrees", report.error


def test_what_is_declared_wrongly_is_told() -> None:
    def told(toml: str) -> list[tuple[str, str]]:
        return [(p.key, p.message) for p in check_op(op_file.loads(toml, validate=False))]

    assert told(FOREIGN_TOML) == told(BOTH) == []
    bare = FOREIGN_TOML.replace('module = "kernels.so"\nfunction = "double_it"\n', "")
    assert told(bare) == [
        ("ort.module", "the compiled module is not named"),
        ("ort.function", "the function is not named"),
    ]
    assert told(FOREIGN_TOML.replace("kernels.so", "../kernels.so")) == [
        ("ort.module", "'../kernels.so' is not inside the op's folder")
    ]
    assert told(FOREIGN_TOML.replace("kernels.so", "kernels.dll"))[0][0] == "ort.module"
    assert told(FOREIGN_TOML.replace("double_it", "f()"))[0][0] == "ort.function"
    other = FOREIGN_TOML.replace('"tvm-ffi"', '"portable"')
    assert {key for key, _ in told(other)} == {"ort.module", "ort.function"}


def test_a_module_that_is_not_there_is_among_the_problems_of_the_declaration(
    make_op: MakeOp,
) -> None:
    folder = make_op(BOTH)
    file, op = folder / "op.toml", op_file.load(folder)
    (problem,) = declaration_problems(op, file, ())
    assert (problem.kind, problem.key) == ("file", "ort.module")
    assert "kernels.so (compiled module) does not exist" in problem.message
    make_module(folder)
    assert declaration_problems(op, file, ()) == []


def test_it_is_told_where_one_is_asked_for_trust_and_for_other_platforms(make_op: MakeOp) -> None:
    folder = make_op(FOREIGN_TOML)
    make_module(folder)
    found = what_runs(folder)
    assert found is not None
    assert ("Loaded and called", "kernels.so") in found.lines()
    op: Op = op_file.load(folder)
    what, _ = platform_refusal(op, [PLATFORMS["windows-x86_64"]])
    assert "its implementation for ONNX Runtime is tvm-ffi" in what
