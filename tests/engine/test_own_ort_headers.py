"""Headers of ONNX Runtime that a source brings itself are used, alone; where they cannot be, it is said."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.engine.bindings import Failed, Host
from tests.engine.older_ort_headers import SOURCE, STRUCT, write_headers
from tests.engine.own_ort import X, library, needs_headers, problems
from tests.engine.own_ort_sources import TOML
from tests.large import large
from workbench.core.compile.compile_commands import command_of
from workbench.core.compile.ort_headers import ORT_HEADERS
from workbench.core.storage import op_file
from workbench.core.storage.project import create_project
from workbench.engine.build import build
from workbench.engine.store import Store
from workbench.importers.cpp.drafting.draft import draft_of
from workbench.importers.cpp.headers.files import read_sources
from workbench.importers.cpp.headers.include_roots import taken_from, with_licences
from workbench.importers.cpp.search.candidates import find_candidates
from workbench.importers.drafts.draft import write_draft

pytestmark = needs_headers

QUICK = (("", "own"), ("include", "ours"), ("include/core/session", "own"))
ROOT = TOML.replace('function = "Sum"', 'function = "Sum"\ninclude = ["include"]')


@pytest.mark.parametrize(
    ("place", "text"),
    [
        pytest.param(
            place, text, id=f"{place}-{name}", marks=() if (place, name) in QUICK else large
        )
        for place in ("", "include", "include/core/session")
        for name, text in (("own", SOURCE), ("ours", "#include <stdexcept>\n" + STRUCT))
    ],
)
def test_an_older_release_beside_the_source_is_used(
    folder_of: Callable[..., Path], host: Host, text: str, place: str
) -> None:
    if place.endswith("session"):
        text = text.replace('"onnx', '"core/session/onnx')
    folder = folder_of(text, ROOT if place else TOML)
    write_headers(folder / place)
    built = library(folder)
    result = host("run", built, "Sum", {"a": X, "b": X})
    np.testing.assert_array_equal(result["values"][0], 2 * X + 12)
    with pytest.raises(Failed, match="two axes are wanted"):
        host("run", built, "Sum", {"a": X[0], "b": X[0]})


def test_a_tool_that_reads_the_source_sees_the_same_headers(folder_of: Callable[..., Path]) -> None:
    folder = folder_of(SOURCE)
    write_headers(folder)
    command = command_of(folder, op_file.load(folder), folder / "sum_ort.cpp")
    assert str(folder) in command.arguments[command.arguments.index("-isystem") + 1 :]
    assert "-DWB_ORT_HEADERS=12" in command.arguments


@pytest.mark.parametrize("name", ORT_HEADERS)
def test_one_header_alone_is_of_no_release(folder_of: Callable[..., Path], name: str) -> None:
    folder = folder_of(SOURCE)
    write_headers(folder)
    (folder / name).unlink()
    (problem,) = problems(folder)
    assert problem.kind == "headers"
    assert f"no {name} of the same release beside it" in problem.message
    assert "those of this machine are used then" in problem.hint


def test_a_header_that_a_release_has_and_the_source_lacks(folder_of: Callable[..., Path]) -> None:
    folder = folder_of(SOURCE)
    write_headers(folder)
    with (folder / ORT_HEADERS[1]).open("a") as file:
        file.write('#include "onnxruntime_cxx_inline.h"\n')
    (problem,) = problems(folder)
    assert "includes onnxruntime_cxx_inline.h, which is not beside it" in problem.message
    assert problem.file == str(folder / ORT_HEADERS[1])


def test_headers_that_are_too_old_to_build_with(folder_of: Callable[..., Path]) -> None:
    folder = folder_of(SOURCE)
    write_headers(folder, 8)
    (problem,) = problems(folder)
    assert "of API version 8, and 12 is the oldest" in problem.message
    assert problem.hint.startswith("Take the op's own ONNX Runtime headers away")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Sources as a project has them, with a release's headers in a folder of their own."""
    project = tmp_path / "mylib"
    (project / "src" / "ops").mkdir(parents=True)
    (project / "LICENSE").write_text("Do what you like.\n")
    (project / ".git").mkdir()
    (project / "src" / "ops" / "sum.cpp").write_text(SOURCE)
    return project


def test_they_come_along_with_the_source(project: Path, tmp_path: Path, host: Host) -> None:
    headers = project / "include" / "onnxruntime" / "core" / "session"
    write_headers(headers)
    files = [project / "src" / "ops" / "sum.cpp"]
    texts = read_sources(files)
    assert list(texts) == ["sum.cpp"], "they are copied, not read"
    taken = taken_from(texts, (), files)
    assert taken[0].words.startswith(f"from {headers}: onnxruntime_c_api.h, onnxruntime_cxx_api.h")
    draft = with_licences(draft_of(find_candidates(texts)[0], texts, ""), taken)
    assert draft.op.kernel.include == ("third_party/onnxruntime",)
    assert "ONNX Runtime 1.12 are used" in " ".join(gap.message for gap in draft.gaps)
    folder = write_draft(draft, create_project(tmp_path / "project").folder, "sum")
    assert (folder / "third_party" / "LICENSE").is_file()
    built = build.build(folder, op_file.load(folder), Store(), build.Reporter())[0]
    result = host("run", Path(built.ort_library), "Sum", {"a": X, "b": X})
    np.testing.assert_array_equal(result["values"][0], 2 * X + 12)


def test_of_a_folder_that_is_given_for_headers_they_come_along(
    project: Path, tmp_path: Path
) -> None:
    write_headers(tmp_path / "release")
    (project / "src" / "ops" / "sum.cpp").write_text(
        SOURCE.replace('"onnxruntime_cxx_api.h"', "<core/session/onnxruntime_cxx_api.h>")
    )
    files = [project / "src" / "ops" / "sum.cpp"]
    texts = read_sources(files, further=[tmp_path / "release"])
    assert list(texts) == ["sum.cpp"]
    (one,) = taken_from(texts, [tmp_path / "release"], files)
    assert (one.root, one.api, one.unused) == (tmp_path / "release", 12, "")


@pytest.mark.parametrize(
    ("version", "without", "told"),
    [
        (8, "", "headers of 1.8, and 1.12 is the oldest that can be used: this machine's are used"),
        (12, ORT_HEADERS[0], f"headers without {ORT_HEADERS[0]}: this machine's are used"),
    ],
)
def test_those_that_cannot_be_used_stay_behind(
    project: Path, version: int, without: str, told: str
) -> None:
    write_headers(project / "src" / "ops", version)
    if without:
        (project / "src" / "ops" / without).unlink()
    files = [project / "src" / "ops" / "sum.cpp"]
    texts = read_sources(files)
    drafted = draft_of(find_candidates(texts)[0], texts, "")
    draft = with_licences(drafted, taken_from(texts, (), files))
    assert draft.op == drafted.op
    assert not draft.copies
    assert any(gap.message.endswith(told) for gap in draft.gaps)
