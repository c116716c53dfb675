use super::Cli;
use crate::failure::CommandFailure;
use clap::CommandFactory;
use std::{fs, path::PathBuf};

/// Write the manual pages of all commands
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  orderdock man /usr/local/share/man/man1")]
pub struct Man {
    /// Folder for the pages, created if missing; existing pages are replaced
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Man {
    pub fn run(self) -> Result<(), CommandFailure> {
        fs::create_dir_all(&self.folder)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), &self.folder))
            .map_err(|error| {
                let folder = self.folder.display();
                CommandFailure::work(format!("cannot write the manual pages to {folder}: {error}"))
            })
    }
}
