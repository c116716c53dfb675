//! Lists of unresolved references: the latency of a first page.

use crate::Failure;
use crate::bodies::{LINES, Rows};
use crate::figures::Measured;
use crate::measure::{BULK_ROWS, MASTER_DATA, latency};
use crate::served::Server;
use crate::target::BenchTarget;

const CLIENTS: usize = 4;
/// Goal of a first page in milliseconds.
const LIMIT: f64 = 30.0;

#[derive(clap::Args)]
pub struct Options {
    /// Number of unresolved references, each of one line
    #[arg(long, default_value_t = 100_000)]
    references: usize,
    /// Requests per list
    #[arg(long, default_value_t = 200)]
    looks: usize,
}

/// Description of a list, and its query for request number n.
type List = (&'static str, fn(usize) -> String);

const LISTS: [List; 9] = [
    ("most lines first", |_| String::new()),
    ("fewest lines first", |_| "sort=lines".to_owned()),
    ("oldest first", |_| "sort=oldest".to_owned()),
    ("newest first", |_| "sort=-oldest".to_owned()),
    ("of an organisation", |_| "org=001".to_owned()),
    ("of an organisation without references", |_| "org=test-org-03".to_owned()),
    ("of a kind without references", |_| "kind=uom&sort=oldest".to_owned()),
    ("search, one match", |number| format!("q=missing-{number}-1")),
    ("search, no match", |number| format!("q=nothing-{number}")),
];

pub fn measure(target: &BenchTarget, options: &Options) -> Result<Measured, Failure> {
    let scratch = target.scratch()?;
    let server = Server::start(target, scratch.path(), MASTER_DATA)?;
    let bulks = options.references.div_ceil(BULK_ROWS);
    let references = bulks * BULK_ROWS;
    let before = server.candidates()?;
    let mut rows = Rows::unresolved(LINES, MASTER_DATA);
    server.send(server.bulks_with("unresolved=store", &mut rows, bulks, BULK_ROWS), CLIENTS)?;
    server.check_candidates(before, references)?;
    let mut measured = Measured::new("references", format!("{references} unresolved references"));
    for (what, query) in LISTS {
        let path = |number: usize| {
            let order = number * 7_919 % (references / LINES);
            format!("/api/unresolved-references?{}", query(order))
        };
        let requests = (0..options.looks).map(|number| server.request_bytes("GET", &path(number))).collect();
        let what = format!("{references} unresolved references, {what}");
        measured.add(latency("references", &server, requests, &what, LIMIT)?);
    }
    server.stop()?;
    Ok(measured)
}
