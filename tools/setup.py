"""Makes ``.venv`` ready: the pinned packages, this project, the system libraries behind Qt.

Run by every ``make`` target. When nothing changed it only compares a stamp. Standard library
only; the syntax is old enough that any Python 3 gets as far as the message about its version.

The order that keeps an interrupted set-up harmless: the stamp goes first, a marker stands in
``.venv`` as long as pip may be half-way through, the stamp comes last. A marker found at the
start means that a package may be there in part, which pip cannot see; then ``.venv`` is made
afresh. An environment without a marker is never deleted unless its interpreter is gone or it
was made for another place.
"""

import os
import sys

if sys.version_info < (3, 11):
    for _minor in (13, 12, 11, 14):
        for _folder in os.environ.get("PATH", "").split(os.pathsep):
            _other = os.path.join(_folder, f"python3.{_minor}")
            if os.access(_other, os.X_OK):
                os.execv(_other, [_other, *sys.argv])
    sys.exit(
        f"Op Workbench needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}.\n"
        "  Debian 12, Ubuntu 24.04 and later have it: apt install python3 python3-venv\n"
        "  Ubuntu 22.04: apt install python3.11 python3.11-venv\n"
        "  Fedora, RHEL: dnf install python3.11      macOS: brew install python@3.11\n"
        "Then run make again, or name it: make PYTHON=/path/to/python3.11"
    )

import json
import shutil
import subprocess
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INPUTS = ("pyproject.toml", "constraints.txt")
BUILD_TOOLS = ("hatchling", "editables")  # installed first, so that no build needs the network
TEXT = {
    "stdout": subprocess.PIPE,
    "stderr": subprocess.STDOUT,
    "text": True,
    "errors": "replace",
}


class SetupError(Exception):
    """Something that the user can fix: what happened, and the next step."""


