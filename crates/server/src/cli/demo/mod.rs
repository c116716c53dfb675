mod access;
mod data;
mod lines;

use super::{one_of, serve};
use crate::{
    config::{ServiceOptions, Settings},
    failure::CommandFailure,
    wiring::{self, Contents},
};
use access::{AccessFile, SignIn, StoredAccess};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, header},
};
use data::{DemoData, ORGANISATION};
use orderdock_app::{NewToken, NewUser, Password, Services, token::ParsedToken};
use orderdock_domain::{
    access::{Role, Scope},
    problem::Language,
};
use std::{fmt::Display, io};
use tower::ServiceExt;

/// Start a complete system with demo data
///
/// Creates a database in a new folder with demo master data, an administrator, an access token and sample candidates,
/// prints the credentials and runs the server. A second start keeps all data.
///
/// With --database it uses an existing, empty PostgreSQL database and marks it as a demo database.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock demo\n  \
    orderdock demo --language de\n  \
    orderdock demo --lines 100000\n  \
    orderdock demo --data-dir try --listen 127.0.0.1:9000\n  \
    orderdock demo --database postgres://postgres@localhost/orderdock_demo")]
pub struct Demo {
    /// Language of names and free texts in the demo data [default: en]
    #[arg(long, value_name = "LANGUAGE", value_parser = one_of(&Language::ALL, Language::tag))]
    language: Option<Language>,
    /// Create candidates (lines of incoming orders) as test data, 1 to 1000000 in total; the next start keeps them
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=i64::from(lines::MAX_LINES)))]
    lines: Option<u32>,
    #[command(flatten)]
    options: ServiceOptions,
}

impl Demo {
    pub async fn run(self) -> Result<(), CommandFailure> {
        let mut settings = self.options.resolve("orderdock-demo")?;
        // a demo has one instance, or several that share this folder
        settings.attachments_shared = true;
        // receivers of a demo run on the same machine
        settings.webhooks_allow_private.get_or_insert(true);
        wiring::make_folder(&settings.data_dir)
            .map_err(|error| unusable(&settings.data_dir.display(), &error))?;
        let FoundDemo { mut file, stored, mark, is_filled } = find_demo(&settings)?;
        file.language = stored.language;
        let listening = serve::listen(&settings).await?;
        if stored.password.is_none() {
            // marked first, so that an interrupted start can be continued
            file.mark().map_err(|error| unusable(&file.path().display(), &error))?;
        }
        let services = wiring::open_to_serve(&settings).await?;
        let language = data_language(self.language, stored.language, &services, &settings).await?;
        file.language = Some(language);
        let receivers = wiring::receivers(&settings)?;
        let router =
            orderdock_api::router(services.clone(), wiring::api_options(&settings, receivers.clone()));
        let password = match stored.password {
            Some(password) => password,
            None => create_password(&services, &settings, &file, is_filled, mark).await?,
        };
        let data = DemoData::of(language);
        let token = match stored.token {
            Some(token) => renew(&services, token).await?,
            None => fill(&services, &router, &password, data).await?,
        };
        let address = listening.listener.local_addr().map_err(|error| {
            CommandFailure::work(format!("cannot read the address of the listener: {error}"))
        })?;
        let scheme = if listening.certificate.is_some() { "https" } else { "http" };
        let text = access::sign_in_text(&SignIn {
            url: &format!("{scheme}://{address}"),
            password: &password,
            token: &token,
            place: &database_option(&settings),
            first_candidate: data.first_candidate,
        });
        file.keep(&text).map_err(|error| unusable(&file.path().display(), &error))?;
        // after the token is stored, so that an interrupted start creates no second one
        if let Some(count) = self.lines {
            lines::create(&services, language, count).await?;
        }
        super::print(&text)?;
        serve::serve_http(listening, router, services, receivers, &settings).await
    }
}

/// Returns the language of the demo data. Existing data keep their language.
async fn data_language(
    requested: Option<Language>,
    stored: Option<Language>,
    services: &Services,
    settings: &Settings,
) -> Result<Language, CommandFailure> {
    let existing = match stored {
        Some(language) => Some(language),
        None => data::stored_language(services).await?,
    };
    let language = existing.or(requested).unwrap_or_default();
    if requested.is_some_and(|requested| requested != language) {
        return Err(CommandFailure::call(format!(
            "{} contains demo data in the language {:?}. Choose another folder with --data-dir or another database \
             with --database, or omit --language.",
            settings.database,
            language.tag()
        )));
    }
    Ok(language)
}

/// Creates the password of the administrator and stores it in the file.
async fn create_password(
    services: &Services,
    settings: &Settings,
    file: &AccessFile,
    is_filled: bool,
    mark: i64,
) -> Result<Password, CommandFailure> {
    let users = services.access.users(&wiring::operator(services)).await?;
    // a demo creates users only after it has stored a password
    if !users.is_empty() && !is_filled {
        return Err(no_demo(settings));
    }
    let password = services.access.generate_password();
    file.keep_password(&password).map_err(|error| unusable(&file.path().display(), &error))?;
    if users.iter().any(|user| user.name.as_str() == access::USER) {
        // the password is in another folder or was deleted with it
        services.access.set_password(&wiring::operator(services), access::USER, password.clone()).await?;
    }
    settings.database.mark_as_demo(mark)?;
    Ok(password)
}

