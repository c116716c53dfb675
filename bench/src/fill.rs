//! Large databases, filled through the server.

use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use tempfile::TempDir;

use crate::Failure;
use crate::bodies::{LINES, Rows};
use crate::figures::per_second;
use crate::measure::{BULK_ROWS, MASTER_DATA};
use crate::served::Server;
use crate::target::BenchTarget;

/// Number of rows per measured rate.
pub const STEP: usize = 200_000;
/// Number of bulk requests that are prepared at a time.
const BULKS: usize = 50;
const CLIENTS: usize = 4;

/// Options of a database that can be kept for later measurements.
#[derive(clap::Args, Clone, Debug)]
pub struct Data {
    /// How many candidates the database has
    #[arg(long)]
    candidates: Option<usize>,
    /// Stores the database in this folder, or adds to the one that is there [default: a temporary database]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

/// A server with a filled database.
pub struct Filled {
    pub server: Server,
    /// The next rows to import.
    pub rows: Rows,
    /// Number of candidates and import rate after each step.
    pub rates: Vec<(f64, f64)>,
    /// Number of candidates that are not in error.
    pub candidates: usize,
    pub folder: PathBuf,
    /// The temporary folder, unless the database is kept.
    pub scratch: Option<TempDir>,
}

impl Data {
    pub fn fill(&self, target: &BenchTarget, usual: usize) -> Result<Filled, Failure> {
        let wanted = self.candidates.unwrap_or(usual);
        let scratch = if self.data.is_some() { None } else { Some(target.scratch()?) };
        let data_folder = self.data.as_deref().or(scratch.as_ref().map(TempDir::path));
        let folder = data_folder.map(Path::to_owned).ok_or("no folder")?;
        let server = Server::start(target, &folder, MASTER_DATA)?;
        // without the faulty candidates of an earlier measurement, whose order numbers are in another range
        let stored = server.database().count("candidate WHERE status <> 'error'")?;
        // rounded down: the demo's own candidates are fewer than a bulk
        let rows = Rows::known(LINES, MASTER_DATA).skip_bulks(stored / BULK_ROWS, BULK_ROWS);
        let mut filled = Filled { server, rows, rates: Vec::new(), candidates: stored, folder, scratch };
        filled.import(wanted)?;
        Ok(filled)
    }
}

impl Filled {
    fn import(&mut self, wanted: usize) -> Result<(), Failure> {
        const BAR: &str = "{wide_bar} {human_pos} of {human_len} candidates, {per_sec}, {eta} left";
        let length = u64::try_from(wanted)?;
        let bar = ProgressBar::new(length).with_style(ProgressStyle::with_template(BAR)?);
        bar.set_position(u64::try_from(self.candidates)?);
        bar.reset_eta();
        while self.candidates < wanted {
            let rate = self.step(wanted, &bar)?;
            #[expect(clippy::cast_precision_loss, reason = "a place on an axis")]
            self.rates.push((self.candidates as f64, rate));
        }
        bar.finish_and_clear();
        Ok(())
    }

    /// Imports a step and returns its rate. The time to prepare the requests is not measured.
    fn step(&mut self, wanted: usize, bar: &ProgressBar) -> Result<f64, Failure> {
        let rows = STEP.min(wanted - self.candidates);
        let (mut left, mut took) = (rows.div_ceil(BULK_ROWS), std::time::Duration::ZERO);
        let (before, sent) = (self.server.candidates()?, left * BULK_ROWS);
        while left > 0 {
            let bulks = BULKS.min(left);
            let requests = self.server.bulks(&mut self.rows, bulks, BULK_ROWS);
            took += self.server.send(requests, CLIENTS)?.took;
            left -= bulks;
            bar.inc(u64::try_from(bulks * BULK_ROWS)?);
        }
        self.server.check_candidates(before, sent)?;
        self.candidates += sent;
        Ok(per_second(sent, took))
    }
}
