//! The configured database, with its password from the URL, a file or the environment.

use crate::{
    failure::CommandFailure,
    secret::{DATABASE_PASSWORD, Secret},
};
use orderdock_store_postgres::{Address, PostgresOptions};
use std::{
    fmt,
    path::{Path, PathBuf},
};

/// Location of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Database {
    /// A SQLite file; its journal files are in the same folder.
    Sqlite(PathBuf),
    /// A PostgreSQL server, which processes on several machines can share.
    Postgres(Box<Address>),
}

/// Prints the URL without a password.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sqlite(file) => file.display().fmt(f),
            Self::Postgres(address) => address.fmt(f),
        }
    }
}

impl Database {
    /// Default number of connections to a PostgreSQL server.
    pub const CONNECTIONS: usize = PostgresOptions::CONNECTIONS;
    pub const MIN_CONNECTIONS: usize = PostgresOptions::MIN_CONNECTIONS;

    /// The version of SQLite in this program.
    pub fn sqlite_version() -> &'static str {
        orderdock_store_sqlite::sqlite_version()
    }

    /// Parses the value of `--database`.
    pub fn parse(url: &str) -> Result<Self, CommandFailure> {
        match url.split_once(':') {
            Some(("sqlite", file)) if !file.is_empty() => Ok(Self::Sqlite(file.into())),
            Some(("postgres" | "postgresql", _)) => Address::parse(url)
                .map(|address| Self::Postgres(Box::new(address)))
                .map_err(|fault| CommandFailure::call(format!("invalid --database: {fault}"))),
            _ => Err(CommandFailure::call(
                "--database must be sqlite:PATH or postgres://USER@HOST/DATABASE, for example \
                 sqlite:/var/lib/orderdock/data.sqlite",
            )),
        }
    }

    /// Parses the value of `--database-replica`. Without its own password it has that of the primary.
    pub fn replica(&self, url: &str) -> Result<Self, CommandFailure> {
        let (Self::Postgres(primary), true) = (self, url.starts_with("postgres")) else {
            return Err(CommandFailure::call(
                "--database-replica requires a PostgreSQL database: both URLs must begin with postgres://",
            ));
        };
        let wrong = |fault: &str| CommandFailure::call(format!("invalid --database-replica: {fault}"));
        let replica = Address::parse(url).map_err(|fault| wrong(&fault))?;
        if replica.database() != primary.database() {
            return Err(wrong("the name of the database differs from --database"));
        }
        Ok(Self::Postgres(Box::new(replica.or_password_of(primary))))
    }

    /// Returns the database of a data folder, used without `--database`.
    pub fn in_folder(data_dir: &Path) -> Self {
        Self::Sqlite(data_dir.join("orderdock.sqlite"))
    }

    /// Returns whether the URL contains a password, which other users could read on the command line.
    pub fn names_password(url: &str) -> bool {
        Address::parse(url).is_ok_and(|address| address.has_password())
    }

    /// Returns the database of a URL with its password. Fails if more than one of URL, file and environment contains a
    /// password.
    pub fn named(
        url: Option<&Secret>,
        password_file: Option<&Path>,
        password: Option<&Secret>,
    ) -> Result<Option<Self>, CommandFailure> {
        let named = url.map(|url| Self::parse(url.reveal())).transpose()?;
        let password = match (password_file, password) {
            (Some(_), Some(_)) => {
                return Err(twice(&format!("--database-password-file and {DATABASE_PASSWORD}")));
            }
            (Some(file), None) => Some(Secret::read(file)?),
            (None, word) => word.cloned(),
        };
        match (named, password) {
            (Some(Self::Postgres(address)), Some(_)) if address.has_password() => {
                let other =
                    if password_file.is_some() { "--database-password-file" } else { DATABASE_PASSWORD };
                Err(twice(&format!("the URL and {other}")))
            }
            (Some(Self::Postgres(address)), Some(password)) => {
                Ok(Some(Self::Postgres(Box::new(address.with_password(password.reveal())))))
            }
            (named, Some(_)) if password_file.is_some() => Err(CommandFailure::call(format!(
                "--database-password-file requires a --database that begins with postgres://, but the database is {}",
                named
                    .map_or_else(|| "the one in the data folder".to_owned(), |database| database.to_string())
            ))),
            // a password in the environment is ignored for SQLite, because it may be meant for other commands
            (named, _) => Ok(named),
        }
    }
}

fn twice(places: &str) -> CommandFailure {
    CommandFailure::call(format!(
        "the password of the database is set twice, by {places}; remove one of them"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{ServiceOptions, Settings};

    #[test]
    fn database_password_in_two_places_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let password_file = folder.path().join("password");
        std::fs::write(&password_file, "s3cret\n").unwrap();
        let (plain, whole) =
            ("postgres://anna@db.example/orders", "postgres://anna:s3cret@db.example/orders");
        for (url, in_file, in_environment, known) in [
            (plain, false, false, Ok(false)),
            (plain, true, false, Ok(true)),
            (plain, false, true, Ok(true)),
            (whole, false, false, Ok(true)),
            (whole, true, false, Err("by the URL and --database-password-file")),
            (whole, false, true, Err("by the URL and ORDERDOCK_DATABASE_PASSWORD")),
            (plain, true, true, Err("by --database-password-file and ORDERDOCK_DATABASE_PASSWORD")),
            ("sqlite:x", false, true, Ok(false)),
            ("sqlite:x", true, false, Err("begins with postgres://, but the database is x")),
        ] {
            let options = ServiceOptions {
                database: Some(url.to_owned().into()),
                database_password_file: in_file.then(|| password_file.clone()),
                database_password: in_environment.then(|| "s3cret".to_owned().into()),
                ..ServiceOptions::default()
            };
            assert!(!format!("{options:?}").contains("s3cret"), "{options:?}");
            let settings = options.complete("data");
            assert!(!format!("{settings:?}").contains("s3cret"), "{settings:?}");
            match (settings, known) {
                (Ok(Settings { database: Database::Postgres(address), .. }), Ok(known)) => {
                    assert_eq!(address.has_password(), known, "{url}");
                }
                (Ok(_), Ok(known)) => assert!(!known, "{url}"),
                (settings, known) => {
                    let error = format!("{:?}", settings.unwrap_err());
                    assert!(error.contains(known.unwrap_err()), "{error}");
                }
            }
        }
    }
}
