//! A blocking connection for tools and tests that run only a few simple statements.

use std::sync::{Mutex, PoisonError};

use orderdock_store::{StoreError, StoreResult};

use crate::address::Address;
use crate::link::{Link, run_on_thread};

/// A connection that blocks the calling thread.
pub struct BlockingConnection(Mutex<Option<Box<Link>>>);

impl BlockingConnection {
    pub fn connect(address: &Address) -> StoreResult<Self> {
        let link = run_on_thread("the connection", || Link::connect(address, "orderdock/plain"))?;
        Ok(Self(Mutex::new(Some(Box::new(link)))))
    }

    /// Runs statements without a result.
    pub fn batch(&self, sql: &str) -> StoreResult<()> {
        self.run(|link| link.batch(sql))
    }

    /// Returns the number in the only row of a statement.
    pub fn figure(&self, sql: &str) -> StoreResult<i64> {
        let text = self.text(sql)?;
        text.parse()
            .map_err(|_| StoreError::Statement(format!("expected a whole number, got {text:?}: {sql}")))
    }

    /// Returns the text in the only row of a statement.
    pub fn text(&self, sql: &str) -> StoreResult<String> {
        let mut texts = self.texts(sql)?;
        match (texts.pop(), texts.is_empty()) {
            (Some(text), true) => Ok(text),
            (None, _) => Err(StoreError::Statement(format!("expected one row, got none: {sql}"))),
            (Some(_), false) => {
                Err(StoreError::Statement(format!("expected one row, got {}: {sql}", texts.len() + 1)))
            }
        }
    }

    /// Returns the first column of every row as text.
    pub fn texts(&self, sql: &str) -> StoreResult<Vec<String>> {
        self.run(|link| link.texts(sql))
    }

    fn run<T: Send>(&self, query: impl FnOnce(&Link) -> StoreResult<T> + Send) -> StoreResult<T> {
        run_on_thread("the connection", || {
            let link = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let closed = || StoreError::Unavailable("the connection is closed".to_owned());
            query(link.as_ref().ok_or_else(closed)?)
        })
    }
}

/// Waits until the connection is closed, so that the database can be dropped or copied afterwards.
impl Drop for BlockingConnection {
    fn drop(&mut self) {
        let link = self.0.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        // errors were already returned by earlier calls
        let _ = run_on_thread("closing", move || {
            drop(link);
            Ok(())
        });
    }
}
