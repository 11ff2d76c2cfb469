"""Results of other machines: what is read of a file that may come from anywhere, and what is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.core.elsewhere import MOST_CARRIED, read_result
from workbench.core.errors import UserError

Found = dict[str, Any]
OUTPUT: Found = {
    "name": "y",
    "dtype": "float32",
    "shape": [1],
    "agrees": True,
    "max_abs_diff": 0.0,
    "data": "AACAPw==",
}
ROW: Found = {
    "by": "PyTorch",
    "device": "cuda",
    "name": "Some GPU",
    "status": "ran",
    "why": "",
    "seconds": 1.5,
    "built_here": False,
    "cases": [{"case": "", "inputs": "0", "milliseconds": 0.1, "outputs": [OUTPUT]}],
}
RESULT: Found = {
    "format": 1,
    "op": "twice",
    "key": "0",
    "made_by": "0.1.0",
    "date": "2026-11-05T23:30:00+00:00",
    "system": "Linux x86_64",
    "driver": "580.1",
    "cuda": "13.0",
    "versions": {"torch": "2.13.0"},
    "rows": [ROW],
}


def written(folder: Path, change: Callable[[Found], object]) -> Path:
    found = copy.deepcopy(RESULT)
    change(found)
    file = folder / "result.json"
    file.write_text(json.dumps(found))
    return file


def test_what_is_read(tmp_path: Path) -> None:
    result = read_result(written(tmp_path, lambda _: None))
    assert result.day == "5 Nov 2026"
    (row,) = result.rows
    assert (row.name, row.cases[0].outputs[0].data) == ("Some GPU", b"\0\0\x80?")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda f: f.update(format=2, further=True), "a newer version of this program has made it"),
        (lambda f: f.update(format=0), "there is no format 0"),
        (lambda f: f.update(more=1), "unknown field `more`"),
        (lambda f: f.update(date="2099-01-01T00:00:00+00:00"), "its date lies in the future"),
        (lambda f: f.update(date="2026-11-05T23:30:00"), "its date has no time zone"),
        (lambda f: f.update(date="yesterday"), "Invalid RFC3339"),
        (lambda f: f.update(system="\x1b[2J"), "characters that are not printed"),
        (lambda f: f["rows"][0].update(name="\u202egnp"), "characters that are not printed"),
        (lambda f: f["rows"][0].update(name="x" * 201), "length <= 200"),
        (lambda f: f["rows"][0].update(why=3), "Expected `str`"),
        (lambda f: f["rows"][0].update(by="Another"), "Invalid enum value"),
        (lambda f: f["rows"][0].update(status="failed"), "what ran has cases"),
        (lambda f: f["rows"][0].update(cases=[]), "what ran has cases"),
        (lambda f: f["rows"].append(f["rows"][0]), "one device twice"),
        (lambda f: f["rows"][0]["cases"].append(f["rows"][0]["cases"][0]), "one case twice"),
        (lambda f: f["rows"][0]["cases"][0]["outputs"][0].update(shape=[-1]), ">= 0"),
        (lambda f: f["rows"][0]["cases"][0]["outputs"][0].update(shape=[1] * 65), "<= 64"),
        (lambda f: f["rows"][0]["cases"][0]["outputs"][0].update(data="?"), "base64"),
        (lambda f: f.pop("rows"), "missing required field `rows`"),
    ],
)
def test_what_no_program_of_ours_writes(
    tmp_path: Path, change: Callable[[Found], object], words: str
) -> None:
    with pytest.raises(UserError, match=words):
        read_result(written(tmp_path, change))


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe", b'{"format": 1, ', b"[" * 100_000, b'{"format": 1}', b"{}", b"null"]
)
def test_what_is_broken(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "result.json"
    file.write_bytes(data)
    with pytest.raises(UserError, match="no result of a check folder") as caught:
        read_result(file)
    assert caught.value.problem.file == str(file)


def test_what_is_no_file_or_too_large(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no such file"):
        read_result(tmp_path / "none.json")
    with pytest.raises(UserError, match="this is no file"):
        read_result(tmp_path)
    large = tmp_path / "large.json"
    with large.open("wb") as file:
        file.truncate(2 * MOST_CARRIED + 1)
    with pytest.raises(UserError, match="which no result has"):
        read_result(large)
