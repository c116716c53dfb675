//! A receiver of webhook calls with little overhead: one thread, which counts calls and responds to each after a delay.

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;

use crate::Failure;
use crate::clients::whole;

const TAKEN: &[u8] = b"HTTP/1.1 204 No Content\r\n\r\n";
/// Timeout; longer than any measurement takes.
const MAX_WAIT: Duration = Duration::from_mins(2);
const LOOK: Duration = Duration::from_millis(1);

/// A receiver that listens until the process exits.
pub struct Receiver {
    pub url: String,
    taken: Arc<AtomicUsize>,
}

impl Receiver {
    /// Starts a receiver. `after` is the delay before each response.
    pub fn start(after: Duration) -> Result<Self, Failure> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        listener.set_nonblocking(true)?;
        let (url, taken) = (format!("http://{}/", listener.local_addr()?), Arc::<AtomicUsize>::default());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let counted = taken.clone();
        std::thread::spawn(move || listen(&runtime, listener, after, &counted));
        Ok(Self { url, taken })
    }

    /// Returns the number of received calls.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    /// Waits for a number of calls and returns the duration.
    pub fn wait_for(&self, calls: usize) -> Result<Duration, Failure> {
        let begun = Instant::now();
        while self.taken() < calls {
            if begun.elapsed() > MAX_WAIT {
                return Err(format!("{calls} calls were to come, {} came", self.taken()).into());
            }
            std::thread::sleep(LOOK);
        }
        Ok(begun.elapsed())
    }
}

fn listen(runtime: &Runtime, listener: TcpListener, after: Duration, taken: &Arc<AtomicUsize>) {
    let ended: Result<(), Failure> = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        loop {
            let (stream, _) = listener.accept().await?;
            stream.set_nodelay(true)?;
            tokio::spawn(serve(stream, after, taken.clone()));
        }
    });
    if let Err(error) = ended {
        eprintln!("the receiver hears nothing more: {error}");
    }
}

/// Responds to the calls of one connection until the caller closes it.
async fn serve(mut stream: TcpStream, after: Duration, taken: Arc<AtomicUsize>) -> Result<(), Failure> {
    let mut call = Vec::with_capacity(8 << 10);
    loop {
        call.clear();
        let mut length = None;
        while length.is_none_or(|length| call.len() < length) {
            if stream.read_buf(&mut call).await? == 0 {
                return Ok(());
            }
            length = length.or(whole(&call)?);
        }
        if !after.is_zero() {
            tokio::time::sleep(after).await;
        }
        stream.write_all(TAKEN).await?;
        taken.fetch_add(1, Ordering::Relaxed);
    }
}
