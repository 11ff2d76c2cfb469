"""Writes ``docs/op-toml.md``, the page of every key of ``op.toml``, from the declaration's structs.

python tools/op_toml_reference.py
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from workbench.core.op_toml.key_words import reference  # noqa: E402  # from this checkout

PAGE = ROOT / "docs" / "op-toml.md"

if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(reference(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
