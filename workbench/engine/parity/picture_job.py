"""The picture job: both sides of a comparison, element by element."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np

from workbench.core.errors import UserError
from workbench.core.jobs import OutputParity, PictureJob, PictureResult
from workbench.engine.host.child import Channel
from workbench.engine.parity import elements
from workbench.engine.parity.allowed import allowance
from workbench.engine.parity.picture import draw
from workbench.engine.values.arrays import load_arrays, save_arrays

__all__ = ["look", "picture_job"]

MOST_ROWS = 1_000_000
"""Elements that a ``.csv`` holds, the worst first."""


def picture_job(job: PictureJob, channel: Channel) -> None:
    """Stage ``picture``."""
    with channel.stage("picture") as outcome:
        outcome.result = look(job)


def look(job: PictureJob) -> PictureResult:
    """All elements of a comparison. Raises UserError where a side is not there, or cannot be saved."""
    expected, actual = _one(job.expected, job.compared), _one(job.actual, job.compared)
    nan, inf = ((_count(f, expected), _count(f, actual)) for f in (np.isnan, np.isinf))
    if expected.shape != actual.shape or expected.dtype != actual.dtype or not expected.size:
        saved = _save(job, expected, actual, None) if job.save else ""
        return PictureResult("", (), nan, inf, (), None, saved)
    allowed = _allowed(job, expected)
    found = elements.errors(expected, actual, allowed)
    return PictureResult(
        "ULP" if allowed(slice(0, 1)) is not None else "",
        elements.bins(found),
        nan,
        inf,
        elements.worst(found, expected, actual, allowed),
        draw(Path(job.keep), found, expected, actual, job.at),
        _save(job, expected, actual, found) if job.save else "",
    )


def _one(file: str, compared: OutputParity) -> np.ndarray:
    arrays = load_arrays(Path(file))
    if compared.name not in arrays:
        raise UserError(
            "run", f"there is no output '{compared.name}' any more", "Run the op again."
        )
    return arrays[compared.name]


def _allowed(job: PictureJob, expected: np.ndarray) -> elements.Allowed:
    compared, flat = job.compared, expected.reshape(-1)
    if compared.rounding is None:
        return lambda part: allowance(flat[part], compared.rtol, compared.atol)
    budget = _one(job.rounding, compared).reshape(-1)
    return lambda part: allowance(flat[part], budget=budget[part])


def _count(what: np.ufunc, values: np.ndarray) -> int:
    return int(np.count_nonzero(what(values))) if values.dtype.kind not in "biuSUO" else 0


def _save(
    job: PictureJob, expected: np.ndarray, actual: np.ndarray, found: elements.Errors | None
) -> str:
    """Write the elements where they are wanted. Returns the file."""
    path = Path(job.save)
    try:
        if path.suffix == ".csv":
            _save_rows(path, expected, actual, found)
        else:
            arrays = {"expected": expected, "actual": actual}
            if found is not None:
                arrays["error"] = found.error.reshape(expected.shape)
                arrays["units"] = found.units.reshape(expected.shape)
            save_arrays(path, arrays)
    except OSError as error:
        reason = f"cannot be written: {error.strerror}"
        raise UserError("disk", reason, "Choose another place.", file=path) from error
    return str(path)


def _save_rows(
    path: Path, expected: np.ndarray, actual: np.ndarray, found: elements.Errors | None
) -> None:
    if found is None:
        reason = "the two sides have different shapes or types, so no element belongs to another"
        raise UserError("usage", reason, "Save them as .npz.", file=path)
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        names = [f"i{n}" for n in range(expected.ndim)]
        table.writerow([*names, "expected", "actual", "error", "ulp", "agrees"])
        order = np.lexsort((-found.error, -found.used))[:MOST_ROWS]
        for flat in order:
            index = tuple(int(i) for i in np.unravel_index(flat, expected.shape))
            values = (str(expected[index]), str(actual[index]))
            used = bool(found.used[flat] <= 1)
            table.writerow([*index, *values, found.error[flat], found.units[flat], used])
