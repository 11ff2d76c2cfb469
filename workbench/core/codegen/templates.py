"""The templates in ``resources/templates``."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from workbench.paths import resources

if TYPE_CHECKING:
    import jinja2

__all__ = ["cpp_string", "names_in", "read_all", "render"]


def cpp_string(text: str) -> str:
    """A text as a C++ string literal; bytes of UTF-8 beyond ASCII are octal escapes."""
    plain = set(range(0x20, 0x7F)) - set(b'"\\\\?')
    return '"' + "".join(chr(b) if b in plain else f"\\{b:03o}" for b in text.encode()) + '"'


def _docstring(text: str) -> str:
    """A text as it stands in a Python docstring."""
    made = text.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return f'{made[:-1]}\\"' if made.endswith('"') else made


@functools.cache
def _environment() -> jinja2.Environment:
    import jinja2  # 25 ms, which the first window does not need

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(resources() / "templates"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["cpp"] = cpp_string
    environment.filters["py"] = repr
    environment.filters["docstring"] = _docstring
    return environment


@functools.cache
def names_in(template: str) -> frozenset[str]:
    """The values that a template needs."""
    from jinja2 import meta

    text = (resources() / "templates" / template).read_text(encoding="utf-8")
    return frozenset(meta.find_undeclared_variables(_environment().parse(text)))


def read_all() -> None:
    """Read every template now, for processes that are forked off; else each is read when asked for."""
    for name in _environment().list_templates():
        names_in(name)
        _environment().get_template(name)


def render(template: str, **values: object) -> str:
    """The text of a template with these values."""
    return _environment().get_template(template).render(**values)
