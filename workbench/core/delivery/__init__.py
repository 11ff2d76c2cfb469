"""In which forms a verified op leaves the program: one object per form, in a file each.

A new form is a file here with its ``FORM``, and one in ``engine/deliver/forms`` that writes it.
"""

from __future__ import annotations

from workbench.core.delivery.allowed import refusals
from workbench.core.delivery.form import Form
from workbench.core.delivery.places import place_of, places
from workbench.core.delivery.request import delivery_job
from workbench.core.registry import Registry

__all__ = ["FORMS", "Form", "delivery_job", "place_of", "places", "refusals"]

FORMS: Registry[Form] = Registry(__name__, "FORM")
"""Name → form, in the order in which they are offered."""
