"""A client of the Language Server Protocol (3.17, the part that the editor uses), for clangd."""
