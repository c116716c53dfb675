use crate::{
    certificate::{ReloadSignals, ServerCertificate},
    config::{ServiceOptions, Settings},
    connections::{self, ConnectionLimits, TrustedProxies},
    descriptors,
    failure::CommandFailure,
    secret, service_manager,
    telemetry::Telemetry,
    wiring,
};
use axum::Router;
use jiff::{SignedDuration, Timestamp};
use orderdock_api::SheetRowDecoder;
use orderdock_app::{Outcome, RowDecoder, Services, WebhookSender};
use std::{sync::Arc, time::Duration};
use tokio::{
    net::TcpListener,
    sync::{Mutex, oneshot, watch},
    task::JoinHandle,
    time::MissedTickBehavior,
};

/// Run the server
///
/// Migrates the database and serves requests until SIGTERM or Ctrl-C, then finishes open requests. Each option can
/// also be set in the environment or in the configuration file. Precedence: command line, environment, file.
///
/// Any number of servers can share one PostgreSQL database.
///
/// A connection is closed if the headers of a request are incomplete after 10 s, if a client reads a response at less
/// than 16 KiB/s (measured after 10 s), or after 60 s without an open request. A connection older than an hour accepts no
/// new requests.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock serve\n  \
    orderdock serve --data-dir /var/lib/orderdock --listen 127.0.0.1:8080\n  \
    orderdock serve --config /etc/orderdock/orderdock.toml --log-format json\n  \
    orderdock serve --listen 0.0.0.0:8080 --behind-proxy\n  \
    orderdock serve --listen 0.0.0.0:443 --tls-certificate server.pem --tls-key server.key\n  \
    orderdock serve --database postgres://orderdock@db.example/orderdock --attachments s3:orderdock-files")]
pub struct Serve {
    #[command(flatten)]
    options: ServiceOptions,
}

impl Serve {
    pub async fn run(self) -> Result<(), CommandFailure> {
        let settings = self.options.resolve("orderdock-data")?;
        let listening = listen(&settings).await?;
        warn_if_root();
        let services = wiring::open_to_serve(&settings).await?;
        let receivers = wiring::receivers(&settings)?;
        let options = wiring::api_options(&settings, receivers.clone());
        let router = orderdock_api::router(services.clone(), options);
        serve_http(listening, router, services, receivers, &settings).await
    }
}

/// A bound port and the loaded certificate, before the database is opened.
pub struct Listening {
    pub listener: TcpListener,
    pub certificate: Option<Arc<ServerCertificate>>,
    telemetry: Telemetry,
}

/// Binds the port and loads the certificate, so that a failure ends the server before it writes anything.
pub async fn listen(settings: &Settings) -> Result<Listening, CommandFailure> {
    let telemetry = Telemetry::start(&settings.log, settings.log_format, settings.otlp.as_ref())?;
    check_clock(wiring::now())?;
    for fault in settings.secret_files.iter().filter_map(|file| secret::readable_by_anyone(file)) {
        tracing::warn!("{fault}; remove the access of other users (chmod o=)");
    }
    let certificate = settings.tls.as_ref().map(ServerCertificate::load).transpose()?;
    let listener = TcpListener::bind(settings.listen).await.map_err(|error| {
        CommandFailure::work(format!(
            "cannot listen on {}: {error}. Choose another address or port with --listen.",
            settings.listen
        ))
    })?;
    Ok(Listening { listener, certificate, telemetry })
}

/// Returns how long logged data is kept.
fn retention(settings: &Settings) -> Retention {
    let days = |days: u16| SignedDuration::from_hours(24 * i64::from(days));
    Retention {
        requests: days(settings.requests_kept_days),
        rejected_rows: days(settings.rejected_rows_kept_days),
        events: days(settings.events_kept_days),
    }
}

