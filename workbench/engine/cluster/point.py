"""A point of a sweep at a worker."""

from __future__ import annotations

import msgspec

from workbench.core import jobs
from workbench.core.errors import Problem, UserError
from workbench.engine.client import Engine
from workbench.engine.cluster.hosts import Room, engine, unpacked_room
from workbench.engine.cluster.parcel import Measured, PointParcel, moved_problem

__all__ = ["run_point"]


def run_point(data: bytes) -> bytes:
    """Measure the point of a ``PointParcel``; what was ``Measured``, both as MessagePack."""
    parcel = msgspec.msgpack.decode(data, type=PointParcel)
    return msgspec.msgpack.encode(_run(parcel))


def _run(parcel: PointParcel) -> Measured:
    job = jobs.decode_request(parcel.job)
    assert isinstance(job, jobs.TimeJob)
    with unpacked_room(parcel) as room:
        try:
            with engine(parcel.run, Engine.stop) as hosts:
                return Measured(_result(hosts, job, room))
        except UserError as error:
            moved = {str(room.ops): parcel.home}
            return Measured(problem=moved_problem(error.problem, moved))


def _result(hosts: Engine, job: jobs.TimeJob, room: Room) -> jobs.TimeResult:
    (state,) = hosts.load([room.op], lambda _: job.op.resolved())
    if state.problems:
        raise UserError.of(state.problems)
    hosts.run([room.op], "build")
    build = state.current_result("build")
    if not isinstance(build, jobs.BuildResult):
        raise UserError.of(state.report("build").problems or (_STOPPED,))
    job = msgspec.structs.replace(
        job,
        folder=str(room.op),
        torch_library=build.torch_library,
        ort_library=build.ort_library,
    )
    return hosts.ask(job, jobs.TimeResult)


_STOPPED = Problem("stopped", "stopped before there was an answer", "Try again.")
