"""What a compiler, clangd and the build must agree on: flags, headers, includes, programs."""