/// Serves requests until a shutdown signal.
pub async fn serve_http(
    listening: Listening,
    router: Router,
    services: Arc<Services>,
    receivers: Arc<dyn WebhookSender>,
    settings: &Settings,
) -> Result<(), CommandFailure> {
    let Listening { listener, certificate, telemetry } = listening;
    let tls = certificate.clone().map(ServerCertificate::config).transpose()?;
    let reloads = certificate.map(|certificate| tokio::spawn(certificate.follow(ReloadSignals::listen())));
    let signals = Mutex::new(connections::ShutdownSignals::listen());
    let limits = ConnectionLimits {
        response_bytes: settings.max_response_bytes_under_way,
        ..limits(settings.max_connections)
    };
    if let Ok(address) = listener.local_addr() {
        let scheme = if tls.is_some() { "https" } else { "http" };
        tracing::info!("listening on {scheme}://{address}");
    }
    let reports = tokio::spawn(service_manager::report());
    let metrics = telemetry.export_metrics(&router);
    let housekeeping = tokio::spawn(run_housekeeping(services.clone(), retention(settings)));
    let (stop, stopping) = watch::channel(());
    let stopped = || {
        let mut stopping = stopping.clone();
        // no value is sent: `changed` fails when the sender is dropped
        async move { drop(stopping.changed().await) }
    };
    if services.quiet.is_quiet() {
        tracing::warn!("quiet: schedules, webhooks and mail are off");
    }
    let notifier = services.notifications.notifier().run(stopped());
    let notifier = tokio::spawn(when_active(services.clone(), stopped(), notifier));
    let search = tokio::spawn(services.search.search_updater().run(stopped()));
    let keys = tokio::spawn(services.search.key_refolder().run(stopped()));
    let resolver = services.candidates.reference_resolver(&services.instances, &services.feed).run(stopped());
    let resolver = tokio::spawn(when_active(services.clone(), stopped(), resolver));
    let (end, ended) = oneshot::channel::<()>();
    let heartbeat = services.heartbeat.clone();
    let heartbeat_task = tokio::spawn(async move { heartbeat.live(async { drop(ended.await) }).await });
    let schedules = settings.scheduler.then(|| {
        tokio::spawn(when_active(services.clone(), stopped(), services.runs.scheduler().run(stopped())))
    });
    let deliverer = services.webhooks.deliverer(wiring::outgoing(&services, receivers)).run(stopped());
    let deliveries = tokio::spawn(when_active(services.clone(), stopped(), deliverer));
    let stop_signal = async || {
        signals.lock().await.next().await;
        service_manager::stopping();
        // event streams do not end by themselves
        services.events.close_listeners();
    };
    let proxies = TrustedProxies(settings.trusted_proxies.clone());
    let connections = services.metrics.connections.clone();
    connections::serve(listener, tls, router, limits, proxies, connections, stop_signal).await;
    housekeeping.abort();
    reloads.iter().for_each(JoinHandle::abort);
    drop(stop);
    tokio::join!(services.runs.stop_runs(), services.import_drafts.stop_import_jobs());
    if let Some(schedules) = schedules {
        ended_well(schedules, "scheduler").await;
    }
    ended_well(deliveries, "webhook worker").await;
    ended_well(notifier, "notifier").await;
    ended_well(resolver, "reference resolver").await;
    ended_well(search, "search updater").await;
    ended_well(keys, "key refolder").await;
    note_use(&services).await;
    drop(end);
    ended_well(heartbeat_task, "heartbeat").await;
    reports.abort();
    if let Some(metrics) = metrics {
        metrics.abort();
    }
    telemetry.shut_down().await;
    tracing::info!("shutdown complete");
    Ok(())
}

/// Runs a background task as soon as the server is not quiet.
async fn when_active(
    services: Arc<Services>,
    stop: impl Future<Output = ()>,
    task: impl Future<Output = ()>,
) {
    tokio::select! {
        () = stop => {}
        () = services.quiet.until_active() => task.await,
    }
}

async fn ended_well(task: JoinHandle<()>, task_name: &str) {
    if let Err(fault) = task.await {
        tracing::error!(%fault, "{task_name} failed");
    }
}

/// Returns connection limits that the available file descriptors allow.
fn limits(wanted: u32) -> ConnectionLimits {
    let wanted = ConnectionLimits::for_connections(wanted);
    let limits = descriptors::raise().map_or(wanted.clone(), |maximum| descriptors::within(maximum, &wanted));
    if limits.connections < wanted.connections {
        tracing::warn!(
            limit = limits.connections,
            configured = wanted.connections,
            "connection limit reduced: raise the limit of open files (LimitNOFILE of the service, or ulimit -Hn)"
        );
    }
    limits
}

/// Retention periods of records.
#[derive(Clone, Copy)]
struct Retention {
    requests: SignedDuration,
    rejected_rows: SignedDuration,
    /// Also the retention of webhook deliveries.
    events: SignedDuration,
}

