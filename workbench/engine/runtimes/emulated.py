"""ONNX Runtime's own build for another platform, under an emulator.

The host is the C++ program of a delivery (``main.cpp``), built for that platform: what is proven is what
somebody gets.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np
import onnx
from onnx import numpy_helper

from workbench import paths
from workbench.core.codegen.templates import render
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.jobs import ExportedCase, RuntimeJob
from workbench.core.platforms import OLDEST_GLIBC, PLATFORMS, Platform
from workbench.engine.build.build import platform_library
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.compilers import crossing, environment
from workbench.engine.environments.fetched import wheel
from workbench.engine.onnx.onnx_file import external_files, read_model
from workbench.engine.runtimes.runner import Ran, Runner
from workbench.engine.runtimes.running import run_program
from workbench.engine.store import Store, digest
from workbench.engine.toolchain import version_of
from workbench.engine.values.arrays import load_arrays

__all__ = ["HOST_HEADERS", "EmulatedPlatform"]

HOST_HEADERS = (
    paths.ort_ops() / "include" / "workbench" / "ort_abi.h",
    paths.ort_ops() / "host" / "workbench" / "ort_host.h",
)
"""What main.cpp includes; beside it in ``include/workbench``."""
_FOLDERS = "further_models"
_FAILED = "\nfailed: "


class EmulatedPlatform(Runner):
    """One such platform.

    Attributes:
        tags: of the wheels for it, the one that is asked for first.
        libraries: of ONNX Runtime, in its wheel's folder ``onnxruntime/capi``.
        host_name: of the built program.
    """

    tags: ClassVar[tuple[str, ...]]
    libraries: ClassVar[str]
    host_name: ClassVar[str] = "host"

    @property
    def platform(self) -> Platform:
        """What it is built for."""
        return PLATFORMS[self.name]

    @property
    def home(self) -> Path:
        """The environment's folder."""
        return self.runtime.folder

    @property
    def capi(self) -> Path:
        """Where the libraries of the wheel are."""
        return self.home / "onnxruntime" / "capi"

    def make(self, folder: Path, tell: Callable[[str], None]) -> str:
        version = version_of("onnxruntime")
        tell(f"ONNX Runtime {version} for {self.platform.words.title}")
        scratch = folder / "wheel"
        wheel("onnxruntime", version, self.tags, scratch)
        (folder / "onnxruntime" / "capi").mkdir(parents=True)
        for path in scratch.glob(f"onnxruntime/capi/{self.libraries}"):
            path.rename(folder / "onnxruntime" / "capi" / path.name)
        shutil.rmtree(scratch)
        emulator = self.make_emulator(folder, tell)
        return f"{emulator}, ONNX Runtime {version}"

    def make_emulator(self, folder: Path, tell: Callable[[str], None]) -> str:
        """Get the emulator. Returns its version."""
        raise NotImplementedError

    def command(self, program: Path) -> tuple[list[str], Mapping[str, str]]:
        """How a program is run, and with which variables."""
        raise NotImplementedError

    def to_link(self) -> Path:
        """What a program is linked with that calls ONNX Runtime."""
        raise NotImplementedError

    def build(self, folder: Path, op: Op, store: Store, reporter: Reporter) -> Path | None:
        if op.ort.side.library(op.kernel.kind) is None:
            self._host("")
            return None
        self._host(self.platform.library("op"))
        made = platform_library(folder, op, self.platform, OLDEST_GLIBC, store, reporter)
        return Path(made)

    def build_host(self, folder: Path, glibc: str = OLDEST_GLIBC) -> Path:
        """The C++ program of a delivery, built for the platform.

        Args:
            folder: with ``main.cpp`` and ``include``; the program is written there.
            glibc: the oldest to run with.

        Raises:
            UserError: kind ``runtime``; it does not compile.
        """
        compiler = crossing(self.platform.target(glibc))
        target = folder / self.host_name
        command = [*compiler.command, "-std=c++17", "-Iinclude", "main.cpp", str(self.to_link())]
        done = subprocess.run(
            [*command, "-o", str(target)],
            cwd=folder,
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode != 0:
            said = done.stderr.strip()[-500:]
            raise UserError("runtime", f"main.cpp does not compile for {self.name}: {said}")
        return target

    def run_host(self, program: Path, folder: Path, *words: str) -> str:
        """Run it, and give what it printed; exit status 1 is told in its last line.

        Raises:
            UserError: kind ``runtime``; it takes too long, or ends otherwise.
        """
        command, variables = self.command(program)
        slow = "An emulated processor computes some 30 times slower: give smaller examples."
        status, text = run_program([*command, *words], folder, self.runtime.label, variables, slow)
        if status not in (0, 1) or (status and "DIFFERS" not in text):
            # As main.cpp says it; the emulator, and ONNX Runtime's own log, say more before it.
            own = f"\n{text}".rpartition(_FAILED)[2] if _FAILED in f"\n{text}" else ""
            said = own or "\n".join(text.splitlines()[-5:]) or f"status {status}"
            raise UserError("runtime", f"it does not run on {self.runtime.label}: {said}")
        return text

    def run(
        self, built: Path | None, job: RuntimeJob, cases: Sequence[ExportedCase], scratch: Path
    ) -> Ran:
        name = self.platform.library("op")
        if built is not None:
            shutil.copyfile(built, scratch / name)
        program = self._host(name if built is not None else "")
        places = []
        for number, case in enumerate(cases):
            place = scratch / _FOLDERS / str(number) if number else scratch
            place.mkdir(parents=True, exist_ok=True)
            _write(case, place)
            places.append(place / "test_data_set_0")
        self.run_host(program, scratch, ".", "--write")
        return self.ran([_outputs(place) for place in places])

    def _host(self, library: str) -> Path:
        """The program that runs any op of that library's name; built once."""
        text = render("delivery/main.cpp.j2", op={"name": "op"}, library=library, platforms=())
        headers = [header.read_bytes() for header in HOST_HEADERS]
        compiler = crossing(self.platform.target(OLDEST_GLIBC))
        linked = self.to_link().read_bytes()
        key = digest([*compiler.command, compiler.version, text, *headers, linked])
        store = Store()
        if not store.has("libraries", key, self.host_name):
            with store.scratch() as scratch:
                folder = scratch / "host"
                (folder / "include" / "workbench").mkdir(parents=True)
                (folder / "main.cpp").write_text(text, encoding="utf-8")
                for header in HOST_HEADERS:
                    shutil.copyfile(header, folder / "include" / "workbench" / header.name)
                self.build_host(folder)
                store.add("libraries", key, folder)
        return store.path("libraries", key, self.host_name)


def _write(case: ExportedCase, place: Path) -> None:
    """A case as the program reads it; of the expected outputs their names count only."""
    source = Path(case.model)
    model = read_model(source)
    shutil.copyfile(source, place / "model.onnx")
    for name in external_files(model, source):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source.parent / name, place / name)
    data = place / "test_data_set_0"
    data.mkdir()
    inputs, expected = load_arrays(Path(case.inputs)), load_arrays(Path(case.reference))
    weights = {tensor.name for tensor in model.graph.initializer}
    given = [i.name for i in model.graph.input if i.name not in weights]
    wanted = [o.name for o in model.graph.output]
    for kind, names, arrays in (("input", given, inputs), ("output", wanted, expected)):
        for number, name in enumerate(names):
            array = np.ascontiguousarray(arrays[name]).reshape(arrays[name].shape)
            tensor = numpy_helper.from_array(array, name)
            (data / f"{kind}_{number}.pb").write_bytes(tensor.SerializeToString())


def _outputs(place: Path) -> dict[str, np.ndarray]:
    """What the program has written."""
    found = sorted(place.glob("actual_*.pb"), key=lambda p: int(p.stem.rpartition("_")[2]))
    tensors = [onnx.TensorProto.FromString(path.read_bytes()) for path in found]
    return {tensor.name: numpy_helper.to_array(tensor) for tensor in tensors}
