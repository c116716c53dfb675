//! Which database, and its password from wherever that is.

use crate::{
    failure::CommandFailure,
    secret::{DATABASE_PASSWORD, Secret},
    wiring::Database,
};
use std::path::Path;

/// The database that a URL names, with the password of a file or the environment. Both beside each other, or beside one
/// in the URL, are refused: nobody could tell which of them is meant.
pub fn named(
    url: Option<&Secret>,
    password_file: Option<&Path>,
    password: Option<&Secret>,
) -> Result<Option<Database>, CommandFailure> {
    let named = url.map(|url| Database::parse(url.reveal())).transpose()?;
    let password = match (password_file, password) {
        (Some(_), Some(_)) => {
            return Err(twice(&format!("--database-password-file and {DATABASE_PASSWORD}")));
        }
        (Some(file), None) => Some(Secret::read(file)?),
        (None, word) => word.cloned(),
    };
    match (named, password) {
        (Some(Database::Postgres(address)), Some(_)) if address.has_password() => {
            let other = if password_file.is_some() { "--database-password-file" } else { DATABASE_PASSWORD };
            Err(twice(&format!("the URL and {other}")))
        }
        (Some(Database::Postgres(address)), Some(password)) => {
            Ok(Some(Database::Postgres(Box::new(address.with_password(password.reveal())))))
        }
        (named, Some(_)) if password_file.is_some() => Err(CommandFailure::call(format!(
            "--database-password-file is for a --database that begins with postgres://, and the database is {}",
            named.map_or_else(|| "the one in the data folder".to_owned(), |database| database.to_string())
        ))),
        // what else the environment holds is meant for other calls
        (named, _) => Ok(named),
    }
}

fn twice(places: &str) -> CommandFailure {
    CommandFailure::call(format!(
        "the password of the database is given twice, by {places}; leave one of them out"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{ServiceOptions, Settings};

    #[test]
    fn a_password_of_the_database_is_given_once() {
        let folder = tempfile::tempdir().unwrap();
        let kept = folder.path().join("password");
        std::fs::write(&kept, "s3cret\n").unwrap();
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
            ("sqlite:x", true, false, Err("begins with postgres://, and the database is x")),
        ] {
            let options = ServiceOptions {
                database: Some(url.to_owned().into()),
                database_password_file: in_file.then(|| kept.clone()),
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
                    let told = format!("{:?}", settings.unwrap_err());
                    assert!(told.contains(known.unwrap_err()), "{told}");
                }
            }
        }
    }
}
