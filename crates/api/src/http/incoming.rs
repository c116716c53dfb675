//! Request body that is being received: checks the transfer rate and decodes the content coding.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::HeaderMap;
use bytes::Bytes;
use futures_util::StreamExt;
use orderdock_domain::problem::ProblemCode;

use crate::Api;
use crate::http::coding::Coding;
use crate::http::decompression::{DecodingFault, DecompressionStep, Decompressor, request_coding};
use crate::http::error::ApiError;
use crate::http::limits::{BodyWatch, TooSlow};
use crate::http::workers;

/// Content up to this size in bytes is decompressed on the thread of the connection, the rest on worker
/// threads.
const INLINE_BYTES: usize = 64 << 10;
/// Maximum size in bytes that a worker decompresses at once. Not yet part of the memory budget.
const PIECE_BYTES: usize = 256 << 10;

/// Limits on reading the rest of the body of a rejected request, so that its sender reads the response.
const DRAINED_BYTES: usize = 64 << 20;
const DRAINED_FOR: Duration = Duration::from_secs(10);

/// Request body that is read in chunks.
pub struct IncomingBody {
    pieces: BodyDataStream,
    pace: BodyWatch,
    coding: Coding,
    /// `None` for a body without coding, and while a worker uses it.
    decompressor: Option<Decompressor>,
}

/// Reason why a body cannot be read completely.
#[derive(Clone, Copy, Debug)]
pub enum BodyFault {
    Interrupted,
    TooSlow(TooSlow),
    Coding(DecodingFault),
}

impl IncomingBody {
    /// Returns an error for an unsupported coding.
    pub fn new(api: &Api, headers: &HeaderMap, body: Body) -> Result<Self, ApiError> {
        let coding = request_coding(headers)?;
        let decompressor = Decompressor::new(coding).map_err(|error| {
            tracing::error!(%error, "creating a decompressor failed");
            ProblemCode::ServerFault
        })?;
        let pace = BodyWatch::new(api.options.limits.body_pace);
        Ok(Self { pieces: body.into_data_stream(), pace, coding, decompressor })
    }

    /// Whether the length of the body is that of its content.
    pub fn is_plain(&self) -> bool {
        self.coding == Coding::Identity
    }

    /// Returns the next chunk of the content; `None` at its end.
    pub async fn next(&mut self) -> Result<Option<Bytes>, BodyFault> {
        if self.is_plain() {
            return self.next_received().await;
        }
        loop {
            match self.step().await? {
                DecompressionStep::Piece(piece) => return Ok(Some(piece)),
                DecompressionStep::End => return Ok(None),
                DecompressionStep::NeedsBytes => {
                    let received = self.next_received().await?;
                    let decompressor = self.decompressor.as_mut().ok_or(BodyFault::Interrupted)?;
                    match received {
                        Some(bytes) => decompressor.add(bytes),
                        None => decompressor.complete(),
                    }
                }
            }
        }
    }

    /// Reads the rest of the body and discards it, within limits.
    pub async fn drain(&mut self) {
        let rest = async {
            let mut read = 0;
            while let Some(Ok(piece)) = self.pieces.next().await {
                read += piece.len();
                if read > DRAINED_BYTES {
                    break;
                }
            }
        };
        let _ = tokio::time::timeout(DRAINED_FOR, rest).await;
    }

    async fn next_received(&mut self) -> Result<Option<Bytes>, BodyFault> {
        let next = self.pace.next(&mut self.pieces).await.map_err(BodyFault::TooSlow)?;
        next.transpose().map_err(|_| BodyFault::Interrupted)
    }

    async fn step(&mut self) -> Result<DecompressionStep, BodyFault> {
        // if this reader was dropped while a worker had the decompressor, it must not continue
        let mut decompressor = self.decompressor.take().ok_or(BodyFault::Interrupted)?;
        let (decompressor, step) = if decompressor.expanded() < INLINE_BYTES as u64 {
            let step = decompressor.step(INLINE_BYTES);
            (decompressor, step)
        } else {
            let work = move || {
                let step = decompressor.step(PIECE_BYTES);
                (decompressor, step)
            };
            workers::run(work).await.ok_or(BodyFault::Interrupted)?
        };
        self.decompressor = Some(decompressor);
        step.map_err(BodyFault::Coding)
    }
}

impl From<BodyFault> for ApiError {
    fn from(fault: BodyFault) -> Self {
        match fault {
            BodyFault::Interrupted => ProblemCode::BodyInterrupted.into(),
            BodyFault::TooSlow(too_slow) => too_slow.into(),
            BodyFault::Coding(fault) => fault.into(),
        }
    }
}
