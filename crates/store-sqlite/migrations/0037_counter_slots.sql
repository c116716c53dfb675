-- Where several write at the same time each adds to counters of its own; here there is one writer.
CREATE TABLE candidate_count_2 (
    quarter INTEGER NOT NULL,
    org_id INTEGER NOT NULL,
    data_source_id INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    new INTEGER NOT NULL,
    error INTEGER NOT NULL,
    processed INTEGER NOT NULL,
    inactive INTEGER NOT NULL,
    PRIMARY KEY (quarter, org_id, data_source_id, slot)
) STRICT, WITHOUT ROWID;
INSERT INTO candidate_count_2 SELECT quarter, org_id, data_source_id, 0, new, error, processed, inactive
FROM candidate_count;
DROP TABLE candidate_count;
ALTER TABLE candidate_count_2 RENAME TO candidate_count;
