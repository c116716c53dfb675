//! The command line: one file per command.

mod attachment_check;
mod backup;
mod backup_name;
mod byte_bar;
mod completions;
mod config;
mod copy;
mod demo;
mod doctor;
mod import;
mod load;
mod mail;
mod man;
mod migrate;
mod openapi;
mod process;
mod restore;
mod serve;
mod table;
mod token;
mod user;
mod verify_backup;
mod webhook;

use crate::{
    database::Database,
    failure::CommandFailure,
    secret::{DATABASE_PASSWORD, Secret},
    version,
};
use clap::{
    ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser},
    parser::ValueSource,
};
use std::{
    io::{self, Write},
    path::{Path, is_separator},
    pin::Pin,
    process::ExitCode,
};

/// Imports sales orders and order candidates over HTTP/JSON.
#[derive(Parser)]
#[command(name = "orderdock", version, long_version = version::long(), arg_required_else_help = true)]
#[command(
    after_help = "Exit codes: 0 success, 1 failure of some or all work, 2 invalid arguments or configuration.\n\
                        Results are written to standard output, messages to standard error."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Demo(demo::Demo),
    Serve(serve::Serve),
    Load(load::Load),
    Import(import::Import),
    Process(process::Process),
    #[command(subcommand)]
    Token(token::TokenCommand),
    #[command(subcommand)]
    User(user::UserCommand),
    #[command(subcommand)]
    Webhook(webhook::WebhookCommand),
    #[command(subcommand)]
    Mail(mail::MailCommand),
    #[command(subcommand)]
    Config(config::ConfigCommand),
    Migrate(migrate::Migrate),
    Backup(backup::Backup),
    Restore(restore::Restore),
    Copy(copy::Copy),
    Doctor(doctor::Doctor),
    Openapi(openapi::Openapi),
    #[command(hide = true)]
    Completions(completions::Completions),
    #[command(hide = true)]
    Man(man::Man),
}

/// Parses one of the values by its name.
fn one_of<T: Copy + Send + Sync + 'static>(
    values: &'static [T],
    word: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(values.iter().map(|value| word(*value))).try_map(move |given| {
        values.iter().copied().find(|value| word(*value) == given).ok_or("unknown value")
    })
}

/// Fails if the path of an output file is a folder or ends with a separator.
fn reject_folder(path: &Path) -> Result<(), CommandFailure> {
    let last = path.as_os_str().as_encoded_bytes().last();
    if path.is_dir() || last.is_some_and(|last| is_separator(char::from(*last))) {
        return Err(CommandFailure::call(format!("cannot write {}: it is a folder", path.display())));
    }
    Ok(())
}

