"""The job that tells where a model's time goes: ONNX Runtime's own profile, node by node."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from pathlib import Path

import onnx

from workbench.core.jobs import GraphNode, NodeTime, ProfileJob, ProfileResult
from workbench.engine.host.child import Channel
from workbench.engine.onnx.onnx_file import operator_name, read_model
from workbench.engine.run.calls import plain_call
from workbench.engine.run.run import open_session
from workbench.engine.store import Store
from workbench.engine.values.arrays import load_arrays

__all__ = ["node_times", "profile_job"]

_SECONDS, _MOST = 0.5, 500
_FEWEST = 3
_EVENT = "_kernel_time"
_BLOCKED = "_nchwc"
"""ONNX Runtime calls a convolution after what it gives, and so, where it has it in blocks of channels."""


def profile_job(job: ProfileJob, channel: Channel) -> None:
    """Stage ``profile``."""
    with channel.stage("profile") as outcome, Store().scratch() as scratch:
        channel.progress("profile", 0, 1, "running the model with ONNX Runtime's profile")
        outcome.result = node_times(job, scratch)


def node_times(job: ProfileJob, scratch: Path) -> ProfileResult:
    """How long each node takes.

    Args:
        job: which model, and with what.
        scratch: a folder for the profile.

    Raises:
        UserError: it does not run.
    """
    path = Path(job.case.model)
    model = read_model(path)
    nodes = _named(model)
    session = open_session(
        *(model.SerializeToString(), job.ort_library, job.case.model),
        profile=str(scratch / "profile"),
        session=job.session,
        folder=job.folder,
    )
    call = plain_call(session, load_arrays(Path(job.case.inputs)))
    call()  # what is made only once is not the nodes' time
    call()
    begun = time.perf_counter()
    runs = 0
    while runs < _FEWEST or (runs < _MOST and time.perf_counter() - begun < _SECONDS):
        call()
        runs += 1
    return _read(Path(session.end_profiling()), nodes, runs)


def _named(model: onnx.ModelProto) -> dict[str, GraphNode]:
    """Name the nodes as their first outputs are: the profile knows nodes by their names."""
    found = {}
    for node in model.graph.node:
        key = next(filter(None, node.output), node.name)
        found[key] = GraphNode(key, operator_name(node), node.name)
        node.name = key
    return found


def _read(profile: Path, nodes: dict[str, GraphNode], runs: int) -> ProfileResult:
    spent: dict[str, list[float]] = defaultdict(list)
    told: dict[str, tuple[str, str]] = {}
    for event in json.loads(profile.read_text(encoding="utf-8")):
        name, about = event.get("name", ""), event.get("args", {})
        if name.endswith(_EVENT) and "op_name" in about:
            name = name.removesuffix(_EVENT)
            spent[name].append(event["dur"] / 1e3)
            told[name] = (about["op_name"], about.get("provider", ""))
    found = []
    for name, times in spent.items():
        calls = max(1, round(len(times) / (runs + 2)))  # in a run: a loop's are several
        counted = times[2 * calls :] or times
        op, provider = told[name]
        key = name.removesuffix(_BLOCKED)
        made = nodes.get(name) or GraphNode(key if key in nodes else "", op, name)
        found.append(NodeTime(made, sum(counted) / len(counted) * calls, calls, provider))
    found.sort(key=lambda one: -one.milliseconds)
    ran = {one.node.key for one in found}
    gone = tuple(node for key, node in nodes.items() if key not in ran)
    return ProfileResult(tuple(found), gone, runs)
