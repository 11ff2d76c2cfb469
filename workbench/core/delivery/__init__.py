"""In which forms a verified op leaves the program: one object per form, in a file each.

A new form is a file here with its ``FORM``, and one in ``engine/deliver/forms`` that writes it.
"""

from __future__ import annotations

from workbench.core.delivery.allowed import not_in_form, refusals
from workbench.core.delivery.form import Form
from workbench.core.delivery.package import Package, package_for
from workbench.core.delivery.places import place_of, places
from workbench.core.delivery.request import delivery_job, together
from workbench.core.registry import Registry

__all__ = [
    "FORMS",
    "Form",
    "Package",
    "delivery_job",
    "not_in_form",
    "package_for",
    "place_of",
    "places",
    "refusals",
    "together",
]

FORMS: Registry[Form] = Registry(__name__, "FORM")
"""Name → form, in the order in which they are offered."""
