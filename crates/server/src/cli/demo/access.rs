//! URL and credentials that `demo` prints, stored in the data folder so that a second start prints the same.

use crate::database::Database;
use orderdock_app::{
    Password,
    token::{self, ParsedToken},
};
use orderdock_domain::problem::Language;
use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

const FILE: &str = "demo-access.txt";

/// User of the browser interface of a demo.
pub const USER: &str = "admin";
const PASSWORD: &str = "Password:";
const TOKEN: &str = "Token:";

const DATABASE: &str = "Database:";
const LANGUAGE: &str = "Language:";

/// File that marks a database as that of a demo and stores its URL and credentials.
pub struct AccessFile {
    path: PathBuf,
    /// Identification of the database in the file.
    database: String,
    /// Language of the demo data, once it is known.
    pub language: Option<Language>,
}

/// Credentials stored by an earlier start. Without a token, that start was interrupted; without a password, it had written
/// no records.
#[derive(Default)]
pub struct StoredAccess {
    pub password: Option<Password>,
    pub token: Option<ParsedToken>,
    /// Absent if an older version created the data.
    pub language: Option<Language>,
}

/// Values of the printed text.
pub struct SignIn<'a> {
    pub url: &'a str,
    pub password: &'a Password,
    pub token: &'a ParsedToken,
    /// Option by which a command finds the data.
    pub place: &'a str,
    /// A candidate on one line.
    pub first_candidate: &'a str,
}

impl AccessFile {
    /// Returns the file of an existing data folder. `mark` identifies the database if its engine can store a mark.
    pub fn new(data_dir: &Path, database: &Database, mark: i64) -> io::Result<Self> {
        Ok(Self { path: data_dir.join(FILE), database: database.known_in(data_dir, mark)?, language: None })
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
            language: line(LANGUAGE).and_then(Language::of_tag),
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
        let language = self.language.map(|language| format!("{LANGUAGE} {}\n", language.tag()));
        let language = language.unwrap_or_default();
        let text = format!("{text}\n{DATABASE} {}\n{language}", self.database);
        io::Write::write_all(&mut file, text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&unfinished, &self.path)
    }
}

/// Returns the text with URL and credentials.
pub fn sign_in_text(sign_in: &SignIn) -> String {
    let SignIn { url, place, .. } = sign_in;
    let (token, password) = (sign_in.token.reveal(), sign_in.password.reveal());
    let candidate = sign_in.first_candidate.trim();
    let program =
        env::current_exe().map_or_else(|_| "orderdock".to_owned(), |path| path.display().to_string());
    format!(
        "URL:      {url}\n\
         User:     {USER}\n\
         {PASSWORD} {password}\n\
         {TOKEN}    {token}\n\
         Program:  {program}\n\
         \n\
         Variables for the commands of the guide:\n\
         \n\
         export URL={url} TOKEN={token}\n\
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

    fn text(password: &Password, token: &ParsedToken) -> String {
        let (url, place, first_candidate) = ("http://127.0.0.1:8080", "--data-dir 'd'", "{\"qty\":1}\n");
        sign_in_text(&SignIn { url, password, token, place, first_candidate })
    }

    #[test]
    fn stored_credentials_are_read_from_private_file() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = AccessFile::new(folder.path(), &sqlite(folder.path().join("x.sqlite")), 0).unwrap();
        assert!(file.stored().unwrap().is_none());
        file.mark().unwrap();
        let stored = file.stored().unwrap().unwrap();
        assert!(stored.password.is_none() && stored.token.is_none());
        let token = token::generate([7; 48]);
        let password = Password::new("p4ssw0rd".to_owned());
        file.keep_password(&password).unwrap();
        let stored = file.stored().unwrap().unwrap();
        assert_eq!((stored.password.unwrap().reveal(), stored.token.is_none()), ("p4ssw0rd", true));
        assert_eq!(stored.language, None);
        file.language = Some(Language::German);
        file.keep(&text(&password, &token)).unwrap();
        let stored = file.stored().unwrap().unwrap();
        assert_eq!(stored.language, Some(Language::German));
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
    fn printed_commands_are_valid_shell_lines() {
        let (password, token) = (Password::new("p4ssw0rd".to_owned()), token::generate([7; 48]));
        let text = text(&password, &token);
        let lines: Vec<_> = text.lines().filter(|line| line.starts_with("curl ")).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].contains("-H 'Authorization: od_"), "{}", lines[0]);
        assert!(lines[0].ends_with("}'"), "{}", lines[0]);
        let export = format!("export URL=http://127.0.0.1:8080 TOKEN={}", token.reveal());
        assert!(text.lines().any(|line| line == export), "{text}");
        let program = format!("Program:  {}", env::current_exe().unwrap().display());
        assert!(text.lines().any(|line| line == program), "{text}");
    }
}
