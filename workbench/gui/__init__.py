"""What the user sees: PySide6, ``core``, ``importers`` and ``problems``, nothing else.

Rooms:

window        menus, commands, palette, start view, status bar, the layout of a project.
pages         one page per stage of an op; ``forms`` and ``editor`` are what they are made of.
manual        the documentation, and what F1 shows of it.
panels        what stands below the pages: log, jobs.
problems      the problem list: what is wrong with the open ops, and the fixes for it.
new_op        the New op dialog: one file per page, that is per source of an op.
ops           whole ops: the list at the left, and how ops come and go.
project       the open project without widgets: its ops and their folders, undo, the clipboard.
document      one op while it is edited: declaration, sources, disk. No widgets.
forms         fields, rows, tables and cards over key paths of the declaration.
editor        what stands around the code editor: tabs, formatting, heads, generated texts.
web, lsp      the embedded pages (Monaco, Netron); the language server.
mapping       the picture of a mapping, and the browser of the ONNX operators.
storage       journal, recovery, changes by other programs, archives.
trust         the question before code from elsewhere is compiled and run.
hosts         the engine's host processes, as the window sees them.
language      the window in another language than English.
look          theme, icons, and the small widgets that every part uses.

Here: ``app`` makes everything in order, ``services`` is what pages are given, ``dialogs`` has the
modal questions that need no dialog of their own.
"""
