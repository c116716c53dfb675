-- What a problem is about, by which candidates are grouped whose problem has one cause: the texts of its parameters, but
-- for numbers that differ from row to row. Whatever writes problems writes it.
ALTER TABLE candidate_problem ADD COLUMN cause TEXT NOT NULL DEFAULT '-';
UPDATE candidate_problem SET cause = coalesce((
  SELECT rtrim(substr(group_concat(v.value ->> 1, '|'), 1, 255))
  FROM candidate c, json_each(c.problems) p, json_each(p.value, '$.params') v
  WHERE c.id = candidate_problem.candidate_id
    AND p.key = (SELECT min(q.key) FROM json_each(c.problems) q WHERE q.value ->> 'code' = candidate_problem.code)
    AND json_type(v.value, '$[1]') = 'text' AND v.value ->> 0 NOT IN ('seen', 'price', 'rounded')
), '-');
CREATE INDEX candidate_problem_cause ON candidate_problem (code, cause, candidate_id);
