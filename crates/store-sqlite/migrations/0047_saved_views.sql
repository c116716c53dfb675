-- How people want to see a list again, and with which view each begins.
CREATE TABLE saved_view (
  id INTEGER PRIMARY KEY, version INTEGER NOT NULL, owner_id INTEGER NOT NULL, name TEXT NOT NULL, name_key TEXT NOT NULL,
  shared INTEGER NOT NULL, list TEXT NOT NULL, query TEXT NOT NULL, columns TEXT NOT NULL, created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX saved_view_name ON saved_view (owner_id, name_key);
CREATE INDEX saved_view_shared ON saved_view (name_key, id) WHERE shared;
CREATE TABLE saved_view_default (user_id INTEGER PRIMARY KEY, view_id INTEGER NOT NULL) STRICT;
CREATE INDEX saved_view_default_view ON saved_view_default (view_id);
