//! What `demo` prints: how to reach it. Kept in the data folder, so that a second start can print the same.

use orderdock_app::{
    Password,
    token::{self, ParsedToken},
};
use std::{
    fs, io,
    net::SocketAddr,
    path::{Path, PathBuf},
};

const FILE: &str = "demo-access.txt";

/// A complete candidate on one line that brings its own partner, contact, location, product and price.
const FIRST_CANDIDATE: &str = include_str!("../../../demo/first-candidate.json");

/// Who signs in to the browser interface of a demo.
pub const USER: &str = "admin";
const PASSWORD: &str = "Password:";

/// The file with the words and the token of a demo.
pub struct AccessFile(PathBuf);

impl AccessFile {
    pub fn in_folder(data_dir: &Path) -> Self {
        Self(data_dir.join(FILE))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The token of the start before, if there was one.
    pub fn token(&self) -> io::Result<Option<ParsedToken>> {
        match fs::read_to_string(&self.0) {
            Ok(text) => Ok(text.split_whitespace().find_map(|word| token::parse(word).ok())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The password of the start before, if there was one.
    pub fn password(&self) -> Option<Password> {
        let text = fs::read_to_string(&self.0).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(PASSWORD))?;
        Some(Password::new(line.trim().to_owned()))
    }

    /// Keeps the words, whole or not at all, readable by the owner of the file alone.
    pub fn keep(&self, words: &str) -> io::Result<()> {
        let unfinished = self.0.with_extension("unfinished");
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&unfinished)?;
        io::Write::write_all(&mut file, words.as_bytes())?;
        file.sync_all()?;
        fs::rename(&unfinished, &self.0)
    }
}

/// How to reach the demo, in words.
pub fn words(address: SocketAddr, password: &Password, token: &ParsedToken, data_dir: &Path) -> String {
    let url = format!("http://{address}");
    let (token, password) = (token.reveal(), password.reveal());
    let candidate = FIRST_CANDIDATE.trim();
    let folder = data_dir.display();
    format!(
        "URL:      {url}\n\
         User:     {USER}\n\
         {PASSWORD} {password}\n\
         Token:    {token}\n\
         \n\
         Send a first order candidate:\n\
         \n\
         curl -sS '{url}/api/sales/order/candidates' -H 'Authorization: {token}' \
         -H 'Content-Type: application/json' -d '{candidate}'\n\
         \n\
         Candidates become orders by themselves within a minute; at once, from another terminal:\n\
         \n\
         orderdock process --data-dir '{folder}'\n\
         \n\
         See the orders:\n\
         \n\
         curl -sS '{url}/api/sales/order' -H 'Authorization: {token}'\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_found_again_in_a_file_for_the_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = AccessFile::in_folder(folder.path());
        assert!(file.token().unwrap().is_none());
        let token = token::generate([7; 48]);
        let password = Password::new("p4ssw0rd".to_owned());
        assert!(file.password().is_none());
        file.keep(&words(([127, 0, 0, 1], 8080).into(), &password, &token, folder.path())).unwrap();
        assert_eq!(file.password().unwrap().reveal(), "p4ssw0rd");
        assert_eq!(file.token().unwrap().unwrap().reveal(), token.reveal());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.path().join(FILE)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }

    #[test]
    fn the_curl_line_is_one_line_that_a_shell_takes_as_it_is() {
        let password = Password::new("p4ssw0rd".to_owned());
        let words =
            words(([127, 0, 0, 1], 8080).into(), &password, &token::generate([7; 48]), Path::new("d"));
        let lines: Vec<_> = words.lines().filter(|line| line.starts_with("curl ")).collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].contains("-H 'Authorization: od_"), "{}", lines[0]);
        assert!(lines[0].ends_with("}'"), "{}", lines[0]);
        let candidate: serde_json::Value = serde_json::from_str(FIRST_CANDIDATE).unwrap();
        assert!(candidate["product"]["priceStd"].is_number());
        assert!(!FIRST_CANDIDATE.contains('\''));
    }
}
