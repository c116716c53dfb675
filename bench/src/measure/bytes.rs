//! Database size per candidate, by table and index.

use std::collections::BTreeMap;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::Failure;
use crate::bodies::{LINES, Rows};
use crate::figures::{Figure, Measured, Spread, Unit};
use crate::measure::{BULK_ROWS, MASTER_DATA, print_progress};
use crate::served::Server;
use crate::target::BenchTarget;

#[derive(clap::Args)]
pub struct Options {
    /// Candidates from bulks
    #[arg(long, default_value_t = 40_000)]
    bulk: usize,
    /// Candidates from single requests
    #[arg(long, default_value_t = 12_000)]
    singly: usize,
}

/// The size of a database in bytes.
struct Sizes {
    file: f64,
    /// Bytes by table and index.
    parts: BTreeMap<String, f64>,
}

pub fn measure(target: &BenchTarget, options: &Options) -> Result<Measured, Failure> {
    let Options { bulk, singly } = *options;
    let mut measured =
        Measured::new("bytes", format!("{bulk} candidates from bulks, {singly} from single requests"));
    grow(target, "from bulks", bulk, &mut measured, |server, rows| {
        (server.bulks(rows, bulk / BULK_ROWS, BULK_ROWS), 4)
    })?;
    grow(target, "from single requests", singly, &mut measured, |server, rows| {
        (server.singles(rows, singly), 64)
    })?;
    Ok(measured)
}

/// Measures the growth of a new database per candidate.
fn grow(
    target: &BenchTarget,
    how: &str,
    candidates: usize,
    measured: &mut Measured,
    requests: impl FnOnce(&Server, &mut Rows) -> (Vec<Vec<u8>>, usize),
) -> Result<(), Failure> {
    let scratch = target.scratch()?;
    let server = Server::start(target, scratch.path(), MASTER_DATA)?;
    let (before, sizes) = (server.candidates()?, Sizes::of(server.database().file()?)?);
    let (requests, connections) = requests(&server, &mut Rows::known(LINES, MASTER_DATA));
    server.send(requests, connections)?;
    server.check_candidates(before, candidates)?;
    let grown = Sizes::of(server.database().file()?)?.beyond(&sizes);
    #[expect(clippy::cast_precision_loss, reason = "a figure for reading, not an amount")]
    let each = |bytes: f64| Spread::once(bytes / candidates as f64);
    let figure =
        |part: &str, bytes| Figure::new(format!("candidates {how}: {part}"), Unit::Bytes, each(bytes));
    print_progress("bytes", format_args!("{candidates} {how}: {:.0} each", each(grown.file).median));
    measured.add(figure("database size per candidate, with indexes", grown.file).at_most(800.0));
    let mut parts: Vec<_> = grown.parts.into_iter().filter(|(_, bytes)| each(*bytes).median >= 1.0).collect();
    parts.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    for (part, bytes) in parts {
        measured.add(figure(&format!("`{part}`"), bytes));
    }
    Ok(())
}

impl Sizes {
    fn of(database: &Path) -> Result<Self, Failure> {
        let database = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        database.query_row("PRAGMA wal_checkpoint(FULL)", [], |_| Ok(()))?;
        let file = "SELECT cast(page_count * page_size AS REAL) FROM pragma_page_count, pragma_page_size";
        let file = database.query_row(file, [], |row| row.get(0))?;
        let mut parts =
            database.prepare("SELECT name, cast(pgsize AS REAL) FROM dbstat WHERE aggregate = 1")?;
        let parts = parts.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?;
        Ok(Self { file, parts })
    }

    fn beyond(self, before: &Self) -> Self {
        let of_part = |name: &String| before.parts.get(name).copied().unwrap_or_default();
        let parts = self.parts.into_iter().map(|(name, bytes)| {
            let more = bytes - of_part(&name);
            (name, more)
        });
        Self { file: self.file - before.file, parts: parts.collect() }
    }
}
