"""``op-workbench deliver --form wheel``: installed where nothing of the program is, and used."""

from __future__ import annotations

import email
import hashlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from elftools.elf.elffile import ELFFile

from tests.cli.conftest import ROOT, Run, command
from tests.cli.other_pythons import other_python
from tests.cli.two_ops import BOTH, ONE_SESSION, make_two
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp
from tests.engine.test_handed_on import of_this_machine
from tests.large import large
from workbench import paths
from workbench.core.storage import project
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.platform_tag import Asked, asked, platform_tag
from workbench.engine.host.load_first import TORCH_LIBRARIES

TOML = TWICE_TOML.replace(
    'name = "x"\n', 'name = "x"\ndoc = "what is doubled, \\"all\\" of it \\\\"\n', 1
).replace("[[outputs]]", '[[args]]\nname = "bias"\ntype = "float"\ndefault = 0.5\n\n[[outputs]]', 1)
ATTRIBUTE = 'outputs = ["y"]\nattributes = [{name = "bias", type = "float", arg = "bias"}]'
TOML = TOML.replace('outputs = ["y"]', ATTRIBUTE)
TOML = TOML.replace("2 * x", "2 * x + bias") + '\n[backward]\nformulas = { x = "2 * grad_y" }\n'
KERNEL = TWICE_KERNEL.replace("x, wb", "x, double bias, wb").replace(
    "2 * x[i]", "2 * x[i] + static_cast<float>(bias)"
)


@pytest.fixture(scope="module")
def delivered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel of one portable op."""
    home = tmp_path_factory.mktemp("delivered")
    op = home / "op"
    op.mkdir()
    (op / "op.toml").write_text(TOML)
    (op / "kernel.cpp").write_text(KERNEL)
    words = ("--trust", "--form", "wheel", "--package-version", "1.2.0rc1", "--to", home / "to")
    done = subprocess.run(
        command("deliver", op, *words), capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    for part in ("TorchScript exporter 1 of 1", "torch.export exporter 1 of 1", "gradients 1 of 1"):
        assert part in done.stdout
    assert sorted(p.name for p in home.iterdir()) == ["op", "to"], "nothing is left beside it"
    return home / "to"


@pytest.fixture(scope="module")
def wheel(delivered: Path) -> Path:
    (found,) = delivered.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def python(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Run a text with the packages of a folder, and of this environment."""
    text = f"import sys; sys.path.insert(0, {str(folder)!r})\n{text}"
    return subprocess.run(
        [sys.executable, "-I", "-c", text], capture_output=True, text=True, check=False
    )


def test_the_wheel_is_whole_and_says_what_was_checked(delivered: Path, wheel: Path) -> None:
    assert sorted(p.name for p in delivered.iterdir()) == ["README.md", wheel.name]
    assert wheel.name.startswith("twice-1.2.0rc1-py3-none-manylinux_2_")
    with zipfile.ZipFile(wheel) as archive:
        info = "twice-1.2.0rc1.dist-info"
        listed = {}
        for line in archive.read(f"{info}/RECORD").decode().splitlines():
            name, digest, size = line.rsplit(",", 2)
            listed[name] = (digest, size)
        assert listed.keys() == set(archive.namelist())
        for name, (digest, size) in listed.items():
            data = archive.read(name)
            if not name.endswith("RECORD"):
                found = urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                assert (digest, size) == (f"sha256={found}", str(len(data)))
            assert [p for p in of_this_machine(wheel.parent) if p in data] == [], name
        metadata = email.message_from_string(archive.read(f"{info}/METADATA").decode())
        assert "twice/py.typed" in listed
    needed = metadata.get_all("Requires-Dist")
    assert needed is not None
    assert 'torch>=2.10; extra == "torch"' in needed
    assert 'onnxruntime>=1.17; extra == "onnxruntime"' in needed
    readme = (delivered / "README.md").read_text()
    assert metadata.get_payload().strip() == readme.strip()
    for words in ("stable ABI", "| `twice` | agrees |", "with onnxruntime ", " alone | agrees"):
        assert words in readme
    assert "Not verified" not in readme


