//! Latency of imports and health checks while anonymous clients request the largest documents and occupy HTTP/2
//! connections, relative to the latency without an attack.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::Failure;
use crate::bodies::{LINES, Rows};
use crate::clients::ClientResults;
use crate::drip;
use crate::figures::{Figure, Measured, Spread, Unit, milliseconds};
use crate::measure::{MASTER_DATA, print_progress};
use crate::served::Server;
use crate::target::BenchTarget;

/// Number of clients that request documents.
const ATTACKERS: u32 = 4;

#[derive(clap::Args)]
pub struct Options {
    /// Rounds; each measures imports and health checks without and during the attack
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Single requests per kind
    #[arg(long, default_value_t = 2_000)]
    requests: usize,
    /// Requests per second of the attack
    #[arg(long, default_value_t = 40)]
    attack_rate: u32,
    /// HTTP/2 connections of the attack, each with 30 streams whose window grows by a byte now and then
    #[arg(long, default_value_t = 40)]
    dripping: usize,
}

/// Parameters of the attack.
struct Attack {
    /// Requests for documents, sent in turn.
    documents: Vec<Vec<u8>>,
    /// Requests per second.
    rate: u32,
    /// Number of slow HTTP/2 connections.
    dripping: usize,
    /// Window of their streams in bytes: one byte smaller than the response.
    window: u32,
}

/// Latencies of one round.
struct Round {
    imports: ClientResults,
    health: ClientResults,
}

pub fn measure(target: &BenchTarget, options: &Options) -> Result<Measured, Failure> {
    let Options { rounds, requests, attack_rate, dripping } = *options;
    let description = format!(
        "{rounds} rounds, {requests} imports and health checks one after the other, {attack_rate} anonymous requests a \
         second, {dripping} dripping HTTP/2 connections"
    );
    let mut measured = Measured::new("attacked", description);
    let scratch = target.scratch()?;
    let server = Server::start(target, scratch.path(), MASTER_DATA)?;
    let mut rows = Rows::known(LINES, MASTER_DATA);
    let health = server.process().fetch("/api/health", "")?;
    let attack = Attack {
        documents: largest_documents(&server)?,
        rate: attack_rate,
        dripping,
        window: u32::try_from(health.len())?.saturating_sub(1),
    };
    let mut times = [Vec::new(), Vec::new()];
    round(&server, &mut rows, requests)?;
    for number in 1..=rounds {
        let alone = round(&server, &mut rows, requests)?;
        let attacked = under_attack(&server, &attack, || round(&server, &mut rows, requests))?;
        let pairs = [(&alone.imports, &attacked.imports), (&alone.health, &attacked.health)];
        for (times, (alone, attacked)) in times.iter_mut().zip(pairs) {
            let [alone, attacked] = [alone, attacked].map(|seen| milliseconds(seen.percentile(95.0)));
            print_progress(
                "attacked",
                format_args!("round {number} of {rounds}: {attacked:.1} ms, alone {alone:.1} ms"),
            );
            times.push(attacked / alone);
        }
    }
    for (label, times) in ["single POST", "GET /api/health"].into_iter().zip(times) {
        let name = format!("{label} during the attack: p95 latency, relative to that without it");
        measured.add(Figure::new(name, Unit::Times, Spread::of(times)).at_most(2.0));
    }
    Ok(measured)
}

/// Returns requests for the documents that take the most time to send and compress.
fn largest_documents(server: &Server) -> Result<Vec<Vec<u8>>, Failure> {
    let page = server.process().fetch("/docs/", "")?;
    let script =
        page.split('"').find(|word| word.ends_with("swagger-ui-bundle.js")).ok_or("no script in /docs/")?;
    let request = |path: &str| {
        format!("GET {path} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nConnection: close\r\n\r\n")
            .into_bytes()
    };
    Ok([script, "/api/openapi.json", "/docs/problems"].map(request).to_vec())
}

fn round(server: &Server, rows: &mut Rows, requests: usize) -> Result<Round, Failure> {
    let imports = server.singles(rows, requests);
    let health = vec![server.request_bytes("GET", "/api/health"); requests];
    Ok(Round { imports: server.send(imports, 1)?, health: server.send(health, 1)? })
}

/// Runs `work` while other threads request documents at a steady rate and keep slow connections open.
fn under_attack<T>(
    server: &Server,
    attack: &Attack,
    work: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    let stop = Arc::<AtomicBool>::default();
    let address = server.process().address();
    std::thread::scope(|threads| {
        let drips = stop.clone();
        let dripping = threads.spawn(move || drip::until(&drips, address, (attack.dripping, attack.window)));
        for _ in 0..ATTACKERS {
            let stop = stop.clone();
            threads.spawn(move || {
                let pause = Duration::from_secs(1) * ATTACKERS / attack.rate.max(1);
                for document in attack.documents.iter().cycle() {
                    let next = Instant::now() + pause;
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    // a rejected request is not an error: the server withstands the attack
                    let _ = attacked(address, document);
                    std::thread::sleep(next.saturating_duration_since(Instant::now()));
                }
            });
        }
        let done = work();
        stop.store(true, Ordering::Relaxed);
        dripping.join().map_err(|_| "the dripping attack failed")??;
        done
    })
}

fn attacked(address: &str, request: &[u8]) -> std::io::Result<usize> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(request)?;
    stream.read_to_end(&mut Vec::new())
}
