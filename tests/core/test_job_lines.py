"""Messages of the protocol: which of their fields hold values is known soon."""

from __future__ import annotations

import functools

from tests.seconds import fastest
from workbench.core import jobs
from workbench.core.declaration.op import Arg, Case, Model, Op
from workbench.core.jobs import lines


def test_values_are_looked_for_where_some_can_be() -> None:
    found = {kind: lines.value_fields(kind) for kind in lines.kinds()}
    assert found[jobs.BuildJob] == ("op",)
    assert found[jobs.StageEnded] == ("result",)
    assert found[jobs.HostReady] == found[jobs.Log] == ()
    parts = (Op, Arg, Model, Case)
    assert [lines.value_fields(part) for part in parts] == [
        ("args", "mapping", "model", "variants"), ("default", "choices"), ("inputs", "cases"), ("inputs",)
    ]  # fmt: skip


def test_each_struct_is_read_once() -> None:
    """Hosts and commands are short, and all of them read an op's: it was half of what one took."""

    def look() -> None:
        for found in vars(lines).values():
            if isinstance(found, functools._lru_cache_wrapper):
                found.cache_clear()
        for kind in lines.kinds():
            lines.value_fields(kind)

    assert fastest(look) < 0.05
