"""What travels between a check and its workers: whoever sends it may have any names in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core import jobs
from workbench.core.checking import Part, PartOutcome
from workbench.core.errors import UserError
from workbench.engine.cluster.parcel import Delivery, PartParcel, packed, taken_in, unpacked

PART = Part(1, (), 0, {}, ())
OUTSIDE = ["../x", "a/../../x", "/x"]


def test_an_op_travels_whole(tmp_path: Path) -> None:
    op = tmp_path / "ops" / "twice"
    (op / "sub").mkdir(parents=True)
    (op / "op.toml").write_text('schema = 1\nname = "twice"\n')
    (op / "sub" / "more.h").write_bytes(b"\x00\xff")
    parcel = PartParcel("run", "twice", packed(op), PART, jobs.Limits())
    made = unpacked(parcel, (tmp_path / "there").resolve())
    assert made.name == "twice"
    assert (made / "op.toml").read_bytes() == (op / "op.toml").read_bytes()
    assert (made / "sub" / "more.h").read_bytes() == b"\x00\xff"


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_worker_writes_nothing_outside_of_the_checks_folder(tmp_path: Path, name: str) -> None:
    work = tmp_path / "work"
    work.mkdir()
    with pytest.raises(UserError, match="leads out"):
        taken_in(Delivery(PartOutcome(1), files={name: b"x"}), tmp_path / "op", work)
    assert not list(tmp_path.rglob("x"))


@pytest.mark.parametrize("name", OUTSIDE[:2])
def test_a_check_writes_nothing_outside_of_a_workers_folder(tmp_path: Path, name: str) -> None:
    ops = tmp_path / "ops"
    for folders in ({"twice": {f"../{name}": b"x"}}, {name: {"y": b"x"}}):
        with pytest.raises(UserError, match="leads out"):
            unpacked(PartParcel("run", "twice", folders, PART, jobs.Limits()), ops)
    assert not list(tmp_path.rglob("x"))
