//! HTTP clients with little overhead: one thread, persistent connections without TLS, and prepared requests. Their
//! processor time is not available to the server on the same machine.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::Failure;

/// Results of concurrent clients.
#[derive(Default)]
pub struct ClientResults {
    /// Time from the first request to the last response.
    pub took: Duration,
    /// Latency of each answered request, ascending.
    pub latencies: Vec<Duration>,
}

impl ClientResults {
    /// Merges the results of several rounds.
    pub fn merged<'a>(rounds: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        for Self { took, latencies } in rounds {
            all.took += *took;
            all.latencies.extend(latencies);
        }
        all.latencies.sort_unstable();
        all
    }

    /// Returns the latency at a percentile.
    pub fn percentile(&self, percent: f64) -> Duration {
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a place in a list"
        )]
        let place = (self.latencies.len() as f64 * percent / 100.0) as usize;
        let last = self.latencies.len().saturating_sub(1);
        self.latencies.get(place.min(last)).copied().unwrap_or_default()
    }
}

/// Prepared requests, which several connections take until none is left or `stop` is set.
struct Work {
    requests: Mutex<VecDeque<Vec<u8>>>,
    stop: Arc<AtomicBool>,
    latencies: Mutex<Vec<Duration>>,
}

impl Work {
    fn next(&self) -> Option<Vec<u8>> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }

    fn latencies(&self) -> std::sync::MutexGuard<'_, Vec<Duration>> {
        self.latencies.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends requests over `connections` connections. Each connection waits for a response, which must be successful,
/// before it sends its next request.
pub fn send(address: &str, requests: Vec<Vec<u8>>, connections: usize) -> Result<ClientResults, Failure> {
    send_until(address, requests, connections, Arc::default())
}

/// Sends requests like [`send`], but none after `stop` is set.
pub fn send_until(
    address: &str,
    requests: Vec<Vec<u8>>,
    connections: usize,
    stop: Arc<AtomicBool>,
) -> Result<ClientResults, Failure> {
    let latencies = Mutex::new(Vec::with_capacity(requests.len()));
    let work = Arc::new(Work { requests: Mutex::new(requests.into()), stop, latencies });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let took = runtime.block_on(send_all(address, &work, connections))?;
    let mut latencies = std::mem::take(&mut *work.latencies());
    latencies.sort_unstable();
    Ok(ClientResults { took, latencies })
}

async fn send_all(address: &str, work: &Arc<Work>, connections: usize) -> Result<Duration, Failure> {
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
    Ok(started.elapsed())
}

async fn client(mut stream: TcpStream, work: Arc<Work>) -> Result<(), Failure> {
    let mut response = Vec::with_capacity(8 << 10);
    while let Some(request) = work.next() {
        let started = Instant::now();
        stream.write_all(&request).await?;
        read_response(&mut stream, &mut response).await?;
        let latency = started.elapsed();
        if !response.starts_with(b"HTTP/1.1 2") {
            let start = response.get(..2_000).unwrap_or(&response);
            return Err(String::from_utf8_lossy(start).into());
        }
        work.latencies().push(latency);
    }
    Ok(())
}

/// Reads a whole response with a content length.
async fn read_response(stream: &mut TcpStream, response: &mut Vec<u8>) -> Result<(), Failure> {
    response.clear();
    let mut length = None;
    while length.is_none_or(|length| response.len() < length) {
        if stream.read_buf(response).await? == 0 {
            return Err("the server closed the connection".into());
        }
        length = length.or(message_length(response)?);
    }
    Ok(())
}

/// Returns the length of a response including its headers; `None` until the headers are complete.
pub fn message_length(message: &[u8]) -> Result<Option<usize>, Failure> {
    let Some(head) = message.windows(4).position(|end| end == b"\r\n\r\n") else { return Ok(None) };
    let text = std::str::from_utf8(message.get(..head).unwrap_or_default())?;
    let fields = text.lines().filter_map(|line| line.split_once(':'));
    let mut lengths =
        fields.filter(|(name, _)| name.eq_ignore_ascii_case("content-length")).map(|(_, value)| value);
    let body: usize = lengths.next().ok_or("a message without its length")?.trim().parse()?;
    Ok(Some(head + 4 + body))
}
