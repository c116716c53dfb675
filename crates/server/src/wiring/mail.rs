//! Mail by SMTP.

use crate::config::{MailSettings, MailTls};
use futures_util::future::BoxFuture;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{
        Mailbox,
        header::{ContentType, HeaderName, HeaderValue},
    },
    transport::smtp::{
        Error,
        authentication::Credentials,
        client::{Tls, TlsParameters},
        extension::ClientId,
    },
};
use orderdock_app::{Mail, MailFault, Mailer};
use orderdock_domain::phrase::Phrase;
use std::{error::Error as _, time::Duration};

/// Timeout for sending a mail, because a server may accept the connection and then not respond.
const SEND_TIMEOUT: Duration = Duration::from_secs(30);
/// Status codes of a failed authentication.
const LOGIN_REJECTED: [u16; 5] = [454, 530, 534, 535, 538];
/// Status code of a server that shuts down.
const GOING_AWAY: u16 = 421;

/// A mail server.
pub struct SmtpMailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// Host and port, for messages.
    server: String,
}

impl SmtpMailer {
    pub fn of(settings: &MailSettings) -> Result<Self, String> {
        let MailSettings { host, port, tls, login, from } = settings;
        let parameters = || {
            TlsParameters::new_rustls(host.clone())
                .map_err(|error| format!("cannot use TLS with {host}: {}", chain(&error)))
        };
        let tls = match tls {
            MailTls::Starttls => Tls::Required(parameters()?),
            MailTls::Tls => Tls::Wrapper(parameters()?),
            MailTls::None => Tls::None,
        };
        let from: Mailbox =
            from.as_str().parse().map_err(|error| format!("invalid sender address {from}: {error}"))?;
        let transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(*port)
            .tls(tls)
            .hello_name(ClientId::Domain(from.email.domain().to_owned()))
            .timeout(Some(SEND_TIMEOUT));
        let transport = match login {
            Some((user, password)) => {
                transport.credentials(Credentials::new(user.clone(), password.reveal().to_owned()))
            }
            None => transport,
        };
        Ok(Self { transport: transport.build(), from, server: format!("{host}:{port}") })
    }

    fn message(&self, mail: &Mail) -> Result<Message, String> {
        let to: Mailbox = mail
            .to
            .as_str()
            .parse()
            .map_err(|error| format!("invalid recipient address {}: {error}", mail.to))?;
        let id = format!("<{}@{}>", mail.id, self.from.email.domain());
        // prevents automatic replies such as absence notes
        let automatic = HeaderName::new_from_ascii_str("Auto-Submitted");
        Message::builder()
            .from(self.from.clone())
            .to(to)
            .subject(&mail.composed.subject)
            .message_id(Some(id))
            .raw_header(HeaderValue::new(automatic, "auto-generated".to_owned()))
            .header(ContentType::TEXT_PLAIN)
            .body(mail.composed.text.clone())
            .map_err(|error| format!("cannot create the mail: {error}"))
    }

    fn silent(&self) -> MailFault {
        let message =
            Phrase::MailServerSilent.format_stored(&[&self.server, &SEND_TIMEOUT.as_secs().to_string()]);
        MailFault { message, of_server: true }
    }

    fn fault(&self, error: &Error) -> MailFault {
        let (server, cause) = (&self.server, chain(error));
        let status = error.status().map(u16::from);
        let login = status.is_some_and(|status| LOGIN_REJECTED.contains(&status));
        let phrase = if login {
            Phrase::LoginRejected
        } else if status.is_some() {
            Phrase::MailRejected
        } else if cause.contains("certificate") {
            Phrase::MailServerNotTrusted
        } else if cause.contains("STARTTLS") {
            Phrase::NoStarttls
        } else if error.is_response() || error.is_client() {
            Phrase::MailServerNotUnderstood
        } else {
            Phrase::MailServerUnreachable
        };
        let message = phrase.format_stored(&[server, &cause]);
        MailFault { message, of_server: login || status.is_none_or(|status| status == GOING_AWAY) }
    }
}

impl Mailer for SmtpMailer {
    fn send(&self, mail: Mail) -> BoxFuture<'_, Result<(), MailFault>> {
        Box::pin(async move {
            let message = self.message(&mail).map_err(|message| MailFault { message, of_server: false })?;
            match tokio::time::timeout(SEND_TIMEOUT, self.transport.send(message)).await {
                Ok(Ok(_)) => Ok(()),
                Ok(Err(error)) => Err(self.fault(&error)),
                Err(_) => Err(self.silent()),
            }
        })
    }
}

/// Formats an error with its causes on one line, without repetitions.
fn chain(error: &Error) -> String {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(deeper) = source {
        let more = deeper.to_string();
        if !message.contains(&more) {
            message = format!("{message}: {more}");
        }
        source = deeper.source();
    }
    crate::failure::on_one_line(&message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use orderdock_domain::notification::{ComposedMessage, MailAddress};

    fn mailer() -> SmtpMailer {
        let from = MailAddress::parse("orderdock@shop.example").unwrap();
        let settings =
            MailSettings { host: "localhost".to_owned(), port: 25, tls: MailTls::None, login: None, from };
        SmtpMailer::of(&settings).unwrap()
    }

    #[test]
    fn line_breaks_in_a_subject_add_no_header() {
        for evil in [
            "x\r\nBcc: all@shop.example\r\n\r\nbody",
            "x\nBcc: y",
            "ü\r\n\tBcc: y",
            "=?utf-8?q?x?=\r\nBcc: y",
        ] {
            let composed = ComposedMessage { subject: evil.to_owned(), text: "text\n.\n\r\nend".to_owned() };
            let to = MailAddress::parse("anna@shop.example").unwrap();
            let written = mailer().message(&Mail { to, id: "1.0.5".to_owned(), composed });
            let written = String::from_utf8(written.unwrap().formatted()).unwrap();
            let (head, _) = written.split_once("\r\n\r\n").unwrap();
            let names: Vec<_> = head
                .split("\r\n")
                .filter(|line| !line.starts_with([' ', '\t']))
                .map(|line| line.split(':').next().unwrap())
                .collect();
            for name in &names {
                let known = [
                    "From",
                    "To",
                    "Subject",
                    "Message-ID",
                    "Auto-Submitted",
                    "Content-Type",
                    "Date",
                    "Content-Transfer-Encoding",
                    "MIME-Version",
                ];
                assert!(known.contains(name), "{name:?} in {head}");
            }
            assert_eq!(names.iter().filter(|name| **name == "Subject").count(), 1);
            assert!(
                !head.contains('\n') || head.split('\n').count() == head.split("\r\n").count(),
                "{head:?}"
            );
        }
    }
}
