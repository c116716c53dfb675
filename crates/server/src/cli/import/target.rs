//! Targets of an import: a server or the database.

use super::tls;
use crate::{
    failure::{CommandFailure, on_one_line},
    wiring,
};
use orderdock_api::{BULK_PATH, LocalRow, bulk_request, import_local_rows, policy_query};
use orderdock_app::{EncodedResponse, SavedMapping, Services};
use orderdock_domain::{
    ids::{OrganisationId, SHARED},
    import::ImportPolicies,
    text::{Code, fold},
};
use orderdock_spreadsheet::{MemberSource, SheetMapping};
use reqwest::{
    Client, StatusCode, Url,
    header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue, LOCATION, RETRY_AFTER},
    redirect::Policy,
};
use rustls::RootCertStore;
use serde::Deserialize;
use std::{path::Path, sync::Arc, time::Duration};

/// Pauses before retries of a bulk, in milliseconds. They outlast the restart of a server, but not an outage.
const PAUSES: [u64; 9] = [200, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000];
/// Maximum pause that a server can request.
const MAX_PAUSE: Duration = Duration::from_mins(1);
/// Timeout of a bulk, after which it is repeated.
const REQUEST_TIMEOUT: Duration = Duration::from_mins(2);

pub enum Target {
    Server { client: Client, url: String, token: HeaderValue },
    Database { services: Arc<Services>, organisation: Option<OrganisationId> },
}

/// Reason why the result of a bulk is unknown.
enum Undecided {
    /// A retry can succeed, after the delay that the server requests.
    Again {
        reason: String,
        after: Option<Duration>,
    },
    Never(CommandFailure),
}

impl Target {
    /// Creates a target for a server. The certificate of an HTTPS server must be issued by an authority of this machine
    /// or of the file.
    pub fn server(url: &str, token: &str, ca_file: Option<&Path>) -> Result<Self, CommandFailure> {
        let roots = match (url.split_once("://"), ca_file) {
            (Some(("https", _)), _) => tls::trusted(ca_file)?,
            (Some(("http", _)), None) => RootCertStore::empty(),
            (Some(("http", _)), Some(_)) => {
                return Err(CommandFailure::call("--ca-file requires a --url that begins with https://"));
            }
            _ => {
                return Err(CommandFailure::call(format!(
                    "--url {url:?} must begin with https:// or http://"
                )));
            }
        };
        if let Err(error) = Url::parse(url) {
            return Err(CommandFailure::call(format!("--url {url:?} is not a valid URL: {error}")));
        }
        let token = HeaderValue::from_str(token.trim());
        let token = token.map_err(|_| {
            CommandFailure::call("--token contains invalid characters; copy the access token again")
        })?;
        // redirects are errors, because they can change POST to GET and drop the token
        let client = Client::builder().timeout(REQUEST_TIMEOUT).redirect(Policy::none());
        let client = client.tls_backend_preconfigured(tls::config(roots)?).build();
        let client = client
            .map_err(|error| CommandFailure::work(format!("cannot create the HTTP client: {error}")))?;
        Ok(Self::Server { client, url: format!("{}{BULK_PATH}", url.trim_end_matches('/')), token })
    }

    /// Creates a target for the database. Without a code, rows belong to the only organisation; if there are several,
    /// each row must specify one.
    pub async fn database(services: Arc<Services>, code: Option<&str>) -> Result<Self, CommandFailure> {
        let reference = services.reference().await?;
        let own = || reference.organisations.iter().filter(|organisation| organisation.id != SHARED);
        let organisation = match code {
            None => own().next().filter(|_| own().count() == 1).map(|only| only.id),
            Some(code) => {
                let known = Code::parse(code).ok().flatten();
                let found = own().find(|organisation| Some(&organisation.code) == known.as_ref());
                let codes = || own().map(|one| one.code.as_str()).collect::<Vec<_>>().join(", ");
                Some(found.map(|found| found.id).ok_or_else(|| {
                    CommandFailure::call(format!(
                        "organisation {code:?} does not exist; known organisations: {}",
                        codes()
                    ))
                })?)
            }
        };
        Ok(Self::Database { services, organisation })
    }

