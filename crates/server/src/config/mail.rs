//! Options of the mail server and the sender.

use crate::{failure::CommandFailure, secret::Secret};
use clap::{Args, ValueEnum};
use orderdock_domain::notification::MailAddress;
use serde::Deserialize;
use std::{net::IpAddr, path::PathBuf};

/// The table of the configuration file with the options of mail; all others are at the top level.
pub const MAIL: &str = "mail";

/// Environment variable with the password of the mail server.
pub const MAIL_PASSWORD: &str = "ORDERDOCK_MAIL_PASSWORD";

/// The options of mail, and the members of `[mail]` in the configuration file.
#[derive(Args, Deserialize, Debug, Default, Clone, PartialEq, Eq)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct MailOptions {
    /// Mail server for notifications [default: none, no mail is sent]
    #[arg(long = "mail-host", value_name = "HOST", env = "ORDERDOCK_MAIL_HOST")]
    pub host: Option<String>,

    /// Port of the mail server [default: 587; tls: 465; none: 25]
    #[arg(long = "mail-port", value_name = "PORT", env = "ORDERDOCK_MAIL_PORT")]
    pub port: Option<u16>,

    /// TLS mode of the connection to the mail server [default: starttls]
    #[arg(long = "mail-tls", value_name = "MODE", env = "ORDERDOCK_MAIL_TLS")]
    pub tls: Option<MailTls>,

    /// Allow unencrypted mail to a server on another machine
    #[arg(long = "mail-unencrypted", value_name = "BOOL", env = "ORDERDOCK_MAIL_UNENCRYPTED")]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    pub unencrypted: Option<bool>,

    /// User name for the mail server [default: no authentication]
    #[arg(long = "mail-user", value_name = "NAME", env = "ORDERDOCK_MAIL_USER")]
    pub user: Option<String>,

    /// File whose first line is the password of --mail-user; alternative: ORDERDOCK_MAIL_PASSWORD
    #[arg(long = "mail-password-file", value_name = "FILE", env = "ORDERDOCK_MAIL_PASSWORD_FILE")]
    pub password_file: Option<PathBuf>,

    /// Sender address of the mails
    #[arg(long = "mail-from", value_name = "ADDRESS", env = "ORDERDOCK_MAIL_FROM")]
    pub from: Option<String>,

    /// Password from the environment, without an option, because all users can read the command line
    #[arg(skip)]
    #[serde(skip)]
    pub password: Option<Secret>,
}

/// TLS mode of the connection to a mail server.
#[derive(ValueEnum, Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum MailTls {
    /// Upgrade to TLS after connecting
    Starttls,
    /// TLS from the start of the connection (implicit TLS)
    Tls,
    /// No encryption, for a mail server on this machine
    None,
}

/// A complete and validated mail server.
#[derive(Debug, PartialEq, Eq)]
pub struct MailSettings {
    pub host: String,
    pub port: u16,
    pub tls: MailTls,
    /// User and password.
    pub login: Option<(String, Secret)>,
    pub from: MailAddress,
}

impl MailOptions {
    pub fn or(self, file: Self) -> Self {
        or_of_file! {
            self: password;
            file: host port tls unencrypted user password_file from
        }
    }

    /// Validates the options. Returns `None` if no mail server is set.
    pub fn complete(self) -> Result<Option<MailSettings>, CommandFailure> {
        let in_environment = Secret::of_environment(MAIL_PASSWORD);
        let password = self.password.or(in_environment);
        let some = [self.port.is_some(), self.tls.is_some(), self.user.is_some(), self.from.is_some()];
        let Some(host) = self.host.filter(|host| !host.trim().is_empty()) else {
            if some.contains(&true) || self.password_file.is_some() {
                return Err(CommandFailure::call("mail options require --mail-host"));
            }
            return Ok(None);
        };
        if self.port == Some(0) {
            return Err(CommandFailure::call("--mail-port is 0; expected a port from 1 to 65535"));
        }
        let host = host.trim().to_owned();
        let tls = self.tls.unwrap_or(MailTls::Starttls);
        if tls == MailTls::None && !is_local(&host) && !self.unencrypted.unwrap_or(false) {
            return Err(CommandFailure::call(format!(
                "--mail-tls is none, but {host} is another machine: mails would cross the network unencrypted. Use \
                 --mail-tls starttls or tls, or allow it with --mail-unencrypted."
            )));
        }
        let from = self.from.ok_or_else(|| {
            CommandFailure::call(
                "--mail-host requires --mail-from, the sender address, like orderdock@shop.example",
            )
        })?;
        let from = MailAddress::parse(&from).ok_or_else(|| {
            CommandFailure::call(format!(
                "--mail-from is {from:?}; expected a mail address without a display name, like orderdock@shop.example"
            ))
        })?;
        let login = login(self.user, self.password_file, password)?;
        let port = self.port.unwrap_or(match tls {
            MailTls::Starttls => 587,
            MailTls::Tls => 465,
            MailTls::None => 25,
        });
        Ok(Some(MailSettings { host, port, tls, login, from }))
    }
}

