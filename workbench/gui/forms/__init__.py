"""Forms over frozen structs: key paths, text for values, fields, tables of records."""
