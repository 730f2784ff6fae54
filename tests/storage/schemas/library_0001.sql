-- A library as the first release wrote it. Never edited: tests open it with every later version.
PRAGMA page_size=4096;

BEGIN TRANSACTION;

CREATE TABLE alias (uid TEXT PRIMARY KEY, target TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO alias VALUES('openreview:old','arxiv:2601.00001');

CREATE TABLE apart (first TEXT NOT NULL, second TEXT NOT NULL, PRIMARY KEY (first, second)) WITHOUT ROWID;

CREATE TABLE command (
    id INTEGER PRIMARY KEY,
    device TEXT NOT NULL,
    seq INTEGER NOT NULL,
    clock INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('do', 'undo', 'redo')),
    words TEXT NOT NULL,
    undo_of INTEGER REFERENCES command (id)
);
INSERT INTO command VALUES(1,'07a555a8fb91e1f6',1,117707728062644224,'do','star “A Title”',NULL);
INSERT INTO command VALUES(2,'07a555a8fb91e1f6',4,117707728062971904,'do','rate',NULL);
INSERT INTO command VALUES(3,'07a555a8fb91e1f6',8,117707728063627264,'do','note',NULL);
INSERT INTO command VALUES(4,'07a555a8fb91e1f6',11,117707728063889408,'do','dismiss',NULL);
INSERT INTO command VALUES(5,'07a555a8fb91e1f6',13,117707728064413696,'do','rate',NULL);
INSERT INTO command VALUES(6,'07a555a8fb91e1f6',15,117707728064937984,'undo','undone: rate',5);
INSERT INTO command VALUES(7,'07a555a8fb91e1f6',17,117707728065200128,'do','save the view Mine',NULL);
INSERT INTO command VALUES(8,'07a555a8fb91e1f6',19,117707728065921024,'do','merge',NULL);
CREATE INDEX command_done ON command (id) WHERE kind = 'do';
CREATE TRIGGER command_kept BEFORE UPDATE ON command BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER command_stays BEFORE DELETE ON command BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE INDEX command_undo_of ON command (undo_of) WHERE undo_of IS NOT NULL;

CREATE TABLE known (
    uid TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    idents TEXT NOT NULL,
    author TEXT NOT NULL,
    year INTEGER
) WITHOUT ROWID;
INSERT INTO known VALUES('arxiv:2601.00001','A Title','arxiv:2601.00001','Ann Author',2026);

CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
INSERT INTO meta VALUES('program','0.1.0');

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
INSERT INTO op VALUES(1,'07a555a8fb91e1f6',2,117707728062644224,'arxiv:2601.00001','read',1,0,1,NULL);
INSERT INTO op VALUES(2,'07a555a8fb91e1f6',3,117707728062644224,'arxiv:2601.00001','starred',1,0,1,NULL);
INSERT INTO op VALUES(3,'07a555a8fb91e1f6',5,117707728062971904,'arxiv:2601.00001','rating',4,0,2,NULL);
INSERT INTO op VALUES(4,'07a555a8fb91e1f6',6,117707728062971904,'arxiv:2601.00001','tag','+graphs','-graphs',2,NULL);
INSERT INTO op VALUES(5,'07a555a8fb91e1f6',7,117707728062971904,'arxiv:2601.00001','tag','+to-cite','-to-cite',2,NULL);
INSERT INTO op VALUES(6,'07a555a8fb91e1f6',9,117707728063627264,'openreview:AbC_1','later',2.0,NULL,3,NULL);
INSERT INTO op VALUES(7,'07a555a8fb91e1f6',10,117707728063627264,'openreview:AbC_1','note','first line
second “line”','',3,NULL);
INSERT INTO op VALUES(8,'07a555a8fb91e1f6',12,117707728063889408,'fp:0123456789abcdef0123','dismissed',1,0,4,NULL);
INSERT INTO op VALUES(9,'07a555a8fb91e1f6',14,117707728064413696,'fp:0123456789abcdef0123','rating',1,0,5,NULL);
INSERT INTO op VALUES(10,'07a555a8fb91e1f6',16,117707728064937984,'fp:0123456789abcdef0123','rating',0,1,6,9);
INSERT INTO op VALUES(11,'07a555a8fb91e1f6',18,117707728065200128,'view:Mine','view','["is:starred", 1.0]',NULL,7,NULL);
INSERT INTO op VALUES(12,'07a555a8fb91e1f6',20,117707728065921024,'openreview:old','alias','arxiv:2601.00001',NULL,8,NULL);
CREATE INDEX op_command ON op (command);
CREATE UNIQUE INDEX op_device ON op (device, seq);
CREATE TRIGGER op_kept BEFORE UPDATE ON op BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER op_stays BEFORE DELETE ON op BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE INDEX op_uid ON op (uid);

CREATE TABLE place (uid TEXT PRIMARY KEY, anchor TEXT NOT NULL, clock INTEGER NOT NULL) WITHOUT ROWID;
INSERT INTO place VALUES('openreview:AbC_1','¶3',117707728065331200);

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
INSERT INTO state VALUES('arxiv:2601.00001',1,1,NULL,0,4,'','graphs to-cite');
INSERT INTO state VALUES('fp:0123456789abcdef0123',0,0,NULL,1,0,'','');
INSERT INTO state VALUES('openreview:AbC_1',0,0,2.0,0,0,'first line
second “line”','');
CREATE INDEX state_later ON state (later) WHERE later IS NOT NULL;

CREATE TABLE view (name TEXT PRIMARY KEY, query TEXT NOT NULL, place REAL NOT NULL) WITHOUT ROWID;
INSERT INTO "view" VALUES('Mine','is:starred',1.0);

pragma user_version=1;
pragma application_id=1886417484;

COMMIT TRANSACTION;
PRAGMA application_id=1886417484;
PRAGMA user_version=1;
