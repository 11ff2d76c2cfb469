"""How uv is told what pip is configured to do.

uv installs what pip would in a third of the time: it asks for all at once, and unpacks on all
cores. It does not read pip's configuration, though, where mirrors, folders of wheels and
constraints stand. What is translated here it is given; of anything else only pip knows the
meaning, and pip installs. Standard library only.
"""

import ast

__all__ = ["options"]

_OPTIONS = {
    "index-url": "--default-index",
    "extra-index-url": "--index",
    "find-links": "--find-links",
    "constraint": "--constraint",
}
# What has no bearing on which packages are installed, and from where.
_NEUTRAL = {
    "cache-dir",
    "cert",  # given as SSL_CERT_FILE
    "default-timeout",
    "disable-pip-version-check",
    "no-cache-dir",
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


def options(configuration):
    """The command line's options, and the environment's variables, that say the same to uv.

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
    if not _OPTIONS.keys() | _NEUTRAL >= said.keys():
        return None
    arguments = ["--index-strategy", "unsafe-best-match"]  # the best of all indexes, as pip does
    for name, option in _OPTIONS.items():
        for value in said.get(name, "").split():
            arguments += [option, value]
    return arguments, {"SSL_CERT_FILE": said["cert"]} if "cert" in said else {}
