"""Lists of records as rows of fields."""
