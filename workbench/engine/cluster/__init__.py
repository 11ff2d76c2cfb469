"""The matrix of a check over the workers of ``dask.distributed``: on this machine, or elsewhere.

A worker gets the op's files and a part of the cells, runs them in hosts of its own, and gives back
what came of them. No code of the op runs in a worker's process.
"""