def test_the_tag_is_what_auditwheel_finds(wheel: Path) -> None:
    from auditwheel.wheel_abi import analyze_wheel_abi

    found = analyze_wheel_abi(
        None, None, wheel, frozenset(TORCH_LIBRARIES), disable_isa_ext_check=False, allow_graft=False
    )  # fmt: skip
    assert wheel.stem.endswith(f"-{found.sym_policy.name}")
    assert found.overall_policy.name == found.sym_policy.name


def test_a_tag_promises_nothing_that_is_not_known(unpacked: Path) -> None:
    found = asked(list(unpacked.rglob("*.so")))
    assert found.others == found.unknown == ()
    assert platform_tag(found) == f"manylinux_2_{found.glibc[1]}_x86_64"
    assert platform_tag(found._replace(glibc=(2, 17))) == "manylinux_2_17_x86_64"
    assert platform_tag(found._replace(others=("libomp.so",))) == "linux_x86_64"
    assert platform_tag(Asked((2, 17), (), (), ("GLIBCXX_3.4.99",))) == "linux_x86_64"


def test_the_torch_library_uses_the_stable_interface_alone(unpacked: Path) -> None:
    with (unpacked / "twice" / "_twice" / "libtwice_torch.so").open("rb") as file:
        symbols = ELFFile(file).get_section_by_name(".dynsym").iter_symbols()
        asked_for = {s.name for s in symbols if s.entry.st_shndx == "SHN_UNDEF"}
    assert {n for n in asked_for if "torch" in n}, "it calls torch"
    mangled = ("_ZN2at", "_ZN3c10", "_ZN5torch", "_ZNK2at", "_ZNK3c10", "_ZNK5torch")
    assert [n for n in asked_for if n.startswith(mangled)] == []


def test_nothing_is_imported_that_is_not_needed(unpacked: Path) -> None:
    told = python(unpacked, LAZY)
    assert told.returncode == 0, told.stdout + told.stderr
    assert told.stdout.split() == ["lazy", "registered", "known"]


LAZY = """
import twice
assert not {"torch", "onnx", "onnxruntime", "numpy"} & sys.modules.keys()
assert twice.ort_library_path().endswith("libtwice_ort.so")
print("lazy")
import torch
twice.load_torch_ops()
x = torch.ones(2)
assert torch.ops.wb_test.twice(x, 1.0).tolist() == [3, 3]
assert twice.twice(x).tolist() == twice.twice(x, bias=0.5).tolist() == [2.5, 2.5]
print("registered")
import onnx
twice.register_onnx_schemas()
twice.register_onnx_schemas()
assert onnx.defs.has("Twice", "test.custom")
print("known")
"""


def test_what_is_imported_already_gets_the_ops_with_the_import(unpacked: Path) -> None:
    text = """
import onnx, torch, twice
assert onnx.defs.has("Twice", "test.custom")
compiled = torch.compile(lambda x: twice.twice(x) + 1, backend="eager", fullgraph=True)
print(compiled(torch.ones(1)).item())
assert torch.library.opcheck(torch.ops.wb_test.twice, (torch.ones(3, requires_grad=True), 0.5))
"""
    told = python(unpacked, text)
    assert told.returncode == 0, told.stdout + told.stderr
    assert told.stdout.split() == ["3.5"]


def test_another_package_with_the_same_op_is_told(unpacked: Path, tmp_path: Path) -> None:
    shutil.copytree(unpacked / "twice", tmp_path / "thrice")
    for file in (tmp_path / "thrice").glob("*.py"):
        file.write_text(file.read_text().replace("from twice import", "from thrice import"))
    text = f"""
sys.path.insert(0, {str(tmp_path)!r})
import torch, twice, warnings
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    import thrice
assert "another package has registered wb_test::twice" in str(told[0].message)
print(thrice.ort_library_path())
"""
    told = python(unpacked, text)
    assert told.returncode == 0, told.stdout + told.stderr
    assert "thrice" in told.stdout


