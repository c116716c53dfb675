-- Which run undoes which; each knows the other. What a run changed is kept with its results, as it was before.
ALTER TABLE run ADD COLUMN undoes bigint, ADD COLUMN undone_by bigint;

COMMENT ON COLUMN run.kind IS 'process, revalidate, edit or undo.';
COMMENT ON COLUMN run.processed IS 'Of these, candidates that are in an order now, that an edit changed, or that came back.';
COMMENT ON COLUMN run.orders IS 'Orders that it made, or that it voided, if it undoes a run.';
COMMENT ON COLUMN run.failed IS 'Candidates that could not become an order, that could not be edited, or that an undoing left alone.';
COMMENT ON COLUMN run.undoes IS 'Run that it undoes.';
COMMENT ON COLUMN run.undone_by IS 'Run that undoes it, unless that ended before it was through.';
COMMENT ON COLUMN run_result.detail IS 'By the outcome: what the order was split by, the hold, the problems as JSON, the status, what it was before it was changed.';
COMMENT ON COLUMN candidate_history.event IS 'corrected, putAside, takenBack, cancelled, validated, ordered, orderVoided or undone.';
