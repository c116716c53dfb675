//! Contents of a `pg_dump` archive, read without a database.

use orderdock_store::{BackupContents, COUNTED_TABLES};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, BufRead},
};

/// Tables whose rows are counted under another name: on PostgreSQL, `candidate` is a view.
const RENAMED: [(&str, &str); 1] = [("candidate", "candidate_state")];

/// Rows of an archive, as far as they are needed.
#[derive(Default)]
struct DumpedRows {
    rows: BTreeMap<String, u64>,
    steps: usize,
    /// Hash and size of each attached content.
    attachments: BTreeSet<(String, i64)>,
}

/// Reads the output of `pg_restore --data-only`. Returns `None` if it has no table of migration steps.
pub fn read(output: impl BufRead, known_steps: usize) -> io::Result<Option<BackupContents>> {
    let dumped = DumpedRows::read(output)?;
    if !dumped.rows.contains_key("schema_step") {
        return Ok(None);
    }
    let rows = COUNTED_TABLES.iter().filter_map(|(label, table)| Some((*label, dumped.count(table)?)));
    Ok(Some(BackupContents {
        steps: dumped.steps,
        known_steps,
        rows: rows.collect(),
        attachments: dumped.attachments.iter().cloned().collect(),
        faults: Vec::new(),
    }))
}

impl DumpedRows {
    fn read(mut output: impl BufRead) -> io::Result<Self> {
        let mut dumped = Self::default();
        let mut current: Option<(String, Vec<String>)> = None;
        let mut line = Vec::new();
        loop {
            line.clear();
            if output.read_until(b'\n', &mut line)? == 0 {
                return Ok(dumped);
            }
            let text = line.strip_suffix(b"\n").unwrap_or(&line);
            current = match current {
                None => begin_of_rows(text).inspect(|(table, _)| {
                    dumped.rows.entry(table.clone()).or_default();
                }),
                Some(_) if text == b"\\." => None,
                Some((table, columns)) => {
                    dumped.add(&table, &columns, text);
                    Some((table, columns))
                }
            };
        }
    }

    fn add(&mut self, table: &str, columns: &[String], row: &[u8]) {
        if let Some(count) = self.rows.get_mut(table) {
            *count += 1;
        }
        let value = |name: &str| {
            let place = columns.iter().position(|column| column == name)?;
            row.split(|byte| *byte == b'\t').nth(place).and_then(|value| std::str::from_utf8(value).ok())
        };
        match table {
            "schema_step" => {
                let number = value("number").and_then(|number| number.parse().ok());
                self.steps = self.steps.max(number.unwrap_or_default());
            }
            "attachment" => {
                // a hash has the form \\x0123…
                let hash = value("sha256").map(|hash| hash.trim_start_matches('\\').trim_start_matches('x'));
                let size = value("size").and_then(|size| size.parse().ok());
                self.attachments.extend(hash.map(str::to_owned).zip(size));
            }
            _ => {}
        }
    }

    /// Counts the rows of a table and its partitions.
    fn count(&self, table: &str) -> Option<u64> {
        let renamed = RENAMED.iter().find(|(name, _)| *name == table);
        let Some((_, stored)) = renamed else { return self.rows.get(table).copied() };
        let parts = self.rows.iter().filter(|(name, _)| name.starts_with(stored));
        parts.map(|(_, count)| *count).reduce(|sum, count| sum + count)
    }
}

/// Parses `COPY public.attachment (id, size) FROM stdin;` as table and columns.
fn begin_of_rows(line: &[u8]) -> Option<(String, Vec<String>)> {
    let line = std::str::from_utf8(line).ok()?;
    let (name, columns) = line.strip_prefix("COPY ")?.strip_suffix(") FROM stdin;")?.split_once(" (")?;
    let plain = |name: &str| name.trim().trim_matches('"').to_owned();
    let table = name.rsplit('.').next().map(plain)?;
    Some((table, columns.split(',').map(plain).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: &str = "SET x = 1;\n\
        COPY public.schema_step (number, name) FROM stdin;\n1\tone\n2\ttwo\n\\.\n\n\
        COPY public.\"user\" (id, name) FROM stdin;\n5\tCOPY public.x (y) FROM stdin;\n\\.\n\
        COPY public.candidate_state_before (id) FROM stdin;\n1\n\\.\n\
        COPY public.candidate_state_2026_11 (id) FROM stdin;\n2\n3\n\\.\n\
        COPY public.attachment (id, size, sha256) FROM stdin;\n\
        1\t10\t\\\\x0a\n2\t10\t\\\\x0a\n3\t7\t\\\\x01\n\\.\n";

    #[test]
    fn rows_of_a_dump_are_counted_by_table() {
        let contents = read(ROWS.as_bytes(), 3).unwrap().unwrap();
        assert_eq!((contents.steps, contents.known_steps), (2, 3));
        assert_eq!(contents.rows, [("users", 1), ("candidates", 3), ("attachments", 3)]);
        assert_eq!(contents.attachments, [("01".to_owned(), 7), ("0a".to_owned(), 10)]);
    }

    #[test]
    fn dump_without_migration_steps_is_rejected() {
        let foreign = "COPY public.attachment (id, size, sha256) FROM stdin;\n1\t10\t\\\\x0a\n\\.\n";
        assert_eq!(read(foreign.as_bytes(), 3).unwrap(), None);
    }
}
