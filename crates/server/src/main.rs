//! `orderdock`: the command line, the configuration and the wiring of everything else.

mod certificate;
mod cli;
mod config;
mod database;
mod descriptors;
mod failure;
mod listen;
mod secret;
mod service_manager;
mod telemetry;
mod version;
mod wiring;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    keep_files_private();
    cli::main()
}

/// What this program writes is for its user alone, whatever the shell that it was started from leaves to others:
/// databases, attachments and copies of both hold the data of an organisation's customers.
fn keep_files_private() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}
