//! A large database: the rate of imports relative to an empty database, and the latency of reads.

use std::time::{Duration, Instant};

use crate::Failure;
use crate::bodies::{LINES, Rows};
use crate::figures::{Figure, Measured, Plot, Spread, Unit, per_second};
use crate::fill::{Data, Filled, STEP};
use crate::measure::{BULK_ROWS, MASTER_DATA, latency, print_progress};
use crate::served::Server;
use crate::target::BenchTarget;

const CANDIDATES: usize = 10_000_000;
const CLIENTS: usize = 4;
const SOURCE: &str = "int-SOURCE.de.metas.rest_api.ordercandidates.impl.OrderCandidatesRestControllerImpl";

#[derive(clap::Args)]
pub struct Options {
    /// Rounds; each imports into both databases
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Bulk requests of a round, of 1,000 candidates each
    #[arg(long, default_value_t = 40)]
    requests: usize,
    /// Requests per list
    #[arg(long, default_value_t = 200)]
    looks: usize,
    /// Number of these candidates that are in error
    #[arg(long, default_value_t = 100_000)]
    faulty: usize,
    #[command(flatten)]
    data: Data,
}

/// A kind of read: its description, the limit of its latency in milliseconds, and its path for order number n.
struct ListRead {
    label: &'static str,
    limit: f64,
    path: fn(usize) -> String,
    /// Whether the response has to contain records.
    finds_records: bool,
}

/// Maximum time to wait for the search documents of an import, which are built after the commit.
const SEARCH_TIMEOUT: Duration = Duration::from_mins(30);

const LIST_READS: [ListRead; 36] = [
    look_at("list, newest first", |_| "?sort=-createdAt".to_owned()),
    look_at("list, new by required date", |_| "?status=new&sort=dateRequired".to_owned()),
    look_at("list, new by price", |_| "?status=new&sort=-price".to_owned()),
    look_at("list of a partner, by quantity", |order| {
        format!("?bpartner=BENCH-{}&sort=-qty", order % MASTER_DATA)
    }),
    look_at("list of a product, by price", |order| {
        format!("?product=BENCH-{}&sort=price", order % MASTER_DATA)
    }),
    look_at("list of a reference, by status", |order| format!("?poReference=PO-{order}&sort=status")),
    look_at("list, required in a month, by reference", |_| {
        "?dateRequiredFrom=2030-12-01&dateRequiredTo=2030-12-31&sort=poReference".to_owned()
    }),
    look_at("list, text search", |order| format!("?q=PO-{order}")),
    searched("list, search by part of a reference", |order| format!("?q=O-{order}&sort=-createdAt")),
    searched("list, search by part of a header id", |order| format!("?q=nch-{order}&sort=-createdAt")),
    searched("list, search by partner name", |order| {
        format!("?q=wohnen%20{}&sort=-createdAt", order % MASTER_DATA)
    }),
    searched("list, search by partner name with umlaut", |_| "?q=M%C3%B6bel&sort=-createdAt".to_owned()),
    searched("list, search by product name", |order| {
        format!("?q=hair%20{}&sort=-createdAt", order % MASTER_DATA)
    }),
    searched("list, search by town", |_| "?q=bonn&sort=-createdAt".to_owned()),
    searched("list, search by postal code", |_| "?q=53179&sort=-createdAt".to_owned()),
    ListRead {
        finds_records: false,
        ..searched("list, search without results", |_| "?q=Waldbl%C3%BCte&sort=-createdAt".to_owned())
    },
    searched("list, search by the unit of all", |_| "?q=pieces&sort=-createdAt".to_owned()),
    ListRead {
        finds_records: false,
        ..searched("list, search by a unit of none", |_| "?q=pallets&sort=-createdAt".to_owned())
    },
    look_at("counts, all", |_| "/counts".to_owned()),
    look_at("counts of a partner", |order| format!("/counts?bpartner=BENCH-{}", order % MASTER_DATA)),
    look_at("counts of a product, new", |order| {
        format!("/counts?status=new&product=BENCH-{}", order % MASTER_DATA)
    }),
    ListRead {
        label: "look-up by reference",
        limit: 3.0,
        path: |order| format!("/by-ref/{SOURCE}/bench-{order}"),
        finds_records: true,
    },
    orders("orders, newest first", |_| "/headers?sort=-createdAt".to_owned()),
    orders("orders, by required date", |_| "/headers?sort=dateRequired".to_owned()),
    orders("orders, by required date, descending", |_| "/headers?sort=-dateRequired".to_owned()),
    orders("orders, by reference", |_| "/headers?sort=poReference".to_owned()),
    orders("orders, by partner", |_| "/headers?sort=bpartner".to_owned()),
    orders("orders, by partner, descending", |_| "/headers?sort=-bpartner".to_owned()),
    orders("orders, newest first, a later page", |order| {
        format!("/headers?sort=-createdAt&offset={}", order % 10_000)
    }),
    orders("orders, new, newest first", |_| "/headers?status=new&sort=-createdAt".to_owned()),
    orders("orders, in error, newest first", |_| "/headers?status=error&sort=-createdAt".to_owned()),
    orders("orders, in error, by partner", |_| "/headers?status=error&sort=bpartner".to_owned()),
    orders("orders of a partner", |order| {
        format!("/headers?bpartner=BENCH-{}&sort=-createdAt", order % MASTER_DATA)
    }),
    orders("orders, required in a month, by partner", |_| {
        "/headers?dateRequiredFrom=2030-12-01&dateRequiredTo=2030-12-31&sort=bpartner".to_owned()
    }),
    orders("orders, text search", |order| format!("/headers?q=PO-{order}&sort=-createdAt")),
    ListRead { label: "problem groups", limit: 500.0, path: |_| "/problems".to_owned(), finds_records: true },
];

