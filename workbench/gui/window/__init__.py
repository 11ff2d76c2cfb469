"""The window itself: menus, commands, palette, start view, status bar, and the layout of a project."""
