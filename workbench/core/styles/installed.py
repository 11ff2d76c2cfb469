"""An op that torch or a package has already."""

from __future__ import annotations

from workbench.core.styles.style import Style, Words
from workbench.core.types.devices import CPU, GPU

__all__ = ["STYLE"]


class Installed(Style):
    """There is nothing to write, and nothing to compile."""

    name = style = "installed"
    order = 30
    words = Words(
        "Installed",
        "an op that torch or a package has",
        "Nothing is compiled: torch, or the package named here, brings the op. What is declared "
        "above must be its schema.",
    )
    no_choice = "an installed op is registered by what brings it"
    no_function = "an installed op has no function"
    language = ""
    suffixes = ()
    file = ""
    loaded_as = "package"
    devices = (CPU, GPU)
    nothing = "Nothing is compiled: torch or a package brings the op."


STYLE = Installed()
