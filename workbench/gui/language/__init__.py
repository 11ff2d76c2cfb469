"""The window's language. What is made, stored, logged and sent is English; Qt's setters show another.

``catalogue`` finds a text's translation, ``qt_texts`` has Qt show it, ``languages`` knows which there
are and which one is chosen. Nothing of it is loaded while the window is in English.
"""
