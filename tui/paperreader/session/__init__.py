"""What lies open: the view, the query, the sort, the cursor, the selection; every change of state goes through here.

The interface draws a `Session` and turns keys into calls of it; the command line uses the same calls. The session knows
nothing of screens: after a call, `take_changes()` says what is to be painted anew.
"""

from paperreader.session.changes import Changes, Message
from paperreader.session.opening import open_session
from paperreader.session.session import Session

__all__ = ["Changes", "Message", "Session", "open_session"]
