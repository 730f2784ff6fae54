"""What is kept: the catalogue of papers, and the library of what the user made. The only SQL in the house.

Floor 2. `catalog` and `library` are the two files; `joined` is what needs both. Callers see nouns (`Paper`, `Marks`,
`View`) and the errors of `errors.py`, never a row, a cursor or an SQLite error. No transaction and no cursor stays open
between two calls. What may not enter: parsing of source formats, search, anything that draws or asks.
"""
