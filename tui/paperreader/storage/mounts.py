"""Which kind of disk a path lies on: WAL needs shared memory, which network file systems do not have.

Read from the mount table; nothing is asked of the network. An unknown place counts as local.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

#: File systems where other machines may have the same file open, so that shared memory would mislead SQLite.
NETWORK = frozenset(
    """
    9p afp afpfs afs beegfs ceph cifs davfs glusterfs gpfs lustre ncpfs nfs nfs4 ocfs2 orangefs pvfs2 smb2 smb3 smbfs
    vboxsf virtiofs vmhgfs webdav fuse.ceph fuse.curlftpfs fuse.davfs2 fuse.glusterfs fuse.rclone fuse.s3fs
    fuse.smbnetfs fuse.sshfs
    """.split()  # noqa: SIM905 (a list of words reads better so)
)
#: Folders whose contents a cloud client copies behind the program's back.
SYNCED = (
    "Dropbox",
    "Google Drive",
    "GoogleDrive",
    "OneDrive",
    "iCloud Drive",
    "Mobile Documents",
    "Nextcloud",
    "ownCloud",
)
_TABLES = ("/proc/self/mounts", "/etc/mtab")


def file_system(path: Path, table: str | None = None) -> str:
    """Return the type of the file system that holds `path` (such as `ext4`, `nfs4`), or "" when it cannot be told.

    `table` is the text of a mount table in the form of `/proc/mounts`; by default the system's.
    """
    text = _table() if table is None else table
    # Links and `..` decide where a path lies; realpath works for paths that do not exist yet.
    parts = Path(os.path.realpath(path)).parts
    best, kind = -1, ""
    for line in text.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        mount = Path(_unescape(fields[1])).parts
        # The last of equal mounts lies on top.
        if len(mount) >= best and parts[: len(mount)] == mount:
            best, kind = len(mount), fields[2]
    return kind


def is_network(path: Path, table: str | None = None) -> bool:
    """Say whether `path` lies on a file system that several machines may share."""
    if sys.platform == "win32":  # pragma: no cover
        return str(path).startswith(("\\\\", "//"))
    return file_system(path, table) in NETWORK


def synced_by(path: Path) -> str:
    """Return the name of the cloud folder that `path` lies in, or ""."""
    for part in path.parts:
        for name in SYNCED:
            if part == name or part.startswith((name + " ", name + "-")):
                return name
    return ""


def _table() -> str:
    for name in _TABLES:
        try:
            return Path(name).read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            continue
    return ""


def _unescape(field: str) -> str:
    """A mount table writes space, tab, newline and backslash as octal."""
    if "\\" not in field:
        return field
    for code, char in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        field = field.replace(code, char)
    return field
