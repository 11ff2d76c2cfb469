"""What the menus and boxes of a form offer."""

from __future__ import annotations


def menu(drive, name):
    """The actions of a button's menu, by their data."""
    owner = drive.find(name).menu()
    owner.aboutToShow.emit()
    return {action.data(): action for action in owner.actions()}


def choices(drive, name):
    box = drive.find(name)
    return [box.itemData(i) for i in range(box.count())]
