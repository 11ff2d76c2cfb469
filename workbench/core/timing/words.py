"""What is told of measured times, in the same words everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.core.jobs import Machine, Missing, Roof, Timed, TimeResult

__all__ = [
    "HEADERS",
    "about",
    "cells",
    "duration",
    "headers",
    "hosts_text",
    "machine_text",
    "machines_text",
    "measured_text",
    "not_run",
    "numbers_text",
    "per_second",
    "shapes_text",
    "threads_text",
    "told",
]

HEADERS = ("Who", "Threads", "Median", "p95", "Fastest", "First call", "Calls")
"""Of the table; with a declared cost more follow."""

_UNITS = ((1e3, "s", 1e3), (1.0, "ms", 1.0), (0.0, "µs", 1e-3))
_PREFIXES = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (0.0, ""))


def _digits(number: float) -> str:
    return f"{number:#.3g}".rstrip(".") if number < 1000 else f"{number:.0f}"


def duration(milliseconds: float) -> str:
    """With three digits: ``3.21 µs``, ``45.6 ms``, ``1.23 s``."""
    _, unit, one = next(u for u in _UNITS if milliseconds >= u[0])
    return f"{_digits(milliseconds / one)} {unit}"


def per_second(number: float, unit: str) -> str:
    """``12.3 GB/s``."""
    return f"{_scaled(number)}{unit}/s"


def _scaled(number: float) -> str:
    """``12.3 G``: what stands before a unit, or below a header that has it."""
    size, prefix = next(p for p in _PREFIXES if number >= p[0])
    return f"{_digits(number / (size or 1.0))} {prefix}"


def threads_text(number: int) -> str:
    """``2 threads``."""
    return f"{number} thread{'s' * (number != 1)}"


def numbers_text(numbers: Sequence[int]) -> str:
    """``1 and 2 threads``."""
    if len(numbers) == 1:
        return threads_text(numbers[0])
    return f"{' and '.join(map(str, numbers))} threads"


def machine_text(machine: Machine) -> str:
    """``n1 (Intel(R) Xeon(R) CPU, 8 cores)``."""
    cores = f"{machine.cores} core{'s' * (machine.cores != 1)}"
    return f"{machine.host} ({machine.processor}, {cores})"


def hosts_text(machines: Sequence[Machine]) -> str:
    """``n1, n2``."""
    return ", ".join(dict.fromkeys(machine.host for machine in machines))


def measured_text(result: TimeResult) -> str:
    """A line on what has just been measured: ``n = 400, 2 threads, on n1: PyTorch, eager 3.21 µs``."""
    numbers = dict.fromkeys(timed.threads for timed in result.timed)
    where = filter(None, (result.name, *map(threads_text, numbers), f"on {result.machine.host}"))
    times = "; ".join(f"{timed.title} {duration(timed.median)}" for timed in result.timed)
    return f"{', '.join(where)}: {times or 'nobody could be timed'}"


def machines_text(results: Sequence[TimeResult]) -> str:
    """What is to be said of the machines where several measured; empty for one."""
    machines = list(dict.fromkeys(result.machine for result in results))
    if len(machines) < 2:
        return ""
    hosts = hosts_text(machines)
    if len({machine.kind for machine in machines}) == 1:
        return f"measured on machines with the same processor and number of cores: {hosts}"
    return f"measured on machines that are not alike: compare what was measured on one: {hosts}"


def shapes_text(shapes: Mapping[str, Sequence[int]]) -> str:
    """``a [4, 3, 8], b [3, 8]``."""
    return ", ".join(f"{name} [{', '.join(map(str, s))}]" for name, s in shapes.items())


def headers(results: Sequence[TimeResult]) -> tuple[str, ...]:
    """Those of the table that ``cells`` fills."""
    with_bytes = any(result.bytes is not None for result in results)
    with_flops = any(result.flops is not None for result in results)
    return (*HEADERS, *["Bytes/s"] * with_bytes, *["FLOP/s"] * with_flops)


def cells(result: TimeResult, timed: Timed, names: Sequence[str]) -> tuple[str, ...]:
    """A row of the table, under ``names``."""
    rates = {"Bytes/s": result.bytes, "FLOP/s": result.flops}
    found = [timed.title, str(timed.threads)]
    found += map(duration, (timed.median, timed.p95, timed.fastest, timed.first))
    found.append(f"{timed.calls:,}")
    for name in names[len(HEADERS) :]:
        amount = rates[name]
        known = amount is not None and timed.median > 0
        found.append(_scaled((amount or 0) / timed.median * 1e3).rstrip() if known else "–")
    return tuple(found)


def not_run(results: Sequence[TimeResult]) -> list[str]:
    """Who was to be timed and did not run, and why, a line each."""
    return list(dict.fromkeys(_not_measured(one) for result in results for one in result.missing))


def told(results: Sequence[TimeResult]) -> list[str]:
    """What they have said themselves, a line each."""
    missing = (one for result in results for one in result.missing)
    return list(dict.fromkeys(f"said by {m.title} itself: {m.told}" for m in missing if m.told))


def _not_measured(one: Missing) -> str:
    return f"not measured: {one.title}: {one.why}"


def about(results: Sequence[TimeResult], others: Sequence[Missing] = ()) -> list[str]:
    """What else is to be said of measurements, a line each.

    Args:
        results: of one set of inputs, or of several.
        others: who was left out from the beginning.
    """
    found = [_not_measured(one) for one in others]
    for machine in dict.fromkeys(result.machine for result in results):
        found.append(f"measured on {machine_text(machine)}")
        roofs = {roof for result in results if result.machine == machine for roof in result.roofs}
        ordered = sorted(roofs, key=lambda roof: roof.threads)
        found += [f"the machine {machine.host}, {_roof_text(roof)}" for roof in ordered]
    if several := machines_text(results):
        found.append(several)
    for result in results:
        versions = ", ".join(f"{name} {version}" for name, version in result.versions.items())
        found.append(f"with {versions}")
    for result in results:
        if result.left_out:
            listed = ", ".join(result.left_out)
            found.append(f"left out, since a call takes long already: {listed}")
    return list(dict.fromkeys(found))


def _roof_text(roof: Roof) -> str:
    memory, flops = per_second(roof.bandwidth, "B"), per_second(roof.flops, "FLOP")
    return f"{threads_text(roof.threads)}: memory {memory}, float32 multiply-adds {flops}"
