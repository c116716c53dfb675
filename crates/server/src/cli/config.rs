use super::{Cli, print, table};
use crate::{
    certificate::ServerCertificate,
    config::{self, ExaminedOptions, GivenOptions, MAIL_PASSWORD},
    failure::CommandFailure,
    secret::{self, DATABASE_PASSWORD},
    telemetry,
};
use clap::CommandFactory;
use std::collections::BTreeSet;

/// Environment variables of commands that have no option.
const WITHOUT_OPTION: [&str; 2] = [DATABASE_PASSWORD, MAIL_PASSWORD];

/// Check, show and describe the configuration
#[derive(clap::Subcommand)]
pub enum ConfigCommand {
    Check(CheckConfig),
    Show(ShowConfig),
    Reference(ShowReference),
    Example(ShowExample),
}

/// Check the configuration of `serve` and report every error
///
/// Reads the configuration file, the environment and the given options, and the files that they name. The database is not
/// opened. Exit code 2 if there are errors.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock config check\n  \
    orderdock config check --config /etc/orderdock/orderdock.toml")]
pub struct CheckConfig {
    #[command(flatten)]
    given: GivenOptions,
}

/// List the options of `serve` with the values in effect and their origin
///
/// The origin is the default, file and line, the environment variable or the command line. Secrets are hidden.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock config show\n  \
    orderdock config show --config /etc/orderdock/orderdock.toml")]
pub struct ShowConfig {
    #[command(flatten)]
    given: GivenOptions,
}

/// Print the reference of all options as Markdown
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock config reference > docs/configuration.md")]
pub struct ShowReference {}

/// Print a configuration file with every option commented out
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock config example > orderdock.toml")]
pub struct ShowExample {}

impl ConfigCommand {
    pub fn run(self) -> Result<(), CommandFailure> {
        match self {
            Self::Check(CheckConfig { given }) => {
                examine(&given)?;
                print("The configuration is valid.\n")
            }
            Self::Show(ShowConfig { given }) => {
                let options = examine(&given)?.options;
                let rows = options.into_iter().map(|option| {
                    [option.name, option.value.unwrap_or_else(|| "–".to_owned()), option.origin.to_string()]
                });
                print(&table::aligned(["NAME", "VALUE", "ORIGIN"], rows))
            }
            Self::Reference(_) => print(&config::reference()),
            Self::Example(_) => print(&config::example()),
        }
    }
}

/// Examines the options and the files that they refer to. All faults are one failure; warnings are printed.
fn examine(given: &GivenOptions) -> Result<ExaminedOptions, CommandFailure> {
    let mut examined = given.examine("orderdock-data");
    let settings = &examined.settings;
    let log = telemetry::parse_filter(&settings.log).map(drop);
    let mail = settings.mail.clone().complete().map(drop);
    let certificate = settings.tls.as_ref().map(ServerCertificate::load).transpose().map(drop);
    let more = [log, mail, certificate].into_iter().filter_map(Result::err);
    examined.faults.extend(more.map(CommandFailure::into_message));
    let known = known_variables();
    for name in unknown_variables(&known) {
        let similar = config::nearest(&name, known.iter().map(String::as_str));
        let advice = similar.map_or_else(String::new, |similar| format!(". Did you mean {similar}?"));
        eprintln!("warning: unknown environment variable {name}{advice}");
    }
    for fault in settings.secret_files.iter().filter_map(|file| secret::readable_by_anyone(file)) {
        eprintln!("warning: {fault}");
    }
    if examined.faults.is_empty() { Ok(examined) } else { Err(config::all_faults(examined.faults)) }
}

/// Returns the environment variables of all commands.
fn known_variables() -> BTreeSet<String> {
    let mut known: BTreeSet<String> = WITHOUT_OPTION.map(str::to_owned).into();
    let mut commands = vec![Cli::command()];
    while let Some(command) = commands.pop() {
        let variables = command.get_arguments().filter_map(clap::Arg::get_env);
        known.extend(variables.map(|name| name.to_string_lossy().into_owned()));
        commands.extend(command.get_subcommands().cloned());
    }
    known
}

/// Returns environment variables with the prefix of options that belong to no option.
fn unknown_variables(known: &BTreeSet<String>) -> Vec<String> {
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    names.filter(|name| name.starts_with("ORDERDOCK_") && !known.contains(name)).collect()
}
