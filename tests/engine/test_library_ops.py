"""Any op library says what it has; one that is none, or goes wrong when it is asked, is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import onnxruntime
import pytest

from tests.conftest import TWICE_KERNEL, TWICE_TOML
from tests.engine.raw_library import (
    OPS,
    SILENT,
    op_library,
    op_library_source,
    raw_library,
)
from workbench.core import jobs
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import OPTIONAL, VARIADIC, LibraryOp
from workbench.core.storage import op_file
from workbench.engine.build import build
from workbench.engine.client import Engine
from workbench.engine.store import Store

Listed = Callable[[Path], tuple[LibraryOp, ...]]


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine() as engine:
        yield engine


@pytest.fixture
def listed(engine: Engine) -> Listed:
    return lambda path: engine.ask(jobs.LibraryJob(1, str(path)), jobs.LibraryResult).ops


@pytest.fixture
def refused(listed: Listed) -> Callable[[Path], Problem]:
    def problem(path: Path) -> Problem:
        with pytest.raises(UserError) as caught:
            listed(path)
        assert caught.value.problem.hint
        return caught.value.problem

    return problem


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return op_library(tmp_path_factory.mktemp("raw"))


def test_every_kind_of_op_is_listed(listed: Listed, library: Path) -> None:
    ops = listed(library)
    assert [op.full for op in ops] == [
        *("raw.ops::Twice", "raw.ops::Cast", "raw.ops::Cast", "raw.ops::Maybe", "raw.ops::Join"),
        *("raw.ops::Any", "raw.ops::Words", "raw.ops::Old", "raw.ops::Old", "raw.more::Twice"),
    ]
    twice, cast, back, maybe, join, any_, words, old, newer, more = ops
    assert twice.signature == "float32 -> float32"
    assert (cast.signature, back.signature) == ("float32 -> int64", "int64 -> float32")
    assert maybe.signature == "float32, int64? -> float32, int64?"
    assert maybe.inputs[1].characteristic == maybe.outputs[1].characteristic == OPTIONAL
    assert (join.inputs[1].characteristic, join.least_inputs) == (VARIADIC, 2)
    assert join.inputs_alike
    assert any_.signature == "any type… -> any type…"
    assert not any_.inputs_alike
    assert words.inputs[0].dtype == "string"
    assert (old.since_version, old.until_version) == (10, 12)
    assert newer.versions == "version 15 to 17"
    assert (more.since_version, more.until_version) == (3, 0)
    assert (more.provider, twice.provider) == ("CUDAExecutionProvider", "")


def test_one_of_ours_is_listed_the_same_way(listed: Listed, tmp_path: Path) -> None:
    (tmp_path / "op.toml").write_text(TWICE_TOML)
    (tmp_path / "kernel.cpp").write_text(TWICE_KERNEL)
    made, _ = build.build(tmp_path, op_file.load(tmp_path), Store(), build.Reporter())
    (op,) = listed(Path(made.ort_library))
    assert (op.full, op.signature) == ("test.custom::Twice", "float32 -> float32")


def test_a_library_that_asks_for_this_runtimes_own_table(listed: Listed, tmp_path: Path) -> None:
    """As those do that look at its version: newer than any table that we have the size of."""
    minor = onnxruntime.__version__.split(".")[1]
    path = op_library(tmp_path, OPS)
    source = path.with_name("libraw.so.cpp").read_text().replace("GetApi(17)", f"GetApi({minor})")
    assert len(listed(raw_library(tmp_path, source, "libnewest.so"))) == 10


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no shared library"),
        (b"rubbish", "no shared library"),
        (b"MZ" + bytes(300), "but one for Windows"),
        (b"\xcf\xfa\xed\xfe" + bytes(300), "but one for macOS"),
        (b"\x7fELF\x02\x01" + bytes(10), "cut off"),
    ],
)
def test_a_file_that_is_none(
    refused: Callable[[Path], Problem], tmp_path: Path, content: bytes, told: str
) -> None:
    path = tmp_path / "lib.so"
    path.write_bytes(content)
    problem = refused(path)
    assert told in problem.message
    assert problem.file == str(path)


def test_another_processors(
    refused: Callable[[Path], Problem], library: Path, tmp_path: Path
) -> None:
    data = bytearray(library.read_bytes())
    data[18:20] = (183).to_bytes(2, "little")  # e_machine: EM_AARCH64
    path = tmp_path / "libarm.so"
    path.write_bytes(data)
    assert "another processor (AARCH64)" in refused(path).message


def test_a_file_that_is_not_there(refused: Callable[[Path], Problem], tmp_path: Path) -> None:
    assert "No such file" in refused(tmp_path / "none.so").message
    assert "no regular file" in refused(tmp_path).message


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("int nothing;", "does not export RegisterCustomOps"),
        (SILENT, "registered nothing"),
        (SILENT.replace("return nullptr", "return *(void**)8"), "segmentation fault"),
        ("#include <cstdlib>\n" + SILENT.replace("return nullptr", "exit(3); return nullptr"), "status"),
        ('#include <stdexcept>\n' + SILENT.replace("return nullptr", 'throw std::runtime_error("no luck")'),
         "no luck"),
        (SILENT.replace("return nullptr", "throw 7; return nullptr"), "RegisterCustomOps threw something"),
        ("void missing();\n" + SILENT.replace("return nullptr", "missing(); return nullptr"), "missing"),
    ],
    ids=["no entry", "nothing", "crash", "exit", "exception", "number", "symbol"],
)  # fmt: skip
def test_one_that_goes_wrong_when_it_is_asked(
    refused: Callable[[Path], Problem], listed: Listed, library: Path, tmp_path: Path,
    source: str, told: str,
) -> None:  # fmt: skip
    problem = refused(raw_library(tmp_path, source))
    assert told in problem.message
    assert problem.file == str(tmp_path / "libraw.so")
    assert "example inputs" not in problem.hint
    assert "[ort]" not in problem.hint, "no op names it"
    assert listed(library), "the next library is asked as if nothing had been"


def test_a_name_that_is_no_utf_8_is_listed_as_far_as_it_can_be_read(
    listed: Listed, tmp_path: Path
) -> None:
    ops = 'made("raw.\\xff", "Twi\\xfe", {{1, 0}}, {{1, 0}}), made("raw", "Next", {{1, 0}}, {{1, 0}}),'
    assert [op.full for op in listed(op_library(tmp_path, ops))] == [
        "raw.\ufffd::Twi\ufffd",
        "raw::Next",
    ]


def test_an_op_without_a_name(refused: Callable[[Path], Problem], tmp_path: Path) -> None:
    problem = refused(op_library(tmp_path, 'made("raw", nullptr, {{1, 0}}, {{1, 0}}),'))
    assert "an op of the domain 'raw' has no name" in problem.message


_BIG = "op->GetInputTypeCount = [](const OrtCustomOp*) -> size_t { return size_t{1} << 40; };"
_NEGATIVE = "op->GetOutputTypeCount = [](const OrtCustomOp*) -> size_t { return -1; };"
_ENDLESS = (
    "op->GetName = [](const OrtCustomOp*) -> const char* {"
    " static char name[1 << 20]; for (char& c : name) c = 'n'; return name; };"
)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (_BIG, "raw::Op says that it has 1099511627776 inputs"),
        (_NEGATIVE, "raw::Op says that it has 18446744073709551615 outputs"),
        (_ENDLESS, "the name of an op of the domain 'raw' is longer than 4096 characters"),
        ("op->GetInputType = nullptr;", "raw::Op has no GetInputType"),
        ("op->GetName = nullptr;", "an op of the domain 'raw' has no GetName"),
        ("op = nullptr;", "an op of the domain 'raw' is a null pointer"),
    ],
    ids=["inputs", "outputs", "endless name", "no function", "no name function", "null"],
)
def test_what_no_op_can_have_is_said(
    refused: Callable[[Path], Problem], tmp_path: Path, claim: str, words: str
) -> None:
    ops = f'[] {{ OrtCustomOp* op = made("raw", "Op", {{{{1, 0}}}}, {{{{1, 0}}}}); {claim} return op; }}(),'
    source = op_library_source(ops).replace("of(op).domain", '"raw"')
    problem = refused(raw_library(tmp_path, source))
    assert problem.message == words
    assert "headers of another version" in problem.hint


def test_a_domain_without_a_name(refused: Callable[[Path], Problem], tmp_path: Path) -> None:
    ops = 'made("raw", "Op", {{1, 0}}, {{1, 0}}),'
    source = op_library_source(ops).replace("(api, last, &domain)", "(api, nullptr, &domain)")
    assert refused(raw_library(tmp_path, source)).message == "a domain has no name"


@pytest.mark.parametrize("number", [77, -1])
def test_a_value_of_a_kind_that_there_is_not(
    refused: Callable[[Path], Problem], tmp_path: Path, number: int
) -> None:
    problem = refused(
        op_library(tmp_path, f'made("raw", "Odd", {{{{1, {number}}}}}, {{{{1, 0}}}}),')
    )
    assert f"raw::Odd says {number} where a value is" in problem.message
    assert problem.file == str(tmp_path / "libraw.so")


def test_one_that_does_not_end_when_it_is_asked(
    engine: Engine, listed: Listed, library: Path, tmp_path: Path
) -> None:
    listed(library)  # so that what asks is built
    path = raw_library(
        tmp_path, SILENT.replace("return", "for (volatile int i = 0;; ++i) {} return")
    )
    job = jobs.LibraryJob(1, str(path), limits=jobs.Limits(seconds=2))
    with pytest.raises(UserError, match="stopped after 2 s") as caught:
        engine.ask(job, jobs.LibraryResult)
    assert caught.value.problem.file == str(path)
    assert caught.value.problem.hint.startswith("Does the library loop for ever")
    assert "example inputs" not in caught.value.problem.hint


def test_the_version_that_it_asks_for_in_vain_is_named(
    refused: Callable[[Path], Problem], tmp_path: Path
) -> None:
    path = op_library(tmp_path)
    source = path.with_name("libraw.so.cpp").read_text().replace("GetApi(17)", "GetApi(999)")
    problem = refused(raw_library(tmp_path, source))
    assert "segmentation fault" in problem.message
    assert f"asks for ONNX Runtime 1.999; here is {onnxruntime.__version__}" in problem.message


def test_a_torch_librarys_schemas(engine: Engine, library: Path, tmp_path: Path) -> None:
    (tmp_path / "op.toml").write_text(TWICE_TOML)
    (tmp_path / "kernel.cpp").write_text(TWICE_KERNEL)
    made, _ = build.build(tmp_path, op_file.load(tmp_path), Store(), build.Reporter())
    found = engine.ask(jobs.LibrarySchemasJob(1, made.torch_library), jobs.SchemasResult).schemas
    assert [s.name for s in found] == [op_file.load(tmp_path).torch]
    with pytest.raises(UserError, match="adds no op"):
        engine.ask(jobs.LibrarySchemasJob(1, str(library)), jobs.SchemasResult)
