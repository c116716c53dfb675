//! A store that others are always faster than, because a test says when.

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use orderdock_store::{StoreResult, StoreStatistics};
use orderdock_store_sql::{Backend, Lane, Transaction, Turns};
use orderdock_store_sqlite::{Sqlite, SqliteOptions};

use super::Inside;

/// What others do.
#[derive(Clone, Debug, Default)]
pub struct Others {
    /// Before everything that the store reads by key.
    pub before_reading: String,
    /// Before everything that the store writes.
    pub before_writing: String,
}

#[derive(Debug)]
pub struct Overtaken {
    sqlite: Sqlite,
    path: PathBuf,
    others: Others,
}

impl Backend for Overtaken {
    type Place = Path;
    type Options = (SqliteOptions, Others);

    fn open(place: &Path, (options, others): Self::Options) -> StoreResult<Self> {
        Ok(Self { sqlite: Sqlite::open(place, options)?, path: place.to_owned(), others })
    }

    async fn read<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        if lane == Lane::Records {
            Inside::at(&self.path).change(&self.others.before_reading);
        }
        self.sqlite.read(lane, work).await
    }

    async fn write<T: Send + 'static>(
        &self,
        turns: Turns,
        rows: usize,
        work: impl Fn(&dyn Transaction) -> StoreResult<T> + Send + 'static,
    ) -> StoreResult<T> {
        Inside::at(&self.path).change(&self.others.before_writing);
        self.sqlite.write(turns, rows, work).await
    }

    async fn time(&self) -> StoreResult<Option<Timestamp>> {
        self.sqlite.time().await
    }

    async fn now(&self) -> StoreResult<Timestamp> {
        self.sqlite.now().await
    }

    async fn commit_stamp(&self) -> StoreResult<i64> {
        self.sqlite.commit_stamp().await
    }

    fn statistics(&self) -> StoreStatistics {
        self.sqlite.statistics()
    }
}