    /// Returns the saved mapping with this name, ignoring case. A data source of the mapping becomes a constant.
    pub async fn saved_mapping(&self, name: &str) -> Result<SheetMapping, CommandFailure> {
        let saved = match self {
            Self::Database { services, organisation } => {
                let is_own = |saved: &SavedMapping| {
                    organisation.is_none_or(|organisation| saved.mapping.organisation == organisation)
                };
                let found = services.import_drafts.import_mappings(&wiring::operator(services)).await?;
                let saved =
                    found.into_iter().filter(is_own).filter_map(|SavedMapping { mapping, settings }| {
                        let members = settings.members?;
                        let found = SheetMapping { file: settings.file, members };
                        Some((mapping.name.as_str().to_owned(), settings.data_source, found))
                    });
                saved.collect()
            }
            Self::Server { client, url, token } => server_mappings(client, url, token).await?,
        };
        let names: Vec<_> = saved.iter().map(|(name, ..)| format!("{name:?}")).collect();
        let mut found = saved.into_iter().filter(|(known, ..)| fold(known) == fold(name));
        let first = found.next();
        if found.next().is_some() {
            return Err(CommandFailure::call(format!(
                "several organisations have a saved mapping {name:?}. Use --org, or a token of one organisation"
            )));
        }
        let (_, data_source, mut mapping) = first.ok_or_else(|| {
            CommandFailure::call(format!(
                "--mapping {name:?} is neither a file nor a saved mapping; saved mappings: {}",
                if names.is_empty() { "none".to_owned() } else { names.join(", ") }
            ))
        })?;
        if let Some(source) = data_source {
            let constant = MemberSource { constant: Some(source), ..MemberSource::default() };
            mapping.members.entry("dataSourceInternalName".to_owned()).or_insert(constant);
        }
        Ok(mapping)
    }

    /// Sends rows and retries until their result is known; `waiting` receives the reason for each retry. Rows stored by an
    /// earlier attempt are `unchanged`.
    pub async fn send(
        &self,
        policies: ImportPolicies,
        rows: &[&LocalRow],
        waiting: impl Fn(&str),
    ) -> Result<EncodedResponse, CommandFailure> {
        let mut pauses = PAUSES.into_iter().map(Duration::from_millis);
        loop {
            let (reason, after) = match self.try_once(policies, rows).await {
                Ok(response) => return Ok(response),
                Err(Undecided::Never(failure)) => return Err(failure),
                Err(Undecided::Again { reason, after }) => (reason, after),
            };
            let Some(pause) = pauses.next() else {
                return Err(CommandFailure::work(format!(
                    "{reason}; gave up after {} attempts",
                    PAUSES.len() + 1
                )));
            };
            let pause = after.unwrap_or_default().clamp(pause, MAX_PAUSE);
            waiting(&format!("{reason}; retrying in {} s", pause.as_secs_f32()));
            tokio::time::sleep(pause).await;
        }
    }

    async fn try_once(
        &self,
        policies: ImportPolicies,
        rows: &[&LocalRow],
    ) -> Result<EncodedResponse, Undecided> {
        let response = match self {
            Self::Database { services, organisation } => {
                let mut caller = wiring::operator(services);
                caller.default_organisation = *organisation;
                (import_local_rows(services, caller, policies, rows).await, None)
            }
            Self::Server { client, url, token } => {
                let request = client.post(format!("{url}?{}", policy_query(policies)));
                let request =
                    request.header(AUTHORIZATION, token.clone()).header(CONTENT_TYPE, "application/json");
                send_request(request.body(bulk_request(rows))).await?
            }
        };
        decided(response)
    }
}

