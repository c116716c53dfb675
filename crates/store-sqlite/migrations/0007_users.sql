-- Users of the browser interface --------------------------------------------------------------------------

CREATE TABLE user (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, -- folded: names differ by more than case
  role TEXT NOT NULL, all_orgs INTEGER NOT NULL,
  password_hash TEXT NOT NULL, -- argon2id, PHC string format
  created_at INTEGER NOT NULL, created_by TEXT NOT NULL, password_changed_at INTEGER NOT NULL
) STRICT;
CREATE TABLE user_org (
  user_id INTEGER NOT NULL REFERENCES user (id), org_id INTEGER NOT NULL REFERENCES organisation (id),
  PRIMARY KEY (user_id, org_id)
) STRICT, WITHOUT ROWID;
