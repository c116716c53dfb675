//! Compares the responses that senders received with the stored data during database faults.

use crate::running::Server;
use orderdock_store_postgres::BlockingConnection;
use reqwest::Response;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::{Duration, Instant},
};

const SINGLE: &str = "/api/sales/order/candidates";
const BULK: &str = "/api/sales/order/candidates/bulk";
/// Rows of a bulk.
const ROWS: usize = 5;
/// Delay of a sender after a rejection, shorter than `Retry-After` to keep the test fast.
const PAUSE: Duration = Duration::from_millis(30);
/// Maximum time until a server works again after a fault.
const RECOVERY: Duration = Duration::from_mins(3);

/// Sent requests by result; each maps header ids to numbers of rows.
#[derive(Default, Debug)]
pub struct Ledger {
    name: String,
    pub acknowledged: BTreeMap<String, usize>,
    /// Requests without a response, which may be stored or not.
    pub doubtful: BTreeMap<String, usize>,
    /// Number of rejections that allow a retry, by status.
    pub rejected: BTreeMap<u16, usize>,
    /// Unexpected responses.
    pub surprises: Vec<String>,
}

/// Number of senders. Each sends one bulk and two single rows in turn, with idempotency keys.
pub struct Senders<'s> {
    /// Sender N uses the Nth server, and the next one after a rejection.
    pub servers: Vec<&'s Server>,
    pub token: &'s str,
    /// Prefix of the header ids.
    pub name: &'s str,
    pub count: usize,
    /// Allowed statuses besides 2xx, always with `Retry-After`.
    pub accepted_rejections: &'s [u16],
    done: AtomicBool,
    acknowledgements: AtomicUsize,
    rejected: AtomicUsize,
}

impl<'s> Senders<'s> {
    pub fn to(servers: Vec<&'s Server>, token: &'s str, name: &'s str, count: usize) -> Self {
        let (done, acknowledgements, rejected) = Default::default();
        Self { servers, token, name, count, accepted_rejections: &[503], done, acknowledgements, rejected }
    }

    /// Sends requests while `work` runs. Returns the ledger and the result of `work`.
    pub async fn send_during<T>(&self, work: impl Future<Output = T>) -> (Ledger, T) {
        let working = async {
            let done = work.await;
            self.done.store(true, Ordering::Relaxed);
            done
        };
        let sending = futures_util::future::join_all((0..self.count).map(|client| self.one(client)));
        let (ledgers, done) = tokio::join!(sending, working);
        let mut whole = Ledger { name: self.name.to_owned(), ..Ledger::default() };
        for ledger in ledgers {
            whole.acknowledged.extend(ledger.acknowledged);
            whole.doubtful.extend(ledger.doubtful);
            whole.surprises.extend(ledger.surprises);
            for (status, count) in ledger.rejected {
                *whole.rejected.entry(status).or_default() += count;
            }
        }
        (whole, done)
    }

    /// Waits until `count` more requests are acknowledged.
    pub async fn more(&self, count: usize) {
        until_more(&self.acknowledgements, count, "nothing is acknowledged any more").await;
    }

    /// Waits until `count` more requests are rejected.
    pub async fn more_rejected(&self, count: usize) {
        until_more(&self.rejected, count, "a request is rejected").await;
    }

    async fn one(&self, client: usize) -> Ledger {
        let mut ledger = Ledger::default();
        let mut server = client;
        for number in 0.. {
            let header = format!("{}-{client}-{number}", self.name);
            let rows = rows_of(number);
            loop {
                if self.done.load(Ordering::Relaxed) {
                    ledger.doubtful.insert(header, rows);
                    return ledger;
                }
                match self.send(server, &header, rows).await {
                    Ok(()) => {
                        ledger.acknowledged.insert(header, rows);
                        self.acknowledgements.fetch_add(1, Ordering::Relaxed);
                        break;
                    }
                    Err(Rejected::Again(status)) => {
                        *ledger.rejected.entry(status).or_default() += 1;
                        self.rejected.fetch_add(1, Ordering::Relaxed);
                        server += 1;
                        tokio::time::sleep(PAUSE).await;
                    }
                    Err(Rejected::Never(text)) => {
                        ledger.surprises.push(text);
                        ledger.doubtful.insert(header, rows);
                        break;
                    }
                }
            }
        }
        ledger
    }

