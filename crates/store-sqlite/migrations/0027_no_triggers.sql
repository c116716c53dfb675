-- Whatever writes a candidate counts it and notes its problems by itself: one way, which every engine can go.
DROP TRIGGER candidate_recounted;
DROP TRIGGER candidate_validated;
