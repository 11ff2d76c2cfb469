"""Which operators ran, as ONNX Runtime's own profile says."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import onnxruntime

__all__ = ["operators_run"]


def operators_run(session: onnxruntime.InferenceSession) -> Counter[str]:
    """How often each operator's kernel ran in a session that was opened with a profile.

    Args:
        session: ends its profile.

    Returns:
        The number by operator, without its domain.
    """
    events = json.loads(Path(session.end_profiling()).read_text(encoding="utf-8"))
    told = (e.get("args", {}) for e in events if e.get("name", "").endswith("_kernel_time"))
    return Counter(a["op_name"] for a in told if "op_name" in a)
