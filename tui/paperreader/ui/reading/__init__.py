"""What the reader shows: a paper as blocks of styled text, wrapped to lines of offsets. Knows nothing of Textual."""