const fn look_at(label: &'static str, path: fn(usize) -> String) -> ListRead {
    ListRead { label, limit: 30.0, path, finds_records: true }
}

/// A search for a part of a text.
const fn searched(label: &'static str, path: fn(usize) -> String) -> ListRead {
    ListRead { label, limit: 100.0, path, finds_records: true }
}

/// A list of incoming orders. Its limit leaves time for the browser within the budget of the interface.
const fn orders(label: &'static str, path: fn(usize) -> String) -> ListRead {
    ListRead { label, limit: 150.0, path, finds_records: true }
}

pub fn measure(target: &BenchTarget, options: &Options) -> Result<Measured, Failure> {
    let Filled { server, mut rows, rates, candidates, scratch, .. } =
        options.data.fill(target, CANDIDATES)?;
    let mut measured = Measured::new("size", format!("{candidates} candidates"));
    import_faulty(&server, options.faulty.min(candidates))?;
    measure_list_reads(&server, candidates, options.looks, &mut measured)?;
    measure_desk_reads(&server, candidates, options.looks, &mut measured)?;
    compare(target, &server, &mut rows, (candidates, options), &mut measured)?;
    let ends = [("first", rates.first()), ("last", rates.last())];
    for (which, rate) in ends.into_iter().filter_map(|(which, rate)| Some((which, rate?))) {
        let label = format!("import of {candidates}: candidates, over the {which} {STEP} imported");
        measured.add(Figure::new(label, Unit::PerSecond, Spread::once(rate.1)));
    }
    measured.draw(Plot::DatabaseSize, "candidates per second", rates);
    server.stop()?;
    drop(scratch);
    Ok(measured)
}

/// Imports faulty candidates until there are `wanted` of them.
fn import_faulty(server: &Server, wanted: usize) -> Result<(), Failure> {
    let before = server.database().count("candidate_problem")?;
    let bulks = wanted.saturating_sub(before).div_ceil(BULK_ROWS);
    let mut rows = Rows::faulty(LINES, MASTER_DATA).skip_bulks(before / BULK_ROWS, BULK_ROWS);
    let candidates = server.candidates()?;
    server.send(server.bulks(&mut rows, bulks, BULK_ROWS), CLIENTS)?;
    server.check_candidates(candidates, bulks * BULK_ROWS)
}

