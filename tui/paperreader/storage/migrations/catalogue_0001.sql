-- Papers, made from the raw records; this file can be made again at any time.

CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;

-- Every uid that was ever given, forever: `number` is its own, `paper` the one it belongs to (another's after a merge),
-- `present` whether that paper has a record left, `generation` when it last changed. Rows are small, so that 30,000 uids
-- are looked up in milliseconds; `title_hash`, `year` and `author` are for finding duplicates.
CREATE TABLE identity (
    uid TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE,
    paper INTEGER NOT NULL,
    present INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    title_hash INTEGER,
    year INTEGER,
    author TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX identity_paper ON identity (paper);
CREATE INDEX identity_present ON identity (number) WHERE present AND number = paper;
CREATE INDEX identity_merged ON identity (number) WHERE number <> paper;
CREATE INDEX identity_title ON identity (title_hash) WHERE title_hash IS NOT NULL;

-- The only authority on which papers are the same. `ident` is 'scheme:value'.
CREATE TABLE ident (ident TEXT PRIMARY KEY, number INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX ident_number ON ident (number);

CREATE TABLE source (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    origin TEXT NOT NULL,
    added INTEGER NOT NULL,
    run INTEGER NOT NULL DEFAULT 0,
    bytes INTEGER NOT NULL DEFAULT 0,
    removed INTEGER NOT NULL DEFAULT 0
);

-- What one source says of one identity; `slot` counts how often the source names it. `added` (seconds) and `run` tell
-- when this was first said, `seen` is the last run that said it. `data` is NULL when it is the only record of its paper:
-- then the paper's row says it all.
CREATE TABLE record (
    number INTEGER NOT NULL,
    source INTEGER NOT NULL REFERENCES source (id),
    slot INTEGER NOT NULL,
    hash INTEGER NOT NULL,
    added INTEGER NOT NULL,
    run INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    data TEXT,
    PRIMARY KEY (number, source, slot)
) WITHOUT ROWID;
CREATE INDEX record_source ON record (source, hash);

CREATE TABLE paper (
    number INTEGER PRIMARY KEY,
    uid TEXT NOT NULL,
    title TEXT NOT NULL,
    authors TEXT NOT NULL,
    abstract TEXT NOT NULL,
    venue TEXT NOT NULL,
    year INTEGER,
    decision TEXT NOT NULL,
    area TEXT NOT NULL,
    keywords TEXT NOT NULL,
    tldr TEXT NOT NULL,
    idents TEXT NOT NULL,
    links TEXT NOT NULL,
    more TEXT NOT NULL,
    sources TEXT NOT NULL,
    added INTEGER NOT NULL
);

CREATE TABLE suggestion (first TEXT NOT NULL, second TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (first, second)) WITHOUT ROWID;
