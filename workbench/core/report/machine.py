"""What names a machine or its user in a text, and the text without it."""

from __future__ import annotations

import os
import platform
import re
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from workbench import paths

__all__ = ["Machine"]

_SECRET_NAME = re.compile(
    r"TOKEN|SECRET|PASS|KEY|CRED|AUTH|COOKIE|SESSION|SIGNATURE", re.IGNORECASE
)
_RANDOM = re.compile(r"(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9_+=-]{20,}")
_LEAST = 6
"""Characters of a value that is looked for: shorter ones are words of any text."""
_IN_ADDRESS = re.compile(r"(?<=://)[^/\s@]+@")
_SYSTEM = r"usr|lib|lib32|lib64|bin|sbin|proc|dev|sys|etc"
"""Whose folders are alike on all machines."""
_ABSOLUTE = re.compile(
    rf"(?:(?<![\w./<>~+-])|(?<=-[LI]))/(?!(?:{_SYSTEM})/)(?:[\w.+@~-]+/)+([\w.+@~-]*)"
)
_HOST = r"(?<![\w.-]){}(?![\w-])"


class Machine:
    """This machine's folders, its name, and the secrets in its environment.

    Args:
        folders: an op's, a project's: what each is called in a text, by its path.
        environment: where secrets are looked for; the process's own where None.
    """

    def __init__(
        self, folders: Mapping[Path, str], environment: Mapping[str, str] | None = None
    ) -> None:
        named = {str(path): name for path, name in _places().items()}
        named |= {str(path): name for path, name in folders.items()}
        for path, name in list(named.items()):
            named.setdefault(os.path.realpath(path), name)
        named = {path: name for path, name in named.items() if len(Path(path).parts) > 1}
        longest = sorted(named, key=len, reverse=True)  # a folder before the one that it is in
        self._names = named
        ways = "|".join(map(re.escape, longest))
        self._folders = re.compile(rf"(?:{ways})(?![\w-])")
        secrets = _secrets(os.environ if environment is None else environment)
        host = platform.node()
        self._plain = {value: f"<{name}>" for name, value in secrets.items()}
        words = [re.escape(v) for v in sorted(self._plain, key=len, reverse=True)]
        if len(host) >= _LEAST:
            self._plain[host] = "<host>"
            words.append(_HOST.format(re.escape(host)))
        self._words = re.compile("|".join(words)) if words else None
        home = str(Path.home())
        self._own = [*secrets.values(), *([home] if home != "/" else [])]

    def without(self, text: str) -> str:
        """The text with other words in the place of what names the machine."""
        if self._words is not None:
            text = self._words.sub(lambda m: self._plain[m[0]], text)
        text = _IN_ADDRESS.sub("<user>@", text)
        text = self._folders.sub(lambda m: self._names[m[0]], text)
        return _ABSOLUTE.sub(r"<folder>/\1", text)

    def without_in(self, value: Any) -> Any:
        """The same of all texts in lists and dictionaries."""
        match value:
            case str():
                return self.without(value)
            case dict():
                return {key: self.without_in(item) for key, item in value.items()}
            case list() | tuple():
                return [self.without_in(item) for item in value]
            case _:
                return value

    def is_named_in(self, data: bytes, further: Iterable[Path] = ()) -> bool:
        """Whether a user's own file has a secret of the environment, or a folder of the user's.

        Args:
            data: the file.
            further: folders to look for beside the home.
        """
        wanted = [*self._own, *map(str, further)]
        return any(text.encode() in data for text in wanted)


def _places() -> dict[Path, str]:
    """The folders that every machine has somewhere else."""
    package = Path(__file__).resolve().parents[3]
    return {
        Path(tempfile.gettempdir()): "<temporary>",
        Path.home(): "~",
        Path.cwd(): ".",
        Path(sys.prefix): "<python>",
        Path(sys.base_prefix): "<python>",
        package: "<op-workbench>",
        paths.config_dir(): "<config>",
        paths.data_dir(): "<data>",
        paths.cache_dir(): "<cache>",
    }


def _secrets(environment: Mapping[str, str]) -> dict[str, str]:
    """Variables whose values are for nobody else: by their name, or as no word looks so."""
    return {
        name: value
        for name, value in environment.items()
        if len(value) >= _LEAST
        and not value.startswith("/")
        and (_SECRET_NAME.search(name) or _RANDOM.fullmatch(value))
    }
