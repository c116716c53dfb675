use crate::{
    config::{MailOptions, ServiceOptions},
    failure::CommandFailure,
    wiring::SmtpMailer,
};
use clap::Subcommand;
use orderdock_app::{Mail, Mailer};
use orderdock_domain::{
    notification::{ComposedMessage, MailAddress},
    problem::Language,
};
use std::path::PathBuf;

/// Test the mail configuration
#[derive(Subcommand)]
pub enum MailCommand {
    /// Send a test message
    ///
    /// Uses the mail server of the configuration. Needs no database.
    #[command(after_help = "Examples:\n  \
        orderdock mail test --to anna@shop.example --config /etc/orderdock/orderdock.toml\n  \
        orderdock mail test --to anna@shop.example --mail-host mail.example --mail-from orderdock@shop.example --language de")]
    Test {
        /// Mail address of the recipient
        #[arg(long, value_name = "ADDRESS", value_parser = address)]
        to: MailAddress,
        /// Language of the message
        #[arg(long, value_name = "LANGUAGE", default_value = "en")]
        #[arg(value_parser = super::one_of(&Language::ALL, Language::tag))]
        language: Language,
        /// Configuration file (TOML) of `serve`
        #[arg(long, value_name = "FILE", env = "ORDERDOCK_CONFIG")]
        config: Option<PathBuf>,
        #[command(flatten)]
        mail: MailOptions,
    },
}

fn address(text: &str) -> Result<MailAddress, String> {
    MailAddress::parse(text)
        .ok_or_else(|| "expected a mail address without a display name, like anna@shop.example".to_owned())
}

impl MailCommand {
    pub async fn run(self) -> Result<(), CommandFailure> {
        let Self::Test { to, language, config, mail } = self;
        let settings =
            ServiceOptions { config, mail, ..ServiceOptions::default() }.resolve("orderdock-data")?;
        let mail = settings.mail.complete()?.ok_or_else(|| {
            CommandFailure::call(
                "no mail server is configured; set --mail-host, or `host` in the section [mail] of the configuration file",
            )
        })?;
        let mailer = SmtpMailer::of(&mail).map_err(CommandFailure::work)?;
        let id = format!("test.{}", crate::wiring::now().as_microsecond());
        let sent = mailer.send(Mail { to: to.clone(), id, composed: ComposedMessage::test(language) }).await;
        sent.map_err(|fault| CommandFailure::work(fault.message))?;
        eprintln!("{}:{} accepted a test message to {to}", mail.host, mail.port);
        Ok(())
    }
}
