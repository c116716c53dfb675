//! The table of options, taken from the command line: name, type, unit, default, environment variable, meaning.

use super::{ServiceOptions, mail::MAIL};
use clap::{Arg, Args, Command};

/// An option with a value for the configuration file, as TOML.
type Example = (&'static str, &'static str);

/// Example value of every option: its default if that is a value, otherwise a realistic one.
const EXAMPLES: [Example; 43] = [
    ("listen", r#""127.0.0.1:8080""#),
    ("behind-proxy", "false"),
    ("tls-certificate", r#""/etc/orderdock/server.pem""#),
    ("tls-key", r#""/etc/orderdock/server.key""#),
    ("hsts-max-age", "86400"),
    ("trusted-proxies", r#"["127.0.0.0/8", "::1"]"#),
    ("cors-origin", r#"["https://shop.example"]"#),
    ("data-dir", r#""/var/lib/orderdock""#),
    ("database", r#""postgres://orderdock@db.example/orderdock""#),
    ("database-password-file", r#""/etc/orderdock/database-password""#),
    ("accept-data-loss", "false"),
    ("database-replica", r#""postgres://orderdock@standby.example/orderdock""#),
    ("database-connections", "11"),
    ("max-connections", "1024"),
    ("max-attachment-bytes", "26214400"),
    ("attachment-quota", "53687091200"),
    ("request-log-quota", "5368709120"),
    ("free-space-floor", "1073741824"),
    ("max-body-bytes-under-way", "268435456"),
    ("max-response-bytes-under-way", "268435456"),
    ("max-requests-per-second", "100"),
    ("attachments", r#""s3:orderdock-files""#),
    ("attachments-shared", "false"),
    ("scheduler", "true"),
    ("quiet", "false"),
    ("requests-kept-days", "30"),
    ("rejected-rows-kept-days", "30"),
    ("events-kept-days", "30"),
    ("webhooks-allow-private", "false"),
    ("public-url", r#""https://orders.example""#),
    ("mail-host", r#""mail.example""#),
    ("mail-port", "587"),
    ("mail-tls", r#""starttls""#),
    ("mail-unencrypted", "false"),
    ("mail-user", r#""orderdock""#),
    ("mail-password-file", r#""/etc/orderdock/mail-password""#),
    ("mail-from", r#""orderdock@shop.example""#),
    ("log", r#""info""#),
    ("log-format", r#""text""#),
    ("otlp-endpoint", r#""http://127.0.0.1:4318""#),
    ("otlp-trace-percent", "100"),
    // only on the command line
    ("config", ""),
    ("begin-anew", ""),
];

/// An option of the service.
pub struct ConfigOption {
    /// Id on the command line.
    pub id: String,
    /// Long name without hyphens.
    pub name: String,
    pub kind: &'static str,
    pub unit: Option<&'static str>,
    pub default: Option<String>,
    pub environment: Option<String>,
    pub meaning: String,
    /// Example value as TOML; absent for options that the file cannot contain.
    pub example: Option<&'static str>,
}

impl ConfigOption {
    fn of(argument: &Arg) -> Option<Self> {
        let name = argument.get_long()?.to_owned();
        let example = EXAMPLES.iter().find(|(known, _)| *known == name).map(|(_, example)| *example);
        let values = argument.get_value_names().filter(|_| argument.get_action().takes_values());
        let value = values.and_then(|names| names.first()).map_or("", |name| name.as_str());
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let (meaning, default) = match help.split_once(" [default: ") {
            Some((meaning, default)) => (meaning.to_owned(), Some(default.trim_end_matches(']').to_owned())),
            None => (help, matches!(value, "BOOL" | "").then(|| "false".to_owned())),
        };
        let choices: Vec<_> = argument
            .get_possible_values()
            .iter()
            .filter(|_| !matches!(value, "BOOL" | ""))
            .map(|choice| {
                let help = choice.get_help().map(ToString::to_string).unwrap_or_default();
                format!("`{}` ({})", choice.get_name(), help)
            })
            .collect();
        let choices = if choices.is_empty() { String::new() } else { format!(": {}", choices.join(", ")) };
        let environment = argument.get_env().map(|name| name.to_string_lossy().into_owned());
        Some(Self {
            id: argument.get_id().to_string(),
            kind: kind(value, example.unwrap_or_default(), !choices.is_empty()),
            unit: unit(value),
            default: default.filter(|default| !default.starts_with("none")),
            environment,
            meaning: meaning + &choices,
            example: example.filter(|example| !example.is_empty()),
            name,
        })
    }

    /// Table and key in the configuration file.
    pub fn key(&self) -> (Option<&'static str>, &str) {
        match self.name.strip_prefix(MAIL).and_then(|rest| rest.strip_prefix('-')) {
            Some(key) => (Some(MAIL), key),
            None => (None, &self.name),
        }
    }
}

fn kind(value: &str, example: &str, has_choices: bool) -> &'static str {
    match value {
        _ if has_choices => "choice",
        "BOOL" | "" => "boolean",
        "FILE" | "DIR" => "path",
        "URL" => "URL",
        "ADDRESS:PORT" => "address and port",
        "BYTES" | "DAYS" | "SECONDS" | "PERCENT" | "N" | "PORT" => "whole number",
        _ if example.starts_with('[') => "list",
        _ => "text",
    }
}

fn unit(value: &str) -> Option<&'static str> {
    match value {
        "BYTES" => Some("bytes"),
        "DAYS" => Some("days"),
        "SECONDS" => Some("seconds"),
        "PERCENT" => Some("percent"),
        _ => None,
    }
}

/// Returns the command `serve` with all options.
pub fn command() -> Command {
    ServiceOptions::augment_args(Command::new("serve")).no_binary_name(true).disable_help_flag(true)
}

/// All options in the order of the help.
pub fn all() -> Vec<ConfigOption> {
    command().get_arguments().filter_map(ConfigOption::of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_an_example_and_an_environment_variable_of_its_name() {
        let options = all();
        let names: Vec<_> = options.iter().map(|option| &*option.name).collect();
        for name in &names {
            assert!(EXAMPLES.iter().any(|(known, _)| known == name), "{name}");
        }
        assert_eq!(names.len(), EXAMPLES.len(), "{names:?}");
        for option in options.iter().filter(|option| option.name != "begin-anew") {
            let expected = format!("ORDERDOCK_{}", option.name.to_uppercase().replace('-', "_"));
            assert_eq!(option.environment.as_deref(), Some(&*expected));
        }
    }

    #[test]
    fn help_is_split_into_meaning_and_default() {
        let options = all();
        let found = |name: &str| options.iter().find(|option| option.name == name).unwrap();
        let listen = found("listen");
        assert_eq!(listen.default.as_deref(), Some("127.0.0.1:8080"));
        assert_eq!((listen.kind, listen.unit), ("address and port", None));
        assert_eq!(listen.meaning, "Address and port to listen on");
        let quota = found("attachment-quota");
        assert_eq!((quota.kind, quota.unit), ("whole number", Some("bytes")));
        assert_eq!(quota.default.as_deref(), Some("53687091200 (50 GiB)"));
        let traces = found("otlp-trace-percent");
        assert_eq!((traces.kind, traces.unit), ("whole number", Some("percent")));
        let option = found("begin-anew");
        assert_eq!(
            (option.kind, option.default.as_deref(), option.example),
            ("boolean", Some("false"), None)
        );
        assert_eq!(found("behind-proxy").default.as_deref(), Some("false"));
        assert_eq!(found("cors-origin").default, None);
        assert!(found("log-format").meaning.contains("`json` (One JSON object per event)"));
        assert_eq!(found("mail-host").key(), (Some("mail"), "host"));
        assert_eq!(found("max-connections").key(), (None, "max-connections"));
    }
}
