"""The machine around the program: other programs, the clipboard, files, the terminal.

Floor 1. What enters here knows nothing of papers: it takes plain values and hands them to the operating system in one
safe way (`opener` for links, `clipboard` for copying, `files` for writing, `terminal` for what the screen can do). No
other room starts a program or makes a file.
"""
