"""The op libraries of a delivery for other platforms: built, looked at, and run where that is possible."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from workbench.core.errors import UserError
from workbench.core.jobs import DeliverJob, DeliveryCheck
from workbench.core.platforms import PLATFORMS, Platform, here
from workbench.core.runtimes import RUNTIMES, how_to_add
from workbench.engine.build.build import platform_library
from workbench.engine.deliver.fresh_place import FreshPlace
from workbench.engine.deliver.inspected import inspected
from workbench.engine.environments.environment import used
from workbench.engine.host.child import Channel
from workbench.engine.runtimes.emulated import EmulatedPlatform
from workbench.engine.runtimes.runners import RUNNERS
from workbench.engine.runtimes.telling import Telling
from workbench.engine.store import Store

__all__ = ["is_used_here", "library_files", "platform_checks", "with_libraries"]


def with_libraries(job: DeliverJob, channel: Channel) -> DeliverJob:
    """The job with the libraries that it asks for, built where they are not in the store.

    Raises:
        UserError: every problem that compiler and linker reported.
    """
    parts = []
    for part in job.parts:
        built = {}
        for name in part.platforms if part.ort_library else ():
            telling = Telling(channel, "deliver", f" for {name}")
            folder, platform = Path(part.folder), PLATFORMS[name]
            built[name] = platform_library(folder, part.op, platform, part.glibc, Store(), telling)
        parts.append(msgspec.structs.replace(part, built=built, others=()))
    return msgspec.structs.replace(parts[0], others=tuple(parts[1:]))


def library_files(job: DeliverJob) -> list[tuple[Platform, str]]:
    """Per platform where its library is in the delivery."""
    return [(PLATFORMS[n], f"{n}/{PLATFORMS[n].library(job.op.name)}") for n in job.built]


def is_used_here(job: DeliverJob) -> bool:
    """Whether the delivery has what this machine runs."""
    own = here()
    return not job.built or (own is not None and own.name in job.built)


def platform_checks(job: DeliverJob, place: FreshPlace) -> Iterator[DeliveryCheck]:
    """Look at each library, and run it where its platform can be had.

    Raises:
        UserError: one is not what it should be, or does not run.
    """
    for platform, file in library_files(job):
        name = platform.name
        found = inspected(place.delivery / file, platform, job.glibc, [Path(job.folder)])
        yield DeliveryCheck(file, found, "looked at", name)
        if platform.is_here:
            how = "run.py and main.cpp take this library here; without that nothing is delivered"
            yield DeliveryCheck("run.py", how, "used on this machine", name)
            continue
        runtime = RUNTIMES.get(name)
        runner = RUNNERS.get(name)
        if platform.unproven or runtime is None or not isinstance(runner, EmulatedPlatform):
            reason = platform.unproven or "nothing here runs it"
            yield DeliveryCheck("main.cpp", f"compiled and looked at only: {reason}", "", name)
        elif not runtime.is_there:
            how = f"compiled and looked at only: the runtime is not there. {how_to_add(name)}"
            yield DeliveryCheck("main.cpp", how, "", name)
        else:
            start = time.monotonic()
            with used(runtime) as there:
                program = runner.build_host(place.delivery, job.glibc)
                said = runner.run_host(program, place.delivery).splitlines()[-1]
            program.unlink()
            seconds = time.monotonic() - start
            how = f"{runtime.note}, {there.versions}; {seconds:.1f} s"
            if said.startswith("DIFFERS"):
                raise _differs(runtime.label, said)
            yield DeliveryCheck("main.cpp", how, said, name)


def _differs(label: str, said: str) -> UserError:
    hint = "Nothing was delivered. op-workbench verify --runtime says which elements differ."
    return UserError("deliver", f"on {label} it gives other values: {said}", hint)