/// Returns whether the data belong to a demo, which may call receivers on the same machine.
pub fn is_demo(settings: &Settings) -> bool {
    find_demo(settings).is_ok_and(|found| found.is_filled || found.stored.password.is_some())
}

/// State that earlier starts left.
struct FoundDemo {
    file: AccessFile,
    stored: StoredAccess,
    /// Mark of the database.
    mark: i64,
    /// True if the database contains the mark.
    is_filled: bool,
}

/// Finds a demo of an earlier start. Rejects a database with other contents.
fn find_demo(settings: &Settings) -> Result<FoundDemo, CommandFailure> {
    let file = |mark| {
        AccessFile::new(&settings.data_dir, &settings.database, mark)
            .map_err(|error| unusable(&settings.database, &error))
    };
    let new = wiring::now().as_microsecond();
    let contents = settings.database.contents()?;
    let mark = if let Contents::Demo(mark) = contents { mark } else { new };
    let known = file(mark)?;
    let stored = known.stored().map_err(|error| unusable(&known.path().display(), &error))?;
    match (contents, stored) {
        (Contents::Nothing, _) => {
            Ok(FoundDemo { file: known, stored: StoredAccess::default(), mark, is_filled: false })
        }
        (Contents::Records | Contents::Demo(_), Some(stored)) => {
            Ok(FoundDemo { file: known, stored, mark, is_filled: matches!(contents, Contents::Demo(_)) })
        }
        // created from another data folder, so the password is unknown here
        (Contents::Demo(_), None) => {
            Ok(FoundDemo { file: file(new)?, stored: StoredAccess::default(), mark: new, is_filled: true })
        }
        (Contents::Records, None) => Err(no_demo(settings)),
    }
}

/// Returns the option by which another command finds the same data, quoted for a shell.
fn database_option(settings: &Settings) -> String {
    if settings.database.is_shared() {
        format!("--database '{}'", settings.database)
    } else {
        format!("--data-dir '{}'", settings.data_dir.display())
    }
}

fn unusable(path: &dyn Display, error: &io::Error) -> CommandFailure {
    CommandFailure::work(format!("cannot use {path}: {error}"))
}

fn no_demo(settings: &Settings) -> CommandFailure {
    CommandFailure::call(format!(
        "{} is not a demo database. Choose another folder with --data-dir or an empty database with --database, or \
         start the server with `orderdock serve`.",
        settings.database
    ))
}

/// Fills an empty database or completes an interrupted start: an administrator, master data, a token, samples.
async fn fill(
    services: &Services,
    router: &Router,
    password: &Password,
    data: &DemoData,
) -> Result<ParsedToken, CommandFailure> {
    let users = services.access.users(&wiring::operator(services)).await?;
    if !users.iter().any(|user| user.name.as_str() == access::USER) {
        let (name, role) = (access::USER.to_owned(), Role::Administrator);
        let new = NewUser { name, role, organisations: Vec::new(), password: password.clone() };
        services.access.create_user(&wiring::operator(services), new).await?;
    }
    for (name, text) in data.master_data {
        let loaded = services.master_data.load_masterdata(&wiring::operator(services), text).await;
        loaded.map_err(|failure| CommandFailure::work(failure.lines(name).join("\n")))?;
    }
    let token = create_token(services).await?;
    for (path, body) in data.samples {
        import(router, &token, path, body).await?;
    }
    Ok(token)
}

/// Returns the token of the previous start, or a new one if it has expired or was revoked.
async fn renew(services: &Services, token: ParsedToken) -> Result<ParsedToken, CommandFailure> {
    match services.access.authenticate(Some(token.reveal()), "demo").await {
        Ok(_) => Ok(token),
        Err(failure) if failure.status() == 401 => create_token(services).await,
        Err(failure) => Err(failure.into()),
    }
}

async fn create_token(services: &Services) -> Result<ParsedToken, CommandFailure> {
    let new = NewToken {
        name: "demo".to_owned(),
        scopes: vec![Scope::Admin],
        organisations: Vec::new(),
        default_organisation: Some(ORGANISATION.to_owned()),
        expires_in: None,
        minimal_responses: false,
    };
    Ok(services.access.create_token(&wiring::operator(services), new).await?)
}

/// Sends a sample through the API like a sender.
async fn import(
    router: &Router,
    token: &ParsedToken,
    path: &str,
    body: &'static str,
) -> Result<(), CommandFailure> {
    let request = Request::post(format!("/api/sales/order/{path}"))
        .header(header::HOST, "localhost")
        .header(header::AUTHORIZATION, token.reveal())
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body))
        .map_err(|error| CommandFailure::work(format!("cannot send the sample data: {error}")))?;
    let Ok(response) = router.clone().oneshot(request).await;
    let status = response.status();
    if status.is_success() {
        return Ok(());
    }
    let response_body = to_bytes(response.into_body(), 1 << 20).await.unwrap_or_default();
    Err(CommandFailure::work(format!(
        "the server rejected the sample data with {status}: {}",
        String::from_utf8_lossy(&response_body)
    )))
}
