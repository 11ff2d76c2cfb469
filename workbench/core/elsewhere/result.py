"""The file that a check folder's program writes, and its strict reading."""

from __future__ import annotations

import datetime
import math
from email.utils import format_datetime
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from workbench.core.errors import UserError

__all__ = [
    "FORMAT",
    "MOST_CARRIED",
    "NOT_STARTED",
    "NO_CALL",
    "NO_GPU",
    "NO_PROVIDER",
    "NO_RUNTIME",
    "NO_TORCH",
    "ON_GPU",
    "OTHER_PROVIDER",
    "GivenCase",
    "GivenOutput",
    "GivenResult",
    "GivenRow",
    "read_result",
]

NO_GPU = "torch sees no GPU here"
NO_TORCH = "there is no torch here"
NO_RUNTIME = "there is no onnxruntime here"
NO_PROVIDER = "this onnxruntime has no {provider}"
NOT_STARTED = "its {provider} does not start here"
OTHER_PROVIDER = "'{node}' was run by {provider}: no other kernel of it takes these inputs"
NO_CALL = "nothing says how the op is called: its model is one of somebody's own"
"""Why a row was not run, as the program there says it; it is made with these words."""
ON_GPU = "the elements of a tensor on a GPU cannot be read or written by the code for the CPU"
"""What is said there beside a segmentation fault of a kernel for GPUs."""
FORMAT = 1
"""Of the file; a later program may write others."""
MOST_CARRIED = 64 << 20
"""Bytes of outputs that a file carries, together."""
_MOST_BYTES = 2 * MOST_CARRIED
_DAY = datetime.timedelta(days=1)

_Line = Annotated[str, Meta(max_length=1000)]
_Name = Annotated[str, Meta(max_length=200)]
_Seconds = Annotated[float, Meta(ge=0)]
_Size = Annotated[int, Meta(ge=0)]


class GivenOutput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One output.

    Attributes:
        dtype, shape: of its elements.
        agrees, max_abs_diff: what the program there says of it.
        data: the elements in their order, little-endian; None where they are too many to carry.
    """

    name: _Name
    dtype: _Name
    shape: Annotated[tuple[_Size, ...], Meta(max_length=64)]
    agrees: bool
    max_abs_diff: float | None
    data: bytes | None

    @property
    def elements(self) -> int:
        """How many there are."""
        return math.prod(self.shape)


class GivenCase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One set of inputs.

    Attributes:
        case: its name; empty for the main one.
        inputs: the digest of what was run.
        milliseconds: of a call, the median.
    """

    case: _Name
    inputs: _Name
    milliseconds: _Seconds
    outputs: tuple[GivenOutput, ...]


class GivenRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One runtime on one device.

    Attributes:
        by: which runtime.
        device: as torch calls its kind.
        name: of the device.
        status: whether it ran.
        why: it did not, or failed.
        seconds: of all cases, with the start of the runtime.
        built_here: the libraries were built there, of the sources.
    """

    by: Literal["PyTorch", "ONNX Runtime"]
    device: Literal["cpu", "cuda"]
    name: _Name
    status: Literal["ran", "failed", "not run"]
    why: _Line
    seconds: _Seconds
    built_here: bool
    cases: tuple[GivenCase, ...]


class GivenResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a check folder's program has written.

    Attributes:
        key: the digest of declaration, kernel and inputs, as they were when the folder was made.
        made_by: the version of the program that made the folder.
        date: of the run.
        system, driver, cuda, versions: of the machine; ``driver`` and ``cuda`` are empty without a GPU.
    """

    format: int
    op: _Name
    key: _Name
    made_by: _Name
    date: datetime.datetime
    system: _Name
    driver: _Name
    cuda: _Name
    versions: Annotated[dict[_Name, _Name], Meta(max_length=20)]
    rows: Annotated[tuple[GivenRow, ...], Meta(max_length=20)]

    @property
    def day(self) -> str:
        """``25 Nov 2026``."""
        _, day, month, year, *_ = format_datetime(self.date).split()  # strftime's is the locale's
        return f"{int(day)} {month} {year}"


class _Format(msgspec.Struct):
    format: int


def read_result(path: Path) -> GivenResult:
    """Read such a file. Nothing of it is run, and no more memory is taken than it is long.

    Raises:
        UserError: kind ``result``; it cannot be read, is none, is broken, or is of a later format.
    """
    try:
        if not path.is_file():
            what = "there is no such file" if not path.exists() else "this is no file"
            raise _refused(path, what, "Name the result.json that check.py has written.")
        if path.stat().st_size > _MOST_BYTES:
            what = f"it has more than {_MOST_BYTES >> 20} MB, which no result has"
            raise _refused(path, what, "Is it the right file?")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _refused(path, f"it cannot be read: {reason}", "Is it the right file?") from None
    hint = "Run check.py of the folder again, and copy the file whole."
    try:
        found = msgspec.json.decode(data, type=_Format).format
        if found > FORMAT:
            what = "a newer version of this program has made it"
            raise _refused(
                path, what, "Take it in with that version, or make the folder anew here."
            )
        result = msgspec.json.decode(data, type=GivenResult)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise _refused(path, f"it is no result of a check folder: {error}", hint) from None
    if problem := _problem(result):
        raise _refused(path, f"it is no result of a check folder: {problem}", hint)
    return result


def _refused(path: Path, what: str, hint: str) -> UserError:
    return UserError("result", what, hint, file=path)


def _problem(result: GivenResult) -> str:
    """What no program of ours writes."""
    if result.format != FORMAT:
        return f"there is no format {result.format}"
    if result.date.tzinfo is None:
        return "its date has no time zone"
    if result.date > datetime.datetime.now(datetime.UTC) + _DAY:
        return "its date lies in the future"
    if len({(row.by, row.device) for row in result.rows}) < len(result.rows):
        return "it has one device twice"
    for row in result.rows:
        names = [case.case for case in row.cases]
        if len(set(names)) < len(names):
            return "it has one case twice"
        if bool(names) != (row.status == "ran"):
            return "what ran has cases, and nothing else has"
    texts = [
        result.op,
        result.system,
        result.driver,
        *(t for r in result.rows for t in (r.name, r.why)),
    ]
    if not all(text.replace("\n", " ").isprintable() for text in texts):
        return "it holds characters that are not printed"
    return ""
