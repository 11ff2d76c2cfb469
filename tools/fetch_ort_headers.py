"""Fetches ONNX Runtime's official C and C++ headers, which the pip package lacks.

They serve C++ sources that include ``onnxruntime_cxx_api.h``, and the test that compares our
own binding (``ort_ops/include``) with them slot by slot. The source is Debian's package
``libonnxruntime-dev``: apt downloads it with lists of its own, and it is unpacked without being
installed, so that nothing of the system changes. The mirror is the one that this machine uses.

The headers end in ``<cache>/onnxruntime-headers``, whole or not at all.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from workbench.paths import cache_dir

PACKAGE = "libonnxruntime-dev"
SUITE = "sid"  # no stable release has the package yet
HEADER = "onnxruntime_cxx_api.h"
INSTALLED = (Path("/usr/include/onnxruntime"), Path("/usr/local/include/onnxruntime"))
DAY = 24 * 60 * 60  # seconds


class FetchError(Exception):
    """Why there are no headers, and what else can be done."""


def present() -> Path | None:
    """The folder with the official headers that this machine has, None for none."""
    named = os.environ.get("OP_WORKBENCH_ORT_INCLUDE")
    folders = [Path(named)] if named else []
    folders += [*INSTALLED, target()]
    return next((folder for folder in folders if (folder / HEADER).is_file()), None)


def target() -> Path:
    return cache_dir() / "onnxruntime-headers"


def mirror(texts: list[str]) -> str:
    """The URI of Debian's main archive in the texts of apt's source files.

    Raises:
        FetchError: none of them names one.
    """
    for text in texts:
        for line in text.splitlines():
            words = re.sub(r"\[.*?\]", "", line).split()
            if words[:1] in (["deb"], ["URIs:"]):
                for word in words[1:]:
                    if "://" in word and word.rstrip("/").endswith("/debian"):
                        return word
    raise FetchError("apt's sources name no Debian archive; this works on Debian only")


def fetch() -> Path:
    """Downloads and unpacks the headers.

    Returns:
        The folder that holds them.

    Raises:
        FetchError: they cannot be had this way here.
    """
    for program in ("apt-get", "dpkg"):
        if not shutil.which(program):
            raise FetchError(f"{program} is missing; this works on Debian only")
    apt = Path("/etc/apt")
    files = [apt / "sources.list", *sorted((apt / "sources.list.d").glob("*"))]
    source = f"deb {mirror([file.read_text() for file in files if file.is_file()])} {SUITE} main\n"

    target().parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="headers-", dir=target().parent) as name:
        work = Path(name)
        work.chmod(0o755)  # apt downloads as a user of its own
        lists = work / "lists"
        (lists / "partial").mkdir(parents=True)
        (work / "sources.list").write_text(source)
        options = [
            "-q",
            *("-o", f"Dir::Etc::sourcelist={work / 'sources.list'}"),
            *("-o", "Dir::Etc::sourceparts=-"),
            *("-o", f"Dir::State::lists={lists}"),
            *("-o", f"Dir::Cache={work}"),
            *("-o", "APT::Sandbox::User="),
            *("-o", "Acquire::Languages=none"),
            *("-o", "Acquire::Retries=2"),
        ]
        _run(["apt-get", *options, "-o", "APT::Update::Error-Mode=any", "update"], work)
        _run(["apt-get", *options, "download", PACKAGE], work)
        packages = list(work.glob(f"{PACKAGE}_*.deb"))
        if not packages:
            raise FetchError(f"apt-get downloaded no {PACKAGE}")
        _run(["dpkg", "-x", str(packages[0]), str(work / "tree")], work)
        headers = work / "tree" / "usr" / "include" / "onnxruntime"
        if not (headers / HEADER).is_file():
            raise FetchError(f"{packages[0].name} holds no {HEADER}")
        shutil.rmtree(target(), ignore_errors=True)
        headers.replace(target())
    return target()


def _run(command: list[str], folder: Path) -> None:
    try:
        run = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=300
        )
    except subprocess.TimeoutExpired as error:
        raise FetchError(f"{command[0]} took more than five minutes") from error
    if run.returncode:
        reasons = (run.stderr.strip() or run.stdout.strip()).splitlines()[-3:]
        raise FetchError("\n".join([f"{command[0]} failed:", *reasons]))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--best-effort",
        action="store_true",
        help="succeed without headers too, and do not try again within a day",
    )
    best_effort = parser.parse_args(arguments).best_effort
    found = present()
    if found:
        if not best_effort:
            print(f"ONNX Runtime's headers are in {found}")
        return 0
    failed = target().with_name("onnxruntime-headers.failed")
    if best_effort and failed.is_file() and time.time() - failed.stat().st_mtime < DAY:
        return 0
    print("fetching ONNX Runtime's official headers (optional)", flush=True)
    try:
        print(f"ONNX Runtime's headers are in {fetch()}")
    except (FetchError, OSError) as error:
        print(
            f"no official ONNX Runtime headers: {error}\nThe release archives of ONNX Runtime "
            "hold them too; name their include folder in OP_WORKBENCH_ORT_INCLUDE.",
            file=sys.stderr,
        )
        if not best_effort:
            return 1
        failed.parent.mkdir(parents=True, exist_ok=True)
        failed.touch()
        return 0
    failed.unlink(missing_ok=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
