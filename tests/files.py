"""What is in a folder, to compare it with what is there later."""

from pathlib import Path


def contents(folder: Path) -> dict[str, bytes]:
    """Each file below a folder."""
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()
    }
