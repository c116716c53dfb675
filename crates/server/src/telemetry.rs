//! Log lines go to standard error; standard output belongs to results.

use crate::{config::LogFormat, failure::CommandFailure};
use std::io::{IsTerminal, stderr};
use tracing_subscriber::EnvFilter;

pub fn parse_filter(filter: &str) -> Result<EnvFilter, CommandFailure> {
    EnvFilter::try_new(filter).map_err(|error| {
        CommandFailure::call(format!(
            "--log {filter:?} is not a log filter: {error}. Expected: info, or warn,orderdock=debug"
        ))
    })
}

/// Starts logging for the life of the process.
pub fn start(filter: &str, format: LogFormat) -> Result<(), CommandFailure> {
    let filter = parse_filter(filter)?;
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(stderr);
    match format {
        LogFormat::Text => lines.with_ansi(stderr().is_terminal()).init(),
        LogFormat::Json => lines.json().flatten_event(true).init(),
    }
    Ok(())
}
