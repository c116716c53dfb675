use super::Failure;
use crate::config::{Options, StorageOptions};
use std::path::PathBuf;

/// Load master data from YAML or JSON files
///
/// Each file is loaded whole or not at all; loading it again changes nothing. May run beside a running server.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    orderdock load master-data.yaml\n  \
    orderdock load --data-dir /var/lib/orderdock partners.json products.yaml")]
pub struct Load {
    /// Files with the kinds of master data as members
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    storage: StorageOptions,
}

impl Load {
    pub fn run(self) -> Result<(), Failure> {
        let settings = Options::from(self.storage).resolve("orderdock-data")?;
        Err(Failure::work(format!(
            "{} cannot be loaded into {} yet",
            self.files.len(),
            settings.database.display()
        )))
    }
}
