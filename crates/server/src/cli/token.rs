use super::table;
use crate::{config::StorageOptions, failure::CommandFailure, wiring};
use clap::{Subcommand, builder::NonEmptyStringValueParser};
use jiff::{SignedDuration, Timestamp};
use orderdock_app::NewToken;
use orderdock_domain::{access::Scope, masterdata::Reference};
use orderdock_store::TokenRecord;
use std::fmt::Write;

/// Create, list and revoke access tokens
///
/// Can run while the server is running. The server applies the change within a second.
#[derive(Subcommand)]
pub enum TokenCommand {
    Create(CreateToken),
    /// List access tokens, without their secrets
    #[command(after_help = "Examples:\n  orderdock token list")]
    List(StorageOptions),
    /// Revoke an access token permanently
    #[command(after_help = "Examples:\n  orderdock token revoke EgOGusQGwp")]
    Revoke {
        /// Public id, as shown by `token list`
        #[arg(value_name = "ID")]
        id: String,
        #[command(flatten)]
        storage: StorageOptions,
    },
}

/// Create an access token and print it once
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock token create --name webshop --scope candidates:write candidates:read --org 001\n  \
    orderdock token create --name operations --scope admin --default-org 001 --expires-in 30d")]
pub struct CreateToken {
    /// Name of the access token, shown in lists and histories
    #[arg(long, value_parser = NonEmptyStringValueParser::new())]
    name: String,
    /// Permissions; an unknown value lists all scopes
    #[arg(long = "scope", value_name = "SCOPE", num_args = 1.., value_delimiter = ',')]
    scopes: Vec<String>,
    /// Codes of the organisations that it can access [default: all]
    #[arg(long = "org", value_name = "CODE", num_args = 1.., value_delimiter = ',')]
    organisations: Vec<String>,
    /// Organisation of requests that contain none [default: --org, if only one is given]
    #[arg(long = "default-org", value_name = "CODE")]
    default_organisation: Option<String>,
    /// Validity: a number with m, h, d or w (90d), or `never`
    #[arg(long, value_name = "DURATION", default_value = "365d", value_parser = parse_validity)]
    expires_in: Validity,
    /// Responses to imports, new orders and attachments contain only the fields of the metasfresh response classes
    #[arg(long)]
    minimal_responses: bool,
    #[command(flatten)]
    storage: StorageOptions,
}

/// Lifetime of a new token; `None` is unlimited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Validity(Option<SignedDuration>);

impl TokenCommand {
    pub async fn run(self) -> Result<(), CommandFailure> {
        match self {
            Self::Create(create) => create.run().await,
            Self::List(storage) => list(storage).await,
            Self::Revoke { id, storage } => revoke(&id, storage).await,
        }
    }
}

impl CreateToken {
    async fn run(self) -> Result<(), CommandFailure> {
        let new = NewToken {
            name: self.name,
            scopes: parse_scopes(&self.scopes)?,
            organisations: self.organisations,
            default_organisation: self.default_organisation,
            expires_in: self.expires_in.0,
            minimal_responses: self.minimal_responses,
        };
        let services = wiring::open(&self.storage.resolve()?).await?;
        let token = services.access.create_token(&wiring::operator(&services), new).await?;
        super::print(&format!("{}\n", token.reveal()))
    }
}

async fn list(storage: StorageOptions) -> Result<(), CommandFailure> {
    let (services, operator) = wiring::open_as_operator(&storage.resolve()?).await?;
    let tokens = services.access.tokens(&operator).await?;
    let reference = services.reference().await?;
    super::print(&listed(&tokens, &reference, operator.now))
}

async fn revoke(id: &str, storage: StorageOptions) -> Result<(), CommandFailure> {
    let (services, operator) = wiring::open_as_operator(&storage.resolve()?).await?;
    let tokens = services.access.tokens(&operator).await?;
    let token = tokens.iter().find(|token| token.public_id == id).ok_or_else(|| {
        CommandFailure::work(format!(
            "access token {id:?} does not exist; list access tokens with `orderdock token list`"
        ))
    })?;
    if token.revoked_at.is_some() {
        eprintln!("{} ({}) was already revoked", token.public_id, token.name);
        return Ok(());
    }
    services.access.revoke_token(&operator, token.id).await?;
    eprintln!("{} ({}) revoked", token.public_id, token.name);
    Ok(())
}

