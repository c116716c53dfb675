//! Clients that cost little: one thread, plain connections that are kept, requests written out beforehand. What they
//! use of the machine the server lacks.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::Failure;

type Fault = Box<dyn std::error::Error + Send + Sync>;

/// What clients saw.
#[derive(Default)]
pub struct Seen {
    /// From the first request to the last answer.
    pub took: Duration,
    /// Of each request that was answered, ascending.
    pub latencies: Vec<Duration>,
}

impl Seen {
    /// The latency that so many of a hundred requests stay below or reach.
    pub fn percentile(&self, percent: usize) -> Duration {
        let place = (self.latencies.len() * percent / 100).min(self.latencies.len().saturating_sub(1));
        self.latencies.get(place).copied().unwrap_or_default()
    }
}

/// Requests that several connections take from, until there are no more or they are told to stop.
struct Work {
    requests: Vec<Vec<u8>>,
    next: AtomicUsize,
    stop: Arc<AtomicBool>,
    latencies: Mutex<Vec<Duration>>,
}

/// Sends requests over so many connections at once, each the next one as soon as it has its answer, which has to be
/// `201`. Blocks.
pub fn send(
    address: &str,
    requests: Vec<Vec<u8>>,
    connections: usize,
    stop: Arc<AtomicBool>,
) -> Result<Seen, Failure> {
    let latencies = Mutex::new(Vec::with_capacity(requests.len()));
    let work = Arc::new(Work { requests, next: AtomicUsize::new(0), stop, latencies });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let started =
        runtime.block_on(send_all(address, &work, connections)).map_err(|fault| fault.to_string())?;
    let took = started.elapsed();
    let mut latencies = std::mem::take(&mut *work.latencies.lock().unwrap_or_else(PoisonError::into_inner));
    latencies.sort_unstable();
    Ok(Seen { took, latencies })
}

async fn send_all(address: &str, work: &Arc<Work>, connections: usize) -> Result<Instant, Fault> {
    let mut opened = Vec::new();
    for _ in 0..connections {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        opened.push(stream);
    }
    let started = Instant::now();
    let mut clients = JoinSet::new();
    for stream in opened {
        clients.spawn(client(stream, work.clone()));
    }
    while let Some(client) = clients.join_next().await {
        client??;
    }
    Ok(started)
}

async fn client(mut stream: TcpStream, work: Arc<Work>) -> Result<(), Fault> {
    let mut answer = Vec::with_capacity(8 << 10);
    while !work.stop.load(Ordering::Relaxed) {
        let Some(request) = work.requests.get(work.next.fetch_add(1, Ordering::Relaxed)) else { break };
        let asked = Instant::now();
        stream.write_all(request).await?;
        read_answer(&mut stream, &mut answer).await?;
        let latency = asked.elapsed();
        if !answer.starts_with(b"HTTP/1.1 201") {
            return Err(String::from_utf8_lossy(&answer).into());
        }
        work.latencies.lock().unwrap_or_else(PoisonError::into_inner).push(latency);
    }
    Ok(())
}

/// Reads an answer whole, whose length its head tells.
async fn read_answer(stream: &mut TcpStream, answer: &mut Vec<u8>) -> Result<(), Fault> {
    answer.clear();
    let mut whole = None;
    while whole.is_none_or(|whole| answer.len() < whole) {
        if stream.read_buf(answer).await? == 0 {
            return Err("the server hung up".into());
        }
        if whole.is_none() {
            whole = length(answer)?;
        }
    }
    Ok(())
}

/// The length of an answer with its head, as soon as that is there.
fn length(answer: &[u8]) -> Result<Option<usize>, Fault> {
    let Some(head) = answer.windows(4).position(|end| end == b"\r\n\r\n") else { return Ok(None) };
    let text = std::str::from_utf8(answer.get(..head).unwrap_or_default())?;
    let fields = text.lines().filter_map(|line| line.split_once(':'));
    let mut told =
        fields.filter(|(name, _)| name.eq_ignore_ascii_case("content-length")).map(|(_, value)| value);
    let body: usize = told.next().ok_or("an answer without its length")?.trim().parse()?;
    Ok(Some(head + 4 + body))
}
