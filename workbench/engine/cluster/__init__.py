"""A check's cells and a sweep's points over the workers of ``dask.distributed``.

A worker gets the op's files and a part of the cells, or one point, does that in hosts of its own, and
gives back what came of it. No code of the op runs in a worker's process.
"""
