//! Lock files, by which the processes that have the database open are detected.
//!
//! Each process locks its own file next to the database; the files are numbered from 1. The operating system releases
//! the lock when the process ends for any reason. So the next process that opens the database detects dead instances at
//! once, without waiting for the heartbeat timeout.

use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use jiff::Timestamp;
use orderdock_store::{NewInstance, StoreResult};
use orderdock_store_sql::instances::{end_dead_sessions, sessions};
use rusqlite::{Connection, TransactionBehavior};

use crate::error::translate;
use crate::transaction::SqliteTransaction;

/// Maximum number of lock files. Further processes are detected only by the heartbeat timeout, and so are all processes
/// on file systems without locks.
const MAX_LOCK_FILES: u16 = 64;

/// The lock of this process, held until the value is dropped.
#[derive(Debug)]
pub struct InstanceLock {
    /// Number of the lock file, if one was locked.
    place: Option<u16>,
    _held: Option<File>,
}

impl InstanceLock {
    /// Locks the first free file, and removes instances whose lock file is no longer locked.
    pub fn begin(database: &Path, connection: &mut Connection, now: Timestamp) -> Self {
        // resolves links, because a file can have several names
        let database = database.canonicalize().unwrap_or_else(|_| database.to_owned());
        let taken =
            (1..=MAX_LOCK_FILES).find_map(|place| Some((place, take(&database, place).ok().flatten()?)));
        let (place, held) = taken.unzip();
        let presence = Self { place, _held: held };
        if place.is_none() {
            tracing::warn!(
                "locking a file beside the database failed; lost instances are detected by timeout"
            );
        }
        if let Err(error) = presence.remove_dead(&database, connection, now) {
            tracing::warn!(%error, "checking for lost instances failed");
        }
        presence
    }

    /// Returns the session name in the instance row of this process.
    pub fn session(&self) -> String {
        self.place.map_or_else(String::new, |place| place.to_string())
    }

    fn remove_dead(&self, database: &Path, connection: &mut Connection, now: Timestamp) -> StoreResult<()> {
        let known = sessions(&SqliteTransaction::on(connection))?;
        let (mut dead, mut held) = (Vec::new(), Vec::new());
        for session in known {
            let Ok(place) = session.parse::<u16>() else { continue };
            // a row with the own number is left by an earlier process; holds the lock of a dead instance until its row
            // is removed, so that no process takes its number
            let free = take(database, place).ok().flatten();
            if free.is_some() || Some(place) == self.place {
                dead.push(session);
                held.extend(free);
            }
        }
        if dead.is_empty() {
            return Ok(());
        }
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(translate)?;
        let removed = end_dead_sessions(&SqliteTransaction::on(&transaction), &dead, now)?;
        transaction.commit().map_err(translate)?;
        for NewInstance { name, .. } in removed {
            tracing::warn!(name, "instance lost, its work is taken over");
        }
        Ok(())
    }
}

/// Locks the file with this number; `None` if another process holds the lock.
fn take(database: &Path, place: u16) -> io::Result<Option<File>> {
    let mut name = database.as_os_str().to_owned();
    name.push(format!(".open-{place}"));
    let file = File::options().create(true).truncate(false).write(true).open(name)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use orderdock_store::{SCHEDULER, Store};

    use super::*;
    use crate::{SqliteOptions, SqliteStore};

    async fn names(store: &Arc<dyn Store>) -> Vec<String> {
        let known = store.read(|tx| tx.instances()).await.unwrap();
        known.into_iter().map(|one| one.new.name).collect()
    }

    async fn begin(store: &Arc<dyn Store>, name: &str) -> orderdock_domain::ids::InstanceId {
        let text = str::to_owned;
        let new = NewInstance { name: text(name), version: text("1"), attachments: text("files") };
        store.begin_instance(new).await.unwrap()
    }

    #[tokio::test]
    async fn dead_instance_is_removed_by_the_next_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("orders.sqlite");
        let open = |path: &Path| -> Arc<dyn Store> {
            Arc::new(SqliteStore::open(path, SqliteOptions::default()).unwrap())
        };
        let (lives, dies) = (open(&path), open(&path));
        begin(&lives, "lives").await;
        let dead = begin(&dies, "dies").await;
        assert!(dies.take_lease(SCHEDULER, dead).await.unwrap().is_some());
        drop(dies);
        assert_eq!(names(&lives).await, ["lives", "dies"], "the instance has not ended");
        #[cfg(unix)]
        let path = {
            let other = folder.path().join("another name of the folder");
            std::os::unix::fs::symlink(folder.path(), &other).unwrap();
            other.join("orders.sqlite")
        };
        let next = open(&path);
        assert_eq!(names(&next).await, ["lives"]);
        let own = begin(&next, "next").await;
        assert!(next.take_lease(SCHEDULER, own).await.unwrap().is_some());
        assert!(lives.take_lease(SCHEDULER, own).await.unwrap().is_some(), "it is held by the next");
    }
}