/// Writes a result to standard output. A closed pipe is not an error, because the reader has seen enough.
fn print(text: &str) -> Result<(), CommandFailure> {
    let mut output = io::stdout().lock();
    match output.write_all(text.as_bytes()).and_then(|()| output.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(CommandFailure::work(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Parses the command line and executes the command.
pub fn main() -> ExitCode {
    let matches = Cli::command().get_matches();
    let called = reject_open_password(&matches).and_then(|()| {
        let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        run(cli.command)
    });
    match called {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            failure.exit_code()
        }
    }
}

/// Rejects passwords in options, because all users of the machine can read the command line.
fn reject_open_password(matches: &ArgMatches) -> Result<(), CommandFailure> {
    const OPTIONS: [&str; 4] = ["database", "database_replica", "from", "to"];
    if let Some((_, command)) = matches.subcommand() {
        return reject_open_password(command);
    }
    let is_open = |option: &&str| {
        matches.try_get_one::<Secret>(option).ok().flatten().is_some_and(|url| {
            matches.value_source(option) == Some(ValueSource::CommandLine)
                && Database::names_password(url.reveal())
        })
    };
    let Some(option) = OPTIONS.into_iter().find(is_open) else { return Ok(()) };
    let others = "ORDERDOCK_DATABASE or the configuration file";
    let (option, places) = match option {
        "database_replica" => ("database-replica", "the password of --database".to_owned()),
        "database" => (option, format!("--database-password-file FILE, {DATABASE_PASSWORD}, {others}")),
        _ => (option, format!("--{option}-password-file FILE or {DATABASE_PASSWORD}")),
    };
    Err(CommandFailure::call(format!(
        "--{option} contains a password, and every user of this machine can read the command line. Remove the password \
         and use instead: {places}"
    )))
}

fn run(command: Command) -> Result<(), CommandFailure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| CommandFailure::work(format!("cannot start: {error}")))?;
    // boxed, because the runtime polls the future in three places and would otherwise contain all commands three times
    let work: Pin<Box<dyn Future<Output = _>>> = Box::pin(async {
        match command {
            Command::Demo(demo) => demo.run().await,
            Command::Serve(serve) => serve.run().await,
            Command::Load(load) => load.run().await,
            Command::Import(import) => import.run().await,
            Command::Process(process) => process.run().await,
            Command::Token(token) => token.run().await,
            Command::User(user) => user.run().await,
            Command::Webhook(webhook) => webhook.run().await,
            Command::Mail(mail) => mail.run().await,
            Command::Config(config) => config.run(),
            Command::Backup(backup) => backup.run().await,
            Command::Restore(restore) => restore.run(),
            Command::Copy(copy) => copy.run().await,
            Command::Doctor(doctor) => doctor.run().await,
            Command::Migrate(migrate) => migrate.run().await,
            Command::Openapi(_) => openapi::Openapi::run(),
            Command::Completions(completions) => completions.run(),
            Command::Man(man) => man.run(),
        }
    });
    runtime.block_on(work)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn password_on_the_command_line_is_rejected() {
        const OPEN: &str = "postgres://anna:s3cret@db.example/orders";
        for (arguments, rejected) in [
            (&["serve", "--database", OPEN][..], true),
            (&["token", "list", "--database", OPEN], true),
            (&["import", "x.json", "--database", OPEN], true),
            (&["serve", "--database", "postgres://anna@db.example/orders"], false),
            (&["serve", "--database", "sqlite:anna:s3cret@x"], false),
            (&["copy", "--from", "sqlite:x", "--to", OPEN], true),
            (&["copy", "--from", OPEN, "--to", "sqlite:x"], true),
            (&["copy", "--from", "sqlite:x", "--to", "postgres://anna@db.example/orders"], false),
            (&["serve", "--database-replica", OPEN], true),
            (&["doctor", "--database-replica", OPEN], true),
            (&["serve", "--database-replica", "postgres://anna@db2.example/orders"], false),
            (&["openapi"], false),
        ] {
            let words = std::iter::once(&"orderdock").chain(arguments);
            let matches = Cli::command().try_get_matches_from(words).unwrap();
            let outcome = reject_open_password(&matches);
            assert_eq!(outcome.is_err(), rejected, "{arguments:?}");
            assert!(!format!("{outcome:?}").contains("s3cret"), "{outcome:?}");
        }
    }

    #[test]
    fn examples_of_every_command_are_valid() {
        let mut command = Cli::command();
        command.build();
        let mut leaves = Vec::new();
        for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
            leaves.extend(command.get_subcommands().filter(|leaf| leaf.get_name() != "help"));
            if !command.is_subcommand_required_set() {
                leaves.push(command);
            }
        }
        assert_eq!(leaves.len(), 40);
        for leaf in leaves {
            let help = leaf.get_after_help().map(ToString::to_string).unwrap_or_default();
            let examples: Vec<_> =
                help.lines().filter_map(|line| line.trim().strip_prefix("orderdock ")).collect();
            assert!(!examples.is_empty(), "{} has no example", leaf.get_name());
            for example in examples {
                let words = example.split(" > ").next().unwrap_or_default().split_whitespace();
                let parsed = Cli::try_parse_from(std::iter::once("orderdock").chain(words));
                assert!(
                    parsed.is_ok(),
                    "{example}: {}",
                    parsed.err().map(|e| e.to_string()).unwrap_or_default()
                );
            }
        }
    }
}
