//! A connection for tools and tests: a few statements as they are written, asked from anywhere.

use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

use orderdock_store::{StoreError, StoreResult};
use tokio_postgres::SimpleQueryMessage;

use crate::address::Address;
use crate::error::translate;
use crate::link::Link;

type LinkWork = Box<dyn FnOnce(&Link) + Send>;

/// A connection that blocks who asks. It lives on a thread of its own, for its caller may have a runtime at work, and
/// no second one may wait on the same thread.
#[derive(Debug)]
pub struct BlockingConnection {
    work: Option<Sender<LinkWork>>,
    thread: Option<JoinHandle<()>>,
}

impl BlockingConnection {
    pub fn connect(address: &Address) -> StoreResult<Self> {
        let (work, given) = channel::<LinkWork>();
        let (told, connected) = channel();
        let address = address.clone();
        let serve = move || match Link::connect(&address, "orderdock/plain") {
            Ok(link) => {
                // who connects has not gone: it waits for this
                let _ = told.send(Ok(()));
                for work in given {
                    work(&link);
                }
            }
            Err(error) => {
                let _ = told.send(Err(error));
            }
        };
        let thread = thread::Builder::new().name("postgres-plain".to_owned()).spawn(serve);
        let thread = thread.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        connected.recv().unwrap_or_else(|_| Err(gone()))?;
        Ok(Self { work: Some(work), thread: Some(thread) })
    }

    /// Runs statements that answer nothing.
    pub fn batch(&self, sql: &str) -> StoreResult<()> {
        let sql = sql.to_owned();
        self.ask(move |link| link.batch(&sql))
    }

    /// The one number that a statement answers.
    pub fn figure(&self, sql: &str) -> StoreResult<i64> {
        let text = self.text(sql)?;
        text.parse()
            .map_err(|_| StoreError::Statement(format!("expected a whole number, got {text:?}: {sql}")))
    }

    /// The one text that a statement answers.
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

    /// The first column of every row, as a text.
    pub fn texts(&self, sql: &str) -> StoreResult<Vec<String>> {
        let sql = sql.to_owned();
        self.ask(move |link| {
            let told = link.wait(link.client.simple_query(&sql)).map_err(|error| translate(&error))?;
            let rows = told.iter().filter_map(|message| match message {
                SimpleQueryMessage::Row(row) => Some(row.try_get(0)),
                _ => None,
            });
            let nothing = || StoreError::Statement(format!("expected a value in every row, got null: {sql}"));
            rows.map(|text| text.map_err(|error| translate(&error))?.map(str::to_owned).ok_or_else(nothing))
                .collect()
        })
    }

    fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Link) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        let (told, answer) = channel();
        let work: LinkWork = Box::new(move |link| {
            let _ = told.send(question(link));
        });
        let given = self.work.as_ref().is_some_and(|thread| thread.send(work).is_ok());
        if given { answer.recv().unwrap_or_else(|_| Err(gone())) } else { Err(gone()) }
    }
}

/// When it returns, the connection has been closed: its database can be dropped or copied.
impl Drop for BlockingConnection {
    fn drop(&mut self) {
        self.work = None;
        if let Some(thread) = self.thread.take() {
            // who asked has heard already that it failed
            let _ = thread.join();
        }
    }
}

fn gone() -> StoreError {
    StoreError::Unavailable("the thread of the connection has ended".to_owned())
}
