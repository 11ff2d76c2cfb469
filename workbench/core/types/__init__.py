"""The types of arguments, attributes and elements, with their names in each world."""
