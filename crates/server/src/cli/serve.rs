use super::Failure;
use crate::{
    config::{Options, Settings},
    listen::{self, Limits},
    telemetry,
};
use axum::Router;
use tokio::net::TcpListener;

/// Run the server
///
/// Brings the database to the current schema, then answers requests until it is ended by SIGTERM or Ctrl-C;
/// requests under way are finished first. Every option can also be given in the environment or in the
/// configuration file; the command line wins over the environment, and the environment over the file.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock serve\n  \
    orderdock serve --data-dir /var/lib/orderdock --listen 127.0.0.1:8080\n  \
    orderdock serve --config /etc/orderdock.toml --log-format json\n  \
    orderdock serve --listen 0.0.0.0:8080 --behind-proxy")]
pub struct Serve {
    #[command(flatten)]
    options: Options,
}

impl Serve {
    pub async fn run(self) -> Result<(), Failure> {
        let settings = self.options.resolve("orderdock-data")?;
        telemetry::start(&settings.log, settings.log_format)?;
        warn_if_root();
        let listener = bind(&settings).await?;
        answer(listener, Router::new(), &settings).await;
        Ok(())
    }
}

/// Opens the port, so that a port in use is told before anything else is done.
pub async fn bind(settings: &Settings) -> Result<TcpListener, Failure> {
    TcpListener::bind(settings.listen).await.map_err(|error| {
        Failure::work(format!(
            "cannot listen on {}: {error}. Choose another address and port with --listen.",
            settings.listen
        ))
    })
}

/// Answers requests until the process is asked to end.
pub async fn answer(listener: TcpListener, router: Router, settings: &Settings) {
    if let Ok(address) = listener.local_addr() {
        tracing::info!("listening on http://{address}");
    }
    listen::serve(listener, router, Limits::for_connections(settings.max_connections), listen::stop_signal())
        .await;
    tracing::info!("ended");
}

/// Root is more than this service ever needs.
pub fn warn_if_root() {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::MetadataExt;
        if std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0) {
            tracing::warn!("running as root; a user of its own with access to the data folder is enough");
        }
    }
}
