"""An archive of 2 MB that inflates to 2 GB, made in a moment."""

from __future__ import annotations

import struct
import zipfile
import zlib
from pathlib import Path

__all__ = ["MIB", "write_bomb"]

MIB = 2000


def write_bomb(path: Path, head: bytes) -> None:
    """Write an ``.npz`` whose ``x.npy`` is the head and ``MIB`` mebibytes of zeros.

    A mebibyte is deflated once and stands there as often as needed. So the checksum is not that of
    the data: whoever reads all of it is told that instead of the size.
    """
    deflate = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    first = deflate.compress(head) + deflate.flush(zlib.Z_FULL_FLUSH)
    zeros = deflate.compress(bytes(1 << 20)) + deflate.flush(zlib.Z_FULL_FLUSH)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x.npy", first + zeros * MIB + deflate.flush())
    data = bytearray(path.read_bytes())
    central = data.rfind(b"PK\x01\x02")
    for method, size in ((8, 22), (central + 10, central + 24)):
        struct.pack_into("<H", data, method, zipfile.ZIP_DEFLATED)
        struct.pack_into("<I", data, size, len(head) + (MIB << 20))
    path.write_bytes(data)
