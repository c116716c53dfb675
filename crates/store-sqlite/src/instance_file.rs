//! The file beside a database that a copy of the database does not have: `orderdock.sqlite.instance`.
//!
//! Its only line is a number, which the database records too.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use orderdock_store_sql::identity::PlaceIdentity;

const ENDING: &str = "instance";

/// The identity that the file holds; `None` if there is no file, or no number in it.
pub fn read(database: &Path) -> io::Result<Option<PlaceIdentity>> {
    match fs::read_to_string(beside(database)) {
        Ok(text) => Ok(text.trim().parse().ok().map(|number| [number, 0])),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The identity that the file holds; writes one with `fresh` if there is none.
pub fn ensure(database: &Path, fresh: i64) -> io::Result<PlaceIdentity> {
    match read(database)? {
        Some(identity) => Ok(identity),
        None => replace(database, fresh),
    }
}

/// Writes a file with `fresh` in place of the one that is there.
pub fn replace(database: &Path, fresh: i64) -> io::Result<PlaceIdentity> {
    let (file, unfinished) = (beside(database), beside(database).with_added_extension("new"));
    let mut written = File::create(&unfinished)?;
    writeln!(written, "{fresh}")?;
    written.sync_all()?;
    fs::rename(&unfinished, &file)?;
    let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty());
    if cfg!(unix) {
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok([fresh, 0])
}

fn beside(database: &Path) -> PathBuf {
    // the same file may be called by several names
    let database = database.canonicalize().unwrap_or_else(|_| database.to_owned());
    database.with_added_extension(ENDING)
}