class Environment:
    """The virtual environment of one source tree, and what is known about its state."""

    def __init__(self, root):
        self.root = root
        self.folder = root / ".venv"
        self.python = self.folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        self.stamp = self.folder / "set-up.json"
        self.marker = self.folder / "set-up-is-running"

    def version(self):
        """The version of the environment's interpreter, None where it does not run."""
        try:
            run = subprocess.run(
                [self.python, "-I", "-S", "-c", "import sys; print(sys.version.split()[0])"],
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError:
            return None
        return run.stdout.strip() if run.returncode == 0 else None

    def wanted(self):
        """What the stamp of a finished set-up says."""
        content = sha256()
        for name in INPUTS:
            content.update((self.root / name).read_bytes())
            content.update(b"\0")
        return {
            "inputs": content.hexdigest(),
            "python": self.version(),
            "root": str(self.root),
        }

    def stamped(self):
        """What the stamp says, {} where there is none that can be read."""
        try:
            stamp = json.loads(self.stamp.read_text())
        except (OSError, ValueError):
            return {}
        return stamp if isinstance(stamp, dict) else {}

    def packages_ready(self):
        stamp = self.stamped()
        stamp.pop("system", None)
        return not self.marker.exists() and stamp == self.wanted()

    def system_ready(self):
        return self.stamped().get("system") is True

    def write_stamp(self, system):
        stamp = dict(self.wanted(), system=system)
        new = self.stamp.with_suffix(".new")
        new.write_text(json.dumps(stamp))
        new.replace(self.stamp)

    def usable(self):
        """Whether pip may go on in what is there; otherwise it is made afresh."""
        if self.marker.exists() or self.version() is None:
            return False
        stamp = self.stamped()
        made_for = (stamp.get("root"), stamp.get("python"))
        return not stamp or made_for == (str(self.root), self.version())

    def start(self):
        """Marks the environment as unfinished, and makes it where it is missing or unusable."""
        if self.usable():
            self.marker.touch()
            self.stamp.unlink(missing_ok=True)
            return
        if self.folder.exists():
            print("removing a .venv that cannot be used (unfinished, moved or without its Python)")
            shutil.rmtree(self.folder)
        self.folder.mkdir()
        self.marker.touch()
        print("making .venv")
        run_shown([base_python(), "-m", "venv", self.folder])

    def install(self):
        pip = [self.python, "-m", "pip", "--no-input", "--disable-pip-version-check"]
        locked = ["-c", self.root / "constraints.txt"]
        # pip compiles one file after the other, half of its time; here all cores do.
        by_pip = [*pip, "install", "--no-compile", *locked]
        packages = [*locked, "--no-build-isolation", "-e", str(self.root) + "[dev]"]
        run_shown([*by_pip, *BUILD_TOOLS])
        configured = subprocess.run([*pip, "config", "list"], **TEXT).stdout
        if not self.install_by_uv(by_pip, packages, configured):
            run_shown([*by_pip, *packages])
        print("  Compiling Python's bytecode", flush=True)
        self.compile_bytecode()

    def install_by_uv(self, by_pip, packages, configured):
        """Whether uv installed the packages; where it cannot, pip does, and tells what is wrong."""
        import uv_variables

        variables = uv_variables.variables(configured)
        if variables is None:
            return False
        install = [self.python.parent / "uv", "pip", "install", "--python", self.python]
        try:
            run_shown([*by_pip, "uv"])
            run_shown([*install, *packages], variables)
        except (SetupError, OSError):
            print("  uv cannot install them here; pip tries", flush=True)
            return False
        return True

    def compile_bytecode(self):
        """Compiles packages and program, so that no start of it does."""
        folders = [*self.folder.glob("lib/python*/site-packages"), self.root / "workbench"]
        # A package may hold files that are no Python of this version, and a fifth of all are its
        # own tests; nobody imports either.
        tests = r"[/\\]site-packages[/\\].*[/\\]tests?[/\\]"
        compileall = [self.python, "-m", "compileall", "-q", "-q", "-j", "0", "-x", tests]
        subprocess.run([*compileall, *folders])


def base_python():
    """An interpreter outside any virtual environment."""
    return getattr(sys, "_base_executable", None) or sys.executable


def run_shown(command, variables=()):
    """Runs a command of venv, pip or uv and shows the lines that tell how far it is.

    Args:
        command: program and arguments.
        variables: of the environment, beside those that are set.

    Raises:
        SetupError: it failed; the message explains why, as far as its output tells.
    """
    lines = []
    with subprocess.Popen(
        command,
        **TEXT,
        env=dict(os.environ, **dict(variables), PYTHONUNBUFFERED="1"),
    ) as process:
        for line in process.stdout:
            lines.append(line.rstrip())
            step = progress(line.strip())
            if step:
                print("  " + step, flush=True)
    if process.returncode:
        raise SetupError(explain(lines))


def progress(line):
    """The line to show for a line of pip's output, None for none."""
    if line.startswith(("Downloading ", "Using cached ")) and ".whl.metadata" not in line:
        return line
    if line.startswith("Installing collected packages:"):
        count = line.count(",") + 1
        return f"Installing {count} packages (a minute or two)" if count > 9 else None
    return None


def explain(lines):
    """What went wrong and the next step, from the output of venv or pip."""
    text = "\n".join(lines)

    def says(*phrases):
        return any(phrase in text for phrase in phrases)

    if says("No space left on device", "Errno 28", "Disk quota exceeded"):
        return disk_full()
    if says("CERTIFICATE_VERIFY_FAILED"):
        return (
            "The package index answered with a certificate that is not trusted here. Where a "
            "proxy stands between, give pip its certificate:\n"
            "  .venv/bin/python -m pip config set global.cert /path/to/certificate.pem"
        )
    if says(
        "name resolution",
        "Name or service not known",
        "getaddrinfo failed",
        "nodename nor servname",
        "Failed to establish a new connection",
        "NewConnectionError",
        "ConnectTimeout",
        "Connection refused",
        "Network is unreachable",
        "Read timed out",
        "ProxyError",
    ):
        return (
            "No network: pip could not reach the package index, and set-up needs it this once. "
            "Connect and run make again. Behind a proxy set https_proxy; a mirror or a folder of "
            "wheels is taken from pip's own configuration (pip config)."
        )
    if says("No matching distribution", "requires a different Python", "ResolutionImpossible"):
        hits = ("No matching distribution", "requires a different Python", "Cannot install")
        package = next((line for line in lines if any(hit in line for hit in hits)), lines[-1])
        return (
            f"{package.strip()}\nEither the package index cannot be reached or lacks that version, "
            f"or there is no build of it for this machine and Python {sys.version.split()[0]}. "
            "Python 3.11 to 3.13 on 64-bit Linux is a safe choice: make PYTHON=/path/to/python3.11"
        )
    if says("ensurepip is not", "No module named ensurepip"):
        return no_venv()
    return "\n".join(["pip or venv failed:", *lines[-20:]])


def disk_full():
    folders = {"this folder": ROOT, "temporary files": os.environ.get("TMPDIR", "/tmp")}
    free = ", ".join(
        f"{name} {shutil.disk_usage(folder).free / 1e9:.1f} GB" for name, folder in folders.items()
    )
    return (
        f"The disk is full (free: {free}). Set-up needs about 3 GB here, and as much for "
        "temporary files if torch's CUDA build is fetched. Make room and run make again; TMPDIR "
        "moves the temporary files."
    )


def no_venv():
    version = "{}.{}".format(*sys.version_info)
    return (
        f"Python {version} has no venv module that works (Debian and Ubuntu pack it apart). "
        f"Install it and run make again:\n  sudo apt-get install python{version}-venv"
    )


def check_venv_module(system):
    """Sees to it that virtual environments can be made, with apt-get where that is allowed."""
    probe = [base_python(), "-c", "import venv, ensurepip"]
    if subprocess.run(probe, stderr=subprocess.DEVNULL).returncode == 0:
        return
    if not system.install([("python{}.{}-venv".format(*sys.version_info),)]):
        raise SetupError(no_venv())


@contextmanager
def one_at_a_time(root):
    """Waits for another set-up of the same tree. The lock ends with the process, come what may."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    lock = os.open(root, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("another set-up of this folder is running; waiting for it", flush=True)
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def set_up(environment, may_install=True):
    """Brings the environment up to date; without `may_install` apt-get is not run."""
    if environment.packages_ready() and environment.system_ready():
        return
    import system_packages as system

    system.allow_installing(may_install)
    with one_at_a_time(environment.root):
        if not environment.packages_ready():
            print("Setting up (once; the next run skips this)", flush=True)
            check_venv_module(system)
            environment.start()
            environment.install()
            environment.marker.unlink()
            environment.write_stamp(system=False)
        complaints = system.provide(environment.folder)
        for complaint in complaints:
            print(complaint, file=sys.stderr)
        if not complaints:
            environment.write_stamp(system=True)


def main():
    try:
        set_up(Environment(ROOT), "--no-system-packages" not in sys.argv[1:])
    except SetupError as error:
        print(f"\nSet-up stopped. {error}", file=sys.stderr)
        return 1
    except OSError as error:
        if error.errno not in (28, 122):  # ENOSPC, EDQUOT
            raise
        print(f"\nSet-up stopped. {disk_full()}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nSet-up interrupted. Nothing is broken: run make again.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