fn login(
    user: Option<String>,
    file: Option<PathBuf>,
    password: Option<Secret>,
) -> Result<Option<(String, Secret)>, CommandFailure> {
    let in_file = file.is_some();
    let password = match (file, password) {
        (Some(_), Some(_)) => {
            return Err(CommandFailure::call(format!(
                "the password of the mail server is set twice, by --mail-password-file and {MAIL_PASSWORD}; remove one of \
                 them"
            )));
        }
        (Some(file), None) => Some(
            Secret::read(&file)
                .map_err(|failure| failure.about("--database-password-file", "--mail-password-file"))?,
        ),
        (None, password) => password,
    };
    match (user, password) {
        (Some(user), Some(password)) => Ok(Some((user, password))),
        (Some(user), None) => Err(CommandFailure::call(format!(
            "--mail-user {user:?} requires a password: use --mail-password-file FILE or {MAIL_PASSWORD}"
        ))),
        (None, Some(_)) if in_file => Err(CommandFailure::call("--mail-password-file requires --mail-user")),
        // without a user, a password in the environment is ignored, because it may be meant for other commands
        (None, _) => Ok(None),
    }
}

fn is_local(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Validates the public URL of the order desk. Returns it without a trailing slash.
pub fn public_url(url: &str) -> Result<String, CommandFailure> {
    let trimmed = url.trim_end_matches('/');
    let host = trimmed.strip_prefix("https://").or(trimmed.strip_prefix("http://")).unwrap_or_default();
    let plain = !host.is_empty()
        && !host.starts_with('/')
        && host.chars().all(|sign| sign.is_ascii_graphic() && !"?#@\"<>\\".contains(sign));
    if plain {
        return Ok(trimmed.to_owned());
    }
    Err(CommandFailure::call(format!(
        "--public-url is {url:?}; expected the URL of the order desk in the browser, like https://orders.example"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(host: &str) -> MailOptions {
        MailOptions {
            host: Some(host.to_owned()),
            from: Some("orderdock@shop.example".to_owned()),
            ..MailOptions::default()
        }
    }

    #[test]
    fn mail_to_another_machine_requires_encryption() {
        for (host, tls, unencrypted, port) in [
            ("mail.example", None, None, Ok(587)),
            ("mail.example", Some(MailTls::Tls), None, Ok(465)),
            ("mail.example", Some(MailTls::None), None, Err("mail.example is another machine")),
            ("mail.example", Some(MailTls::None), Some(true), Ok(25)),
            ("localhost", Some(MailTls::None), None, Ok(25)),
            ("127.0.0.2", Some(MailTls::None), None, Ok(25)),
            ("::1", Some(MailTls::None), None, Ok(25)),
            ("10.0.0.1", Some(MailTls::None), None, Err("10.0.0.1 is another machine")),
        ] {
            let completed = MailOptions { tls, unencrypted, ..options(host) }.complete();
            match (completed, port) {
                (Ok(settings), Ok(port)) => assert_eq!(settings.unwrap().port, port, "{host} {tls:?}"),
                (completed, port) => {
                    let error = format!("{:?}", completed.unwrap_err());
                    assert!(error.contains(port.unwrap_err()), "{error}");
                }
            }
        }
    }

    #[test]
    fn missing_or_duplicate_option_is_reported_without_password() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("password");
        std::fs::write(&file, "s3cret\n").unwrap();
        let secret = || Some(Secret::from("s3cret".to_owned()));
        let user = || Some("anna".to_owned());
        for (options, fault) in [
            (MailOptions::default(), None),
            (MailOptions { host: None, ..options("") }, Some("require --mail-host")),
            (MailOptions { from: None, ..options("h") }, Some("requires --mail-from")),
            (MailOptions { port: Some(0), ..options("h") }, Some("expected a port from 1 to 65535")),
            (
                MailOptions { from: Some("Anna <a@b>".to_owned()), ..options("h") },
                Some("without a display name"),
            ),
            (MailOptions { user: user(), ..options("h") }, Some("requires a password")),
            (MailOptions { password: secret(), ..options("h") }, None),
            (MailOptions { password_file: Some(file.clone()), ..options("h") }, Some("requires --mail-user")),
            (MailOptions { user: user(), password: secret(), ..options("h") }, None),
            (MailOptions { user: user(), password_file: Some(file.clone()), ..options("h") }, None),
            (
                MailOptions {
                    user: user(),
                    password: secret(),
                    password_file: Some(file.clone()),
                    ..options("h")
                },
                Some("set twice"),
            ),
            (
                MailOptions { user: user(), password_file: Some(folder.path().join("none")), ..options("h") },
                Some("--mail-password-file"),
            ),
        ] {
            assert!(!format!("{options:?}").contains("s3cret"), "{options:?}");
            let error = format!("{:?}", options.complete());
            assert!(!error.contains("s3cret"), "{error}");
            assert_eq!(error.contains("Err("), fault.is_some(), "{error}");
            assert!(error.contains(fault.unwrap_or_default()), "{error}");
        }
    }

    #[test]
    fn public_url_is_validated_and_loses_its_trailing_slash() {
        for (url, expected) in [
            ("https://orders.example", Some("https://orders.example")),
            ("https://orders.example/", Some("https://orders.example")),
            ("http://127.0.0.1:8080/desk/", Some("http://127.0.0.1:8080/desk")),
            ("orders.example", None),
            ("https://", None),
            ("https:///x", None),
            ("ftp://orders.example", None),
            ("https://orders.example\r\nx", None),
            ("https://anna@orders.example", None),
        ] {
            assert_eq!(public_url(url).ok().as_deref(), expected, "{url}");
        }
    }
}