/// Name, data source and content of a saved mapping.
type NamedMapping = (String, Option<String>, SheetMapping);

/// Reads the saved mappings of a server.
async fn server_mappings(
    client: &Client,
    url: &str,
    token: &HeaderValue,
) -> Result<Vec<NamedMapping>, CommandFailure> {
    #[derive(Deserialize)]
    struct MappingList {
        items: Vec<MappingItem>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct MappingItem {
        name: String,
        data_source: Option<String>,
        mapping: SheetMapping,
    }
    let url = format!("{}/api/import-mappings", url.strip_suffix(BULK_PATH).unwrap_or(url));
    let request = client.get(url).header(AUTHORIZATION, token.clone());
    let (response, _) = send_request(request).await.map_err(|undecided| match undecided {
        Undecided::Never(failure) => failure,
        Undecided::Again { reason, .. } => CommandFailure::work(reason),
    })?;
    if response.status != 200 {
        return Err(rejected(&response));
    }
    let list: MappingList = serde_json::from_slice(&response.body)
        .map_err(|error| CommandFailure::work(format!("the server returned unreadable mappings: {error}")))?;
    Ok(list.items.into_iter().map(|item| (item.name, item.data_source, item.mapping)).collect())
}

async fn send_request(
    request: reqwest::RequestBuilder,
) -> Result<(EncodedResponse, Option<Duration>), Undecided> {
    let response = request.send().await.map_err(|error| unreached(&error))?;
    let status = response.status();
    let header = |name| response.headers().get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    if let Some(elsewhere) = header(LOCATION).filter(|_| status.is_redirection()) {
        return Err(Undecided::Never(CommandFailure::work(format!(
            "the server redirects to {elsewhere:?} ({status}); redirects are not followed, set --url to that address"
        ))));
    }
    let after = header(RETRY_AFTER).and_then(|value| value.parse().ok());
    let body = response.bytes().await.map_err(|error| unreached(&error))?.to_vec();
    Ok((EncodedResponse { status: status.as_u16(), body }, after.map(Duration::from_secs)))
}

fn unreached(error: &reqwest::Error) -> Undecided {
    match tls::rejection(error) {
        Some(reason) => Undecided::Never(CommandFailure::work(reason)),
        None => {
            Undecided::Again { reason: format!("cannot reach the server: {}", causes(&error)), after: None }
        }
    }
}

/// Returns a response that contains the results of rows, or the reason why there is none.
fn decided((response, after): (EncodedResponse, Option<Duration>)) -> Result<EncodedResponse, Undecided> {
    match response.status {
        408 | 429 | 502..=504 => {
            Err(Undecided::Again { reason: format!("the server is busy ({})", error_text(&response)), after })
        }
        200..=299 | 400 | 403 | 409 => Ok(response),
        _ => Err(Undecided::Never(rejected(&response))),
    }
}

/// Converts a response that rejects the whole import.
pub fn rejected(response: &EncodedResponse) -> CommandFailure {
    let failure = CommandFailure::work(format!("the server rejected the import: {}", error_text(response)));
    match response.status {
        404 | 405 => failure
            .and("Set --url to the address of the server without a path, for example http://127.0.0.1:8080"),
        _ => failure,
    }
}

/// Formats a response without rows.
fn error_text(response: &EncodedResponse) -> String {
    let document: serde_json::Value = serde_json::from_slice(&response.body).unwrap_or_default();
    let status =
        StatusCode::from_u16(response.status).map_or_else(|_| String::new(), |status| status.to_string());
    match document["detail"].as_str() {
        Some(detail) => format!("{status}: {}", on_one_line(detail)),
        None => status,
    }
}

/// Formats an error with its causes.
fn causes(error: &dyn std::error::Error) -> String {
    let innermost = std::iter::successors(Some(error), |error| error.source()).last();
    innermost.map_or_else(String::new, ToString::to_string)
}
