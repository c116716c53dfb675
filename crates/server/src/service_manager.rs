//! Messages to the service manager (systemd, `Type=notify`). Without `NOTIFY_SOCKET` nothing is sent.

#[cfg(target_os = "linux")]
pub use linux::{report, stopping};

#[cfg(not(target_os = "linux"))]
pub async fn report() {
    std::future::pending::<()>().await;
}

#[cfg(not(target_os = "linux"))]
pub fn stopping() {}

#[cfg(target_os = "linux")]
mod linux {
    use sd_notify::NotifyState;
    use std::{future::pending, time::Duration};
    use tokio::{
        signal::unix::{Signal, SignalKind, signal},
        time::{Interval, MissedTickBehavior, interval},
    };

    /// Reports readiness, then sends watchdog heartbeats and confirms reloads (SIGHUP) until the task is aborted.
    ///
    /// The heartbeats are sent by the asynchronous runtime: a server whose threads are all blocked is restarted.
    pub async fn report() {
        // before READY=1, because a reload may follow at once and SIGHUP would end the process
        let mut hangups = signal(SignalKind::hangup()).ok();
        send(&[NotifyState::Ready]);
        let mut heartbeats = sd_notify::watchdog_enabled().and_then(half).map(heartbeat_interval);
        loop {
            tokio::select! {
                () = next_tick(&mut heartbeats) => send(&[NotifyState::Watchdog]),
                () = next_signal(&mut hangups) => {
                    tracing::info!("reload requested");
                    reloading();
                }
            }
        }
    }

    /// Reports that the server finishes open requests and ends.
    pub fn stopping() {
        send(&[NotifyState::Stopping]);
    }

    /// Reports a reload as begun and complete: certificates are read again by their own task within milliseconds.
    fn reloading() {
        match NotifyState::monotonic_usec_now() {
            Ok(started) => send(&[NotifyState::Reloading, started]),
            Err(error) => tracing::warn!(%error, "reading the monotonic clock failed"),
        }
        send(&[NotifyState::Ready]);
    }

    /// Returns the time between two heartbeats; none if the service manager expects none.
    fn half(limit: Duration) -> Option<Duration> {
        Some(limit / 2).filter(|half| !half.is_zero())
    }

    fn heartbeat_interval(period: Duration) -> Interval {
        let mut ticks = interval(period);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        ticks
    }

    async fn next_tick(ticks: &mut Option<Interval>) {
        match ticks {
            Some(ticks) => drop(ticks.tick().await),
            None => pending().await,
        }
    }

    async fn next_signal(signals: &mut Option<Signal>) {
        if let Some(signals) = signals
            && signals.recv().await.is_some()
        {
            return;
        }
        pending::<()>().await;
    }

    fn send(states: &[NotifyState]) {
        if let Err(error) = sd_notify::notify(states) {
            tracing::warn!(%error, "notifying the service manager failed");
        }
    }
}