def test_it_is_typed(unpacked: Path, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    for name, line in (
        ("good", "y: torch.Tensor = twice.twice(x, bias=1.0)"),
        ("bad", "twice.twice(3)"),
    ):
        (tmp_path / f"{name}.py").write_text(f"import torch, twice\nx = torch.ones(2)\n{line}\n")
    assert pytestconfig.cache is not None
    known = pytestconfig.cache.mkdir("mypy")  # of torch, whose files take it 15 s
    words = ["--cache-dir", known, "--follow-imports=silent", "good.py", "bad.py"]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", *map(str, words)], capture_output=True,
        text=True, check=False, env={**os.environ, "MYPYPATH": str(unpacked)}, cwd=tmp_path,
    )  # fmt: skip
    *errors, last = checked.stdout.splitlines()
    assert last.startswith("Found "), checked.stdout + checked.stderr
    assert errors
    assert all(error.startswith("bad.py:3: ") for error in errors), checked.stdout
    help_text = python(unpacked, "import twice; print(twice.twice.__doc__)").stdout
    assert "bias: 0.5 without it." in help_text
    assert 'what is doubled, "all" of it \\; float32' in help_text


def test_what_is_wrong_is_found_by_the_package_itself(unpacked: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(unpacked, tmp_path / "copy")
    data = copied / "twice" / "_twice" / "test_data" / "test_data_set_1"
    with np.load(data / "outputs.npz") as file:
        np.savez(data / "outputs.npz", y=file["y"] + 1)
    with FreshPlace.of(copied) as place:
        alone = place.python(["onnx", "onnxruntime"])
        told = subprocess.run(
            [alone, "-m", "twice"], cwd=place.delivery, capture_output=True, text=True, check=False
        )
    assert told.returncode == 1
    assert "DIFFERS: ONNX Runtime 1.31.1 2 of 3, onnx " in told.stdout
    assert "test_data_set_1: ONNX Runtime: wrong" in told.stderr


def test_what_cannot_be_one_package_is_said_before_anything_is_built(
    make_op: MakeOp, run: Run, tmp_path: Path
) -> None:
    two = (make_op(), make_op(TWICE_TOML.replace('"twice"', '"other"')))
    for ops, more, words in (
        (two, ("--form", "wheel"), "no name for one package"),
        (two[:1], ("--form", "wheel", "--package", "torch"), "would hide the module 'torch'"),
        (two[:1], ("--form", "wheel", "--package-version", "first"), "is no version"),
        (two[:1], ("--package", "mine"), "the form ort makes no package"),
    ):
        done = run("deliver", *ops, "--to", tmp_path / "to", *more)
        assert done.returncode == 1
        assert words in done.stderr
        assert done.stdout == ""


@large
def test_ops_of_every_style_in_one_wheel(run: Run, tmp_path: Path) -> None:
    home = project.create_project(tmp_path / "some_ops").folder
    names = ("my_add", "my_add_py", "linalg_inv", "selu_script", "concat_rows", "knn_query")
    for name in names:
        project.copy_op(project.gallery_folder() / name, home, name)
    words = ("--trust", "--form", "wheel", "--json", tmp_path / "r.json")
    done = run("deliver", home, "--to", tmp_path / "to", *words, timeout=1200)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = (tmp_path / "to").glob("*.whl")
    minor = sys.version_info.minor
    assert wheel.name.startswith(f"some_ops-0.1.0-cp3{minor}-cp3{minor}-manylinux_2_")
    found = json.loads((tmp_path / "r.json").read_text())["ops"]
    assert len({o["delivery"]["target"] for o in found}) == 1
    readme = (tmp_path / "to" / "README.md").read_text()
    assert "- my_add: for torch 2." in readme
    together = "concat_rows, knn_query, linalg_inv"  # in one library, of which one op needs torch
    assert f"- {together}: in ONNX Runtime the op library calls torch" in readme


@large
def test_another_torch_takes_the_same_wheels(
    run: Run, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    """The stable ABI's promise, kept by an older torch: no other proof than running it there."""
    there = other_python(pytestconfig, "torch-2.12.1", "torch==2.12.1", "numpy")
    for name in ("my_add_custom", "deform_conv2d", "knn_query"):
        to = tmp_path / name
        done = run(
            "deliver", paths.ops_lib() / "ops" / name, "--form", "wheel", "--to", to, timeout=600
        )
        assert done.returncode == 0, done.stdout + done.stderr
        (wheel,) = to.glob("*.whl")
        wanted = f"{name}[torch] @ {wheel.as_uri()}"
        subprocess.run([there, "-m", "pip", "install", "--no-index", wanted], check=True)
        told = subprocess.run(
            [there, "-I", "-m", name], capture_output=True, text=True, check=False
        )
        assert told.returncode == 0, told.stdout + told.stderr
        assert told.stdout.splitlines()[-1].startswith("agrees: PyTorch 2.12.1 ")


@pytest.fixture(scope="module")
def of_two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, unpacked, of two ops of one domain whose files have the same names."""
    return packaged(make_two(home := tmp_path_factory.mktemp("two")), home)


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same of two that ask for other versions of ONNX Runtime, so that each has its own library."""
    ops = make_two(home := tmp_path_factory.mktemp("apart"))
    with (ops[0] / "op.toml").open("a") as file:
        file.write('\n[ort]\noldest = "1.18"\n')
    return packaged(ops, home)


def packaged(ops: Sequence[Path], home: Path) -> Path:
    words = ("--trust", "--form", "wheel", "--package", "both", "--to", home / "to")
    done = subprocess.run(
        command("deliver", *ops, *words), capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "ONNX Runtime with all ops 2 of 2" in done.stdout
    (wheel,) = (home / "to").glob("*.whl")
    assert wheel.name.startswith("both-0.1.0-py3-none-manylinux_2_")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(home / "unpacked")
    return home / "unpacked"


def test_ops_of_one_domain_are_in_one_session(of_two: Path) -> None:
    told = python(of_two, ONE_SESSION)
    assert told.returncode == 0, told.stdout + told.stderr
    assert told.stdout.splitlines() == ["[6.0, 12.0]"] * 6  # and whoever asks for one has both


def test_they_are_in_one_library_for_each_runtime(of_two: Path) -> None:
    found = sorted(p.relative_to(of_two).as_posix() for p in of_two.rglob("*.so"))
    assert found == ["both/libboth_ort.so", "both/libboth_torch.so"]
    [readme] = [p.read_text() for p in of_two.rglob("METADATA")]
    assert "`libboth_torch.so` has twice, thrice in one library." in readme


def test_an_op_of_the_library_that_another_package_has_is_told(of_two: Path) -> None:
    """Not loaded: torch would end the process."""
    there = 'import torch\nkept = torch.library.Library("wb_test", "DEF")\n'
    there += 'kept.define("thrice(Tensor x) -> Tensor")\n'
    told = python(of_two, f"{there}import both\nboth.twice(torch.ones(2))")
    assert told.returncode == 1
    assert "another package has registered wb_test::thrice with torch already" in told.stderr


@large
def test_what_cannot_be_linked_into_one_is_joined(apart: Path) -> None:
    found = {p.relative_to(apart).as_posix() for p in apart.rglob("*.so")}
    assert found == {
        "both/libboth_torch.so",
        "both/libjoined_ort.so",
        "both/_twice/libtwice_ort.so",
        "both/_thrice/libthrice_ort.so",
    }
    told = python(apart, ONE_SESSION)
    assert told.stdout.splitlines() == ["[6.0, 12.0]"] * 6 + ["True"], told.stderr


@large
def test_a_joined_library_says_what_it_misses(apart: Path, tmp_path: Path) -> None:
    copied = shutil.copytree(apart, tmp_path / "copy")
    (copied / "both" / "_thrice" / "libthrice_ort.so").unlink()
    told = python(copied, f"{BOTH}\nboth.register_custom_ops(ort.SessionOptions())")
    assert told.returncode == 1
    assert "libthrice_ort.so: cannot open shared object file" in told.stderr
