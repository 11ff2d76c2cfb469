"""Platforms and runtimes: what is asked for by name, and what cannot be built for another platform."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.environments import READY
from workbench.core.errors import UserError
from workbench.core.platforms import PLATFORMS, chosen, glibc_of, here, refusal
from workbench.core.runtimes import ALL, RUNTIMES, asked
from workbench.core.runtimes.runtime import EmulatedRuntime
from workbench.core.storage.op_file import load
from workbench.paths import ops_lib


def test_platforms_are_chosen_by_name() -> None:
    assert chosen("") == []
    assert [p.name for p in chosen(" windows-x86_64,linux-x86_64, windows-x86_64")] == [
        "windows-x86_64", "linux-x86_64",
    ]  # fmt: skip
    with pytest.raises(UserError, match="there is no platform 'amiga'") as failed:
        chosen("linux-x86_64,amiga")
    assert all(name in failed.value.problem.hint for name in PLATFORMS)


@pytest.mark.parametrize("text", ["2.16", "3.1", "2", "2.99", "two", "2.17.1", "-2.17"])
def test_a_glibc_that_cannot_be_built_for(text: str) -> None:
    with pytest.raises(UserError, match="no version of glibc"):
        glibc_of(text)
    assert glibc_of(" 2.28 ") == "2.28"


def test_platforms_are_unlike_each_other() -> None:
    for what in (lambda p: p.target("2.17"), lambda p: p.condition, lambda p: p.python):
        assert len({what(platform) for platform in PLATFORMS.values()}) == len(PLATFORMS)
    own = here()
    assert own is None or [p for p in PLATFORMS.values() if p.is_here] == [own]


def test_what_needs_this_machine_is_refused_for_others() -> None:
    """Each op of the gallery, by its own declaration: nothing is built to find out."""
    platforms = chosen("linux-aarch64,windows-x86_64")
    told = {}
    for folder in sorted((ops_lib() / "ops").iterdir()):
        if (folder / "op.toml").is_file():
            op = load(folder).resolved()
            told[op.name], hint = refusal(op, platforms)
            assert bool(told[op.name]) == bool(hint)
            assert refusal(op, []) == ("", "")
    assert "linux-aarch64, windows-x86_64" in told["linalg_inv"]
    assert "an installed kernel" in told["linalg_inv"]
    assert "implementation for ONNX Runtime is own" in told["foo_classic"]
    for name in ("my_add_custom", "deform_conv2d", "knn_query", "my_add_py"):
        assert told[name] == "", name


def test_runtimes_are_asked_for_by_name_and_have_to_be_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OP_WORKBENCH_DATA", str(tmp_path))
    assert asked([]) == []
    with pytest.raises(UserError, match="there is no runtime 'amiga'"):
        asked(["amiga"])
    with pytest.raises(UserError, match="the runtime linux-aarch64 is not there") as failed:
        asked(["linux-aarch64"])
    assert "op-workbench runtime add linux-aarch64" in failed.value.problem.hint
    with pytest.raises(UserError, match="no runtime has been added"):
        asked([ALL])
    runtime = RUNTIMES["linux-aarch64"]
    runtime.folder.mkdir(parents=True)
    assert not runtime.is_there, "half-made"
    (runtime.folder / READY).write_text("{}")
    assert asked([ALL, "linux-aarch64"]) == [runtime]
    assert runtime.label == "linux-aarch64 (emulated)"


def test_an_emulated_runtime_is_a_platform_that_is_not_said_to_be_unproven() -> None:
    emulated = [r for r in RUNTIMES.values() if isinstance(r, EmulatedRuntime)]
    assert emulated
    for runtime in emulated:
        assert not PLATFORMS[runtime.name].unproven