const COLUMNS: [&str; 7] = ["ID", "NAME", "SCOPES", "ORGANISATIONS", "STATE", "CREATED", "LAST USED"];

/// Formats tokens in columns, one line each, without their secrets.
fn listed(tokens: &[TokenRecord], reference: &Reference, now: Timestamp) -> String {
    let rows = tokens.iter().map(|token| {
        [
            token.public_id.clone(),
            token.name.clone(),
            token.scopes.iter().map(Scope::as_str).collect::<Vec<_>>().join(","),
            table::organisations(&token.organisations, token.default_organisation, reference),
            state(token, now),
            table::day(token.created_at),
            token.last_used_at.map_or_else(|| "never".to_owned(), |at| format!("{at:.0}")),
        ]
    });
    table::aligned(COLUMNS, rows)
}

fn state(token: &TokenRecord, now: Timestamp) -> String {
    match (token.revoked_at, token.expires_at) {
        (Some(at), _) => format!("revoked {}", table::day(at)),
        (None, Some(at)) if at <= now => format!("expired {}", table::day(at)),
        (None, Some(at)) => format!("expires {}", table::day(at)),
        (None, None) => "valid".to_owned(),
    }
}

/// A hundred years; longer validity requires `never`.
const MAX_VALIDITY_MINUTES: i64 = 36_500 * 24 * 60;

/// Parses the names of scopes. A missing or unknown name is a fault that lists all scopes.
fn parse_scopes(names: &[String]) -> Result<Vec<Scope>, CommandFailure> {
    let scopes: Result<Vec<_>, _> = names.iter().map(|name| Scope::parse(name).ok_or(name)).collect();
    let fault = match scopes {
        Err(name) => format!("unknown scope {name:?}; allowed values of --scope:"),
        Ok(scopes) if scopes.is_empty() => "an access token requires at least one --scope:".to_owned(),
        Ok(scopes) => return Ok(scopes),
    };
    Err(CommandFailure::call(Scope::ALL.iter().fold(fault, |mut text, scope| {
        let _ = write!(text, "\n  {:18} {}", scope.as_str(), allows(*scope));
        text
    })))
}

fn allows(scope: Scope) -> &'static str {
    match scope {
        Scope::CandidatesWrite => "import and correct candidates, including the master data that they create",
        Scope::CandidatesRead => "read candidates, orders, attachments, runs and master data",
        Scope::OrdersWrite => "create and void sales orders, confirm their transfer",
        Scope::AttachmentsWrite => "attach files",
        Scope::ProcessRun => "create orders from candidates",
        Scope::MasterdataWrite => "change master data",
        Scope::ReferencesWrite => "map unresolved references to existing records",
        Scope::Admin => "all of these, and manage access tokens, users, settings and organisations",
    }
}

fn parse_validity(text: &str) -> Result<Validity, String> {
    let wrong =
        || format!("expected a number with m, h, d or w, like 90d, at most 36500d, or `never`; got {text:?}");
    if text == "never" {
        return Ok(Validity(None));
    }
    let unit = text.chars().next_back().ok_or_else(wrong)?;
    let minutes: i64 = match unit {
        'm' => 1,
        'h' => 60,
        'd' => 24 * 60,
        'w' => 7 * 24 * 60,
        _ => return Err(wrong()),
    };
    let number: u32 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    let minutes = i64::from(number) * minutes;
    if !(1..=MAX_VALIDITY_MINUTES).contains(&minutes) {
        return Err(wrong());
    }
    Ok(Validity(Some(SignedDuration::from_mins(minutes))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validity_is_a_number_with_a_unit_or_never() {
        let minutes = |minutes| Some(Validity(Some(SignedDuration::from_mins(minutes))));
        for (text, expected) in [
            ("90d", minutes(90 * 24 * 60)),
            ("12h", minutes(12 * 60)),
            ("5m", minutes(5)),
            ("2w", minutes(14 * 24 * 60)),
            ("never", Some(Validity(None))),
            ("36500d", minutes(36_500 * 24 * 60)),
            ("36501d", None),
            ("4294967295w", None),
            ("4294967296m", None),
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