    async fn send(&self, server: usize, header: &str, rows: usize) -> Result<(), Rejected> {
        let server = self.servers[server % self.servers.len()];
        let (path, body) = request(header, rows);
        let request = server.post(path, &body).header("Authorization", self.token);
        let sent = request.header("Idempotency-Key", header).send().await;
        judge(sent, self.accepted_rejections).await
    }

    /// Repeats requests without a response, with their keys. Afterwards all are stored.
    pub async fn settle(&self, ledger: &mut Ledger) {
        let started = Instant::now();
        for (header, rows) in std::mem::take(&mut ledger.doubtful) {
            loop {
                match self.send(0, &header, rows).await {
                    Ok(()) => break,
                    Err(Rejected::Again(_)) => tokio::time::sleep(PAUSE).await,
                    Err(Rejected::Never(text)) => panic!("{header}: {text}"),
                }
                assert!(started.elapsed() < RECOVERY, "{header} is not taken");
            }
            ledger.acknowledged.insert(header, rows);
        }
    }
}

async fn until_more(counter: &AtomicUsize, count: usize, otherwise: &str) {
    let goal = counter.load(Ordering::Relaxed) + count;
    let started = Instant::now();
    while counter.load(Ordering::Relaxed) < goal {
        assert!(started.elapsed() < RECOVERY, "{otherwise}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

enum Rejected {
    Again(u16),
    Never(String),
}

async fn judge(sent: Result<Response, reqwest::Error>, accepted_rejections: &[u16]) -> Result<(), Rejected> {
    let response = sent.map_err(|error| Rejected::Never(error.to_string()))?;
    let (status, again) = (response.status().as_u16(), response.headers().contains_key("Retry-After"));
    let text = response.text().await.map_err(|error| Rejected::Never(error.to_string()))?;
    match status {
        200 | 201 => Ok(()),
        _ if again && accepted_rejections.contains(&status) => Err(Rejected::Again(status)),
        _ => Err(Rejected::Never(format!("{status}, to come again: {again}: {text}"))),
    }
}

fn rows_of(number: usize) -> usize {
    if number.is_multiple_of(3) { ROWS } else { 1 }
}

fn request(header: &str, rows: usize) -> (&'static str, Value) {
    let row = |line: usize| {
        json!({
            "bpartner": {"bpartner": {"code": "G0001"}}, "product": {"code": "P002737"}, "qty": line + 1,
            "poReference": header, "dateRequired": "2030-01-15", "externalHeaderId": header,
            "externalLineId": line.to_string(),
        })
    };
    if rows == 1 {
        return (SINGLE, row(0));
    }
    (BULK, json!({ "requests": (0..rows).map(row).collect::<Vec<_>>() }))
}

impl Ledger {
    /// Asserts that acknowledged requests are stored once, others completely or not at all, and that no other records exist.
    pub fn check(&self, connection: &BlockingConnection) {
        assert!(self.surprises.is_empty(), "{:#?}", self.surprises);
        let found = format!(
            "SELECT external_header_id || ' ' || count(*) FROM candidate \
             WHERE external_header_id LIKE '{}-%' GROUP BY external_header_id",
            self.name
        );
        let mut found: BTreeMap<String, usize> = connection
            .texts(&found)
            .unwrap()
            .iter()
            .map(|line| line.split_once(' ').unwrap())
            .map(|(header, rows)| (header.to_owned(), rows.parse().unwrap()))
            .collect();
        for (header, rows) in &self.acknowledged {
            assert_eq!(found.remove(header), Some(*rows), "{header} was acknowledged");
        }
        for (header, rows) in &self.doubtful {
            assert!(found.remove(header).is_none_or(|there| there == *rows), "{header} is cut in half");
        }
        assert_eq!(found, BTreeMap::new(), "rows that were not sent");
        let counted = "SELECT count(*) FROM (SELECT status FROM candidate EXCEPT ALL SELECT status FROM candidate \
                       WHERE id IN (SELECT candidate_id FROM candidate_identity)) AS alone";
        assert_eq!(connection.figure(counted).unwrap(), 0, "each candidate has its identity");
    }

    /// Returns a summary of one line for the test output.
    pub fn summary(&self) -> String {
        let (acknowledged, doubtful) = (self.acknowledged.len(), self.doubtful.len());
        format!("{acknowledged} acknowledged, {doubtful} uncertain, rejected {:?}", self.rejected)
    }
}
