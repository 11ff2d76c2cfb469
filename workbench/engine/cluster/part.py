"""A part of a check at a worker."""

from __future__ import annotations

import msgspec

from workbench.core.checking import PartCheck, PartOutcome
from workbench.core.errors import UserError
from workbench.core.storage import op_file
from workbench.engine.cluster.hosts import engine, unpacked_room
from workbench.engine.cluster.parcel import Delivery, PartParcel, delivered

__all__ = ["run_part"]


def run_part(data: bytes) -> bytes:
    """Run the cells of a ``PartParcel``; the ``Delivery``, both as MessagePack."""
    parcel = msgspec.msgpack.decode(data, type=PartParcel)
    try:
        delivery = _run(parcel)
    except UserError as error:
        delivery = Delivery(PartOutcome(parcel.part.number, error=error.problem))
    return msgspec.msgpack.encode(delivery)


def _run(parcel: PartParcel) -> Delivery:
    with unpacked_room(parcel) as room:
        op = op_file.load(room.op).resolved()
        check = PartCheck(room.op, op, room.work, parcel.part, parcel.limits)
        with engine(parcel.run, lambda one: one.cancel(check)) as hosts:
            hosts.check(check)
        return delivered(check.outcome(), parcel.part, room.ops, room.work)
