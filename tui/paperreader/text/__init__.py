"""The text room: strings from outside become safe to draw, comparable, and pleasant to read.

`clean` makes any text harmless, `folding` makes it comparable for search, `titlekey` makes keys for recognising the
same paper, and `readable` turns LaTeX, Markdown and damaged text into styled Unicode. No I/O but this room's own data
files, no dependency, nothing of Textual: what comes out is `str`, numbers and `styled.StyledText`.
"""
