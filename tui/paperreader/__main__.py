"""`python -m paperreader`: the same as the command `paperreader`."""

import sys

from paperreader.cli import main

if __name__ == "__main__":
    sys.exit(main())
