-- What a problem is about, by which candidates are grouped whose problem has one cause: the texts of its parameters, but
-- for numbers that differ from row to row. Whatever writes problems writes it.
ALTER TABLE candidate_problem ADD COLUMN cause text COLLATE "C" NOT NULL DEFAULT '-';
UPDATE candidate_problem e SET cause = found.cause FROM (
  SELECT s.id, p.value ->> 'code' AS code, p.place,
    rtrim(left(coalesce((
      SELECT string_agg(v.value ->> 1, '|' ORDER BY v.place)
      FROM json_array_elements(p.value -> 'params') WITH ORDINALITY v (value, place)
      WHERE json_typeof(v.value -> 1) = 'string' AND v.value ->> 0 NOT IN ('seen', 'price', 'rounded')
    ), '-'), 255)) AS cause
  FROM candidate_state s CROSS JOIN LATERAL json_array_elements(s.problems) WITH ORDINALITY p (value, place)
  WHERE s.problems IS NOT NULL
) found
WHERE found.id = e.candidate_id AND found.code = e.code AND found.place = (
  SELECT min(q.place) FROM candidate_state s
    CROSS JOIN LATERAL json_array_elements(s.problems) WITH ORDINALITY q (value, place)
  WHERE s.id = e.candidate_id AND q.value ->> 'code' = e.code
);
CREATE INDEX candidate_problem_cause ON candidate_problem (code, cause, candidate_id);
COMMENT ON COLUMN candidate_problem.cause IS 'What the problem is about: the texts of its parameters, by which candidates are grouped; a dash where there are none.';
