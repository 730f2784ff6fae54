"""The panes: each draws its own lines (see `pane.py`)."""
