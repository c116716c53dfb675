use super::Failure;
use crate::config::{Options, StorageOptions};
use clap::Subcommand;
use std::time::Duration;

/// Create, list and revoke access tokens
///
/// May run beside a running server; it takes notice within a second.
#[derive(clap::Args)]
pub struct Token {
    #[command(subcommand)]
    command: TokenCommand,
}

#[derive(Subcommand)]
enum TokenCommand {
    Create(Create),
    List(List),
    Revoke(Revoke),
}

/// Create a token and print it, this once
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock token create --name webshop --scope candidates:write candidates:read --org 001\n  \
    orderdock token create --name operations --scope admin --default-org 001 --expires-in 30d")]
struct Create {
    /// What it is for; shown in lists and histories
    #[arg(long)]
    name: String,
    /// What it allows; without one they are listed
    #[arg(long = "scope", value_name = "SCOPE", num_args = 1.., value_delimiter = ',')]
    scopes: Vec<String>,
    /// Organisations it belongs to, by code [default: all]
    #[arg(long = "org", value_name = "CODE", num_args = 1.., value_delimiter = ',')]
    organisations: Vec<String>,
    /// Organisation of requests that name none [default: that of --org if there is one alone]
    #[arg(long = "default-org", value_name = "CODE")]
    default_organisation: Option<String>,
    /// How long it is valid: a number with m, h, d or w, or `never`
    #[arg(long, value_name = "TIME", default_value = "365d", value_parser = parse_validity)]
    expires_in: Validity,
    #[command(flatten)]
    storage: StorageOptions,
}

/// List the tokens, without their secrets
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock token list")]
struct List {
    #[command(flatten)]
    storage: StorageOptions,
}

/// Make a token invalid for ever
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock token revoke EgOGusQGwp")]
struct Revoke {
    /// The public id, as `token list` shows it
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    storage: StorageOptions,
}

/// How long a new token is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Validity {
    For(Duration),
    Unlimited,
}

impl Token {
    pub fn run(self) -> Result<(), Failure> {
        let storage = match self.command {
            TokenCommand::Create(create) => create.storage,
            TokenCommand::List(list) => list.storage,
            TokenCommand::Revoke(revoke) => revoke.storage,
        };
        let settings = Options::from(storage).resolve("orderdock-data")?;
        Err(Failure::work(format!("there are no tokens in {} yet", settings.database.display())))
    }
}

fn parse_validity(text: &str) -> Result<Validity, String> {
    let wrong = || format!("expected a number with m, h, d or w, as in 90d, or `never`; seen {text:?}");
    if text == "never" {
        return Ok(Validity::Unlimited);
    }
    let unit = text.chars().next_back().ok_or_else(wrong)?;
    let minutes: u64 = match unit {
        'm' => 1,
        'h' => 60,
        'd' => 24 * 60,
        'w' => 7 * 24 * 60,
        _ => return Err(wrong()),
    };
    let number: u32 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    if number == 0 {
        return Err(wrong());
    }
    Ok(Validity::For(Duration::from_secs(u64::from(number) * minutes * 60)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validity_is_a_number_with_a_unit_or_never() {
        let minutes = |minutes: u64| Some(Validity::For(Duration::from_secs(minutes * 60)));
        for (text, expected) in [
            ("90d", minutes(90 * 24 * 60)),
            ("12h", minutes(12 * 60)),
            ("5m", minutes(5)),
            ("2w", minutes(14 * 24 * 60)),
            ("never", Some(Validity::Unlimited)),
            ("0d", None),
            ("90", None),
            ("d", None),
            ("-1d", None),
            ("1.5d", None),
            ("90 d", None),
            ("9ä", None),
            ("", None),
        ] {
            assert_eq!(parse_validity(text).ok(), expected, "{text}");
        }
    }
}
