//! A receiver of webhook calls with little overhead: one thread, which counts calls and responds to each after a delay.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;

use crate::Failure;
use crate::clients::message_length;

const RESPONSE: &[u8] = b"HTTP/1.1 204 No Content\r\n\r\n";
/// Timeout; longer than any measurement takes.
const MAX_WAIT: Duration = Duration::from_mins(2);
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A receiver that listens until the process exits.
pub struct Receiver {
    pub url: String,
    received: Arc<AtomicUsize>,
}

impl Receiver {
    /// Starts a receiver. `after` is the delay before each response.
    pub fn start(after: Duration) -> Result<Self, Failure> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        listener.set_nonblocking(true)?;
        let (url, received) = (format!("http://{}/", listener.local_addr()?), Arc::<AtomicUsize>::default());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let counted = received.clone();
        std::thread::spawn(move || listen(&runtime, listener, after, &counted));
        Ok(Self { url, received })
    }

    /// Returns the number of received calls.
    pub fn received(&self) -> usize {
        self.received.load(Ordering::Relaxed)
    }

    /// Waits for a number of calls and returns the duration.
    pub fn wait_for(&self, calls: usize) -> Result<Duration, Failure> {
        let started = Instant::now();
        while self.received() < calls {
            if started.elapsed() > MAX_WAIT {
                return Err(format!("expected {calls} calls, received {}", self.received()).into());
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        Ok(started.elapsed())
    }
}

fn listen(runtime: &Runtime, listener: TcpListener, after: Duration, received: &Arc<AtomicUsize>) {
    let ended: Result<(), Failure> = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            tokio::spawn(serve(stream, after, received.clone()));
        }
    });
    if let Err(error) = ended {
        eprintln!("the receiver stopped: {error}");
    }
}

/// Responds to the calls of one connection until the caller closes it.
async fn serve(mut stream: TcpStream, after: Duration, received: Arc<AtomicUsize>) -> Result<(), Failure> {
    let mut request = Vec::with_capacity(8 << 10);
    loop {
        request.clear();
        let mut length = None;
        while length.is_none_or(|length| request.len() < length) {
            if stream.read_buf(&mut request).await? == 0 {
                return Ok(());
            }
            length = length.or(message_length(&request)?);
        }
        if !after.is_zero() {
            tokio::time::sleep(after).await;
        }
        stream.write_all(RESPONSE).await?;
        received.fetch_add(1, Ordering::Relaxed);
    }
}
