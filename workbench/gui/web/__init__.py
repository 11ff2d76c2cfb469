"""The two embedded web views (Monaco and Netron) as Qt widgets that never leave this machine.

Start-up order: :func:`workbench.gui.web.chromium.configure` and
:func:`workbench.gui.web.scheme.register_scheme` before the ``QApplication``; then one
:class:`workbench.gui.web.context.WebContext`, given to every view. Nothing of Chromium runs until
the first view is shown.
"""
