"""What a program under an emulator says, among what the emulator says of itself."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from workbench.core.errors import UserError
from workbench.engine.runtimes.runners.windows_x86_64 import RUNNER

NOISE = """
echo 'wine: Call to unimplemented function, aborting' >&2
echo '[E:onnxruntime:, executor.cc:677] Non-zero status: thrown on purpose' >&2
echo 'failed: Non-zero status: thrown on purpose' >&2
exit 1
"""


class Script(type(RUNNER)):  # type: ignore[misc]
    """Runs a script in the place of a program for Windows."""

    def command(self, program: Path) -> tuple[list[str], Mapping[str, str]]:
        return ["/bin/sh", str(program)], {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (NOISE, "Non-zero status: thrown on purpose"),
        ("echo one; echo two; exit 3", "one\ntwo"),
        ("exit 3", "status 3"),
    ],
)
def test_what_the_host_itself_says_is_the_reason(tmp_path: Path, text: str, words: str) -> None:
    program = tmp_path / "host"
    program.write_text(text)
    with pytest.raises(UserError) as failed:
        Script().run_host(program, tmp_path)
    what = "it does not run on windows-x86_64 (emulated)"
    assert failed.value.problem.message == f"{what}: {words}"
