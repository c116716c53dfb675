//! The file `orderdock.sqlite.instance` next to a database, by which a copy of the database is detected: the copy lacks
//! it.
//!
//! Its only line is a number, which is also recorded in the database.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use orderdock_store_sql::maintenance::identity::PlaceIdentity;

const ENDING: &str = "instance";

/// Returns the identity in the file; `None` if there is no file or it contains no number.
pub fn read(database: &Path) -> io::Result<Option<PlaceIdentity>> {
    match fs::read_to_string(beside(database)) {
        Ok(text) => Ok(text.trim().parse().ok().map(|number| [number, 0])),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the identity in the file. Creates the file with `fresh` if it does not exist.
pub fn ensure(database: &Path, fresh: i64) -> io::Result<PlaceIdentity> {
    match read(database)? {
        Some(identity) => Ok(identity),
        None => replace(database, fresh),
    }
}

/// Replaces the file with one that contains `fresh`.
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
    // resolves links, because a file can have several names
    let database = database.canonicalize().unwrap_or_else(|_| database.to_owned());
    database.with_added_extension(ENDING)
}
