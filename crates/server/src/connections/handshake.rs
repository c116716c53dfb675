//! The TLS handshake of a connection.

use super::{activity::CloseReason, connection::ConnectionHandler, monitored_stream::MonitoredStream};
use rustls::ServerConfig;
use std::{sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, copy, sink},
    sync::watch,
    time::{sleep, timeout},
};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

/// The first byte of a TLS client.
const HANDSHAKE_RECORD: u8 = 0x16;
const NOT_TLS: &str = "This port requires TLS. Use a URL that begins with https://.\n";
/// Limits on reading the rest of a request without TLS, so that its sender reads the response.
const DRAINED_BYTES: u64 = 64 << 10;
const DRAINED_FOR: Duration = Duration::from_secs(1);

impl ConnectionHandler {
    /// Returns the encrypted connection; none if the handshake fails or takes longer than a header may.
    pub(super) async fn handshake<S>(
        &self,
        config: Arc<ServerConfig>,
        mut stream: MonitoredStream<S>,
        stopping: &mut watch::Receiver<bool>,
    ) -> Option<TlsStream<MonitoredStream<S>>>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let handshake = async {
            let first = stream.first_byte().await?;
            if first != HANDSHAKE_RECORD {
                reject(first, stream).await;
                return None;
            }
            let accepted = TlsAcceptor::from(config).accept(stream).await;
            accepted.inspect_err(|error| tracing::debug!(%error, "TLS handshake failed")).ok()
        };
        tokio::select! {
            stream = handshake => stream,
            () = sleep(self.limits.header) => {
                self.record_close(CloseReason::NoHandshake);
                None
            }
            _ = stopping.wait_for(|stopping| *stopping) => None,
        }
    }
}

/// Responds to a client that sends HTTP without TLS. Other clients receive no response.
async fn reject<S: AsyncRead + AsyncWrite + Unpin>(first: u8, mut stream: MonitoredStream<S>) {
    tracing::debug!(first, "connection without TLS");
    if !first.is_ascii_uppercase() {
        return;
    }
    let response = format!(
        "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{NOT_TLS}",
        NOT_TLS.len()
    );
    let sent = async {
        stream.write_all(response.as_bytes()).await?;
        stream.shutdown().await?;
        copy(&mut stream.take(DRAINED_BYTES), &mut sink()).await
    };
    let _ = timeout(DRAINED_FOR, sent).await;
}
