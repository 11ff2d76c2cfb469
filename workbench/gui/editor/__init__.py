"""What stands around the code editor: tabs, formatting, clangd's help, heads, generated texts."""
