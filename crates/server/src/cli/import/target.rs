//! Where candidates go: to a server, or into the database itself.

use crate::{cli::Failure, wiring};
use orderdock_api::import_bulk;
use orderdock_app::{Answer, App, BULK_PATH};
use orderdock_domain::{
    ids::{OrganisationId, SHARED},
    import::ErrorPolicy,
    text::Code,
};
use reqwest::{
    Client, StatusCode,
    header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER},
};
use std::{sync::Arc, time::Duration};

/// Pauses before a bulk is sent again, in milliseconds: a restart of the server is waited for, an outage is told.
const PAUSES: [u64; 9] = [200, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 30_000];
/// A server that asks for a longer pause gets this one.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);
/// A bulk that is answered later than this counts as lost, and goes again.
const PATIENCE: Duration = Duration::from_mins(2);

pub enum Target {
    Server { client: Client, url: String, token: String },
    Database { app: Arc<App>, organisation: Option<OrganisationId> },
}

/// Why a bulk is not decided yet.
enum Cut {
    /// Sending it again makes sense, after this long if the server says so.
    Again {
        reason: String,
        after: Option<Duration>,
    },
    Never(Failure),
}

impl Target {
    pub fn server(url: &str, token: String) -> Result<Self, Failure> {
        if !url.starts_with("http://") {
            return Err(Failure::call(format!(
                "--url {url:?} does not begin with http://, and this command cannot speak TLS yet. Import on the \
                 server's own machine, with --data-dir or --url http://127.0.0.1:8080, or through a tunnel."
            )));
        }
        let client = Client::builder().timeout(PATIENCE).build();
        let client = client.map_err(|error| Failure::work(format!("cannot reach any server: {error}")))?;
        Ok(Self::Server { client, url: format!("{}{BULK_PATH}", url.trim_end_matches('/')), token })
    }

    /// Without a code it is the only organisation, if there is only one; else rows must name theirs.
    pub async fn database(app: Arc<App>, code: Option<&str>) -> Result<Self, Failure> {
        let reference = app.reference().await?;
        let own = || reference.organisations.iter().filter(|organisation| organisation.id != SHARED);
        let organisation = match code {
            None => own().next().filter(|_| own().count() == 1).map(|only| only.id),
            Some(code) => {
                let known = Code::parse(code).ok().flatten();
                let found = own().find(|organisation| Some(&organisation.code) == known.as_ref());
                let codes = || own().map(|one| one.code.as_str()).collect::<Vec<_>>().join(", ");
                Some(found.map(|found| found.id).ok_or_else(|| {
                    Failure::call(format!("there is no organisation {code:?}; there are: {}", codes()))
                })?)
            }
        };
        Ok(Self::Database { app, organisation })
    }

    /// Sends a bulk until it is decided; `waiting` is told why it is not yet. What is sent again is `unchanged` if it
    /// was taken before.
    pub async fn send(
        &self,
        policy: ErrorPolicy,
        body: Vec<u8>,
        waiting: impl Fn(&str),
    ) -> Result<Answer, Failure> {
        let body = bytes::Bytes::from(body);
        let mut pauses = PAUSES.into_iter().map(Duration::from_millis);
        loop {
            let (reason, after) = match self.try_once(policy, body.clone()).await {
                Ok(answer) => return Ok(answer),
                Err(Cut::Never(failure)) => return Err(failure),
                Err(Cut::Again { reason, after }) => (reason, after),
            };
            let Some(pause) = pauses.next() else {
                return Err(Failure::work(format!("{reason}; it stayed so for {} tries", PAUSES.len() + 1)));
            };
            let pause = after.unwrap_or_default().clamp(pause, LONGEST_PAUSE);
            waiting(&format!("{reason}; trying again in {} s", pause.as_secs_f32()));
            tokio::time::sleep(pause).await;
        }
    }

    async fn try_once(&self, policy: ErrorPolicy, body: bytes::Bytes) -> Result<Answer, Cut> {
        let answer = match self {
            Self::Database { app, organisation } => {
                let mut caller = wiring::operator(app);
                caller.default_organisation = *organisation;
                (import_bulk(Arc::clone(app), caller, policy, body).await, None)
            }
            Self::Server { client, url, token } => {
                let request = client.post(format!("{url}?errorPolicy={}", word(policy)));
                let request = request.header(AUTHORIZATION, token).header(CONTENT_TYPE, "application/json");
                post(request.body(body)).await.map_err(|error| Cut::Again {
                    reason: format!("the server cannot be reached: {}", causes(&error)),
                    after: None,
                })?
            }
        };
        decided(answer)
    }
}

async fn post(request: reqwest::RequestBuilder) -> reqwest::Result<(Answer, Option<Duration>)> {
    let response = request.send().await?;
    let status = response.status().as_u16();
    let after = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    let body = response.bytes().await?.to_vec();
    Ok((Answer { status, body }, after.map(Duration::from_secs)))
}

/// An answer about rows, or why there is none.
fn decided((answer, after): (Answer, Option<Duration>)) -> Result<Answer, Cut> {
    match answer.status {
        408 | 429 | 502..=504 => {
            Err(Cut::Again { reason: format!("the server is busy ({})", words(&answer)), after })
        }
        200..=299 | 400 | 403 | 409 => Ok(answer),
        _ => Err(Cut::Never(Failure::work(format!("the server refused: {}", words(&answer))))),
    }
}

/// What an answer without rows says.
pub fn words(answer: &Answer) -> String {
    let document: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let status =
        StatusCode::from_u16(answer.status).map_or_else(|_| String::new(), |status| status.to_string());
    match document["detail"].as_str() {
        Some(detail) => format!("{status}: {detail}"),
        None => status,
    }
}

fn word(policy: ErrorPolicy) -> &'static str {
    match policy {
        ErrorPolicy::All => "all",
        ErrorPolicy::Header => "header",
        ErrorPolicy::Row => "row",
    }
}

/// The error with what it comes from: the outermost words alone say little.
fn causes(error: &dyn std::error::Error) -> String {
    let innermost = std::iter::successors(Some(error), |error| error.source()).last();
    innermost.map_or_else(String::new, ToString::to_string)
}