/// Imports alternately into the large database and into an empty one.
fn compare(
    target: &BenchTarget,
    large: &Server,
    rows: &mut Rows,
    (candidates, options): (usize, &Options),
    measured: &mut Measured,
) -> Result<(), Failure> {
    let scratch = target.scratch()?;
    let empty = Server::start(target, scratch.path(), MASTER_DATA)?;
    let mut rows_of_empty = Rows::known(LINES, MASTER_DATA);
    let (mut ratios, mut rates) = (Vec::new(), [Vec::new(), Vec::new()]);
    // The first round is a warm-up.
    for round in 0..=options.rounds {
        let on_empty = import(&empty, &mut rows_of_empty, options.requests)?;
        let on_large = import(large, rows, options.requests)?;
        if round > 0 {
            print_progress(
                "size",
                format_args!("round {round}: {on_large:.0} per second, on an empty database {on_empty:.0}"),
            );
            ratios.push(on_large / on_empty);
            rates[0].push(on_large);
            rates[1].push(on_empty);
        }
    }
    let of = format!("bulk into a database with {candidates} candidates");
    let ratio = Figure::new(format!("{of}: ratio to an empty database"), Unit::Ratio, Spread::of(ratios));
    measured.add(ratio.at_least(0.8));
    let [large, empty] = rates.map(Spread::of);
    measured.add(Figure::new(format!("{of}: candidates"), Unit::PerSecond, large));
    measured.add(Figure::new("bulk into an empty database: candidates", Unit::PerSecond, empty));
    Ok(())
}

fn import(server: &Server, rows: &mut Rows, requests: usize) -> Result<f64, Failure> {
    let before = server.candidates()?;
    let bulks = server.bulks(rows, requests, BULK_ROWS);
    let seen = server.send(bulks, CLIENTS)?;
    server.check_candidates(before, requests * BULK_ROWS)?;
    Ok(per_second(requests * BULK_ROWS, seen.took))
}

/// Measures the latency of all kinds of reads, with one client.
fn measure_list_reads(
    server: &Server,
    candidates: usize,
    looks: usize,
    measured: &mut Measured,
) -> Result<(), Failure> {
    for ListRead { label, limit, path, finds_records } in LIST_READS {
        let order = |number: usize| (number * 7_919) % (candidates / LINES);
        if finds_records {
            wait_for_records(server, &path(order(1)))?;
        }
        let requests = (0..looks).map(|number| server.list_request(&path(order(number)))).collect();
        measured.add(latency("size", server, requests, &format!("{candidates} candidates, {label}"), limit)?);
    }
    Ok(())
}

/// Repeats a request until its response contains records.
fn wait_for_records(server: &Server, path: &str) -> Result<(), Failure> {
    let started = Instant::now();
    while server.read(path)?.contains("\"items\":[]") {
        if started.elapsed() > SEARCH_TIMEOUT {
            return Err(format!("no records after {SEARCH_TIMEOUT:?}: {path}").into());
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    Ok(())
}

/// Measures the figures of a day, and the preview of undoing a run over all candidates in error.
fn measure_desk_reads(
    server: &Server,
    candidates: usize,
    looks: usize,
    measured: &mut Measured,
) -> Result<(), Failure> {
    let run = server.assign_faulty()?;
    for (label, limit, request) in [
        ("statistics of the day", 300.0, server.request_bytes("GET", "/api/statistics/day")),
        ("dry run of an undo", 10_000.0, server.request_bytes("POST", &format!("{run}/undo?dryRun=true"))),
    ] {
        // fewer requests, because each takes long
        let requests = vec![request; looks.div_ceil(20)];
        measured.add(latency("size", server, requests, &format!("{candidates} candidates, {label}"), limit)?);
    }
    Ok(())
}
