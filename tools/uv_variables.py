"""How uv is told what pip is configured to do.

uv installs what pip would in a third of the time: it asks for all at once, and unpacks on all
cores. It does not read pip's configuration, though, where mirrors, folders of wheels and
constraints stand. What is translated here it is given in its environment, which other users of
the machine do not see: an index may have a password in its address. Of anything else only pip
knows the meaning, and pip installs. Standard library only.
"""

import ast

__all__ = ["variables"]

# Of each of pip's settings the variable, and what stands between several values there.
_VARIABLES = {
    "index-url": ("UV_DEFAULT_INDEX", " "),
    "extra-index-url": ("UV_INDEX", " "),
    "find-links": ("UV_FIND_LINKS", ","),
    "constraint": ("UV_CONSTRAINT", " "),
    "cert": ("SSL_CERT_FILE", " "),
}
# What has no bearing on which packages are installed, and from where.
_NEUTRAL = {
    "default-timeout",
    "disable-pip-version-check",
    "no-color",
    "no-input",
    "no-warn-script-location",
    "progress-bar",
    "quiet",
    "require-virtualenv",
    "retries",
    "root-user-action",
    "timeout",
    "verbose",
}
_SECTIONS = ("global", "install", ":env:")  # later ones count, as for pip


def variables(configuration):
    """The variables of the environment that say the same to uv.

    Args:
        configuration: what ``pip config list`` prints.

    Returns:
        None where pip is told something that is not translated.
    """
    said = {}
    for section in _SECTIONS:
        for line in configuration.splitlines():
            name, _, value = line.partition("=")
            if name.startswith(section + "."):
                said[name[len(section) + 1 :]] = str(ast.literal_eval(value))
    found = {"UV_INDEX_STRATEGY": "unsafe-best-match"}  # the best of all indexes, as pip does
    for name, value in said.items():
        if name in _VARIABLES:
            variable, between = _VARIABLES[name]
            found[variable] = between.join(value.split())
        elif name not in _NEUTRAL:
            return None
    return found
