//! The options of a call with their origins, checked one by one so that all errors are found.

use super::{
    ServiceOptions, Settings,
    file::{self, FileEntry},
    mail::MAIL_PASSWORD,
    options::{self, ConfigOption},
};
use crate::secret::{DATABASE_PASSWORD, Secret, without_passwords};
use clap::{
    ArgMatches, Args, Command, FromArgMatches, builder::ValueParser, error::Error, parser::ValueSource,
};
use std::{fmt, path::PathBuf};

/// The options of `serve` as texts, valid or not.
pub struct GivenOptions(ArgMatches);

/// Origin of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionOrigin {
    Default,
    File { path: PathBuf, line: usize },
    Environment(String),
    CommandLine,
}

/// Name, value and origin of an option.
type OptionValue = (String, String, OptionOrigin);

/// An option with its value in effect.
pub struct EffectiveOption {
    pub name: String,
    /// Absent if the option is not set and has no default.
    pub value: Option<String>,
    pub origin: OptionOrigin,
}

/// Result of an examination.
pub struct ExaminedOptions {
    pub options: Vec<EffectiveOption>,
    /// Settings with defaults in place of faulty values.
    pub settings: Settings,
    pub faults: Vec<String>,
}

impl Args for GivenOptions {
    fn augment_args(command: Command) -> Command {
        let command = ServiceOptions::augment_args(command);
        command.mut_args(|argument| {
            if argument.get_action().takes_values() {
                argument.value_parser(ValueParser::os_string())
            } else {
                argument
            }
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for GivenOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Ok(Self(matches.clone()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0 = matches.clone();
        Ok(())
    }
}

impl GivenOptions {
    /// Reads the configuration file and checks everything that a command without the database can.
    pub fn examine(&self, default_data_dir: &str) -> ExaminedOptions {
        let table = options::all();
        let given: Vec<_> = table.iter().filter_map(|option| self.given(option)).collect();
        let (call, mut faults) = checked(&given);
        let path = call.config.clone();
        let (file, file_faults) = match &path {
            Some(path) => {
                let (file, faults) = file::examine(path);
                (Some(file), faults)
            }
            None => (None, Vec::new()),
        };
        faults.extend(file_faults);
        let (file_options, entries) = file.map_or_else(Default::default, |file| (file.options, file.entries));
        let effective: Vec<_> = table
            .iter()
            .filter(|option| {
                option.name != "begin-anew" || given.iter().any(|(name, ..)| *name == option.name)
            })
            .map(|option| effective(option, &given, path.as_ref(), &entries))
            .chain([DATABASE_PASSWORD, MAIL_PASSWORD].into_iter().filter_map(password))
            .collect();
        let call = ServiceOptions { database_password: Secret::of_database(), ..call };
        let secret_config = path.filter(|_| file::contains_password(&file_options));
        let (mut settings, more) = call.or(file_options).examine(default_data_dir);
        settings.secret_files.extend(secret_config);
        let origin = |name: &str| {
            let found = effective.iter().find(|option| option.name == name);
            found.map(|option| &option.origin).filter(|origin| **origin != OptionOrigin::Default)
        };
        faults.extend(more.into_iter().map(|fault| match origin(fault.option) {
            Some(origin) => format!("{origin}: {}", fault.message),
            None => fault.message,
        }));
        ExaminedOptions { options: effective, settings, faults }
    }

    /// Returns name, value and origin of an option on the command line or in the environment.
    fn given(&self, option: &ConfigOption) -> Option<OptionValue> {
        let origin = match self.0.value_source(&option.id)? {
            ValueSource::CommandLine => OptionOrigin::CommandLine,
            ValueSource::EnvVariable => OptionOrigin::Environment(option.environment.clone()?),
            _ => return None,
        };
        let values = self.0.get_raw(&option.id)?.map(|value| value.to_string_lossy());
        Some((option.name.clone(), values.collect::<Vec<_>>().join(","), origin))
    }
}

/// Returns the valid options and the faults of the others.
fn checked(given: &[OptionValue]) -> (ServiceOptions, Vec<String>) {
    let (mut valid, mut faults) = (Vec::new(), Vec::new());
    for (name, value, origin) in given {
        let argument = [argument(name, value)];
        match parse(&argument) {
            Ok(_) => valid.extend(argument),
            Err(fault) => faults.push(format!("{origin}: {fault}")),
        }
    }
    (parse(&valid).unwrap_or_default(), faults)
}

fn argument(name: &str, value: &str) -> String {
    // this flag has no value
    if name == "begin-anew" { format!("--{name}") } else { format!("--{name}={value}") }
}

/// Parses a command line, ignoring the environment.
fn parse(arguments: &[String]) -> Result<ServiceOptions, String> {
    let command = options::command().mut_args(|argument| argument.env(None::<&'static str>));
    let matches = command.try_get_matches_from(arguments).map_err(|error| message(&error))?;
    ServiceOptions::from_arg_matches(&matches).map_err(|error| message(&error))
}

/// Returns the first paragraph of a command-line error, without the hint about the help.
fn message(error: &Error) -> String {
    let text = error.to_string();
    let end = text.find("\n\nUsage").or_else(|| text.find("\n\nFor more")).unwrap_or(text.len());
    without_passwords(text[..end].trim_start_matches("error: ").trim_end())
}

fn effective(
    option: &ConfigOption,
    given: &[OptionValue],
    path: Option<&PathBuf>,
    entries: &[FileEntry],
) -> EffectiveOption {
    let name = option.name.clone();
    let is_secret = name == "database" || name == "database-replica";
    let shown = |value: &str| if is_secret { without_passwords(value) } else { value.to_owned() };
    if let Some((_, value, origin)) = given.iter().find(|(given, ..)| *given == name) {
        return EffectiveOption { name, value: Some(shown(value)), origin: origin.clone() };
    }
    let in_file = entries.iter().find(|entry| entry.option == name).zip(path);
    if let Some((entry, path)) = in_file {
        let origin = OptionOrigin::File { path: path.clone(), line: entry.line };
        return EffectiveOption { name, value: Some(shown(&entry.value)), origin };
    }
    // without the default of `demo`
    let value = option.default.as_deref().and_then(|default| default.split("; demo: ").next());
    EffectiveOption { name, value: value.map(str::to_owned), origin: OptionOrigin::Default }
}

/// Returns the option of a password in the environment.
fn password(variable: &str) -> Option<EffectiveOption> {
    Secret::of_environment(variable)?;
    Some(EffectiveOption {
        name: variable.trim_start_matches("ORDERDOCK_").to_lowercase().replace('_', "-"),
        value: Some("(hidden)".to_owned()),
        origin: OptionOrigin::Environment(variable.to_owned()),
    })
}

impl fmt::Display for OptionOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { path, line } => write!(f, "{}:{line}", path.display()),
            Self::Environment(variable) => f.write_str(variable),
            Self::CommandLine => f.write_str("command line"),
        }
    }
}
