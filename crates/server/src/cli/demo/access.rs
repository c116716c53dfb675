//! URL and credentials that `demo` prints, stored in the data folder so that a second start prints the same.

use crate::database::Database;
use orderdock_app::{
    Password,
    token::{self, ParsedToken},
};
use std::{
    fs, io,
    path::{Path, PathBuf},
};

const FILE: &str = "demo-access.txt";

/// A complete candidate on one line that brings its own partner, contact, location, product and price.
const FIRST_CANDIDATE: &str = include_str!("../../../demo/first-candidate.json");

/// User of the browser interface of a demo.
pub const USER: &str = "admin";
const PASSWORD: &str = "Password:";
const TOKEN: &str = "Token:";

const DATABASE: &str = "Database:";

/// File that marks a database as that of a demo and stores its URL and credentials.
pub struct AccessFile {
    path: PathBuf,
    /// Identification of the database in the file.
    database: String,
}

/// Credentials stored by an earlier start. Without a token, that start was interrupted; without a password, it had written
/// no records.
#[derive(Default)]
pub struct StoredAccess {
    pub password: Option<Password>,
    pub token: Option<ParsedToken>,
}

impl AccessFile {
    /// Returns the file of an existing data folder. `mark` identifies the database if its engine can store a mark.
    pub fn new(data_dir: &Path, database: &Database, mark: i64) -> io::Result<Self> {
        Ok(Self { path: data_dir.join(FILE), database: database.known_in(data_dir, mark)? })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the stored credentials unless the file is missing or belongs to another database.
    pub fn stored(&self) -> io::Result<Option<StoredAccess>> {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let line = |name| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        if line(DATABASE) != Some(&self.database) {
            return Ok(None);
        }
        Ok(Some(StoredAccess {
            password: line(PASSWORD).map(|password| Password::new(password.to_owned())),
            token: line(TOKEN).and_then(|token| token::parse(token).ok()),
        }))
    }

    /// Marks the database as that of a demo, before anything is written to it.
    pub fn mark(&self) -> io::Result<()> {
        self.keep("")
    }

    /// Stores the password before the user is created.
    pub fn keep_password(&self, password: &Password) -> io::Result<()> {
        self.keep(&format!("{PASSWORD} {}\n", password.reveal()))
    }

    /// Writes a text atomically to a file that only its owner can read.
    pub fn keep(&self, text: &str) -> io::Result<()> {
        let unfinished = self.path.with_extension("unfinished");
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&unfinished)?;
        io::Write::write_all(&mut file, format!("{text}\n{DATABASE} {}\n", self.database).as_bytes())?;
        file.sync_all()?;
        fs::rename(&unfinished, &self.path)
    }
}

/// Returns the text with URL and credentials. `place` is the option by which a command finds the data.
pub fn sign_in_text(url: &str, password: &Password, token: &ParsedToken, place: &str) -> String {
    let (token, password) = (token.reveal(), password.reveal());
    let candidate = FIRST_CANDIDATE.trim();
    format!(
        "URL:      {url}\n\
         User:     {USER}\n\
         {PASSWORD} {password}\n\
         {TOKEN}    {token}\n\
         \n\
         Send a first order candidate:\n\
         \n\
         curl -sS '{url}/api/sales/order/candidates' -H 'Authorization: {token}' \
         -H 'Content-Type: application/json' -d '{candidate}'\n\
         \n\
         Candidates become orders within a minute. To create orders now, use another terminal:\n\
         \n\
         orderdock process {place}\n\
         \n\
         List the orders:\n\
         \n\
         curl -sS '{url}/api/sales/order' -H 'Authorization: {token}'\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sqlite(file: PathBuf) -> Database {
        Database::Sqlite(file)
    }

    #[test]
    fn stored_credentials_are_read_from_private_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = AccessFile::new(folder.path(), &sqlite(folder.path().join("x.sqlite")), 0).unwrap();
        assert!(file.stored().unwrap().is_none());
        file.mark().unwrap();
        let stored = file.stored().unwrap().unwrap();
        assert!(stored.password.is_none() && stored.token.is_none());
        let token = token::generate([7; 48]);
        let password = Password::new("p4ssw0rd".to_owned());
        file.keep_password(&password).unwrap();
        let stored = file.stored().unwrap().unwrap();
        assert_eq!((stored.password.unwrap().reveal(), stored.token.is_none()), ("p4ssw0rd", true));
        file.keep(&sign_in_text("http://127.0.0.1:8080", &password, &token, "--data-dir 'd'")).unwrap();
        let stored = file.stored().unwrap().unwrap();
        assert_eq!(stored.password.unwrap().reveal(), "p4ssw0rd");
        assert_eq!(stored.token.unwrap().reveal(), token.reveal());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.path().join(FILE)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn moved_folder_keeps_its_demo_database() {
        let place = tempfile::tempdir().unwrap();
        let (first, moved) = (place.path().join("first"), place.path().join("moved"));
        fs::create_dir(&first).unwrap();
        let marked = |folder: &Path, database: &Path| {
            AccessFile::new(folder, &sqlite(database.to_owned()), 0).unwrap().stored().unwrap().is_some()
        };
        AccessFile::new(&first, &sqlite(first.join("x.sqlite")), 0).unwrap().mark().unwrap();
        fs::write(first.join("x.sqlite"), "").unwrap();
        assert!(marked(&first, &first.join("x.sqlite")));
        assert!(marked(&first, &first.join("../first/./x.sqlite")));
        fs::rename(&first, &moved).unwrap();
        assert!(marked(&moved, &moved.join("x.sqlite")));
        assert!(!marked(&moved, &moved.join("y.sqlite")));
        assert!(!marked(&moved, &place.path().join("x.sqlite")));

        AccessFile::new(&moved, &sqlite(place.path().join("x.sqlite")), 0).unwrap().mark().unwrap();
        assert!(marked(&moved, &place.path().join("x.sqlite")));
        assert!(!marked(&moved, &moved.join("x.sqlite")));
        fs::write(moved.join(FILE), "").unwrap();
        assert!(!marked(&moved, &moved.join("x.sqlite")), "an empty file marks none");
    }

    #[test]
    fn recreated_postgresql_database_is_not_recognised() {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::parse("postgres://anna:s3cret@localhost/demo").unwrap();
        let marked = |mark| AccessFile::new(folder.path(), &database, mark).unwrap();
        marked(7).mark().unwrap();
        assert!(marked(7).stored().unwrap().is_some());
        assert!(marked(8).stored().unwrap().is_none());
        let text = fs::read_to_string(folder.path().join(FILE)).unwrap();
        assert!(text.contains("postgres://anna@localhost/demo") && !text.contains("s3cret"), "{text}");
    }

    #[test]
    fn printed_curl_command_is_one_valid_shell_line() {
        let password = Password::new("p4ssw0rd".to_owned());
        let text =
            sign_in_text("http://127.0.0.1:8080", &password, &token::generate([7; 48]), "--data-dir 'd'");
        let lines: Vec<_> = text.lines().filter(|line| line.starts_with("curl ")).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].contains("-H 'Authorization: od_"), "{}", lines[0]);
        assert!(lines[0].ends_with("}'"), "{}", lines[0]);
        let candidate: serde_json::Value = serde_json::from_str(FIRST_CANDIDATE).unwrap();
        assert!(candidate["product"]["priceStd"].is_number());
        assert!(!FIRST_CANDIDATE.contains('\''));
    }
}
