//! Secrets that are never displayed: passwords, and URLs that may contain one.

use crate::failure::CommandFailure;
use serde::Deserialize;
use std::{fmt, fs, path::Path};

/// Environment variable of the database password. There is no option, because all users can read the command line.
pub const DATABASE_PASSWORD: &str = "ORDERDOCK_DATABASE_PASSWORD";

/// A secret that never appears in logs, errors or help.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Reads the first line of a file and ignores the rest.
    pub fn read(file: &Path) -> Result<Self, CommandFailure> {
        let shown = file.display();
        let text = fs::read_to_string(file)
            .map_err(|error| CommandFailure::call(format!("--database-password-file {shown}: {error}")))?;
        let line = text.lines().next().unwrap_or_default();
        if line.is_empty() {
            return Err(CommandFailure::call(format!(
                "--database-password-file {shown}: the first line is empty; expected the password"
            )));
        }
        Ok(Self(line.to_owned()))
    }

    /// Returns the database password from the environment unless it is empty.
    pub fn of_database() -> Option<Self> {
        Self::of_environment(DATABASE_PASSWORD)
    }

    /// Returns an environment variable unless it is empty.
    pub fn of_environment(name: &str) -> Option<Self> {
        std::env::var(name).ok().filter(|word| !word.is_empty()).map(Self)
    }
}

impl From<String> for Secret {
    fn from(word: String) -> Self {
        Self(word)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Returns the mode of a secret file that users other than its owner and group can read.
#[cfg(unix)]
pub fn readable_by_anyone(file: &Path) -> Option<String> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::metadata(file).ok()?.permissions().mode() & 0o777;
    (mode & 0o007 != 0).then(|| {
        format!(
            "every user of this machine can read {}, which contains a secret (mode {mode:o})",
            file.display()
        )
    })
}

#[cfg(not(unix))]
pub fn readable_by_anyone(_: &Path) -> Option<String> {
    None
}

/// Removes the passwords of URLs from a text, line by line.
pub fn without_passwords(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (before, behind) = covered(line).unwrap_or((line, ""));
        shown.extend([before, if behind.is_empty() { "" } else { "…" }, behind]);
    }
    shown
}

/// Returns the parts of a line before and after the password of a URL, which is between the user's colon and the last @.
fn covered(line: &str) -> Option<(&str, &str)> {
    let person = line.find("://")? + 3;
    let at = person + line.get(person..)?.rfind('@')?;
    let colon = person + line.get(person..at)?.find(':')?;
    Some((line.get(..=colon)?, line.get(at..)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_is_the_first_line_of_its_file_and_is_not_shown() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("password");
        for (text, expected) in [
            ("s3cret", Some("s3cret")),
            ("s3cret\r\nold", Some("s3cret")),
            (" s3 cret \n", Some(" s3 cret ")),
            ("", None),
            ("\ns3cret", None),
        ] {
            fs::write(&file, text).unwrap();
            let read = Secret::read(&file).ok();
            assert_eq!(read.as_ref().map(Secret::reveal), expected, "{text:?}");
            assert!(!format!("{read:?}").contains("s3"), "{text:?}");
        }
        assert!(Secret::read(&folder.path().join("none")).is_err());
    }

    #[test]
    fn passwords_of_urls_are_removed_from_texts() {
        for (text, expected) in [
            ("nothing here", "nothing here"),
            ("a: b@c", "a: b@c"),
            (
                "x\n1 | database = postgres://anna:s3cret@db/o\n  | ^",
                "x\n1 | database = postgres://anna:…@db/o\n  | ^",
            ),
            ("postgres://anna:s3@cret@db/o", "postgres://anna:…@db/o"),
            ("postgres://anna@db:5432/o", "postgres://anna@db:5432/o"),
            ("postgres://db:5432/o", "postgres://db:5432/o"),
        ] {
            assert_eq!(without_passwords(text), expected, "{text}");
        }
    }
}