/// Periodic tasks. Every 5 seconds, each instance continues spreadsheet imports of lost instances. Once a minute, it stores
/// the last use of tokens and sessions and sets the clock, and the instance with the housekeeping lease creates future
/// partitions. When that instance acquires the lease, and every hour, it deletes old requests and sessions, expired drafts,
/// and files that nothing refers to.
async fn run_housekeeping(services: Arc<Services>, retention: Retention) {
    let mut seconds = tokio::time::interval(Duration::from_secs(1));
    seconds.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut left = services.instances.left_by_others();
    let decoder: Arc<dyn RowDecoder> = Arc::new(SheetRowDecoder);
    let mut kept_since = None;
    for second in 0_u64.. {
        // continues at once if an instance was lost
        let lost = tokio::select! {
            _ = seconds.tick() => false,
            Ok(()) = left.changed() => true,
        };
        if lost || second.is_multiple_of(5) {
            let adopted = services.import_drafts.adopt_import_jobs(&decoder).await;
            noted(adopted, "continuing spreadsheet imports failed");
        }
        noted(services.quiet.follow_activation().await, "checking whether the copy was activated failed");
        if second.is_multiple_of(60) {
            note_use(&services).await;
            services.follow_store_time().await;
        }
        if !is_housekeeping_leader(&services).await {
            kept_since = None;
            continue;
        }
        let kept_for = second - *kept_since.get_or_insert(second);
        if kept_for.is_multiple_of(60) {
            noted(services.create_partitions().await, "creating future partitions failed");
        }
        if kept_for.is_multiple_of(3_600) {
            sweep(&services, retention).await;
        }
    }
}

async fn is_housekeeping_leader(services: &Services) -> bool {
    match services.instances.is_housekeeping_leader().await {
        Ok(keeps) => keeps,
        Err(failure) => {
            tracing::debug!(?failure, "checking the clean-up lease failed");
            false
        }
    }
}

async fn sweep(services: &Services, retention: Retention) {
    noted(services.requests.sweep_requests(retention.requests).await, "deleting old requests failed");
    noted(services.import_drafts.sweep_import_drafts().await, "deleting expired spreadsheet drafts failed");
    let rejected_rows = services.rejected_rows.sweep_rejected_rows(retention.rejected_rows).await;
    noted(rejected_rows, "deleting old rejected rows failed");
    noted(services.feed.sweep_events(retention.events).await, "deleting old events failed");
    noted(services.webhooks.sweep_deliveries(retention.events).await, "deleting old deliveries failed");
    noted(services.notifications.sweep_notifications().await, "deleting old notifications failed");
    noted(services.candidates.sweep_causes().await, "deleting old problem causes failed");
    noted(services.access.sweep_sessions().await, "deleting old sessions failed");
    let removed = noted(services.attachments.sweep_attachments().await, "deleting unreferenced files failed");
    if let Some(files @ 1..) = removed {
        tracing::info!(files, "unreferenced files deleted");
    }
}

async fn note_use(services: &Services) {
    noted(services.access.note_token_use().await, "recording token use failed");
    noted(services.access.note_session_use().await, "recording session use failed");
}

/// Logs a failure. The task is retried at its next interval.
fn noted<T>(done: Outcome<T>, failed: &str) -> Option<T> {
    done.inspect_err(|failure| tracing::warn!(?failure, "{failed}")).ok()
}

/// Refuses a clock before 1970: hyper cannot write such a date, and panics on every HTTP/1.1 request.
fn check_clock(now: Timestamp) -> Result<(), CommandFailure> {
    if now >= Timestamp::UNIX_EPOCH {
        return Ok(());
    }
    Err(CommandFailure::work(format!(
        "the clock of this machine shows {now:.0}, which is before 1970. Set the clock and start the server again."
    )))
}

/// Logs a warning if the server runs as root, because it needs no such rights.
fn warn_if_root() {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::fs::MetadataExt;
        if std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0) {
            tracing::warn!("running as root; use a dedicated user with access to the data folder");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_before_1970_is_refused() {
        for (now, is_rejected) in
            [("1969-12-31T23:59:59Z", true), ("1970-01-01T00:00:00Z", false), ("2026-11-26T12:00:00Z", false)]
        {
            assert_eq!(check_clock(now.parse().unwrap()).is_err(), is_rejected, "{now}");
        }
    }
}
