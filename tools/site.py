"""``make site``: the manual as a web site, in ``build/site``. Its contents are those of ``docs/index.md``.

It needs the extra ``docs`` (mkdocs-material, MIT), which ``make site`` installs. The pages ask for
nothing from elsewhere: no fonts, no scripts, no search service.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from workbench.core.manual import INDEX, manual_pages  # noqa: E402  # from this checkout

__all__ = ["config", "main"]

BUILD = ROOT / "build"
FRAME_WORKER = "iframe-worker.js"
"""What searches where the site is read from a folder; without it the theme would fetch one elsewhere."""


def config() -> dict[str, object]:
    """What mkdocs is told: JSON, which is YAML, too."""
    nav: list[dict[str, object]] = [{"Op Workbench": INDEX}]
    for page in manual_pages():
        if not nav or page.section not in nav[-1]:
            nav.append({page.section: []})
        entries = nav[-1][page.section]
        assert isinstance(entries, list)
        entries.append({page.title: page.file})
    palettes = [
        {"media": f"(prefers-color-scheme: {name})", "scheme": scheme}
        for name, scheme in (("light", "default"), ("dark", "slate"))
    ]
    return {
        "site_name": "Op Workbench",
        "docs_dir": str(ROOT / "docs"),
        "site_dir": str(BUILD / "site"),
        "use_directory_urls": False,  # so that it is read from a folder, too
        "theme": {
            "name": "material",
            "custom_dir": str(ROOT / "resources" / "site"),
            "font": False,
            "palette": palettes,
        },
        "extra": {"polyfills": [FRAME_WORKER]},
        "plugins": ["search", "offline"],
        "markdown_extensions": ["tables", "fenced_code", {"toc": {"permalink": True}}],
        "strict": True,
        "nav": nav,
    }


def main() -> int:
    """Exit status 0 if the site is there."""
    BUILD.mkdir(exist_ok=True)
    file = BUILD / "mkdocs.yml"
    file.write_text(json.dumps(config(), indent=2), encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "mkdocs", "build", "-q", "-f", file], check=False)
    if done.returncode == 0:
        print(f"see {(BUILD / 'site' / 'index.html').relative_to(ROOT)}")
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
