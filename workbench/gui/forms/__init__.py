"""Forms over frozen structs: key paths, text for values, fields, tables of records.

Rooms: ``fields`` (a value each), ``binding`` (what ties them to an op's declaration), ``tables``
(records as rows), ``cards`` (a part of the declaration each), ``examples`` and ``nodes`` (the two
parts that take many).
"""
