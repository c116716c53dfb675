-- How people want to see a list again, and with which view each begins.
CREATE TABLE saved_view (
  id bigint PRIMARY KEY, version bigint NOT NULL, owner_id bigint NOT NULL, name text COLLATE "C" NOT NULL,
  name_key text COLLATE "C" NOT NULL, shared boolean NOT NULL, list text COLLATE "C" NOT NULL,
  query text COLLATE "C" NOT NULL, columns text COLLATE "C" NOT NULL, created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX saved_view_name ON saved_view (owner_id, name_key);
CREATE INDEX saved_view_shared ON saved_view (name_key, id) WHERE shared;
CREATE TABLE saved_view_default (user_id bigint PRIMARY KEY, view_id bigint NOT NULL);
CREATE INDEX saved_view_default_view ON saved_view_default (view_id);

COMMENT ON TABLE saved_view IS 'How people want to see a list again.';
COMMENT ON COLUMN saved_view.id IS 'Record id.';
COMMENT ON COLUMN saved_view.version IS 'Rises with each change.';
COMMENT ON COLUMN saved_view.owner_id IS 'User whose view it is.';
COMMENT ON COLUMN saved_view.name IS 'What it is called.';
COMMENT ON COLUMN saved_view.name_key IS 'The same without case.';
COMMENT ON COLUMN saved_view.shared IS 'Whether others see it.';
COMMENT ON COLUMN saved_view.list IS 'What stands in a row: candidates or headers.';
COMMENT ON COLUMN saved_view.query IS 'Filters and order, as the parameters of the list.';
COMMENT ON COLUMN saved_view.columns IS 'Columns in their order, a line for each: name, width, pinned, hidden.';
COMMENT ON COLUMN saved_view.created_at IS 'When it was made.';
COMMENT ON COLUMN saved_view.changed_at IS 'When it was changed last.';
COMMENT ON TABLE saved_view_default IS 'With which view users begin.';
COMMENT ON COLUMN saved_view_default.user_id IS 'User.';
COMMENT ON COLUMN saved_view_default.view_id IS 'View, which may be shared no more.';
