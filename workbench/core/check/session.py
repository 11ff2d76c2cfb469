"""ONNX Runtime can be asked for such a session."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.check.common import problem
from workbench.core.check.files import named_file
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem

__all__ = ["check_session"]

_MOST_THREADS = 1024


def check_session(op: Op) -> Iterator[Problem]:
    """The problems of ``[session]``; which providers there are is known where it runs."""
    session = op.session
    for i, name in enumerate(session.providers):
        if not name.isidentifier():
            hint = "Providers are called as ONNX Runtime calls them, e.g. CPUExecutionProvider."
            yield problem(f"session.providers[{i}]", f"'{name}' is no name of a provider", hint)
    if not 0 <= session.threads <= _MOST_THREADS:
        yield problem("session.threads", f"0 to {_MOST_THREADS} threads", "0 is one for each core.")
    for i, name in enumerate(session.libraries):
        yield from named_file(f"session.libraries[{i}]", name)
