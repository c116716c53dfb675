mod access;

use super::{Failure, serve};
use crate::{config::Options, wiring};
use access::AccessFile;
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, header},
};
use orderdock_app::{App, NewToken, NewUser, Password, token::ParsedToken};
use orderdock_domain::access::{Role, Scope};
use tower::ServiceExt;

/// One command to a working system with demo data
///
/// Makes a database in a fresh folder with the demo master data, a token and the sample candidates, prints how to
/// reach it, and runs the server. A second start keeps what is there.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock demo\n  \
    orderdock demo --data-dir try --listen 127.0.0.1:9000")]
pub struct Demo {
    #[command(flatten)]
    options: Options,
}

/// The organisation of requests that name none.
const ORGANISATION: &str = "001";

/// The demo data of section 9 of the contract, in the order in which its files build on each other.
const MASTER_DATA: [(&str, &str); 4] = [
    ("1-settings.yaml", include_str!("../../../demo/1-settings.yaml")),
    ("2-postal-codes.yaml", include_str!("../../../demo/2-postal-codes.yaml")),
    ("3-partners.yaml", include_str!("../../../demo/3-partners.yaml")),
    ("4-products.yaml", include_str!("../../../demo/4-products.yaml")),
];

/// Requests as senders write them, and where they go.
const SAMPLES: [(&str, &str); 4] = [
    ("candidates", include_str!("../../../../../examples/candidate-variant-a.json")),
    ("candidates", include_str!("../../../../../examples/candidate-variant-b.json")),
    ("candidates", include_str!("../../../../../examples/candidate-short.json")),
    ("candidates/bulk?errorPolicy=row", include_str!("../../../../../examples/bulk.json")),
];

impl Demo {
    pub async fn run(self) -> Result<(), Failure> {
        let settings = self.options.resolve("orderdock-demo")?;
        let file = AccessFile::in_folder(&settings.data_dir);
        let unusable = |error| Failure::work(format!("cannot use {}: {error}", file.path().display()));
        let kept = file.token().map_err(unusable)?;
        if !file.path().exists() && settings.database.exists() {
            return Err(Failure::call(format!(
                "{} is not the database of a demo, and demo data must not get into it. Choose another folder with \
                 --data-dir, or run it with `orderdock serve`.",
                settings.database.display()
            )));
        }
        let listener = serve::listen(&settings).await?;
        if kept.is_none() {
            // from here on it is a demo's folder, also if this start is cut off
            wiring::make_folder(&settings.data_dir).and_then(|()| file.keep("")).map_err(unusable)?;
        }
        let app = wiring::open(&settings)?;
        let (router, _) = orderdock_api::router(app.clone(), wiring::api_options(&settings));
        let token = match kept {
            Some(token) => renew(&app, token).await?,
            None => furnish(&app, &router).await?,
        };
        let address = listener
            .local_addr()
            .map_err(|error| Failure::work(format!("the port is lost again: {error}")))?;
        let password = match file.password() {
            Some(password) => password,
            None => create_user(&app).await?,
        };
        let words = access::words(address, &password, &token, &settings.data_dir);
        file.keep(&words).map_err(unusable)?;
        super::print(&words)?;
        serve::answer(listener, router, app, &settings).await;
        Ok(())
    }
}

/// Fills a database that is fresh, or was left half full: master data, a token, samples.
async fn furnish(app: &App, router: &Router) -> Result<ParsedToken, Failure> {
    for (name, text) in MASTER_DATA {
        let loaded = app.load_masterdata(&wiring::operator(app), text).await;
        loaded.map_err(|failure| Failure::work(failure.lines(name).join("\n")))?;
    }
    let token = create_token(app).await?;
    for (path, body) in SAMPLES {
        import(router, &token, path, body).await?;
    }
    Ok(token)
}

/// The token of the start before, or a new one if that has expired or was revoked.
async fn renew(app: &App, token: ParsedToken) -> Result<ParsedToken, Failure> {
    match app.authenticate(Some(token.reveal()), "demo").await {
        Ok(_) => Ok(token),
        Err(failure) if failure.status() == 401 => create_token(app).await,
        Err(failure) => Err(failure.into()),
    }
}

async fn create_token(app: &App) -> Result<ParsedToken, Failure> {
    let new = NewToken {
        name: "demo".to_owned(),
        scopes: vec![Scope::Admin],
        organisations: Vec::new(),
        default_organisation: Some(ORGANISATION.to_owned()),
        expires_in: None,
    };
    Ok(app.create_token(&wiring::operator(app), new).await?)
}

/// The administrator of the browser interface; one whose password is lost gets a new one.
async fn create_user(app: &App) -> Result<Password, Failure> {
    let (operator, password) = (wiring::operator(app), app.generate_password());
    let name = access::USER.to_owned();
    if app.users(&operator).await?.iter().any(|user| user.name.as_str() == name) {
        app.set_password(&operator, &name, password.clone()).await?;
        return Ok(password);
    }
    let role = Role::Administrator;
    app.create_user(&operator, NewUser { name, role, organisations: Vec::new(), password: password.clone() })
        .await?;
    Ok(password)
}

/// Sends a sample through the interface itself, as any sender would.
async fn import(router: &Router, token: &ParsedToken, path: &str, body: &'static str) -> Result<(), Failure> {
    let request = Request::post(format!("/api/sales/order/{path}"))
        .header(header::AUTHORIZATION, token.reveal())
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body))
        .map_err(|error| Failure::work(format!("the samples cannot be sent: {error}")))?;
    let Ok(answer) = router.clone().oneshot(request).await;
    let status = answer.status();
    if status.is_success() {
        return Ok(());
    }
    let told = to_bytes(answer.into_body(), 1 << 20).await.unwrap_or_default();
    Err(Failure::work(format!("the samples were refused with {status}: {}", String::from_utf8_lossy(&told))))
}
