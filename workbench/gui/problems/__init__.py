"""The problem list: what is wrong with the open ops, and the fixes for it. No page is needed."""
