//! Threads that each own a resource, such as a connection, and share a job queue.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use orderdock_store::{StoreError, StoreResult};

/// Maximum number of queued jobs. Further jobs are rejected immediately.
const QUEUE_LIMIT: usize = 1_024;

type Job<S> = Box<dyn FnOnce(&mut S) + Send>;

/// Handle of the threads. Dropping it ends them.
pub struct Threads<S> {
    queue: Option<SyncSender<Job<S>>>,
    threads: Vec<JoinHandle<()>>,
}

impl<S: Send + 'static> Threads<S> {
    /// Starts one named thread per resource. After each job, the thread calls a function with its resource.
    pub fn start(
        name: &str,
        owned: impl IntoIterator<Item = S>,
        after: impl Fn(&mut S) + Clone + Send + 'static,
    ) -> StoreResult<Self> {
        let (queue, waiting) = sync_channel::<Job<S>>(QUEUE_LIMIT);
        let waiting = Arc::new(Mutex::new(waiting));
        let start = |(number, mut own): (usize, S)| {
            let (waiting, after) = (Arc::clone(&waiting), after.clone());
            let work = move || {
                let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
                while let Ok(job) = next() {
                    job(&mut own);
                    after(&mut own);
                }
            };
            std::thread::Builder::new().name(format!("{name}-{number}")).spawn(work)
        };
        let threads = (1..).zip(owned).map(start).collect::<Result<_, _>>();
        let threads = threads.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        Ok(Self { queue: Some(queue), threads })
    }

    /// Queues a job for one of the threads.
    pub fn send(&self, job: impl FnOnce(&mut S) + Send + 'static) -> StoreResult<()> {
        self.queue.as_ref().ok_or_else(closed)?.try_send(Box::new(job)).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Overloaded,
            TrySendError::Disconnected(_) => closed(),
        })
    }
}

impl<S> Drop for Threads<S> {
    fn drop(&mut self) {
        self.queue = None;
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("database thread panicked");
            }
        }
    }
}

impl<S> fmt::Debug for Threads<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Threads").field(&self.threads).finish()
    }
}

/// Returns the error for a closed store.
pub fn closed() -> StoreError {
    StoreError::Unavailable("the database is closed".to_owned())
}

/// Returns the result of a job; the outer error is a panic.
pub fn caught<T>(job: impl FnOnce() -> StoreResult<T>) -> StoreResult<StoreResult<T>> {
    catch_unwind(AssertUnwindSafe(job)).map_err(|panic| StoreError::Statement(panicked(panic.as_ref())))
}

fn panicked(panic: &(dyn Any + Send)) -> String {
    let words = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    tracing::error!(panic = words, "database job panicked");
    format!("the job panicked: {words}")
}
