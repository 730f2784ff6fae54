-- What the user made. `state`, `alias` and `view` are the fold of `op`; every change writes both in one transaction.

CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;

-- One user command. It takes one `seq` of its device, its operations the following ones. `undo_of` is the command that an undo or redo is about; `kind` is 'do', 'undo' or 'redo'.
CREATE TABLE command (
    id INTEGER PRIMARY KEY,
    device TEXT NOT NULL,
    seq INTEGER NOT NULL,
    clock INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('do', 'undo', 'redo')),
    words TEXT NOT NULL,
    undo_of INTEGER REFERENCES command (id)
);
CREATE INDEX command_undo_of ON command (undo_of) WHERE undo_of IS NOT NULL;
CREATE INDEX command_done ON command (id) WHERE kind = 'do';

-- Its operations, one a changed field. `clock` is milliseconds since 1970 times 65536 plus a counter, and never goes
-- back, so that the logs of two machines can be merged by it one day. `uid` is a paper's, or 'view:' and a name.
CREATE TABLE op (
    id INTEGER PRIMARY KEY,
    device TEXT NOT NULL,
    seq INTEGER NOT NULL,
    clock INTEGER NOT NULL,
    uid TEXT NOT NULL,
    field TEXT NOT NULL,
    value,
    previous,
    command INTEGER NOT NULL REFERENCES command (id),
    undo_of INTEGER
);
CREATE UNIQUE INDEX op_device ON op (device, seq);
CREATE INDEX op_command ON op (command);
CREATE INDEX op_uid ON op (uid);

CREATE TRIGGER op_kept BEFORE UPDATE ON op BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER op_stays BEFORE DELETE ON op BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER command_kept BEFORE UPDATE ON command BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER command_stays BEFORE DELETE ON command BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;

CREATE TABLE state (
    uid TEXT PRIMARY KEY,
    read INTEGER NOT NULL DEFAULT 0,
    starred INTEGER NOT NULL DEFAULT 0,
    later REAL,
    dismissed INTEGER NOT NULL DEFAULT 0,
    rating INTEGER NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT '',
    tags TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX state_later ON state (later) WHERE later IS NOT NULL;

-- A merged paper's uid, and the uid that stands for both.
CREATE TABLE alias (uid TEXT PRIMARY KEY, target TEXT NOT NULL) WITHOUT ROWID;

-- Papers of which the user said that they are not the same, so that they are not suggested again; first < second.
CREATE TABLE apart (first TEXT NOT NULL, second TEXT NOT NULL, PRIMARY KEY (first, second)) WITHOUT ROWID;

CREATE TABLE view (name TEXT PRIMARY KEY, query TEXT NOT NULL, place REAL NOT NULL) WITHOUT ROWID;

-- Outside the log. What was known of a paper when it was last marked, so that it keeps a name and its identity when the
-- catalogue has lost it; and where its reader stopped reading.
CREATE TABLE known (
    uid TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    idents TEXT NOT NULL,
    author TEXT NOT NULL,
    year INTEGER
) WITHOUT ROWID;
CREATE TABLE place (uid TEXT PRIMARY KEY, anchor TEXT NOT NULL, clock INTEGER NOT NULL) WITHOUT ROWID;
