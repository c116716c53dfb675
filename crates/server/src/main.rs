//! `orderdock`: the command line, the configuration and the wiring of everything else.

mod certificate;
mod cli;
mod config;
mod connections;
mod database;
mod descriptors;
mod failure;

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

/// Restricts new files to the user of the process, because databases, attachments and backups contain customer data.
fn keep_files_private() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
}
