//! `orderdock`: the command line, the configuration and the wiring of everything else.

mod cli;
mod config;
mod listen;
mod telemetry;
mod wiring;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::main()
}
