"""Libraries for other platforms: built, looked at, and never called proven where they were not run."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.conftest import MakeOp, Verify
from workbench.core.delivery import FORMS, delivery_job
from workbench.core.errors import UserError
from workbench.core.platforms import PLATFORMS
from workbench.core.runtimes import RUNTIMES
from workbench.engine.build.libraries import Planner
from workbench.engine.build.ninja_run import NinjaRun, Reporter
from workbench.engine.build.sources import read_sources
from workbench.engine.compilers import crossing, environment
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.inspected import inspected
from workbench.engine.deliver.platforms import library_files, platform_checks
from workbench.engine.runtimes.runners import RUNNERS
from workbench.engine.store import Store

SOURCE = """
#ifdef _WIN32
#define EXPORT __declspec(dllexport)
int DllMainCRTStartup(void* a, unsigned b, void* c) { return 1; }
#else
#define EXPORT __attribute__((visibility("default")))
#endif
EXPORT void* RegisterCustomOps(void* options, void* base) { return 0; }
"""

Compile = Callable[..., Path]


@pytest.fixture
def compiled(tmp_path: Path) -> Compile:
    """A library that needs no C library, so that nothing has to be made for it first."""

    def make(platform: str, *flags: str, source: str = SOURCE, glibc: str = "2.17") -> Path:
        known = PLATFORMS[platform]
        compiler, file = crossing(known.target(glibc)), tmp_path / "source.c"
        file.write_text(source)
        target = tmp_path / known.library("twice")
        command = [
            compiler.command[0],
            "cc",
            *compiler.command[2:],
            "-shared",
            "-fvisibility=hidden",
        ]
        subprocess.run(
            [*command, *(flags or ("-nostdlib",)), *known.link_flags, str(file), "-o", str(target)],
            check=True,
            env=environment(),
        )
        return target

    return make


@pytest.mark.parametrize("name", PLATFORMS)
def test_a_library_is_taken_for_its_own_platform_only(name: str, compiled: Compile) -> None:
    library = compiled(name)
    platform = PLATFORMS[name]
    said = inspected(library, platform, "2.17")
    assert said.startswith(f"{platform.format} for {platform.machine}, exports RegisterCustomOps")
    for other in PLATFORMS.values():
        if other is not platform:
            with pytest.raises(UserError, match="is not fit for"):
                inspected(library, other, "2.17")


def test_what_is_no_library_at_all(tmp_path: Path) -> None:
    for data in (b"", b"no library", b"\x7fELF", b"MZ" + bytes(200)):
        file = tmp_path / "file"
        file.write_bytes(data)
        with pytest.raises(UserError, match="is not fit for"):
            inspected(file, PLATFORMS["linux-aarch64"], "2.17")


def test_other_exports_folders_of_this_machine_and_a_newer_glibc(
    compiled: Compile, tmp_path: Path
) -> None:
    platform = PLATFORMS["linux-aarch64"]
    more = f"{SOURCE}\nEXPORT int another(void) {{ return 1; }}\n"
    none = SOURCE.replace("RegisterCustomOps", "register_custom_ops")
    named = f'{SOURCE}\nEXPORT const char* RegisterCustomOps_(void) {{ return "{tmp_path}/x"; }}\n'
    for source, words in (
        (more, "it exports another, too"),
        (none, "it does not export RegisterCustomOps"),
    ):
        with pytest.raises(UserError, match=words):
            inspected(compiled(platform.name, source=source), platform, "2.17")
    named = named.replace("RegisterCustomOps_", "RegisterCustomOps").replace(
        "EXPORT void* RegisterCustomOps(void* options, void* base) { return 0; }", ""
    )
    library = compiled(platform.name, source=named)
    with pytest.raises(UserError, match="a folder of this machine"):
        inspected(library, platform, "2.17")
    # dlopen moved into libc itself with glibc 2.34.
    newer = f"extern void* dlopen(const char*, int);\n{SOURCE}".replace(
        "return 0;", 'return dlopen("x", 1);'
    )
    library = compiled(platform.name, "-lc", source=newer, glibc="2.34")
    with pytest.raises(UserError, match=r"asks for glibc 2\.34, newer than 2\.17"):
        inspected(library, platform, "2.17")
    assert "with glibc 2.34; built for 2.34" in inspected(library, platform, "2.34")


def test_kernel_and_glue_compile_for_windows(make_op: MakeOp, verify: Verify) -> None:
    """Without the link, for which the compiler would make a C++ library first."""
    folder = make_op()
    op = verify(folder, "build").op
    target = PLATFORMS["windows-x86_64"].target("")
    sources = msgspec.structs.replace(read_sources(folder, op), compiler=crossing(target))
    store = Store()
    plan = op.ort.side.library(op.kernel.kind)
    assert plan is not None
    units = Planner(folder, op, sources, store, Reporter(), whole=True).portable(plan.units)
    assert {"kernel_unit", "ort_glue", "ort_library"} <= {unit.name for unit in units}
    run = NinjaRun(store, Reporter(), lambda p, *_: p, sources.main, lambda _: None)
    run.make([], units)
    for unit in units:
        head = store.path("objects", unit.key, "unit.o").read_bytes()[:2]
        assert head == b"\x64\x86", "an object of Windows for x86-64"


def test_what_was_not_run_is_not_said_to_be_proven(
    make_op: MakeOp,
    verify: Verify,
    compiled: Compile,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OP_WORKBENCH_DATA", str(tmp_path / "nobody's"))
    job = delivery_job(1, verify(make_op()), FORMS["ort"], tmp_path / "to", False)
    built = {n: str(compiled(n)) for n in ("linux-aarch64", "windows-x86_64", "macos-arm64")}
    job = msgspec.structs.replace(job, built=built, glibc="2.17")
    delivery = tmp_path / "delivery"
    for platform, file in library_files(job):
        (delivery / file).parent.mkdir(parents=True)
        compiled(platform.name).rename(delivery / file)
    with FreshPlace.of(delivery) as place:
        checks = list(platform_checks(job, place))
    assert len(checks) == 6
    for looked, ran in zip(checks[::2], checks[1::2], strict=True):
        assert (looked.said, ran.said) == ("looked at", "")
        assert ran.how.startswith("compiled and looked at only: ")
        added = looked.platform in RUNTIMES
        assert ("op-workbench runtime add" in ran.how) == added


def test_each_runtime_has_a_runner() -> None:
    assert list(RUNTIMES.values()) == [runner.runtime for runner in RUNNERS.values()]
